import type { ScenePath } from './error.js'

/** The value at a path of plain data; undefined if there is none. */
export function valueAt(input: unknown, path: ScenePath): unknown {
  let value = input
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string | number, unknown>)[part]
  }
  return value
}
