import type { WaterPoint } from '../tools/water-point.js'

/** A point at which the water is measured after every step. In a flat fluid the second coordinate points up. */
export interface Probe {
  name: string
  /** m */
  at: WaterPoint
}

/** Most probes at a time: more lines cannot be told apart. */
export const mostProbes = 12

/** Numbers of the colors of charts, the most different first, and like colors for marks: bright, since the water is dark. */
const colors = [
  { series: 0, mark: '#5fe0f0' },
  { series: 2, mark: '#ffa466' },
  { series: 4, mark: '#c4b0ff' },
  { series: 5, mark: '#8fe39b' },
  { series: 3, mark: '#ff8b7d' },
  { series: 1, mark: '#e3ecf0' },
]

/** The colors of a probe, by its place in the list. */
export function probeColors(index: number): (typeof colors)[number] {
  return colors[index % colors.length]!
}
