import { InvalidArgumentError } from 'commander'
import { finite, names, positive } from './option-values.js'

/** Options of the commands that look at finished runs; see option-values.ts. */

export function toleranceValue(text: string): number {
  const value = finite(text)
  if (value === undefined || value < 0) throw new InvalidArgumentError('Give a difference, 0 or more.')
  return value
}

export function positionValue(text: string): number {
  const value = finite(text)
  if (value === undefined) throw new InvalidArgumentError('Give a position in metres.')
  return value
}

/** Most pictures per second of a film. */
const mostPictures = 240

export function fpsValue(text: string): number {
  const value = finite(text)
  if (value === undefined || value <= 0 || value > mostPictures) {
    throw new InvalidArgumentError(`Give pictures per second, more than 0 and at most ${mostPictures}.`)
  }
  return value
}

export function speedValue(text: string): number {
  return positive(text, 'a factor')
}

export function cameraValue(text: string): { azimuth: number; polar: number; distance: number } {
  const [azimuth, polar, distance, ...more] = text.split(',').map(finite)
  const isValid = polar !== undefined && polar >= 0 && polar <= 90 && distance !== undefined && distance > 0
  if (azimuth === undefined || !isValid || more.length > 0) {
    throw new InvalidArgumentError(
      'Give the turn and the angle from the vertical, 0 to 90, in degrees, and a factor on the distance, more than 0; for example 30,60,1.',
    )
  }
  return { azimuth, polar, distance }
}

export function portValue(text: string): number {
  const value = finite(text)
  if (value === undefined || !Number.isInteger(value) || value < 1 || value > 65535) {
    throw new InvalidArgumentError('Give a port from 1 to 65535.')
  }
  return value
}

/** Frames by number, and ranges of them. */
export function framesValue(text: string): number[] {
  const frames = names(text, framesAdvice).flatMap((part) => {
    const match = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part)
    if (!match) throw new InvalidArgumentError(framesAdvice)
    const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])]
    if (last < first) throw new InvalidArgumentError(`The range ${part} ends before it begins. ${framesAdvice}`)
    return Array.from({ length: last - first + 1 }, (_, k) => first + k)
  })
  return [...new Set(frames)]
}

const framesAdvice = 'Give numbers of frames, for example 0,20,100 or 10-20.'

/** Longest side of a picture [px]. */
const longestSide = 8192

export function sizeValue(text: string): { width: number; height: number } {
  const match = /^(\d+)[x×](\d+)$/.exec(text.trim())
  const [width, height] = [Number(match?.[1]), Number(match?.[2])]
  if (!match || Math.min(width, height) < 16 || Math.max(width, height) > longestSide) {
    throw new InvalidArgumentError(`Give width and height from 16 to ${longestSide} pixels, for example 1280x720.`)
  }
  return { width, height }
}
