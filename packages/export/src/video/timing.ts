// Which picture a video shows at which time. Frames of a run are at simulated times, which need not be evenly spaced; pictures of a video
// are at multiples of 1 / fps.

import type { FrameTime } from '../run-info.js'

/** Pictures a second where nothing is asked for. */
const defaultFps = 30
/** Longest distance of frames at which a video is in real time by default [s]. */
const longestInterval = 0.25

/** The pictures of a video. */
export interface Timing {
  /** Pictures a second. */
  readonly fps: number
  /** Simulated time that passes in a second of the video [s]. */
  readonly speed: number
  /** How many pictures show each frame; 0 for frames that come too close after another. */
  readonly repeats: readonly number[]
}

/**
 * Distributes frames over the pictures of a video. A picture shows the last frame that is not later than it, and the last frame is shown
 * once.
 *
 * Without a given speed the video is in real time. If frames are more than a quarter of a second apart, that would be a slide show, or
 * for hours of simulated time a video of hours; then each frame is one picture.
 *
 * @param frames The frames, with increasing times.
 * @param asked Pictures a second, and simulated time that passes in a second.
 * @returns Speed, and the number of pictures of each frame.
 */
export function timeVideo(
  frames: readonly FrameTime[],
  asked: { readonly fps?: number | undefined; readonly speed?: number | undefined },
): Timing {
  const fps = asked.fps ?? defaultFps
  const first = frames[0]?.time ?? 0
  const last = frames.at(-1)?.time ?? 0
  const interval = frames.length > 1 ? (last - first) / (frames.length - 1) : 0
  const speed = asked.speed ?? (interval > longestInterval ? interval * fps : 1)
  // Times are products of a rounded time step: a frame this little late belongs to the picture.
  const pictureAt = (time: number) => Math.ceil(((time - first) / speed) * fps - 1e-3)
  const repeats = frames.map(({ time }, k) => {
    const next = frames[k + 1]
    return next ? pictureAt(next.time) - pictureAt(time) : 1
  })
  return { fps, speed, repeats }
}

/**
 * Size of a video for pictures of a size. Small pictures are enlarged by a whole factor, large ones reduced to the largest size that
 * players and graphics hardware support everywhere. Both numbers are even, because colours are stored for 2 × 2 pixels.
 *
 * @param width Width of the pictures.
 * @param height Height of the pictures.
 * @returns Width and height of the video.
 */
export function sizeVideo(width: number, height: number): [width: number, height: number] {
  const longest = Math.max(width, height)
  const factor = longest > 3840 ? 3840 / longest : Math.ceil(720 / longest)
  const even = (extent: number) => Math.max(16, 2 * Math.round((extent * factor) / 2))
  return [even(width), even(height)]
}
