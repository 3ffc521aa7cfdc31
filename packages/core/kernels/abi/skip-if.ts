// A leap over the rest of a list, for iterations that are done before it ends. The crew makes it itself (crew.ts), without a barrier; as a
// kernel it has nothing to do.

import { Field } from './field'

@unmanaged
export class SkipIfPass {
  /** The leap is made if the first double here is not zero. The pass after a leap may not change it. */
  halt: Field
}

export function skipIf(pass: SkipIfPass, begin: i32, end: i32): void {}

/** Whether the leap with these arguments is made. */
@inline export function leaps(pass: SkipIfPass): bool {
  return f64.load(pass.halt.origin) != 0
}
