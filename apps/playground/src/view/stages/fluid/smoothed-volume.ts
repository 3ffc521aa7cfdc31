// Values of a volume, smoothed over about a cell along each axis. Films that the grid cannot resolve have ragged surfaces; smoothed, they fade away.

/** Times that each axis is smoothed by the weights 1/4, 1/2, 1/4: a standard deviation of √2/2 cells each. */
const rounds = 3

export class SmoothedVolume {
  readonly #cells: readonly [number, number, number]
  readonly #values: Float32Array
  readonly #line: Float32Array

  constructor(cells: readonly [number, number, number]) {
    this.#cells = cells
    this.#values = new Float32Array(cells[0] * cells[1] * cells[2])
    this.#line = new Float32Array(Math.max(...cells) + 2)
  }

  /** The smoothed values, which the next call overwrites. Beyond a wall they are as beside it: their sum stays. */
  of(values: ArrayLike<number>): Float32Array {
    const [nx, ny, nz] = this.#cells
    this.#values.set(values)
    for (let round = 0; round < rounds; round++) {
      for (let line = 0; line < ny * nz; line++) this.#smooth(line * nx, 1, nx)
      for (let z = 0; z < nz; z++) for (let x = 0; x < nx; x++) this.#smooth(z * nx * ny + x, nx, ny)
      for (let line = 0; line < nx * ny; line++) this.#smooth(line, nx * ny, nz)
    }
    return this.#values
  }

  #smooth(first: number, stride: number, count: number): void {
    const values = this.#values
    const line = this.#line
    for (let k = 0; k < count; k++) line[k + 1] = values[first + k * stride]!
    line[0] = line[1]!
    line[count + 1] = line[count]!
    for (let k = 0; k < count; k++)
      values[first + k * stride] = 0.25 * line[k]! + 0.5 * line[k + 1]! + 0.25 * line[k + 2]!
  }
}
