import { formats, type Light, type ValueRange } from '@seiche/export'
import { InvalidArgumentError } from 'commander'
import type { Interval } from './commands/frame-schedule.js'

/** Parses the text of one option, or throws a message with the allowed values. Commander adds the option's name to the message. */

/** Limit of `createSimulation`. */
const mostThreads = 64
/** Processes of one sweep. */
const mostJobs = 1024
const mostRetries = 100

export function threadsValue(text: string): number {
  const value = finite(text)
  if (value === undefined || !Number.isInteger(value) || value < 1 || value > mostThreads) {
    throw new InvalidArgumentError(`Give the number of threads: a whole number from 1 to ${mostThreads}.`)
  }
  return value
}

/** Seconds of simulated time, `60`, or steps, `500steps`. */
export function checkpointValue(text: string): Interval {
  const steps = /^\s*(\S+?)\s*steps?\s*$/.exec(text)?.[1]
  if (steps !== undefined) return { steps: stepsValue(steps) }
  return { seconds: positive(text, 'seconds of simulated time, or steps such as 500steps') }
}

export function jobsValue(text: string): number {
  const value = finite(text)
  if (value === undefined || !Number.isInteger(value) || value < 1 || value > mostJobs) {
    throw new InvalidArgumentError(`Give the number of runs at a time: a whole number from 1 to ${mostJobs}.`)
  }
  return value
}

export function retriesValue(text: string): number {
  const value = finite(text)
  if (value === undefined || !Number.isInteger(value) || value < 0 || value > mostRetries) {
    throw new InvalidArgumentError(`Give a number of attempts: a whole number from 0 to ${mostRetries}.`)
  }
  return value
}

export function secondsValue(text: string): number {
  return positive(text, 'seconds')
}

export function everyStepsValue(text: string): Interval {
  return { steps: stepsValue(text) }
}

export function stepsValue(text: string): number {
  const value = finite(text)
  if (value === undefined || !Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError('Give a number of steps: a whole number, 1 or more.')
  }
  return value
}

export function everyValue(text: string): Interval {
  return { seconds: positive(text, 'seconds of simulated time') }
}

export function durationValue(text: string): number {
  const value = finite(text)
  if (value === undefined || value < 0) throw new InvalidArgumentError('Give seconds of simulated time, 0 or more.')
  return value
}

export function exaggerationValue(text: string): number {
  return positive(text, 'a factor')
}

/** More pictures a second than any screen shows are a mistake. */
const mostFps = 240

export function fpsValue(text: string): number {
  const value = positive(text, 'pictures a second')
  if (value > mostFps) throw new InvalidArgumentError(`Give pictures a second, at most ${mostFps}.`)
  return value
}

export function speedValue(text: string): number {
  return positive(text, 'the simulated seconds that pass in a second of the video')
}

export function fieldsValue(text: string): string[] {
  return names(text, 'Give field names separated by commas, for example eta,phi.')
}

export function formatsValue(text: string): string[] {
  const allowed = `Allowed are ${formats.map(({ name }) => name).join(', ')}, separated by commas.`
  const chosen = names(text, allowed)
  const unknown = chosen.find((name) => !formats.some((format) => format.name === name))
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no format "${unknown}". ${allowed}`)
  return chosen
}

export function lightValue(text: string): Light {
  const [azimuth, altitude] = pair(text) ?? []
  if (azimuth === undefined || altitude === undefined || !(altitude > 0 && altitude <= 90)) {
    throw new InvalidArgumentError(
      'Give two angles in degrees: the direction clockwise from the top of the picture, and the height above the horizon, more than 0 and at most 90; for example 315,45.',
    )
  }
  return { azimuth, altitude }
}

/** May be given several times, once for each field. */
export function rangeValue(text: string, earlier: readonly ValueRange[] = []): ValueRange[] {
  const match = /^(?:([^=]+)=)?(.*)$/s.exec(text)
  const [minimum, maximum] = pair(match?.[2] ?? '') ?? []
  if (minimum === undefined || maximum === undefined || !(minimum < maximum)) {
    throw new InvalidArgumentError('Give the lowest and the highest value, for example -0.1,0.1 or phi=-2,2.')
  }
  const field = match?.[1]?.trim()
  if (earlier.some((range) => range.field === field)) {
    throw new InvalidArgumentError(`The range${field ? ` of ${field}` : ''} is given twice.`)
  }
  return [...earlier, { field, minimum, maximum }]
}

/** The first and the last frame, `10-20`, or a single one. */
export function framesValue(text: string): [number, number] {
  const match = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(text)
  const first = Number(match?.[1])
  const last = Number(match?.[2] ?? match?.[1])
  if (!match || first > last) {
    throw new InvalidArgumentError('Give the numbers of the first and the last frame, for example 10-20.')
  }
  return [first, last]
}

/** Lowest coordinates, then highest, in the order of the axes of the scene. */
export function regionValue(text: string): number[] {
  const values = text.split(',').map(finite)
  const axes = values.length / 2
  const isRight = values.every((value, k) => value !== undefined && (k < axes || value > values[k - axes]!))
  if (!isRight || (axes !== 2 && axes !== 3)) {
    throw new InvalidArgumentError(
      'Give the lowest and the highest coordinates in metres: x0,z0,x1,z1; of a fluid x0,y0,x1,y1 or x0,y0,z0,x1,y1,z1.',
    )
  }
  return values as number[]
}

export function strideValue(text: string): number {
  const value = finite(text)
  if (value === undefined || !Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError('Give the distance of the values to keep: a whole number, 1 or more.')
  }
  return value
}

export function positive(text: string, quantity: string): number {
  const value = finite(text)
  if (value === undefined || value <= 0) throw new InvalidArgumentError(`Give ${quantity}, more than 0.`)
  return value
}

function pair(text: string): [number, number] | undefined {
  const [a, b, ...more] = text.split(',').map(finite)
  return a === undefined || b === undefined || more.length > 0 ? undefined : [a, b]
}

export function names(text: string, advice: string): string[] {
  const list = text.split(',').map((name) => name.trim())
  if (list.includes('')) throw new InvalidArgumentError(advice)
  return [...new Set(list)]
}

/** Plain decimal numbers only: `Number` alone would also take '', '0x10' and 'Infinity'. */
export function finite(text: string): number | undefined {
  const trimmed = text.trim()
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return undefined
  const value = Number(trimmed)
  return Number.isFinite(value) ? value : undefined
}
