// The derivative of a sequence along an axis, mode by mode and in place.
//
//   Fourier   e^(ikx) becomes ik e^(ikx): the mode stays where it is.
//   cosine    cos(kx) becomes -k sin(kx): cosine mode m and sine mode m have the positions of the modes m and n - m, so that the modes of
//             a pair change places. The transform back is that of an axis with two fixed edges.
//
// The table has four words for each pair: the byte offsets of its modes, and their factors [1/m]. src/operators/slope-table.ts writes it.

import { Field } from '../abi/field'
import { IM, spread } from './lifting'
import { load, mul, store } from '../abi/simd'

/** Words of an entry of the table. */
export const SLOPE_WORDS: i32 = 4
const ENTRY: usize = 16

/** `turns`: whether the modes are complex exponentials. */
export function differentiate(table: Field, turns: bool, data: usize): void {
  const entries = table.row(0), end = entries + <usize>(table.nx / SLOPE_WORDS) * ENTRY
  for (let entry = entries; entry < end; entry += ENTRY) {
    const p = data + <usize>i32.load(entry), q = data + <usize>i32.load(entry, 4)
    const a = load(p), b = load(p + IM), c = load(q), d = load(q + IM)
    const toQ = spread(entry + 8), toP = spread(entry + 12)
    if (turns) {
      store(p, f32x4.neg(mul(toQ, b)))
      store(p + IM, mul(toQ, a))
    } else {
      store(p, mul(toP, c))
      store(p + IM, mul(toP, d))
      store(q, mul(toQ, a))
      store(q + IM, mul(toQ, b))
    }
  }
}
