/** Colours are mixed and lit in linear light and stored as sRGB (IEC 61966-2-1). */

type Color = readonly [red: number, green: number, blue: number]

function toLinear(byte: number): number {
  const c = byte / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}

const steps = 4095
const encoded = Uint8Array.from({ length: steps + 1 }, (_, k) => {
  const c = k / steps
  return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055))
})

/** Linear light 0 … 1 to an sRGB byte; brighter light saturates. */
export function toByte(linear: number): number {
  return encoded[Math.round(steps * Math.min(1, Math.max(0, linear)))]!
}

/** Linear red, green and blue of a colour `rrggbb`. */
export function color(hex: string): Color {
  const number = Number.parseInt(hex, 16)
  return [toLinear(number >> 16), toLinear((number >> 8) & 255), toLinear(number & 255)]
}

/** From the troughs (-1) over still water (0) to the crests (1): deep blue, lake blue, glacier green, foam. */
const water: readonly (readonly [height: number, color: Color])[] = [
  [-1, color('03203f')],
  [-0.5, color('0a4672')],
  [0, color('1a7599')],
  [0.5, color('57b3bd')],
  [1, color('e6f6f0')],
]

const tableSize = 1024

/** Linear red, green, blue for heights -1 … 1 in even steps. */
const waterTable = Float32Array.from({ length: 3 * (tableSize + 1) }, (_, k) => {
  const height = (2 * Math.floor(k / 3)) / tableSize - 1
  const upper = Math.max(
    1,
    water.findIndex(([stop]) => stop >= height),
  )
  const [from, a] = water[upper - 1]!
  const [to, b] = water[upper]!
  const t = (height - from) / (to - from)
  return a[k % 3]! * (1 - t) + b[k % 3]! * t
})

/** Index in `waterColors` of the colour of a height in -1 … 1. */
export function waterIndex(height: number): number {
  return 3 * Math.round(((height + 1) / 2) * tableSize)
}

/** Linear red, green and blue from index `waterIndex(height)` on. */
export const waterColors: Readonly<Float32Array> = waterTable

/** Walls, piers and rocks. */
export const stone: Color = color('8d8577')

/** Dry ground. */
export const sand: Color = color('b8a67e')
