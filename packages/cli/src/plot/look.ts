// Colors and type of the figures.

/** Sans-serif fonts of the usual systems. */
export const family = 'Inter, Helvetica Neue, Arial, Liberation Sans, DejaVu Sans, sans-serif'
export const inkColor = '#1c2b33'
export const mutedColor = '#5c727c'
export const paleColor = '#dfe8ea'

/** Colors of lines, in order: distinct in lightness too, for readers who do not see all hues. */
const lineColors = ['#0b6e8a', '#d1611f', '#3b4d9b', '#7aa12c', '#a8326e', '#c59b1a', '#4f6168', '#62b6c2']

export const lineColor = (at: number): string => lineColors[at % lineColors.length]!

/** Dashes for further distinctions, the first solid. */
const dashes = [undefined, '7 4', '2 3', '9 3 2 3']

export const dashOf = (at: number): string | undefined => dashes[at % dashes.length]

type Stop = readonly [at: number, red: number, green: number, blue: number]

/** From blue over white to orange: values below and above zero. */
const diverging: readonly Stop[] = [
  [0, 8, 48, 82],
  [0.2, 25, 105, 148],
  [0.38, 120, 184, 205],
  [0.5, 247, 248, 246],
  [0.62, 240, 178, 120],
  [0.8, 204, 91, 34],
  [1, 110, 32, 8],
]

/** From dark blue over green to pale yellow: values of one sign. */
const sequential: readonly Stop[] = [
  [0, 11, 26, 54],
  [0.25, 17, 79, 110],
  [0.5, 36, 138, 141],
  [0.75, 130, 195, 146],
  [1, 246, 244, 200],
]

export type ColorMap = 'diverging' | 'sequential'

/** Red, green and blue, 0 to 255, at a place from 0 to 1. */
export function colorAt(map: ColorMap, place: number): [number, number, number] {
  const stops = map === 'diverging' ? diverging : sequential
  const at = Math.min(1, Math.max(0, place))
  const upper = Math.max(
    1,
    stops.findIndex(([stop]) => stop >= at),
  )
  const [from, ...a] = stops[upper - 1]!
  const [to, ...b] = stops[upper]!
  const t = (at - from) / (to - from)
  return a.map((value, k) => Math.round(value + t * (b[k]! - value))) as [number, number, number]
}

/** A color between the ends of a row of times, for lines that follow each other. */
export function timeColor(place: number): string {
  return `rgb(${colorAt('sequential', 0.08 + 0.62 * place).join(',')})`
}
