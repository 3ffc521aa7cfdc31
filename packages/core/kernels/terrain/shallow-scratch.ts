// Where a thread keeps what it is working on: rows of floats for a block of columns, in the first cache.

/** Columns of a block, and floats of a scratch row, which has eight more on either side. */
export const BLOCK: i32 = 128
export const MARGIN: i32 = 8
/** Bytes of a scratch row. */
export const PITCH: usize = 4 * <usize>(BLOCK + 2 * MARGIN)

/** Scratch rows: the primitives of three rows; the rims of one, but two of the rims towards z+; fluxes of three rows; and so on. */
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

/** Which third of a ring of three a row has. */
@inline export function third(row: i32): usize { return <usize>((row + 6) % 3) }

/** Address of cell c0 in scratch row `slot`. */
@inline export function lineOf(scratch: usize, slot: usize): usize { return scratch + slot * PITCH + 4 * MARGIN }
