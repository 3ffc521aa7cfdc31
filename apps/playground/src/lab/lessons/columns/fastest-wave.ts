// The wave that grows first: the shortest standing wave between the edges, neighbours up and down.
//
// All standing waves of a grid are orthogonal, so the sum of heights times its shape is its amplitude, whatever other waves there are.

import { factorOfStep } from '../factor-of-step.js'
import type { ColumnsValues } from './columns.settings.js'
import { cellsOf, isMuellers } from './schemes.js'

/** Amplitude of this wave at the start [m]: too small to see, large against rounding. */
export const seed = 1e-6

export class FastestWave {
  /** One value a column, largest magnitude nearly 1. */
  readonly shape: Float64Array
  /** Size after each step [m]. */
  sizes: number[] = []
  private amplitudes: number[] = []
  /** Sum of the squares of the shape. */
  private readonly weight: number
  /** ω dt of the wave. */
  private turn: number

  constructor(values: ColumnsValues) {
    this.shape = shapeOf(values)
    this.weight = this.shape.reduce((sum, value) => sum + value * value, 0)
    this.turn = turnOf(values)
  }

  /** Forgets the measurements, for other water or another time step. */
  restart(values: ColumnsValues): void {
    this.turn = turnOf(values)
    this.sizes = []
    this.amplitudes = []
  }

  /** Measures the wave after a step. Its size counts height and velocity: about the radius of its circle in the phase plane. */
  note(eta: ArrayLike<number>): void {
    let sum = 0
    for (let cell = 0; cell < this.shape.length; cell++) sum += this.shape[cell]! * eta[cell]!
    const amplitude = sum / this.weight
    const before = this.amplitudes.at(-1)
    if (before !== undefined) this.sizes.push(Math.hypot(amplitude, (amplitude - before) / this.turn))
    this.amplitudes.push(amplitude)
    if (this.amplitudes.length > 12) this.amplitudes.shift()
  }

  /** Factor in one step; NaN before enough steps. */
  get growth(): number {
    return factorOfStep(this.amplitudes)
  }
}

/** Angle of the shortest standing wave along n columns, from one column to the next. */
function angleOf({ edges }: ColumnsValues, n: number): number {
  return edges === 'closed' ? (Math.PI * (n - 1)) / n : (Math.PI * n) / (n + 1)
}

function shapeOf(values: ColumnsValues): Float64Array {
  const { nx, nz } = cellsOf(values)
  const along = (n: number, i: number) =>
    values.edges === 'closed' ? Math.cos(angleOf(values, n) * (i + 0.5)) : Math.sin(angleOf(values, n) * (i + 1))
  return Float64Array.from(
    { length: nx * nz },
    (_, cell) => along(nx, cell % nx) * (nz > 1 ? along(nz, Math.floor(cell / nx)) : 1),
  )
}

/** ω dt of the wave in continuous time: ω² = (2 c/dx)² (sin²(kx dx/2) + sin²(kz dx/2)). */
function turnOf(values: ColumnsValues): number {
  const { nx, nz } = cellsOf(values)
  const square = (n: number) => Math.sin(angleOf(values, n) / 2) ** 2
  return 2 * values.courant * Math.sqrt(square(nx) + (nz > 1 ? square(nz) : 0))
}

/** Largest factor of a step by the eigenvalues of the scheme; NaN where the lesson has none. */
export function growthInTheory(values: ColumnsValues): number {
  if (values.by === 'engine') return Number.NaN
  const turn = turnOf(values)
  if (isMuellers(values)) {
    if (values.order === 'all-at-once') return Math.sqrt(1 + turn * turn)
    // The standing waves of two loops are not those of one: the left neighbour is ahead of the right one.
    if (values.order === 'one-loop') return Number.NaN
  }
  // λ² - (1 + β - (ω dt)²) λ + β = 0.
  const { beta } = values
  const half = (1 + beta - turn * turn) / 2
  return half * half <= beta ? Math.sqrt(beta) : Math.abs(half) + Math.sqrt(half * half - beta)
}
