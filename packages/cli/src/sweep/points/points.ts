// The points of a sweep: all combinations of the values of its axes, and of its samples.

import type { Axis } from './axes.js'

/** A value for every axis. */
export type Point = Readonly<Record<string, unknown>>

/** Most runs of one sweep. */
export const mostPoints = 1_000_000

/** Number of points, which may be more than can be listed. */
export function countPoints(axes: readonly Axis[]): number {
  const grid = axes.filter(({ isSampled }) => !isSampled)
  const samples = axes.find(({ isSampled }) => isSampled)?.values.length ?? 1
  return grid.reduce((product, { values }) => product * values.length, samples)
}

/** The points in order: the last axis of the grid varies fastest, and samples faster than all of them. */
export function listPoints(axes: readonly Axis[]): Point[] {
  const sampled = axes.filter(({ isSampled }) => isSampled)
  const samples = Array.from({ length: sampled[0]?.values.length ?? 1 }, (_, k) =>
    Object.fromEntries(sampled.map(({ name, values }) => [name, values[k]])),
  )
  const grid = axes
    .filter(({ isSampled }) => !isSampled)
    .reduce<Point[]>(
      (points, { name, values }) => points.flatMap((point) => values.map((value) => ({ ...point, [name]: value }))),
      [{}],
    )
  const names = axes.map(({ name }) => name)
  return grid.flatMap((point) =>
    samples.map((sample) => {
      const all: Point = { ...point, ...sample }
      return Object.fromEntries(names.map((name) => [name, all[name]]))
    }),
  )
}

/** A point for messages: `period = 12, depth = 3`. */
export function formatPoint(point: Point): string {
  return Object.entries(point)
    .map(([name, value]) => `${name} = ${formatValue(value)}`)
    .join(', ')
}

export function formatValue(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : JSON.stringify(value)
}
