// The axes of a sweep and their values.

import { latinCoordinates, randomCoordinates, randomNumbers } from './sampling.js'
import { formatPath, type Path, parsePath } from '../file/scene-path.js'
import type { AxisSpec } from '../file/schema.js'
import type { SweepFile } from '../file/sweep-file.js'

/** One of the values in the scene that an axis moves: `times` · value + `plus`. */
export interface MovedPath {
  path: Path
  times: number
  plus: number
}

export interface Axis {
  /** Column of the results. */
  name: string
  moves: readonly MovedPath[]
  /** Values of the grid, or one for each sample. */
  values: readonly unknown[]
  /** Whether the axis is sampled together with the others of its kind, not crossed with them. */
  isSampled: boolean
  /** Limits of a continuous axis; undefined for a list of values. */
  limits: Limits | undefined
}

/** Limits of a continuous axis. */
export interface Limits {
  from: number
  to: number
  /** Whether equal ratios count as equal distances. */
  log: boolean
}

export function readAxes(file: SweepFile): Axis[] {
  const { spec } = file
  const random = randomNumbers(spec.seed)
  const axes = spec.axes.map((axis, k): Axis => {
    const moves = movedPaths(axis, k, file)
    const limits = limitsOf(axis)
    return {
      name: axis.name ?? defaultName(moves[0]!.path),
      moves,
      values: valuesOf(axis, limits, spec.samples ?? 0, random),
      isSampled: axis.random !== undefined || axis.latin !== undefined,
      limits,
    }
  })
  for (const [k, { name }] of axes.entries()) {
    if (axes.findIndex((other) => other.name === name) < k)
      throw file.mistake(['axes', k], `two axes have the name "${name}": give one of them another "name"`)
    if (Object.hasOwn(spec.metrics, name))
      throw file.mistake(['metrics', name], `an axis has this name too: rename the metric, or give the axis a "name"`)
    checkLists(axes[k]!, k, file)
  }
  return axes
}

/** The value at a fraction 0 to 1 of an axis with limits. */
export function valueAtFraction({ from, to, log }: Limits, fraction: number): number {
  return tidy(log ? from * (to / from) ** fraction : from + (to - from) * fraction)
}

/** The fraction of an axis with limits at a value. */
export function fractionOf({ from, to, log }: Limits, value: number): number {
  return log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from)
}

/** Twelve digits: 0.1 + 0.2 is 0.3, and logarithms that differ in the last bit between computers give the same run. */
function tidy(value: number): number {
  return Number(value.toPrecision(12))
}

function limitsOf({ range, log, random, latin }: AxisSpec): Limits | undefined {
  const sampled = random ?? latin
  if (sampled) return sampled
  if (log) return { from: log.from, to: log.to, log: true }
  return range && { from: range.from, to: range.to, log: false }
}

function valuesOf(axis: AxisSpec, limits: Limits | undefined, samples: number, random: () => number): unknown[] {
  if (limits === undefined) return axis.values!
  const fractions = axis.random
    ? randomCoordinates(samples, random)
    : axis.latin
      ? latinCoordinates(samples, random)
      : gridFractions(axis)
  return fractions.map((fraction) => valueAtFraction(limits, fraction))
}

function gridFractions({ range, log }: AxisSpec): number[] {
  const count = range?.count ?? log?.count
  if (count !== undefined) return Array.from({ length: count }, (_, k) => (count === 1 ? 0 : k / (count - 1)))
  const { from, to, step } = range!
  // A last step that falls short of `to` by rounding only still reaches it.
  const steps = Math.floor((to - from) / step! + 1e-9)
  return Array.from({ length: steps + 1 }, (_, k) => (k * step!) / (to - from))
}

function movedPaths(axis: AxisSpec, k: number, file: SweepFile): MovedPath[] {
  return (axis.paths ?? [axis.path!]).map((entry, n) => {
    const { path: text, times, plus } = typeof entry === 'string' ? { path: entry, times: 1, plus: 0 } : entry
    const path = parsePath(text)
    if (path) return { path, times, plus }
    const place = axis.paths ? ['axes', k, 'paths', n] : ['axes', k, 'path']
    throw file.mistake(
      place,
      `"${text}" is not a path: write it as in solver.depth, sources[0].period or boundaries["x-"]`,
    )
  })
}

/** Lists may have values of any kind; scaling is for numbers only. */
function checkLists({ values, moves }: Axis, k: number, file: SweepFile): void {
  for (const [n, value] of values.entries())
    for (const [m, { times, plus, path }] of moves.entries())
      if ((times !== 1 || plus !== 0) && typeof valueFor(value, m, moves.length) !== 'number')
        throw file.mistake(['axes', k, 'values', n], `"times" and "plus" of ${formatPath(path)} need numbers`)
}

/** The value of one of several paths: a list with one entry for each path is distributed, anything else is for all. */
export function valueFor(value: unknown, path: number, paths: number): unknown {
  return paths > 1 && Array.isArray(value) && value.length === paths ? value[path] : value
}

/** The last key of the path: `period` for `sources[0].period`. */
function defaultName(path: Path): string {
  const key = path.findLast((part) => typeof part === 'string') ?? 'value'
  return String(key).replace(/[^\w.-]/g, '_')
}
