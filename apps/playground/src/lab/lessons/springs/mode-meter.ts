// Frequencies measured in a running field, of all plane waves along x at once.
//
// The amplitude a of a wave between periodic edges obeys a(t + dt) + a(t - dt) = 2 cos(ω dt) a(t), whatever its phase. The cosine
// that fits all steps best, by least squares, is the measurement. A cosine beyond ±1 is a wave that grows.

import { type Motion, motionOf } from './springs.theory.js'

/** A wave is measured once its energy exceeds this part of the strongest one's. */
const faintest = 1e-11

export class ModeMeter {
  private readonly cosines: Float64Array
  private readonly sines: Float64Array
  /** Real and imaginary amplitudes of the last three fields, the newest first. */
  private amplitudes: Float64Array[] = []
  private readonly bends: Float64Array
  private readonly squares: Float64Array

  /** A field of `nx` times `nz` cells, measured every `dt` seconds. */
  constructor(
    private readonly nx: number,
    private readonly nz: number,
    private readonly dt: number,
  ) {
    this.cosines = Float64Array.from({ length: nx }, (_, i) => Math.cos((2 * Math.PI * i) / nx))
    this.sines = Float64Array.from({ length: nx }, (_, i) => Math.sin((2 * Math.PI * i) / nx))
    this.bends = new Float64Array(nx / 2 + 1)
    this.squares = new Float64Array(nx / 2 + 1)
  }

  /** Forgets the motion so far, as after a push from outside. */
  reset(): void {
    this.amplitudes = []
    this.bends.fill(0)
    this.squares.fill(0)
  }

  add(values: ArrayLike<number>): void {
    this.amplitudes.unshift(this.transformOf(values))
    this.amplitudes.length = Math.min(this.amplitudes.length, 3)
    const [after, here, before] = this.amplitudes
    if (!after || !here || !before) return
    for (let m = 0; m < this.squares.length; m++)
      for (const part of [2 * m, 2 * m + 1]) {
        this.bends[m]! += here[part]! * (after[part]! - 2 * here[part]! + before[part]!)
        this.squares[m]! += here[part]! ** 2
      }
  }

  /** The wave with `m` crests across the square; NaN if there is too little of it. */
  motion(m: number): Motion {
    const strongest = this.squares.reduce((most, square) => Math.max(most, square), 0)
    const square = this.squares[m] ?? 0
    if (square <= faintest * strongest || square === 0) return { omega: Number.NaN, growth: Number.NaN }
    return motionOf(1 + this.bends[m]! / square / 2, this.dt)
  }

  /** Amplitudes of the waves along x, averaged over z: 0, 1, … nx/2 crests. */
  private transformOf(values: ArrayLike<number>): Float64Array {
    const { nx, nz } = this
    const row = new Float64Array(nx)
    for (let cell = 0; cell < nx * nz; cell++) row[cell % nx]! += values[cell]! / nz
    const amplitudes = new Float64Array(nx + 2)
    for (let m = 0; m <= nx / 2; m++)
      for (let i = 0; i < nx; i++) {
        const turn = (m * i) % nx
        amplitudes[2 * m]! += row[i]! * this.cosines[turn]!
        amplitudes[2 * m + 1]! -= row[i]! * this.sines[turn]!
      }
    return amplitudes
  }
}
