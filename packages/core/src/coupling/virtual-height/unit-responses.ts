import type { Field } from '../../fields/field.js'

/**
 * Pressure responses of the water under bodies to three loads: the p with Σ (p - p') = rhs, summed over the neighbours p' of each
 * masked cell, and p = 0 outside the mask.
 */
export interface UnitResponses {
  /** 1 under bodies, 0 elsewhere. */
  readonly mask: Field
  readonly rhs: readonly [Field, Field, Field]
  readonly solutions: readonly [Field, Field, Field]
  /** Solves for the three responses. */
  solve(): void
  /** Most iterations and largest residual of the last three solves. */
  readonly iterations: number
  readonly residual: number
}
