import { InvalidArgumentError } from 'commander'
import type { Interval } from './commands/frame-schedule.js'
import type { Light } from './output/relief.js'

/** Parses the text of one option, or throws a message with the allowed values. Commander adds the option's name to the message. */

export const formatNames = ['npy', 'png16', 'relief'] as const
export type Format = (typeof formatNames)[number]

/** A range of grey for one field; `field` is undefined where the user gave only numbers. */
export interface RangeOption {
  field: string | undefined
  minimum: number
  maximum: number
}

/** Limit of `createSimulation`. */
const mostThreads = 64

export function threadsValue(text: string): number {
  const value = finite(text)
  if (value === undefined || !Number.isInteger(value) || value < 1 || value > mostThreads) {
    throw new InvalidArgumentError(`Give the number of threads: a whole number from 1 to ${mostThreads}.`)
  }
  return value
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

export function fieldsValue(text: string): string[] {
  return names(text, 'Give field names separated by commas, for example eta,phi.')
}

export function formatsValue(text: string): Format[] {
  const allowed = `Allowed are ${formatNames.join(', ')}, separated by commas.`
  return names(text, allowed).map((name) => {
    const format = formatNames.find((known) => known === name)
    if (format === undefined) throw new InvalidArgumentError(`There is no format "${name}". ${allowed}`)
    return format
  })
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
export function rangeValue(text: string, earlier: readonly RangeOption[] = []): RangeOption[] {
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
