// Self-shadowing of smoke: a sweep through the volume, layer by layer away from the light (U. Behrens and R. Ratering, "Adding shadows to
// a texture-based volume renderer", VolVis 1998). A cell interpolates the light in the previous layer at the point where its ray comes
// from, and attenuates it by its own density (Beer–Lambert). It is one pass over the cells for any direction. The interpolation
// softens shadows with distance, as scattering in a cloud does.

import type { CellValues, FluidBox } from './fluid-source.js'

/** Most cells of the light volume along a side: shadows are soft, and a sweep through 64³ cells takes a few milliseconds. */
const mostCells = 64
/** Width of the border around a layer [cells]: a ray shifts by less than two cells from layer to layer. */
const rim = 2

/** Light in a volume: from one direction, and from the sky above. Two bytes per cell, 255 for full light. */
export class SmokeLight {
  /** Cells along x, y and z. */
  readonly cells: readonly [number, number, number]
  /** Cells of the fluid per cell of the light volume, along each axis. */
  readonly coarseness: number
  readonly bytes: Uint8Array
  readonly #box: FluidBox
  readonly #densities: Float32Array
  /** Light that leaves the previous layer and the present one, with a border in full light. */
  #before: Float32Array
  #after: Float32Array

  constructor(box: FluidBox) {
    this.#box = box
    this.coarseness = Math.ceil(Math.max(...box.cells) / mostCells)
    this.cells = box.cells.map((count) => Math.ceil(count / this.coarseness)) as [number, number, number]
    const [nx, ny, nz] = this.cells
    this.bytes = new Uint8Array(2 * nx * ny * nz)
    this.#densities = new Float32Array(nx * ny * nz)
    const largest = Math.max(...this.cells) + 2 * rim
    this.#before = new Float32Array(largest * largest)
    this.#after = new Float32Array(largest * largest)
  }

  /** Computes the light in the volume. `towards`: unit direction to the light; `extinction`: coefficient for a density of 1 [1/m]. */
  update(density: CellValues, towards: readonly [number, number, number], extinction: number): void {
    this.#gather(density)
    this.#sweep(towards, extinction, 0, false)
    // Light of the sky comes from all sides: it is averaged over neighbours.
    this.#sweep([0, 1, 0], 0.6 * extinction, 1, true)
  }

  /** Computes the mean density of each cell of the light volume. */
  #gather({ data, origin, steps }: CellValues): void {
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
          const value = data[from]!
          if (value > 0) sums[to]! += value * share
          if (--left === 0) {
            left = f
            to++
          }
        }
      }
  }

  #sweep(towards: readonly [number, number, number], extinction: number, channel: number, spread: boolean): void {
    const steepness = towards.map(Math.abs)
    const axis = steepness.indexOf(Math.max(...steepness)) as 0 | 1 | 2
    const [across, along] = [(axis + 1) % 3, (axis + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2]
    const stepOf = [1, this.cells[0], this.cells[0] * this.cells[1]]
    const [columns, rows, layers] = [this.cells[across], this.cells[along], this.cells[axis]]
    const upwards = towards[axis] > 0
    // Shift of a ray from layer to layer, in cells.
    const [right, up] = [towards[across] / steepness[axis]!, towards[along] / steepness[axis]!]
    const path = (this.coarseness * this.#box.cellSize) / steepness[axis]!
    const width = columns + 2 * rim
    this.#before.fill(1)
    this.#after.fill(1)
    const [iStep, jStep] = [Math.floor(right), Math.floor(up)]
    const [s, t] = [right - iStep, up - jStep]
    for (let layer = 0; layer < layers; layer++) {
      const [before, after] = [this.#before, this.#after]
      const start = (upwards ? layers - 1 - layer : layer) * stepOf[axis]!
      for (let j = 0; j < rows; j++) {
        let here = (j + rim) * width + rim
        let from = here + jStep * width + iStep
        let at = start + j * stepOf[along]!
        for (let i = 0; i < columns; i++, here++, from++, at += stepOf[across]!) {
          let arriving: number
          if (spread) {
            const sides = before[here - 1]! + before[here + 1]! + before[here - width]! + before[here + width]!
            arriving = 0.4 * before[here]! + 0.15 * sides
          } else {
            const low = before[from]! * (1 - s) + before[from + 1]! * s
            const high = before[from + width]! * (1 - s) + before[from + width + 1]! * s
            arriving = low * (1 - t) + high * t
          }
          const depth = 0.5 * extinction * path * this.#densities[at]!
          // exp(-depth) over half a cell: to its centre, and on to the next layer.
          const half = 1 / (1 + depth * (1 + depth * (0.5 + depth * (1 / 6 + depth / 24))))
          const middle = arriving * half
          this.bytes[2 * at + channel] = Math.round(255 * middle)
          after[here] = middle * half
        }
      }
      this.#before = after
      this.#after = before
    }
  }
}
