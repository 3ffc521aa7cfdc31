// A box of one metre with a plume of dye, whoever computes it.

import type { Flow } from 'seiche'
import type { StableFluidsValues } from './stable-fluids.settings.js'

/** Dye or motion added by hand in a ball: its centre [m from the middle of the box] and the velocity [m/s]. */
export interface Press {
  x: number
  y: number
  u: number
  v: number
}

/** The source: a ball near the floor. Rate of dye [1/s] and acceleration [m/s²]; the coarse cells of 3-D need a larger one. */
export const plumeOf = (dimension: 2 | 3) => ({
  x: -0.1,
  y: -0.36,
  z: 0,
  radius: dimension === 2 ? 0.07 : 0.12,
  rate: 6,
  acceleration: dimension === 2 ? 2.5 : 6,
})
/** Radius of what is added by hand [m]. */
export const handRadius = 0.06

/** Cells along a side. */
export const cellsOf = (dimension: 2 | 3): number => (dimension === 2 ? 48 : 18)

export interface Fluid {
  readonly n: number
  readonly dimension: 2 | 3
  step(): void
  press(press: Press): void
  /** Dye of each cell, x fastest, without a rim. */
  density(): Float32Array
  /** Velocities, for particles. */
  flow(): Flow
  /** Divergence of each cell [1/s]. */
  divergence(): Float32Array
  /** Divergence before the first projection of the last step, root mean square [1/s]; NaN if unknown. */
  readonly divergenceBefore: number
  /** Dye that was added since the start [m³, or m² in 2-D]. */
  readonly added: number
  /** Multigrid cycles of the last projection; 0 if it sweeps. */
  readonly cycles: number
  /** Takes new settings of the same box; a fluid without this starts anew. */
  change?(values: StableFluidsValues): boolean
  dispose?(): void
}

export const rms = (values: ArrayLike<number>): number => {
  let squares = 0
  for (let n = 0; n < values.length; n++) squares += values[n]! ** 2
  return Math.sqrt(squares / Math.max(1, values.length))
}
