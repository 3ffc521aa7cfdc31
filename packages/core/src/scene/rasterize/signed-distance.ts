// Signed distances [m] of shapes in a fluid, negative inside, and their positions over time. Only basic arithmetic and numerics/elementary.ts.

import type { Grid } from '../../fields/grid.js'
import { RADIANS_PER_DEGREE } from '../../numerics/constants.js'
import { cos, sin } from '../../numerics/elementary.js'
import type { FluidMotion, FluidShape } from '../schema/fluid.js'
import { positionOnPath } from './path.js'
import { signedDistance } from './polygon.js'

/** Signed distance at a point. */
export type Distance = (x: number, y: number, z: number) => number

/**
 * Writes the distances at the first `count` points of a line along x to `out`; `across` holds its y and z. The points come in arrays,
 * because JavaScript engines may allocate a heap number for each single double that a function returns, and moving solids need the
 * distances in every step.
 */
export type Distances = (xs: Float64Array, across: Float64Array, count: number, out: Float64Array) => void

export type Point = readonly [number, number, number]

/** A point in space from two or three numbers. */
export const point = (list: readonly number[]): Point => [list[0]!, list[1]!, list[2] ?? 0]

/** The distance at single points. */
export function distanceAt(distances: Distances): Distance {
  const [xs, across, out] = [new Float64Array(1), new Float64Array(2), new Float64Array(1)]
  return (x, y, z) => {
    xs[0] = x
    across[0] = y
    across[1] = z
    distances(xs, across, 1, out)
    return out[0]!
  }
}

/** Signed distance to the surface of a shape, negative inside; slightly too large outside the edges of boxes. */
export function distancesOf(shape: FluidShape): Distances {
  switch (shape.shape) {
    case 'sphere': {
      const [cx, cy, cz] = point(shape.center)
      const { radius } = shape
      return (xs, across, count, out) => {
        const dy = across[0]! - cy
        const dz = across[1]! - cz
        for (let p = 0; p < count; p++) {
          const dx = xs[p]! - cx
          out[p] = Math.sqrt(dx * dx + dy * dy + dz * dz) - radius
        }
      }
    }
    case 'box': {
      const [cx, cy, cz] = point(shape.center)
      const [halfX, halfY, halfZ] = [
        shape.size[0]! / 2,
        shape.size[1]! / 2,
        (shape.size[2] ?? Number.POSITIVE_INFINITY) / 2,
      ]
      const [c, s] = [cos(shape.angle * RADIANS_PER_DEGREE), sin(shape.angle * RADIANS_PER_DEGREE)]
      return (xs, across, count, out) => {
        const dy = across[0]! - cy
        const deep = Math.abs(across[1]! - cz) - halfZ
        for (let p = 0; p < count; p++) {
          const dx = xs[p]! - cx
          out[p] = roundedMaximum(Math.abs(dx * c + dy * s) - halfX, Math.abs(dy * c - dx * s) - halfY, deep)
        }
      }
    }
    case 'cylinder': {
      const [cx, cy, cz] = point(shape.center)
      const half = (shape.length ?? Number.POSITIVE_INFINITY) / 2
      const { axis, radius } = shape
      return (xs, across, count, out) => {
        const dy = across[0]! - cy
        const dz = across[1]! - cz
        for (let p = 0; p < count; p++) {
          const dx = xs[p]! - cx
          const along = axis === 'x' ? dx : axis === 'y' ? dy : dz
          const round = Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - along * along)) - radius
          out[p] = roundedMaximum(round, Math.abs(along) - half, Number.NEGATIVE_INFINITY)
        }
      }
    }
    case 'polygon': {
      const distance = signedDistance(shape.points)
      return (xs, across, count, out) => {
        for (let p = 0; p < count; p++) out[p] = distance(xs[p]!, across[0]!)
      }
    }
  }
}

