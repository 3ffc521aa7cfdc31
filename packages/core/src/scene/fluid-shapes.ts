// Shapes in a fluid as signed distances [m], negative inside, and where they are at a time. Only arithmetic and our own elementary functions.

import type { Grid } from '../fields/grid.js'
import { cos, sin } from '../numerics/elementary.js'
import type { FluidMotion, FluidShape } from './fluid-schema.js'
import { signedDistance } from './polygon.js'

const RADIANS = Math.PI / 180

export type Distance = (x: number, y: number, z: number) => number
export type Point = readonly [number, number, number]

/** A list of two or three numbers as three. */
export const point = (list: readonly number[]): Point => [list[0]!, list[1]!, list[2] ?? 0]

/** Distance to the surface of a shape, negative inside; of boxes beyond an edge a little more than it is. */
export function distanceOf(shape: FluidShape): Distance {
  switch (shape.shape) {
    case 'sphere': {
      const [cx, cy, cz] = point(shape.center)
      return (x, y, z) => Math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz)) - shape.radius
    }
    case 'box': {
      const [cx, cy, cz] = point(shape.center)
      const [halfX, halfY, halfZ] = [
        shape.size[0]! / 2,
        shape.size[1]! / 2,
        (shape.size[2] ?? Number.POSITIVE_INFINITY) / 2,
      ]
      const [c, s] = [cos(shape.angle * RADIANS), sin(shape.angle * RADIANS)]
      return (x, y, z) => {
        const along = Math.abs((x - cx) * c + (y - cy) * s) - halfX
        const across = Math.abs((y - cy) * c - (x - cx) * s) - halfY
        return roundedMaximum(along, across, Math.abs(z - cz) - halfZ)
      }
    }
    case 'cylinder': {
      const [cx, cy, cz] = point(shape.center)
      const half = (shape.length ?? Number.POSITIVE_INFINITY) / 2
      const { axis, radius } = shape
      return (x, y, z) => {
        const [dx, dy, dz] = [x - cx, y - cy, z - cz]
        const along = axis === 'x' ? dx : axis === 'y' ? dy : dz
        const round = Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - along * along)) - radius
        return roundedMaximum(round, Math.abs(along) - half, Number.NEGATIVE_INFINITY)
      }
    }
    case 'polygon':
      return signedDistance(shape.points)
  }
}

/**
 * Distance from solidity cell by cell, half a cell either way of the surface where it is one half: solidity is linear between centres. Beyond the
 * box it goes on as at its edge.
 */
export function distanceOfSolidity(values: Float64Array, { nx, ny = 1, nz, cellSize }: Grid): Distance {
  const along = (x: number, cells: number): [number, number] => {
    const place = Math.min(cells - 1, Math.max(0, x / cellSize + cells / 2 - 0.5))
    const before = Math.min(Math.max(0, cells - 2), Math.floor(place))
    return [before, place - before]
  }
  return (x, y, z) => {
    const [[i, r], [j, s], [k, t]] = [along(x, nx), along(y, ny), along(z, nz)]
    let solidity = 0
    for (let corner = 0; corner < 8; corner++) {
      const [di, dj, dk] = [corner & 1, (corner >> 1) & 1, corner >> 2]
      const weight = (di ? r : 1 - r) * (dj ? s : 1 - s) * (dk ? t : 1 - t)
      if (weight > 0) solidity += weight * values[((k + dk) * ny + j + dj) * nx + i + di]!
    }
    return (0.5 - Math.min(1, Math.max(0, solidity))) * cellSize
  }
}

/** Distance from the corner where it is positive along several axes, else to the nearest face. */
function roundedMaximum(a: number, b: number, c: number): number {
  const [x, y, z] = [Math.max(0, a), Math.max(0, b), Math.max(0, c)]
  return Math.min(0, Math.max(a, b, c)) + Math.sqrt(x * x + y * y + z * z)
}

/** Corners of a box around a shape [m]. */
export function extentOf(shape: FluidShape): { low: Point; high: Point } {
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

/** However it is turned about z. */
function boxReach([x, y, z = Number.POSITIVE_INFINITY]: readonly number[]): Point {
  const round = Math.sqrt(x! * x! + y! * y!) / 2
  return [round, round, z / 2]
}

function cylinderReach(radius: number, axis: 'x' | 'y' | 'z', length: number): Point {
  const along = (own: string) => (own === axis ? length / 2 : radius)
  return [along('x'), along('y'), along('z')]
}

/** How far something that moves is from where it was drawn [m], and how fast it moves [m/s]; written into lists that are kept. */
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
  const { path, loop } = motion
  const [first, last] = [path[0]!.time, path[path.length - 1]!.time]
  const laps = loop && time > first ? Math.floor((time - first) / (last - first)) : 0
  const now = time - laps * (last - first)
  let leg = 1
  while (leg < path.length - 1 && path[leg]!.time <= now) leg++
  const [from, to] = [path[leg - 1]!, path[leg]!]
  const lasts = to.time - from.time
  const share = Math.min(1, Math.max(0, (now - from.time) / lasts))
  const moves = now >= first && now < last
  for (let axis = 0; axis < 3; axis++) {
    const [a, b] = [from.by[axis] ?? 0, to.by[axis] ?? 0]
    by[axis] = a * (1 - share) + b * share
    velocity[axis] = moves ? (b - a) / lasts : 0
  }
}
