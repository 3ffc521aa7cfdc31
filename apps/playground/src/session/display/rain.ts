import type { Scene } from 'seiche'

/** Rain on the whole of a scene. */
export interface SceneRain {
  /** Water that falls per area [m/s]. */
  rate: number
  /** From when to when it falls [s]. */
  start: number
  end: number
}

/** Part of the area over which a source must extend to be rain [1]. */
const mostOfArea = 0.5
/** Drops that a scene must have to be a rain of them. */
const manyDrops = 12
/** Volume of a drop over that of a cylinder of its height and radius [1]: it is a bell. */
const bell = 0.3

/** The rain of a scene: a source over most of its area, or many drops. */
export function rainOf({ grid, sources, events, duration }: Scene): SceneRain | undefined {
  const { cells, cellSize } = grid
  const area = cells[0] * cells[1] * cellSize * cellSize
  for (const { shape, rate, start, end, period, quantity } of sources) {
    if (shape.shape !== 'box' || quantity !== 'height' || rate <= 0 || period !== undefined) continue
    const [width, length] = shape.size
    if (width * length >= mostOfArea * area) return { rate, start, end: end ?? Number.POSITIVE_INFINITY }
  }
  if (duration === undefined) return undefined
  let volume = 0
  let count = 0
  // Events may go on after the duration of a run, as those of the opening scene do for visitors who stay.
  for (const event of events)
    if (event.type === 'drop' && event.height > 0 && (event.time ?? 0) < duration) {
      volume += bell * Math.PI * event.radius ** 2 * event.height
      count++
    }
  if (count < manyDrops) return undefined
  return { rate: volume / area / duration, start: 0, end: duration }
}
