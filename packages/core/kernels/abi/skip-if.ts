// A conditional skip of the next entries of a list, for iterations that converge before the list ends. Every thread
// evaluates the condition itself (thread-loop.ts), without a barrier; the kernel is empty.
//
// All threads must read the same value. The barrier after the previous pass makes its writes visible to all of them, but a
// skip has no barrier of its own: the first pass executed after it may run while another thread still reads the
// condition, so that pass must not change it.

import { Field } from './field'

@unmanaged
export class SkipIfPass {
  /** The entries are skipped if the first double of this record is not zero. */
  halt: Field
}

export function skipIf(pass: SkipIfPass, begin: i32, end: i32): void {}

/** Whether the condition of a skip holds. */
@inline export function skips(pass: SkipIfPass): bool {
  return f64.load(pass.halt.origin) != 0
}
