/** Values on a grid and their memory layout: cell (i, j) is `data[offset + j * stride + i]`. */
export interface FieldView {
  readonly stride: number
  readonly offset: number
  readonly data: Float32Array
}

/** Exponent of a float; all its bits are set in NaN and infinity. */
const exponentBits = 0x7f800000
/** Largest half float, 65504. */
const largest = 0x7bff
/** Smallest normal half float, 6.1e-5; smaller values become 0. */
const smallest = 0x400

/**
 * Writes a field into one channel of a texture of half floats. Halves are rounded to nearest: 11 bits, enough for slopes, and
 * unlike full floats every device filters them. Values that are NaN or infinite become 0: mipmaps would spread them over the picture.
 * @returns The first cell whose value was not finite; -1 if there is none.
 */
export function packHalves(
  { stride, offset, data }: FieldView,
  nx: number,
  nz: number,
  target: Uint16Array,
  channels: number,
  channel: number,
): number {
  const words = new Uint32Array(data.buffer, data.byteOffset, data.length)
  let to = channel
  let first = -1
  for (let j = 0; j < nz; j++) {
    const start = offset + j * stride
    for (let i = start; i < start + nx; i++, to += channels) {
      const word = words[i]!
      target[to] = halfOf(word)
      if (first < 0 && (word & exponentBits) === exponentBits) first = j * nx + i - start
    }
  }
  return first
}

/** Bits of a half from those of a float: the bias of the exponent is 15 instead of 127, and the mantissa loses 13 bits. */
function halfOf(word: number): number {
  if ((word & exponentBits) === exponentBits) return 0
  const magnitude = ((word & 0x7fffffff) - 0x38000000 + 0x1000) >> 13
  const kept = magnitude < smallest ? 0 : Math.min(magnitude, largest)
  return ((word >>> 16) & 0x8000) | kept
}

/** The half nearest to a number, as its bits; 0 for a number that is not finite. */
export function toHalf(value: number): number {
  scratch[0] = value
  return halfOf(scratchWords[0]!)
}

const scratch = new Float32Array(1)
const scratchWords = new Uint32Array(scratch.buffer)
