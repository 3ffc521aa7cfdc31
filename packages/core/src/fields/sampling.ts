// Values between cell centres, for queries: bilinear interpolation, as on a surface that is drawn from the same cells.

import type { Boundaries } from './boundaries.js'
import type { Field } from './field.js'
import { columnAt, type Grid, rowAt } from './grid.js'

/** Openness of the cells of a grid. */
export interface CellOpenness {
  /** Whether any cell is less than fully open. */
  readonly hasSolids: boolean
  /** Openness of cell (i, j): 1 water, 0 solid. */
  at(i: number, j: number): number
}

/** Interpolates fields at any point. Beyond a periodic edge they repeat; beyond any other edge they have the value at the edge. */
export class Sampler {
  readonly #grid: Grid
  readonly #openness: CellOpenness
  readonly #wrapX: boolean
  readonly #wrapZ: boolean

  /** `openness`: solid cells have no weight in the interpolation. */
  constructor(grid: Grid, boundaries: Boundaries, openness: CellOpenness) {
    this.#grid = grid
    this.#openness = openness
    this.#wrapX = boundaries['x-'] === 'periodic'
    this.#wrapZ = boundaries['z-'] === 'periodic'
  }

  /** Value at a point [m]; 0 inside a solid. */
  at(field: Field, x: number, z: number): number {
    const column = columnAt(this.#grid, x)
    const row = rowAt(this.#grid, z)
    const i = Math.floor(column)
    const j = Math.floor(row)
    const s = column - i
    const t = row - j
    const left = this.#column(i)
    const right = this.#column(i + 1)
    const back = this.#row(j)
    const front = this.#row(j + 1)
    if (!this.#openness.hasSolids) {
      const near = field.at(left, back) * (1 - s) + field.at(right, back) * s
      const far = field.at(left, front) * (1 - s) + field.at(right, front) * s
      return near * (1 - t) + far * t
    }
    let sum = 0
    let weights = 0
    for (const [k, l, weight] of [
      [left, back, (1 - s) * (1 - t)],
      [right, back, s * (1 - t)],
      [left, front, (1 - s) * t],
      [right, front, s * t],
    ] as const) {
      const open = this.#openness.at(k, l) > 0 ? weight : 0
      sum += open * field.at(k, l)
      weights += open
    }
    return weights > 0 ? sum / weights : 0
  }

  /** Slope along x and z at a point, from values one cell apart. */
  slopeAt(field: Field, x: number, z: number): [number, number] {
    const half = this.#grid.cellSize / 2
    return [
      (this.at(field, x + half, z) - this.at(field, x - half, z)) / this.#grid.cellSize,
      (this.at(field, x, z + half) - this.at(field, x, z - half)) / this.#grid.cellSize,
    ]
  }

  /** Unit normal at a point of a surface, given the field of its elevation. */
  normalAt(field: Field, x: number, z: number): [number, number, number] {
    const [sx, sz] = this.slopeAt(field, x, z)
    const length = Math.sqrt(sx * sx + 1 + sz * sz)
    return [-sx / length, 1 / length, -sz / length]
  }

  /** Sum over the faces of a cell of the neighbour's openness times (neighbour - cell); 0 in a solid. */
  laplacianAt(field: Field, i: number, j: number): number {
    const here = field.at(i, j)
    let sum = 0
    for (const [di, dj] of [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ] as const) {
      const column = this.#column(i + di)
      const row = this.#row(j + dj)
      sum += this.#openness.at(column, row) * (field.at(column, row) - here)
    }
    return this.#openness.at(i, j) > 0 ? sum : 0
  }

  #column(i: number): number {
    return inside(i, this.#grid.nx, this.#wrapX)
  }

  #row(j: number): number {
    return inside(j, this.#grid.nz, this.#wrapZ)
  }
}

/** Unit normal of a surface, given its slopes along x and z. */
export function normalOf(slopeX: number, slopeZ: number): [number, number, number] {
  const length = Math.sqrt(slopeX * slopeX + 1 + slopeZ * slopeZ)
  return [-slopeX / length, 1 / length, -slopeZ / length]
}

/** An index wrapped or clamped to 0..count-1. */
function inside(index: number, count: number, wrap: boolean): number {
  if (wrap) return ((index % count) + count) % count
  return index < 0 ? 0 : index >= count ? count - 1 : index
}
