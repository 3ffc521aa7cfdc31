// The scratch of a thread for shallow water: rows of floats for a block of columns, small enough for the second-level cache. Shorter rows
// would be faster in the first-level cache, but prefetchers need long pieces of the fields (docs/decisions/0033-loops-that-v8-keeps-lean.md).

/** Columns of a block, and further floats on either side of a scratch row. */
export const BLOCK: i32 = 512
export const MARGIN: i32 = 8
/** Bytes of a scratch row. */
export const PITCH: usize = 4 * <usize>(BLOCK + 2 * MARGIN)

/**
 * First scratch rows of each quantity. Primitives, fluxes, theta, bed-slope source and openness of three rows each; face states of one
 * row, except those towards z+, which are kept for two rows.
 */
export const PRIMITIVES: usize = 0
export const STATE_RIGHT: usize = 12
export const STATE_LEFT: usize = 16
export const STATE_UP: usize = 20
export const STATE_DOWN: usize = 24
export const FLUX_X: usize = 32
export const FLUX_Z: usize = 44
export const THETA: usize = 56
export const BED_SLOPE_X: usize = 59
export const BED_SLOPE_Z: usize = 62
export const OPENNESS: usize = 65
export const SCRATCH_ROWS: usize = 68
/** Bytes of the scratch of a thread. */
export const SCRATCH_BYTES: usize = SCRATCH_ROWS * PITCH

/** Index of a row in a ring of three. */
@inline export function third(row: i32): usize { return <usize>((row + 6) % 3) }

/** Address of cell c0 in scratch row `slot`. */
@inline export function lineOf(scratch: usize, slot: usize): usize { return scratch + slot * PITCH + 4 * MARGIN }
