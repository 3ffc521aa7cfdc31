import type { Field } from '../fields/field.js'

/**
 * How the water under bodies answers to pressure there: p with Σ (p - p') = load over the neighbours of each masked cell, 0
 * around, for three loads at once.
 */
export interface UnitResponses {
  /** 1 under bodies. */
  readonly mask: Field
  readonly rhs: readonly [Field, Field, Field]
  readonly solutions: readonly [Field, Field, Field]
  /** Finds the answers. */
  solve(): void
  /** Iterations of the last solves, and what they left of the loads. */
  readonly iterations: number
  readonly residual: number
}
