// A body in the water, as passes over bodies know it: a row of the table of bodies. src/coupling/submersion/body-table.ts writes the inputs of a
// pass and reads its results.

import { Columns, Results } from '../modules/submersion/index'
import { CoupledWater } from './coupled-water'

/** A level of the water at a body: its height at the centre of mass [m] and its slopes along x and z. */
@unmanaged
export class Plane {
  height: f64
  slopeX: f64
  slopeZ: f64
}

/** The results of the kernels over its columns are the first part of the record. */
@unmanaged
export class BodyRecord extends Results {
  /** The columns of the body. */
  first: i32
  end: i32
  /** Whether any of them holds water, now and in the last exchange; whether all of the body is over the grid. */
  isOverWater: i32
  wasOverWater: i32
  isInsideGrid: i32
  /** Whether the body may heave by the level through its draught, and whether it does. */
  mayHeave: i32
  heaves: i32
  pad2: i32
  /** Centre of mass [m]; centroid of the solid along x and z, from there; volume of the solid [m³]. */
  centerX: f64
  centerY: f64
  centerZ: f64
  solidX: f64
  solidZ: f64
  solidVolume: f64
  /** Centroid of the solid minus that of the columns [m]. */
  offsetX: f64
  offsetZ: f64
  /** The levels at the body, three numbers each: undisturbed, local, that of buoyancy, and that through its draught. */
  undisturbed: f64
  undisturbedX: f64
  undisturbedZ: f64
  local: f64
  localX: f64
  localZ: f64
  buoyancy: f64
  buoyancyX: f64
  buoyancyZ: f64
  throughDraught: f64
  throughDraughtX: f64
  throughDraughtZ: f64
  undisturbedRate: f64
  /** Displaced heights, summed over columns with their openness as weights [m]. */
  displaced: f64
  /** The waterplane, in cells: area, first and second moments; volume below it and the square of the draught, summed over it. */
  planeArea: f64
  planeX: f64
  planeZ: f64
  planeXx: f64
  planeXz: f64
  planeZz: f64
  planeVolume: f64
  planeSquare: f64
}

/** What all bodies of an exchange share. */
@unmanaged
export class ExchangeRecord {
  columns: Columns
  water: CoupledWater
  /** Time since the last exchange [s]; 0 for the first. */
  dt: f64
}

@inline export function planeAt(body: BodyRecord, offset: usize): Plane { return changetype<Plane>(changetype<usize>(body) + offset) }

/**
 * Sets the least-squares plane of the fit in the results of a body, or a level one at the mean. Returns false, and leaves the plane, if there are no
 * points. `cellMoment`: second moment of a cell's area about its own centre, per area [m²]: each point stands for a cell, so that the
 * plane of a single cell is level.
 */
export function solvePlane(sums: Results, plane: Plane, isLevel: bool, cellMoment: f64): bool {
  const total = sums.fit0
  if (total == 0) return false
  const height = sums.fit6 / total
  if (isLevel) {
    plane.height = height
    plane.slopeX = plane.slopeZ = 0
    return true
  }
  // About the centroid of the points, height and slopes are independent.
  const x = sums.fit1 / total, z = sums.fit2 / total
  const xx = sums.fit3 - sums.fit1 * x + cellMoment * total
  const xz = sums.fit4 - sums.fit1 * z
  const zz = sums.fit5 - sums.fit2 * z + cellMoment * total
  const xh = sums.fit7 - sums.fit6 * x, zh = sums.fit8 - sums.fit6 * z
  const determinant = xx * zz - xz * xz
  plane.slopeX = (zz * xh - xz * zh) / determinant
  plane.slopeZ = (xx * zh - xz * xh) / determinant
  plane.height = height - plane.slopeX * x - plane.slopeZ * z
  return true
}
