// How much light reaches each part of a cloud: a sweep through the volume, layer by layer away from the light (U. Behrens and R. Ratering,
// "Adding shadows to a texture-based volume renderer", VolVis 1998). What leaves a layer is looked up by the next one where its
// light comes from, and is dimmed on the way by what is there (Beer and Lambert). One pass over the cells, whatever the direction; the
// looking up between cells softens shadows with distance, as light scattered in a cloud does.

import type { CellValues, FluidBox } from './fluid-source.js'

/** Most cells of the shadow along a side: shadows are soft, and a sweep through 64³ cells takes a few milliseconds. */
const mostCells = 64

/** Light in a volume: from one direction, and from the sky above. Two bytes a cell, 255 where nothing dims it. */
export class SmokeLight {
  /** Cells along x, y and z. */
  readonly cells: readonly [number, number, number]
  /** Cells of the fluid along the side of one of these. */
  readonly coarseness: number
  readonly bytes: Uint8Array
  readonly #box: FluidBox
  readonly #densities: Float32Array
  #leaving: Float32Array
  #arriving: Float32Array

  constructor(box: FluidBox) {
    this.#box = box
    this.coarseness = Math.ceil(Math.max(...box.cells) / mostCells)
    this.cells = box.cells.map((count) => Math.ceil(count / this.coarseness)) as [number, number, number]
    const [nx, ny, nz] = this.cells
    this.bytes = new Uint8Array(2 * nx * ny * nz)
    this.#densities = new Float32Array(nx * ny * nz)
    const largest = Math.max(nx * ny, ny * nz, nz * nx)
    this.#leaving = new Float32Array(largest)
    this.#arriving = new Float32Array(largest)
  }

  /** Lights the volume. `towards`: unit direction to the light; `extinction`: how much a density of 1 dims in a metre [1/m]. */
  update(density: CellValues, towards: readonly [number, number, number], extinction: number): void {
    this.#gather(density)
    this.#sweep(towards, extinction, 0, 0)
    // Light of the sky comes from all sides: neighbours share it.
    this.#sweep([0, 1, 0], 0.6 * extinction, 1, 1)
  }

  /** Means of the densities in each of the coarser cells. */
  #gather({ data, origin, steps, ahead }: CellValues): void {
    const [nx, ny, nz] = this.#box.cells
    const [mx, my] = this.cells
    const f = this.coarseness
    const sums = this.#densities.fill(0)
    // Cells beyond the end count as empty.
    const share = 1 / (Math.min(f, nx) * Math.min(f, ny) * Math.min(f, nz))
    for (let k = 0; k < nz; k++)
      for (let j = 0; j < ny; j++) {
        let from = origin + k * steps[2] + j * steps[1]
        const row = (Math.floor(k / f) * my + Math.floor(j / f)) * mx
        for (let i = 0, to = row, left = f; i < nx; i++, from += steps[0]) {
          const value = ahead === 0 ? data[from]! : 0.5 * (data[from]! + data[from + ahead]!)
          if (value > 0) sums[to]! += value * share
          if (--left === 0) {
            left = f
            to++
          }
        }
      }
  }

  #sweep(towards: readonly [number, number, number], extinction: number, channel: number, spread: number): void {
    const steepness = towards.map(Math.abs)
    const axis = steepness.indexOf(Math.max(...steepness)) as 0 | 1 | 2
    const [across, along] = [(axis + 1) % 3, (axis + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2]
    const stepOf = [1, this.cells[0], this.cells[0] * this.cells[1]]
    const [columns, rows, layers] = [this.cells[across], this.cells[along], this.cells[axis]]
    const upwards = towards[axis] > 0
    // Where the light of a cell comes from, in cells of the layer before.
    const [right, up] = [towards[across] / steepness[axis]!, towards[along] / steepness[axis]!]
    const path = (this.coarseness * this.#box.cellSize) / steepness[axis]!
    this.#leaving.fill(1)
    for (let layer = 0; layer < layers; layer++) {
      this.#arrive(columns, rows, right, up, spread)
      const start = (upwards ? layers - 1 - layer : layer) * stepOf[axis]!
      for (let j = 0, cell = 0; j < rows; j++)
        for (let i = 0; i < columns; i++, cell++) {
          const at = start + i * stepOf[across]! + j * stepOf[along]!
          const depth = 0.5 * extinction * path * this.#densities[at]!
          // exp(-depth), of half a cell: to its centre, and on to the next layer.
          const half = 1 / (1 + depth * (1 + depth * (0.5 + depth * (1 / 6 + depth / 24))))
          const middle = this.#arriving[cell]! * half
          this.bytes[2 * at + channel] = Math.round(255 * middle)
          this.#leaving[cell] = middle * half
        }
    }
  }

  /** Looks up what left the layer before; beyond its edges nothing dims. */
  #arrive(columns: number, rows: number, right: number, up: number, spread: number): void {
    const leaving = this.#leaving
    const at = (i: number, j: number) => (i < 0 || j < 0 || i >= columns || j >= rows ? 1 : leaving[j * columns + i]!)
    const [iStep, jStep] = [Math.floor(right), Math.floor(up)]
    const [s, t] = [right - iStep, up - jStep]
    for (let j = 0, cell = 0; j < rows; j++)
      for (let i = 0; i < columns; i++, cell++) {
        if (spread > 0) {
          const sides = at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1)
          this.#arriving[cell] = 0.4 * leaving[cell]! + 0.15 * sides
          continue
        }
        const [a, b] = [i + iStep, j + jStep]
        const low = at(a, b) * (1 - s) + at(a + 1, b) * s
        const high = at(a, b + 1) * (1 - s) + at(a + 1, b + 1) * s
        this.#arriving[cell] = low * (1 - t) + high * t
      }
  }
}
