// A list of passes within one: a single thread runs them all, where a barrier would cost more than the work.

import { Field } from './field'
import { dispatch } from '../generated/dispatch'
import { Entry } from './pass-entry'

@unmanaged
export class SerialPass {
  /** The list (src/backend/wasm/serial-block.ts): at its origin `nz` entries, `stride` bytes apart. */
  list: Field
}

/** Postcondition: all passes of the list are done, in their order. */
export function runSerial(pass: SerialPass, begin: i32, end: i32, thread: i32): void {
  for (let k = 0, count = pass.list.nz; k < count && begin < end; k++) {
    const entry = changetype<Entry>(pass.list.row(k))
    dispatch(entry.kernel, entry.arguments, 0, entry.rows, thread)
  }
}
