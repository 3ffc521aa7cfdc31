// The kernels of draughts of many bodies, on all threads (modules/draughts): weights and sums that do not depend on what other bodies raise meanwhile.

import { Field } from '../abi/field'
import { Draughts, weigh } from '../modules/draughts/index'

@unmanaged
export class WeighBodiesPass {
  /** A Draughts record in each row, with lists of its own. */
  kernels: Field
  /** A row for each thread: weights of a row of cells or blocks. */
  scratch: Field
}

export function weighBodies(pass: WeighBodiesPass, begin: i32, end: i32, thread: i32): void {
  for (let k = begin; k < end; k++) {
    const kernel = changetype<Draughts>(pass.kernels.row(k))
    kernel.rowWeights = pass.scratch.row(thread)
    weigh(kernel)
  }
}
