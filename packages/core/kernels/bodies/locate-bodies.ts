// The first part of an exchange, on all threads: where the columns of each body are, the undisturbed level around it (src/coupling/submersion/level-fits.ts
// has the reasons) and the part of the body below. A body reads the water and writes to its own columns and record alone, so that it does not
// matter which thread it is on.

import { Field } from '../abi/field'
import { Columns, fitColumns, fitSamples, measureBelow, placeColumns, SAMPLES, samplesAround } from '../modules/submersion/index'
import { BodyRecord, ExchangeRecord, Plane, planeAt, solvePlane } from './body-record'
import { at, cellAt, put, readCells } from './cell-list'
import { CoupledWater, readDepths, readLevels } from './coupled-water'

/** Samples around a body, at most: of its width and one on either side, along both axes. The least margin, two cells, is more than a width of 1. */
export const MOST_SAMPLES: i32 = (3 * SAMPLES + 1) * (3 * SAMPLES + 1)
/** Bytes of scratch for samples and their levels. */
export const SAMPLE_BYTES: i32 = 16 * MOST_SAMPLES
/** Fraction of a body's volume over the grid from which on the body counts as inside it. */
export const INSIDE: f64 = 0.999
/** Time constant of the undisturbed level, in units of √(width / g). */
export const TIME_CONSTANT: f64 = 0.2

@unmanaged
export class LocateBodiesPass {
  /** A BodyRecord in each row. */
  bodies: Field
  /** The ExchangeRecord. */
  exchange: Field
  /** A row for each thread: samples, then a double for each cell, all 0 between two bodies. */
  scratch: Field
}

export function locateBodies(pass: LocateBodiesPass, begin: i32, end: i32, thread: i32): void {
  const exchange = changetype<ExchangeRecord>(pass.exchange.origin)
  const scratch = pass.scratch.row(thread)
  for (let k = begin; k < end; k++) locateBody(changetype<BodyRecord>(pass.bodies.row(k)), exchange, scratch)
}

function locateBody(body: BodyRecord, exchange: ExchangeRecord, scratch: usize): void {
  const columns = exchange.columns, water = exchange.water
  const first = body.first, end = body.end
  placeColumns(columns, first, end, body.centerX, body.centerZ, body)
  readCells(water.openness, columns.cell, first, end, columns.openness)
  setOffset(body, water.cellSize)
  observeBody(body, columns, water)
  const cells = scratch + SAMPLE_BYTES
  body.heaves = i32(body.mayHeave != 0 && sumWaterplane(body, columns, cells))
  if (body.heaves != 0) return
  followUndisturbed(body, exchange, scratch)
  body.displaced = heightsBelow(body, columns, planeAt(body, offsetof<BodyRecord>('undisturbed')), columns.displacedHeight)
}

/** Compares the centroid of the columns with that of the solid. No offset if a part of the body is beyond the grid. */
function setOffset(body: BodyRecord, cellSize: f64): void {
  const isInside = body.amount * cellSize * cellSize > INSIDE * body.solidVolume
  body.isInsideGrid = i32(isInside)
  body.offsetX = isInside ? body.solidX - body.momentX / body.amount : 0
  body.offsetZ = isInside ? body.solidZ - body.momentZ / body.amount : 0
}

/** Reads level and depth of the water in a body's columns. */
export function observeBody(body: BodyRecord, columns: Columns, water: CoupledWater): void {
  const first = body.first, end = body.end
  readLevels(water, columns.cell, first, end, columns.level)
  readDepths(water, columns.cell, first, end, columns.depth)
  let isOverWater = false
  for (let k = first; k < end && !isOverWater; k++) isOverWater = at(columns.level, k) != -Infinity
  body.isOverWater = i32(isOverWater)
}

/** Fills heights of a body's columns below a plane. Returns their sum, weighted by openness [m]. */
export function heightsBelow(body: BodyRecord, columns: Columns, plane: Plane, heights: usize): f64 {
  const first = body.first, end = body.end
  if (body.isOverWater != 0)
    return measureBelow(columns, first, end, plane.height, plane.slopeX, plane.slopeZ, heights)
  memory.fill(heights + (<usize>first << 3), 0, <usize>(end - first) << 3)
  return 0
}

