/**
 * Values of a function at several points, which may be computed at the same time. Coordinates are fractions of the
 * axes, 0 to 1. A point without a value has the value Infinity.
 */
export type Evaluate = (points: readonly (readonly number[])[]) => Promise<number[]>

/** Where a search ended. */
export interface Ending {
  point: readonly number[]
  value: number
  /** Whether the search reached its tolerance; false if it ran out of evaluations. */
  isConverged: boolean
}

export interface SearchLimits {
  /** Largest distance between the last points, in fractions of the axes. */
  tolerance: number
  /** Evaluations allowed. */
  evaluations: number
}
