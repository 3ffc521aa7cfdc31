// Limits that several solvers share.

/** Largest number of substeps in a step. More are a mistake in the scene. */
export const MOST_SUBSTEPS = 100_000

/**
 * Least openness of a cell or face that is open at all. Water in a cell with a smaller openness m has hardly any weight and energy, and
 * could rise by 1/sqrt(m) times its surroundings at constant energy; through a smaller gap the flow could become very fast.
 */
export const MIN_OPENNESS = 0.05