function followUndisturbed(body: BodyRecord, exchange: ExchangeRecord, scratch: usize): void {
  const columns = exchange.columns, water = exchange.water, dt = exchange.dt
  const first = body.first, end = body.end
  if (first == end) {
    // All of the body is beyond the grid. On its return the level starts anew.
    body.undisturbedRate = 0
    body.wasOverWater = 0
    return
  }
  const plane = planeAt(body, offsetof<BodyRecord>('undisturbed'))
  const before = plane.height, beforeX = plane.slopeX, beforeZ = plane.slopeZ
  const isNew = dt == 0 || body.wasOverWater == 0
  const levels = scratch, samples = scratch + <usize>(8 * MOST_SAMPLES)
  const count = samplesAround(columns, first, end, scratch + SAMPLE_BYTES, samples, body)
  readLevels(water, samples, 0, count, levels)
  fitSamples(columns, samples, levels, count, body.centerX, body.centerZ, body)
  const cellMoment = (water.cellSize * water.cellSize) / 12
  const isFound = solvePlane(body, plane, body.isInsideGrid == 0, cellMoment)
  // A body that covers all the water has no water around it: its undisturbed level stays, and starts as the local level.
  if (!isFound && isNew) {
    const local = planeAt(body, offsetof<BodyRecord>('local'))
    fitColumns(columns, first, end, body)
    solvePlane(body, local, false, cellMoment)
    plane.height = local.height
    plane.slopeX = local.slopeX
    plane.slopeZ = local.slopeZ
  }
  const time = TIME_CONSTANT * Math.sqrt((body.width * water.cellSize) / water.gravity)
  const fraction: f64 = isNew ? 1 : dt / (dt + time)
  plane.height = before + fraction * (plane.height - before)
  plane.slopeX = beforeX + fraction * (plane.slopeX - beforeX)
  plane.slopeZ = beforeZ + fraction * (plane.slopeZ - beforeZ)
  body.undisturbedRate = isNew ? 0 : (plane.height - before) / dt
  body.wasOverWater = body.isOverWater
}

/** Fraction of y from mean - spread to mean + spread that is below a level. */
@inline function fractionBelow(level: f64, mean: f64, spread: f64): f64 {
  const over = level - mean
  if (over >= spread) return 1
  return over <= -spread ? 0 : (over + spread) / (2 * spread)
}

/**
 * Displaced heights at the level through the draught, the waterplane at that level, and its moments. Returns whether there is one. `cells`: a double
 * for each cell, all 0 between two calls.
 */
function sumWaterplane(body: BodyRecord, columns: Columns, cells: usize): bool {
  const first = body.first, end = body.end
  const plane = planeAt(body, offsetof<BodyRecord>('throughDraught'))
  body.displaced = heightsBelow(body, columns, plane, columns.displacedHeight)
  const isOverWater = body.isOverWater != 0
  for (let k = first; k < end; k++) {
    let share: f64 = 0
    // A column that reaches the floor displaces no more when the level rises.
    if (isOverWater && at(columns.level, k) != -Infinity) {
      const level = plane.height + plane.slopeX * at(columns.x, k) + plane.slopeZ * at(columns.z, k)
      const fromBottom = fractionBelow(level, at(columns.bottom, k), at(columns.bottomSpread, k))
      const fromTop = fractionBelow(level, at(columns.top, k), at(columns.topSpread, k))
      share = at(columns.coverage, k) * (fromBottom - fromTop)
    }
    put(columns.waterplane, k, share)
    const cell = cellAt(columns.cell, k)
    put(cells, cell, at(cells, cell) + at(columns.displacedHeight, k))
  }
  let area: f64 = 0, mx: f64 = 0, mz: f64 = 0, xx: f64 = 0, xz: f64 = 0, zz: f64 = 0, volume: f64 = 0, square: f64 = 0
  for (let k = first; k < end; k++) {
    const share = at(columns.waterplane, k)
    const part = share * at(columns.openness, k)
    if (part == 0) continue
    const height = at(cells, cellAt(columns.cell, k)) / share
    const x = at(columns.x, k), z = at(columns.z, k)
    area += part
    mx += part * x
    mz += part * z
    xx += part * x * x
    xz += part * x * z
    zz += part * z * z
    volume += part * height
    square += part * height * height
  }
  for (let k = first; k < end; k++) put(cells, cellAt(columns.cell, k), 0)
  body.planeArea = area
  body.planeX = mx
  body.planeZ = mz
  body.planeXx = xx
  body.planeXz = xz
  body.planeZz = zz
  body.planeVolume = volume
  body.planeSquare = square
  return area > 0
}
