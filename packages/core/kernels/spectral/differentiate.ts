// The derivative of a sequence along an axis, mode by mode.
//
//   Fourier   e^(ikx) becomes ik e^(ikx): the mode stays where it is in its band.
//   cosine    cos(kx) becomes -k sin(kx): cosine mode m and sine mode m have the positions of the modes m and n - m, so that the modes of
//             a pair change places. The transform back is that of an axis with two fixed edges. All positions of the buffer are needed.
//
// The table has four words for each pair: the byte offsets of its modes, and their factors [1/m]. src/operators/slope-table.ts writes it.

import { Axis, intoValues, Transform } from './axis'
import { bandIntoValues, expand } from './band'
import { Field } from '../abi/field'
import { IM, spread } from './lifting'
import { load, mul, store } from '../abi/simd'

/** Words of an entry of the table. */
export const SLOPE_WORDS: i32 = 4
const ENTRY: usize = 16

/** `turns`: whether the modes are complex exponentials. `to` may be `from`. */
function differentiate(table: Field, turns: bool, from: usize, to: usize): void {
  const entries = table.row(0), end = entries + <usize>(table.nx / SLOPE_WORDS) * ENTRY
  for (let entry = entries; entry < end; entry += ENTRY) {
    const p = <usize>i32.load(entry), q = <usize>i32.load(entry, 4)
    const a = load(from + p), b = load(from + p + IM), ofP = spread(entry + 8)
    if (turns) {
      store(to + p, f32x4.neg(mul(ofP, b)))
      store(to + p + IM, mul(ofP, a))
    } else {
      const c = load(from + q), d = load(from + q + IM), ofQ = spread(entry + 12)
      store(to + p, mul(ofQ, c))
      store(to + p + IM, mul(ofQ, d))
      store(to + q, mul(ofP, a))
      store(to + q + IM, mul(ofP, b))
    }
  }
}

/** Values of the slopes of a band, in `data`. `slopeAxis`: the axis of the transform that they need. `work`: room for a band. */
export function slopesIntoValues(
  table: Field, axis: Axis, slopeAxis: Axis, band: Field, count: i32, modes: usize, work: usize, data: usize,
): void {
  const turns = axis.kind == Transform.fourier
  if (turns) {
    differentiate(table, turns, modes, work)
    bandIntoValues(axis, band, count, work, data)
  } else {
    expand(axis, band, count, modes, data)
    differentiate(table, turns, data, data)
    intoValues(slopeAxis, data)
  }
}
