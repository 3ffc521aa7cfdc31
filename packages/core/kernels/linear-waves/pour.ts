// Adds a patch of weights, times an amount, to a field: sources and brushes. Rows of the pass are rows of the patch; each belongs
// to one row of the target, so that no two threads write to the same cell.

import { Field } from '../abi/field'
import { add, load, mul, splat, store, WIDE } from '../abi/simd'

@unmanaged
export class PourPass {
  target: Field
  /** Weights. Its padding is zero, so that whole vectors may run past its last cell. */
  patch: Field
  /** Cell of the target at cell (0, 0) of the patch. */
  i: i32
  j: i32
  amount: f32
}

/** Postcondition: target += amount × patch. */
export function pour(pass: PourPass, begin: i32, end: i32): void {
  const bytes = (<usize>pass.patch.nx) << 2
  const amount = splat(pass.amount)
  for (let j = begin; j < end; j++) {
    const weights = pass.patch.row(j)
    const target = pass.target.row(pass.j + j) + ((<usize>pass.i) << 2)
    for (let x: usize = 0; x < bytes; x += WIDE)
      store(target + x, add(load(target + x), mul(amount, load(weights + x))))
  }
}
