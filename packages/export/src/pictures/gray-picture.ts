import { encode } from 'fast-png'

/**
 * Mapping from grey levels to values: value = offset + scale · pixel, with pixels 0 … 65535. It is the same for all frames of a run:
 * pictures can be compared, animated and used as displacement maps without flicker.
 */
export interface GrayMapping {
  /** Value of pixel 0, in the field's unit. */
  offset: number
  /** Value of one grey level, in the field's unit. */
  scale: number
  /** Value of pixel 0; anything lower is clipped to it. */
  minimum: number
  /** Value of pixel 65535; anything higher is clipped to it. */
  maximum: number
}

const white = 65535
/** Grey level of the value 0 in an automatic range. */
const middle = 32768

export function grayRange(minimum: number, maximum: number): GrayMapping {
  return { offset: minimum, scale: (maximum - minimum) / white, minimum, maximum }
}

/**
 * A mapping that covers ± `largest`, with zero exactly at level 32768: still water must be one uniform grey and not a dither
 * between two. One level at the dark end (0) stays unused.
 * @param largest the largest magnitude that occurs, in the field's unit; 0 gives a range of ± 1
 */
export function grayRangeAround(largest: number): GrayMapping {
  const scale = (largest > 0 ? largest : 1) / (white - middle)
  return { offset: -middle * scale, scale, minimum: -middle * scale, maximum: (white - middle) * scale }
}

export interface GrayPicture {
  png: Uint8Array
  /** Number of cells whose value is outside the range. */
  clipped: number
}

/**
 * 16-bit greyscale, one pixel per cell, x to the right, z downwards: the water seen from above.
 * @param values row-major, `height` rows of `width`
 * @param text written into the file's tEXt chunks beside the mapping; Latin-1 only, as PNG requires
 */
export function encodePng16(
  values: Float32Array,
  width: number,
  height: number,
  mapping: GrayMapping,
  text: Readonly<Record<string, string>> = {},
): GrayPicture {
  const pixels = new Uint16Array(values.length)
  let clipped = 0
  for (let k = 0; k < values.length; k++) {
    const level = Math.round((values[k]! - mapping.offset) / mapping.scale)
    if (level < 0 || level > white) clipped++
    pixels[k] = Math.min(white, Math.max(0, level))
  }
  const description = { ...text, offset: String(mapping.offset), scale: String(mapping.scale) }
  const png = encode({ width, height, data: pixels, depth: 16, channels: 1, text: description })
  return { png, clipped }
}
