// Values of the cells of a volume in pairs of bytes: a ray through smoke reads them at each of its steps, and half floats take two to three
// times as long to interpolate. Interpolation is linear, so the sum of both interpolated bytes, 256 times the first and once the second, is
// the interpolated value.

import type { Node, Vector2 } from 'three/webgpu'
import type { CellValues } from './fluid-source.js'

/** Largest number of a pair of bytes. */
const most = 0xffff

/** A pair of channels of a texture of bytes. */
export interface BytePair {
  bytes: Uint8Array
  /** Channels of the texture, and the first of the pair. */
  channels: number
  first: number
}

/**
 * Writes values by their place between the lowest and the highest, in steps of a part in 65535. Those that are not finite become the lowest.
 * @param range Takes the value of 0, and the distance of the highest value from it.
 * @param lowest Value of 0, which stands for all below it. Default: that of the lowest cell.
 */
export function packPairs(
  values: CellValues,
  cells: readonly [number, number, number],
  { bytes, channels, first }: BytePair,
  range: Vector2,
  lowest?: number,
): void {
  let [low, high] = [lowest ?? Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  forEachCell(values, cells, (value) => {
    if (!Number.isFinite(value)) return
    if (value < low && lowest === undefined) low = value
    if (value > high) high = value
  })
  if (low === Number.POSITIVE_INFINITY) low = 0
  if (!(high > low)) high = low + 1
  range.set(low, high - low)
  const scale = most / (high - low)
  forEachCell(values, cells, (value, cell) => {
    const number = value > low && value <= high ? Math.round((value - low) * scale) : 0
    const to = channels * cell + first
    bytes[to] = number >> 8
    bytes[to + 1] = number & 0xff
  })
}

/**
 * A value from its two bytes, which are 0 to 1 in TSL.
 * @param range As of `packPairs`.
 */
export function valueOfPair(high: Node<'float'>, low: Node<'float'>, range: Node<'vec2'>): Node<'float'> {
  return high
    .mul((256 * 255) / most)
    .add(low.mul(255 / most))
    .mul(range.y)
    .add(range.x)
}

function forEachCell(
  { data, origin, steps }: CellValues,
  [nx, ny, nz]: readonly [number, number, number],
  visit: (value: number, cell: number) => void,
): void {
  for (let k = 0, cell = 0; k < nz; k++)
    for (let j = 0; j < ny; j++) {
      let from = origin + k * steps[2] + j * steps[1]
      for (let i = 0; i < nx; i++, from += steps[0]) visit(data[from]!, cell++)
    }
}
