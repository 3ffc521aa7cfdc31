// The choices for a video, and the frames that follow from them.

/** Containers, and a series of pictures for browsers without an encoder. */
export type VideoFormat = 'mp4' | 'webm' | 'png'

/** Sizes to choose from: `shown` is that of the water in the page. */
export type SizeChoice = 'shown' | '720p' | '1080p' | 'square' | 'upright'

/** Size of a picture [px]. */
export interface PictureSize {
  width: number
  height: number
}

export interface VideoSettings {
  format: VideoFormat
  /** Frames per second. */
  rate: number
  /** Length of the video [s]. */
  seconds: number
  size: SizeChoice
  /** Simulated seconds per second of the video. */
  speed: number
  /** Whether it begins with the present state, or repeats the run from its start. */
  from: 'now' | 'start'
  /** Whether the camera turns slowly about its target. */
  orbit: boolean
}

/** Frame rates to choose from [1/s]. */
export const rates = [24, 25, 30, 50, 60] as const
/** Shortest and longest video [s]: the file is made in memory. */
export const leastSeconds = 0.1
export const mostSeconds = 120
/** Turn of the camera in an orbit [rad/s]: once around in 45 seconds. */
export const orbitRate = (2 * Math.PI) / 45

/** Longest side of a video in the size of the page [px]: encoders of many devices refuse more. */
const longestShown = 1920
/** Bits for each pixel of a frame: waves have fine detail that moves, and this shows no blocks. */
const bitsPerPixel = 0.16
/** Lowest bit rate [bit/s]: small pictures have as fine a detail, relative to their size. */
const leastBitRate = 2e6

const fixedSizes: Readonly<Record<Exclude<SizeChoice, 'shown'>, PictureSize>> = {
  '720p': { width: 1280, height: 720 },
  '1080p': { width: 1920, height: 1080 },
  square: { width: 1080, height: 1080 },
  upright: { width: 1080, height: 1920 },
}

/** The size of a choice. `shown`: size of the water in the page [CSS px]; `ratio`: pixels of the screen in one of those. */
export function sizeOf(choice: SizeChoice, shown: PictureSize, ratio: number): PictureSize {
  if (choice !== 'shown') return fixedSizes[choice]
  const factor = Math.min(ratio, 2, longestShown / Math.max(shown.width, shown.height, 1))
  return scaledSize(shown, factor)
}

/** A size times a factor. Both sides are even: the colors of a video have half its resolution. */
export function scaledSize({ width, height }: PictureSize, factor: number): PictureSize {
  const even = (length: number): number => Math.max(2, 2 * Math.round((length * factor) / 2))
  return { width: even(width), height: even(height) }
}

/** Number of frames of a video; at least one. */
export function frameCount({ rate, seconds }: Pick<VideoSettings, 'rate' | 'seconds'>): number {
  return Math.max(1, Math.round(rate * seconds))
}

/** Simulated time of a frame [s], for a video that begins at the time `start`. */
export function frameTime(
  frame: number,
  start: number,
  { rate, speed }: Pick<VideoSettings, 'rate' | 'speed'>,
): number {
  return start + (frame * speed) / rate
}

/** Bit rate that an encoder is asked for [bit/s]. */
export function bitRateOf({ width, height }: PictureSize, rate: number): number {
  return Math.max(leastBitRate, Math.round(bitsPerPixel * width * height * rate))
}

/** Whether the length is one that the page makes. */
export function isPossibleLength(seconds: number): boolean {
  return seconds >= leastSeconds && seconds <= mostSeconds
}
