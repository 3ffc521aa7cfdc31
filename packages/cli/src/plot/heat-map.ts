// Values of a grid as colors.

import { encode } from 'fast-png'
import { type ColorMap, colorAt } from './look.js'

/** Stone. */
const solidColor = [141, 133, 119] as const

export interface ColorRange {
  map: ColorMap
  domain: readonly [number, number]
}

/** Colors for values outside of solids: around zero where there are both signs, else from the lowest to the highest. */
export function colorRangeOf(pictures: readonly Pick<Pixels, 'values' | 'solid'>[]): ColorRange {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { values, solid } of pictures)
    for (const [k, value] of values.entries())
      if (Number.isFinite(value) && !solid?.[k]) {
        low = Math.min(low, value)
        high = Math.max(high, value)
      }
  if (low > high) [low, high] = [0, 1]
  const reach = Math.max(Math.abs(low), Math.abs(high))
  // A trough a hundredth as deep as the crest is high is noise, not a sign of its own.
  if (low < -0.01 * reach && high > 0.01 * reach) return { map: 'diverging', domain: [-reach, reach] }
  return { map: 'sequential', domain: high > low ? [low, high] : [low - 0.5, high + 0.5] }
}

export interface Pixels {
  width: number
  height: number
  /** Row by row, the first row at the top. */
  values: Float32Array
  /** 1 in solids. */
  solid?: Uint8Array | undefined
}

/** The values as PNG, in a data URL. Values that are not finite are transparent, and solids have a color of their own. */
export function heatMap({ width, height, values, solid }: Pixels, { map, domain: [low, high] }: ColorRange): string {
  const table = Array.from({ length: 512 }, (_, k) => colorAt(map, k / 511))
  const data = new Uint8Array(4 * width * height)
  for (let k = 0; k < width * height; k++) {
    const value = values[k]!
    if (solid?.[k]) {
      data.set([...solidColor, 255], 4 * k)
      continue
    }
    if (!Number.isFinite(value)) continue
    const place = Math.min(1, Math.max(0, (value - low) / (high - low)))
    data.set([...table[Math.round(511 * place)]!, 255], 4 * k)
  }
  return dataUrl(encode({ width, height, data, channels: 4 }))
}

/** The colors of a range from the highest, at the top, to the lowest value. */
export function colorBarImage({ map, domain }: ColorRange): string {
  const [low, high] = domain
  const values = Float32Array.from({ length: 256 }, (_, k) => high - ((high - low) * k) / 255)
  return heatMap({ width: 1, height: 256, values }, { map, domain })
}

function dataUrl(png: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`
}
