// A serial sub-list: one pass in which a single thread executes several passes in order, without barriers between them.
// For grids so small that a barrier would cost more than the work. The pass has one row, so that exactly one thread
// receives it.

import { Field } from './field'
import { dispatch } from '../generated/dispatch'
import { Entry } from './pass-entry'

@unmanaged
export class SerialPass {
  /** The sub-list (src/backend/wasm/serial-block.ts): `nz` entries from the origin on, `stride` bytes apart. */
  list: Field
}

/** Postcondition: all passes of the sub-list have been executed over all their rows, in order. */
export function runSerial(pass: SerialPass, begin: i32, end: i32, thread: i32): void {
  for (let k = 0, count = pass.list.nz; k < count && begin < end; k++) {
    const entry = changetype<Entry>(pass.list.row(k))
    dispatch(entry.kernel, entry.arguments, 0, entry.rows, thread)
  }
}
