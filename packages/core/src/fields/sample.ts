// Values between cell centres, for queries. Bilinear, so that a query agrees with a surface drawn from the same cells.

import type { Boundaries } from './boundaries.js'
import type { Field } from './field.js'
import { columnAt, type Grid, rowAt } from './grid.js'

/** Looks fields up at any point; beyond the edge it goes on as the boundary says, at `fixed` edges as if it were a wall. */
export class Sampler {
  readonly #grid: Grid
  readonly #wrapX: boolean
  readonly #wrapZ: boolean

  constructor(grid: Grid, boundaries: Boundaries) {
    this.#grid = grid
    this.#wrapX = boundaries['x-'] === 'periodic'
    this.#wrapZ = boundaries['z-'] === 'periodic'
  }

  /** Value at a point [m]. */
  at(field: Field, x: number, z: number): number {
    const column = columnAt(this.#grid, x)
    const row = rowAt(this.#grid, z)
    const i = Math.floor(column)
    const j = Math.floor(row)
    const [s, t] = [column - i, row - j]
    const near = this.#cell(field, i, j) * (1 - s) + this.#cell(field, i + 1, j) * s
    const far = this.#cell(field, i, j + 1) * (1 - s) + this.#cell(field, i + 1, j + 1) * s
    return near * (1 - t) + far * t
  }

  /** Slope along x and z at a point, from values one cell apart. */
  slopeAt(field: Field, x: number, z: number): [number, number] {
    const half = this.#grid.cellSize / 2
    return [
      (this.at(field, x + half, z) - this.at(field, x - half, z)) / this.#grid.cellSize,
      (this.at(field, x, z + half) - this.at(field, x, z - half)) / this.#grid.cellSize,
    ]
  }

  /** Sum over the faces of a cell of the neighbour's openness times (neighbour - cell); 0 in a solid. */
  laplacianAt(field: Field, i: number, j: number, openness: (i: number, j: number) => number): number {
    const here = this.#cell(field, i, j)
    let sum = 0
    for (const [di, dj] of [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ] as const) {
      const [column, row] = [this.#column(i + di), this.#row(j + dj)]
      sum += openness(column, row) * (field.at(column, row) - here)
    }
    return openness(i, j) > 0 ? sum : 0
  }

  #cell(field: Field, i: number, j: number): number {
    return field.at(this.#column(i), this.#row(j))
  }

  #column(i: number): number {
    return inside(i, this.#grid.nx, this.#wrapX)
  }

  #row(j: number): number {
    return inside(j, this.#grid.nz, this.#wrapZ)
  }
}

/** An index brought back among 0..count-1, around or onto the edge. */
function inside(index: number, count: number, wrap: boolean): number {
  if (wrap) return ((index % count) + count) % count
  return index < 0 ? 0 : index >= count ? count - 1 : index
}