/**
 * Distances from the solidity of cells. Solidity is linear between centres; the surface is at 1/2, and the distances are at most half a
 * cell. Beyond the box, solidity has its value at the edge. Solids from files do not move: these distances are computed at the start only.
 */
export function distancesOfSolidity(values: Float64Array, { nx, ny = 1, nz, cellSize }: Grid): Distances {
  const along = (x: number, cells: number): [number, number] => {
    const place = Math.min(cells - 1, Math.max(0, x / cellSize + cells / 2 - 0.5))
    const before = Math.min(Math.max(0, cells - 2), Math.floor(place))
    return [before, place - before]
  }
  return (xs, across, count, out) => {
    const [[j, s], [k, t]] = [along(across[0]!, ny), along(across[1]!, nz)]
    for (let p = 0; p < count; p++) {
      const [i, r] = along(xs[p]!, nx)
      let solidity = 0
      for (let corner = 0; corner < 8; corner++) {
        const [di, dj, dk] = [corner & 1, (corner >> 1) & 1, corner >> 2]
        const weight = (di ? r : 1 - r) * (dj ? s : 1 - s) * (dk ? t : 1 - t)
        if (weight > 0) solidity += weight * values[((k + dk) * ny + j + dj) * nx + i + di]!
      }
      out[p] = (0.5 - Math.min(1, Math.max(0, solidity))) * cellSize
    }
  }
}

/** Distance to the edge or corner if several of the three are positive, else to the nearest face. */
function roundedMaximum(a: number, b: number, c: number): number {
  const x = Math.max(0, a)
  const y = Math.max(0, b)
  const z = Math.max(0, c)
  return Math.min(0, Math.max(a, b, c)) + Math.sqrt(x * x + y * y + z * z)
}

/** Bounding box of a shape [m]. */
export interface Extent {
  readonly low: Point
  readonly high: Point
}

export function extentOf(shape: FluidShape): Extent {
  if (shape.shape === 'polygon') {
    const bound = (axis: 0 | 1, choose: (a: number, b: number) => number) =>
      shape.points.reduce((best, corner) => choose(best, corner[axis]), shape.points[0]![axis])
    return {
      low: [bound(0, Math.min), bound(1, Math.min), Number.NEGATIVE_INFINITY],
      high: [bound(0, Math.max), bound(1, Math.max), Number.POSITIVE_INFINITY],
    }
  }
  const center = point(shape.center)
  const reach: Point =
    shape.shape === 'sphere'
      ? [shape.radius, shape.radius, shape.radius]
      : shape.shape === 'box'
        ? boxReach(shape.size)
        : cylinderReach(shape.radius, shape.axis, shape.length ?? Number.POSITIVE_INFINITY)
  return {
    low: [center[0] - reach[0], center[1] - reach[1], center[2] - reach[2]],
    high: [center[0] + reach[0], center[1] + reach[1], center[2] + reach[2]],
  }
}

/** Half extents of a box that contains the shape at any angle about z. */
function boxReach([x, y, z = Number.POSITIVE_INFINITY]: readonly number[]): Point {
  const round = Math.sqrt(x! * x! + y! * y!) / 2
  return [round, round, z / 2]
}

function cylinderReach(radius: number, axis: 'x' | 'y' | 'z', length: number): Point {
  const along = (own: string) => (own === axis ? length / 2 : radius)
  return [along('x'), along('y'), along('z')]
}

/** Fills `by` with the displacement from the position in the scene [m] and `velocity` with the velocity [m/s], three numbers each. */
export function followMotion(motion: FluidMotion | undefined, time: number, by: number[], velocity: number[]): void {
  by.fill(0)
  velocity.fill(0)
  if (!motion) return
  if ('velocity' in motion) {
    for (let axis = 0; axis < 3; axis++) {
      velocity[axis] = motion.velocity[axis] ?? 0
      by[axis] = velocity[axis]! * time
    }
    return
  }
  positionOnPath(motion.path, time, motion.loop, by, velocity)
}
