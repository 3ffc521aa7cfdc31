// Solids that strokes build and erase in a 2-D fluid. The field `painted` is 1 where a solid is built, -1 where solids
// are erased, and 0 where the scene is unchanged. It is linear between cell centres. The surface of a built solid is where
// it is 1/2, and that of an erased region where it is -1/2.

import type { Arena } from '../../../fields/arena.js'
import type { Patch } from '../../../fields/cell-box.js'
import { CENTER, VolumeField, type VolumeGrid } from '../../../fields/volume-field.js'

export class PaintedSolids {
  readonly field: VolumeField
  /** Whether strokes have built or erased anything. */
  isPainted = false
  readonly #grid: VolumeGrid

  constructor(arena: Arena, grid: VolumeGrid) {
    this.#grid = grid
    this.field = new VolumeField(
      arena,
      {
        name: 'painted',
        unit: '',
        description: 'what strokes made of a cell: 1 solid, -1 open, 0 as the scene has it',
      },
      grid,
      CENTER,
      false,
    )
  }

  /** Moves the values under a brush towards 1 or -1 by the brush's share. Returns a function that takes it back. */
  paint(kind: 'build' | 'erase', { i, j, nx, nz, values }: Patch, strength: number): () => void {
    const { field } = this
    const { isPainted } = this
    const target = kind === 'build' ? 1 : -1
    const before = new Float32Array(values.length)
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const at = field.index(i + column, j + row, 0)
        const now = field.data[at]!
        const share = strength * values[row * nx + column]!
        before[row * nx + column] = now
        field.data[at] = now + (target - now) * share
      }
    this.isPainted = true
    return () => {
      for (let row = 0; row < nz; row++)
        field.data.set(before.subarray(row * nx, (row + 1) * nx), field.index(i, j + row, 0))
      this.isPainted = isPainted
    }
  }

  /** Values of the field at the first `count` locations of a line along x, interpolated linearly. */
  valuesAlong(xs: Float64Array, across: Float64Array, count: number, out: Float64Array): void {
    const { nx, ny, cellSize } = this.#grid
    const { data, offset, stride } = this.field
    const row = Math.min(ny - 1, Math.max(0, across[0]! / cellSize + ny / 2 - 0.5))
    const j = Math.floor(row)
    const t = row - j
    const below = offset + j * stride
    const above = offset + Math.min(ny - 1, j + 1) * stride
    for (let p = 0; p < count; p++) {
      const column = Math.min(nx - 1, Math.max(0, xs[p]! / cellSize + nx / 2 - 0.5))
      const i = Math.floor(column)
      const s = column - i
      const right = Math.min(nx - 1, i + 1)
      const low = data[below + i]! * (1 - s) + data[below + right]! * s
      out[p] = low * (1 - t) + (data[above + i]! * (1 - s) + data[above + right]! * s) * t
    }
  }

  /** Signed distances to the built solids [m], valid within half a cell of the surface; infinite where nothing is built. */
  distances(xs: Float64Array, across: Float64Array, count: number, out: Float64Array): void {
    const { cellSize } = this.#grid
    this.valuesAlong(xs, across, count, out)
    for (let p = 0; p < count; p++) out[p] = out[p]! > 0 ? (0.5 - out[p]!) * cellSize : Number.POSITIVE_INFINITY
  }
}
