// Which frame of a run is shown when in a film.

import { badInput } from '../terminal/failure.js'

export interface FilmSchedule {
  /** Pictures per second. */
  fps: number
  /** Frame of the run for each picture. */
  frames: number[]
}

/** Rates at which every frame of a run is shown once, in real time; other runs are shown at the usual rate. */
const [slowest, fastest, usual] = [10, 60, 25]

/**
 * Without a rate, every frame is shown once: in real time where that is smooth. With a rate, the film has the duration of the run
 * divided by `speed`, and shows at each time the nearest frame.
 *
 * @param times of the frames [s]
 */
export function scheduleFilm(
  times: readonly number[],
  fps: number | undefined,
  speed: number | undefined,
): FilmSchedule {
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) throw badInput('the run has no frames')
  const all = times.map((_, frame) => frame)
  if (fps === undefined && speed === undefined) {
    const rate = (times.length - 1) / (last - first)
    const isSmooth = rate >= slowest && rate <= fastest
    return { fps: isSmooth ? Number(rate.toFixed(3)) : usual, frames: all }
  }
  const rate = fps ?? usual
  const duration = (last - first) / (speed ?? 1)
  // Rounding must not drop the last picture of a whole number of intervals.
  const count = Math.floor(duration * rate + 1e-6) + 1
  let frame = 0
  const frames = Array.from({ length: count }, (_, k) => {
    const time = first + (k / rate) * (speed ?? 1)
    // Of two frames that are as near, the later, whatever rounding says.
    while (frame + 1 < times.length && times[frame + 1]! - time <= time - times[frame]! + 1e-9) frame++
    return frame
  })
  return { fps: rate, frames }
}
