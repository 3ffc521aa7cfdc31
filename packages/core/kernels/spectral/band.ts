// A band is the modes of an axis that an operation keeps, side by side: the others are known to be 0 and take no room.
//
// Its table has two rows. `places`: the byte offsets of the modes in the buffer of the transform. `sources`: a zero of a complex vector, and
// for each position of the buffer the byte offset of its mode in the band, -1 if it is not kept. src/operators/band-table.ts writes it.

import { Axis, intoModes, intoValues, Transform } from './axis'
import { Field } from '../abi/field'
import { backRadixOf, inverse } from './fft'
import { COMPLEX, IM } from './lifting'
import { add, load, store, sub } from '../abi/simd'

/** Rows of the table. */
export const enum BandRow { places, sources }
/** Words of the zero before the sources. */
export const ZERO_WORDS: i32 = 8
const ZERO: usize = <usize>ZERO_WORDS << 2

/** Byte offset in the buffer of mode j of a band. */
@inline export function bandPlace(band: Field, j: i32): usize { return <usize>i32.load(band.row(BandRow.places) + (<usize>j << 2)) }

/** Modes of a band of `count` to their positions in the buffer; the others are 0. */
export function expand(axis: Axis, band: Field, count: i32, modes: usize, data: usize): void {
  memory.fill(data, 0, <usize>axis.n * COMPLEX)
  for (let p = band.row(BandRow.places), end = p + (<usize>count << 2); p < end; p += 4, modes += COMPLEX) {
    const mode = data + <usize>i32.load(p)
    store(mode, load(modes))
    store(mode + IM, load(modes + IM))
  }
}

/** Forward transform of the sequences in `data`, of which the band is stored at `modes`. */
export function intoBand(axis: Axis, band: Field, count: i32, data: usize, modes: usize): void {
  intoModes(axis, data)
  for (let p = band.row(BandRow.places), end = p + (<usize>count << 2); p < end; p += 4, modes += COMPLEX) {
    const mode = data + <usize>i32.load(p)
    store(modes, load(mode))
    store(modes + IM, load(mode + IM))
  }
}

/** Inverse transform of a band into the values of `data`. Where it can, the first stage reads the band instead of a buffer with zeros. */
export function bandIntoValues(axis: Axis, band: Field, count: i32, modes: usize, data: usize): void {
  const radix = axis.kind == Transform.fourier && axis.n > 1 ? backRadixOf(axis.n) : 0
  const zero = band.row(BandRow.sources), sources = zero + ZERO, end = sources + (<usize>axis.n << 2)
  if (radix == 2) {
    for (let source = sources, p = data; source < end; source += 8, p += 2 * COMPLEX) {
      const a = modeAt(source, modes, zero), b = modeAt(source + 4, modes, zero)
      const ar = load(a), ai = load(a + IM), br = load(b), bi = load(b + IM)
      store(p, add(ar, br))
      store(p + IM, add(ai, bi))
      store(p + COMPLEX, sub(ar, br))
      store(p + COMPLEX + IM, sub(ai, bi))
    }
    inverse(data, axis.n, axis.twiddlesEnd, radix)
  } else if (radix == 4) {
    for (let source = sources, p = data; source < end; source += 16, p += 4 * COMPLEX) {
      const a = modeAt(source, modes, zero), b = modeAt(source + 4, modes, zero)
      const c = modeAt(source + 8, modes, zero), d = modeAt(source + 12, modes, zero)
      const ar = load(a), ai = load(a + IM), br = load(b), bi = load(b + IM)
      const cr = load(c), ci = load(c + IM), dr = load(d), di = load(d + IM)
      const acR = add(ar, cr), acI = add(ai, ci), aMcR = sub(ar, cr), aMcI = sub(ai, ci)
      const bdR = add(br, dr), bdI = add(bi, di), bMdR = sub(br, dr), bMdI = sub(bi, di)
      store(p, add(acR, bdR))
      store(p + IM, add(acI, bdI))
      store(p + COMPLEX, sub(aMcR, bMdI))
      store(p + COMPLEX + IM, add(aMcI, bMdR))
      store(p + 2 * COMPLEX, sub(acR, bdR))
      store(p + 2 * COMPLEX + IM, sub(acI, bdI))
      store(p + 3 * COMPLEX, add(aMcR, bMdI))
      store(p + 3 * COMPLEX + IM, sub(aMcI, bMdR))
    }
    inverse(data, axis.n, axis.twiddlesEnd, radix)
  } else {
    expand(axis, band, count, modes, data)
    intoValues(axis, data)
  }
}

/** Address of the mode of a source. */
@inline function modeAt(source: usize, modes: usize, zero: usize): usize {
  const offset = i32.load(source)
  return select<usize>(zero, modes + <usize>offset, offset < 0)
}
