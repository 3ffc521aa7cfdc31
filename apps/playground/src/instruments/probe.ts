import type { WaterPoint } from '../tools/water-point.js'

/** A point at which the water is measured after every step. In a flat fluid the second coordinate points up. */
export interface Probe {
  name: string
  /** m */
  at: WaterPoint
}

/** Most probes at a time: more lines cannot be told apart. */
export const mostProbes = 12

/** Colors of marks on the water, in the order of the curves in charts; bright, since the water is dark. */
const markColors = ['#5fd6e6', '#c3d2da', '#ffa466', '#ff8b7d', '#c4b0ff', '#8fe39b']

export function probeColor(index: number): string {
  return markColors[index % markColors.length]!
}
