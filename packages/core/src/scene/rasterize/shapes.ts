// Shapes as functions of position, which fill fields. They use only basic arithmetic and numerics/elementary.ts, so a scene
// starts from the same bits everywhere.

import { type CellBox, cellsWithin } from '../../fields/cell-box.js'
import { cellX, cellZ, type Grid } from '../../fields/grid.js'
import { RADIANS_PER_DEGREE } from '../../numerics/constants.js'
import { cos, exp, sin } from '../../numerics/elementary.js'
import { fractalNoise } from '../../numerics/noise.js'
import type { BreatherShape, EulerSolitaryShape, PatchShape, Shape, StokesShape } from '../schema/shape.js'
import { signedDistance } from './polygon.js'
import { distanceAlong, sechSquared, widthOf } from './solitary.js'

/** A Gaussian is cut off where it has fallen below 1e-7 of its height. */
const GAUSSIAN_REACH = 4

const clampToUnit = (value: number) => Math.min(1, Math.max(0, value))

/** Share of a cell inside a rim at a signed distance, positive outside: a ramp one cell wide. */
export const coverage = (distance: number, cellSize: number) => clampToUnit(0.5 - distance / cellSize)

/** A train of steep waves, or a single one. Its code is loaded by scenes that have one. */
export type TrainShape = StokesShape | BreatherShape | EulerSolitaryShape

export const isTrain = (shape: Shape): shape is TrainShape =>
  shape.shape === 'stokes' || shape.shape === 'breather' || (shape.shape === 'solitary' && shape.theory === 'euler')

/** The shape as a function of x and z [m]. */
export function heightOf(shape: Exclude<Shape, TrainShape>, cellSize: number): (x: number, z: number) => number {
  switch (shape.shape) {
    case 'gaussian': {
      const [cx, cz] = shape.center
      const { radius, height } = shape
      return (x, z) => height * exp(-((x - cx) * (x - cx) + (z - cz) * (z - cz)) / (radius * radius))
    }
    case 'disc': {
      const [cx, cz] = shape.center
      const { radius, height } = shape
      return (x, z) => height * coverage(Math.sqrt((x - cx) * (x - cx) + (z - cz) * (z - cz)) - radius, cellSize)
    }
    case 'box': {
      const [cx, cz] = shape.center
      const [halfX, halfZ] = [shape.size[0] / 2, shape.size[1] / 2]
      const [c, s] = [cos(shape.angle * RADIANS_PER_DEGREE), sin(shape.angle * RADIANS_PER_DEGREE)]
      return (x, z) => {
        const along = Math.abs((x - cx) * c + (z - cz) * s) - halfX
        const across = Math.abs((z - cz) * c - (x - cx) * s) - halfZ
        return shape.height * coverage(along, cellSize) * coverage(across, cellSize)
      }
    }
    case 'polygon': {
      const distance = signedDistance(shape.points)
      const { low, high } = extentOf(shape)
      return (x, z) =>
        x < low[0] - cellSize || x > high[0] + cellSize || z < low[1] - cellSize || z > high[1] + cellSize
          ? 0
          : shape.height * coverage(distance(x, z), cellSize)
    }
    case 'plane':
      return (x, z) => shape.height + shape.slope[0] * x + shape.slope[1] * z
    case 'wave': {
      const k = (2 * Math.PI) / shape.wavelength
      const [kx, kz] = [k * cos(shape.direction * RADIANS_PER_DEGREE), k * sin(shape.direction * RADIANS_PER_DEGREE)]
      return (x, z) => shape.height * cos(kx * x + kz * z - shape.phase * RADIANS_PER_DEGREE)
    }
    case 'noise':
      return (x, z) => shape.height * fractalNoise(x / shape.scale, z / shape.scale, shape.seed, shape.octaves)
    case 'cone': {
      const [cx, cz] = shape.center
      const { radius, top, height } = shape
      return (x, z) => {
        const r = Math.sqrt((x - cx) * (x - cx) + (z - cz) * (z - cz))
        return height * clampToUnit((radius - r) / (radius - top))
      }
    }
    case 'paraboloid': {
      const [cx, cz] = shape.center
      const { radius, height } = shape
      return (x, z) => (height * ((x - cx) * (x - cx) + (z - cz) * (z - cz))) / (radius * radius)
    }
    case 'solitary': {
      const along = distanceAlong(shape)
      const width = widthOf(shape)
      return (x, z) => shape.height * sechSquared(along(x, z) / width)
    }
    case 'profile': {
      const [cx, cz] = shape.center
      const [c, s] = [cos(shape.direction * RADIANS_PER_DEGREE), sin(shape.direction * RADIANS_PER_DEGREE)]
      return (x, z) => alongProfile(shape.points, (x - cx) * c + (z - cz) * s)
    }
  }
}

/** Linear interpolation between points [distance, height], constant beyond them. */
function alongProfile(points: readonly (readonly [number, number])[], distance: number): number {
  const next = points.findIndex(([s]) => s > distance)
  if (next === 0) return points[0]![1]
  if (next < 0) return points.at(-1)![1]
  const [[s0, h0], [s1, h1]] = [points[next - 1]!, points[next]!]
  return h0 + ((h1 - h0) * (distance - s0)) / (s1 - s0)
}

/** Bounding rectangle of a shape of finite extent [m]. */
export function extentOf(shape: PatchShape): { low: readonly [number, number]; high: readonly [number, number] } {
  if (shape.shape === 'polygon') {
    const bound = (axis: 0 | 1, choose: (a: number, b: number) => number) =>
      shape.points.reduce((best, point) => choose(best, point[axis]), shape.points[0]![axis])
    return { low: [bound(0, Math.min), bound(1, Math.min)], high: [bound(0, Math.max), bound(1, Math.max)] }
  }
  const reach =
    shape.shape === 'box'
      ? Math.sqrt(shape.size[0] * shape.size[0] + shape.size[1] * shape.size[1]) / 2
      : shape.radius * (shape.shape === 'gaussian' ? GAUSSIAN_REACH : 1)
  const [x, z] = shape.center
  return { low: [x - reach, z - reach], high: [x + reach, z + reach] }
}

/** Centre of a shape; for a polygon, the middle of its bounding rectangle. */
export function centerOf(shape: PatchShape): readonly [number, number] {
  if (shape.shape !== 'polygon') return shape.center
  const { low, high } = extentOf(shape)
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2]
}

/** The cells that a shape of finite extent can overlap, clipped to the grid; nx or nz is 0 if there are none. */
export function reachOf(shape: PatchShape, grid: Grid): CellBox {
  const { low, high } = extentOf(shape)
  return cellsWithin(grid, low, high, grid.cellSize)
}

/** Adds the heights of shapes to the values of the cells. */
export async function addShapes(shapes: readonly Shape[], grid: Grid, values: Float64Array): Promise<void> {
  const trains = shapes.some(isTrain) ? await import('./steep-trains.js') : undefined
  for (const shape of shapes) {
    const height = isTrain(shape) ? trains!.trainElevation(shape) : heightOf(shape, grid.cellSize)
    for (let j = 0; j < grid.nz; j++)
      for (let i = 0; i < grid.nx; i++) values[j * grid.nx + i]! += height(cellX(grid, i), cellZ(grid, j))
  }
}
