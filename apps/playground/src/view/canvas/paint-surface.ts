// Paints the surface of water seen from above, one pixel a cell.

import { ColorMap, type ColorMapName } from '@seiche/three'
import type { SurfaceValues } from '../shared/surface/surface-values.js'

/** Red, green and blue of 256 values of a color map. */
export function tableOf(name: ColorMapName): Uint8Array {
  const map = new ColorMap(name)
  const table = Uint8Array.from({ length: 768 }, (_, k) => Math.round(255 * map.at(Math.floor(k / 3) / 255)[k % 3]!))
  map.dispose()
  return table
}

/** Paints a quantity in the colors of a table. */
export function paintValues(
  { data }: ImageData,
  { values, range: [low, high] }: SurfaceValues,
  table: Uint8Array,
): void {
  const factor = 255 / (high - low || 1)
  for (let cell = 0; cell < values.length; cell++) {
    const entry = 3 * Math.min(255, Math.max(0, Math.round((values[cell]! - low) * factor)))
    for (let channel = 0; channel < 3; channel++) data[4 * cell + channel] = table[entry + channel]!
  }
}

/** Light from the upper left on slopes, lighter on crests. `perCell` turns height differences between cells into slopes [1/m]. */
export function shade({ data, width, height }: ImageData, heights: Float32Array, perCell: number): void {
  for (let j = 0; j < height; j++) {
    const row = j * width
    const before = j > 0 ? row - width : row
    const after = j < height - 1 ? row + width : row
    for (let i = 0; i < width; i++) {
      const west = heights[row + Math.max(i - 1, 0)] ?? 0
      const east = heights[row + Math.min(i + 1, width - 1)] ?? 0
      const slope = (east - west + (heights[after + i] ?? 0) - (heights[before + i] ?? 0)) * perCell
      const light = Math.tanh(slope * 1.5)
      const pixel = 4 * (row + i)
      data[pixel] = 30 + 60 * light
      data[pixel + 1] = 120 + 80 * light
      data[pixel + 2] = 145 + 75 * light
      data[pixel + 3] = 255
    }
  }
}

/** Colors of dry land from low to high: sand, meadow, rock. */
const landColors = [
  [214, 196, 152],
  [128, 150, 92],
  [150, 140, 128],
] as const

/** Paints dry terrain with the lighting of the water; deeper water is darker. */
export function paintTerrain(
  { data, width }: ImageData,
  heights: Float32Array,
  depth: Float32Array,
  perCell: number,
): void {
  let [low, high, deepest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (let cell = 0; cell < heights.length; cell++) {
    low = Math.min(low, heights[cell]!)
    high = Math.max(high, heights[cell]!)
    deepest = Math.max(deepest, depth[cell]!)
  }
  for (let cell = 0; cell < heights.length; cell++) {
    const i = cell % width
    const west = heights[i > 0 ? cell - 1 : cell]!
    const north = heights[cell >= width ? cell - width : cell]!
    const light = 1 + 0.35 * Math.tanh((2 * heights[cell]! - west - north) * perCell)
    const rank = (2 * (heights[cell]! - low)) / Math.max(high - low, 1e-9)
    const step = Math.min(1, Math.floor(rank))
    const share = deepest > 0 ? Math.min(1, depth[cell]! / deepest) : 0
    const wet = Math.min(1, 40 * share)
    for (let channel = 0; channel < 3; channel++) {
      const [from, to] = [landColors[step]![channel]!, landColors[step + 1]![channel]!]
      const earth = (from + (rank - step) * (to - from)) * light
      const at = 4 * cell + channel
      data[at] = earth * (1 - wet) + data[at]! * (1.15 - 0.6 * share) * wet
    }
  }
}

/** Paints solid cells as stone, blended by their solidity; its edges have the lighting of the water. */
export function paintSolid({ data, width, height }: ImageData, openness: Float32Array): void {
  for (let cell = 0; cell < openness.length; cell++) {
    const open = openness[cell] ?? 1
    if (open === 1) continue
    const i = cell % width
    const j = (cell - i) / width
    const west = openness[i > 0 ? cell - 1 : cell] ?? 1
    const east = openness[i < width - 1 ? cell + 1 : cell] ?? 1
    const north = openness[j > 0 ? cell - width : cell] ?? 1
    const south = openness[j < height - 1 ? cell + width : cell] ?? 1
    const light = 0.14 * (west - east + north - south)
    for (const [channel, stone] of [205, 178, 145].entries()) {
      const at = 4 * cell + channel
      data[at] = (data[at] ?? 0) * open + stone * (1 + light) * (1 - open)
    }
  }
}
