// The limit of scene numbers (schema/number.ts), checked in values that were read from files or computed from several numbers.

import { SceneError, type ScenePath } from './parse/error.js'
import { GREATEST } from './schema/number.js'

/** Throws `SceneError` for the first value beyond the limit. `subject` begins the message, such as "file.npy has"; `place` describes an index. */
export function validateLimit(
  values: Float64Array,
  path: ScenePath,
  subject: string,
  place: (index: number) => string,
): void {
  const first = values.findIndex((value) => !(Math.abs(value) <= GREATEST))
  if (first < 0) return
  const allowed = Number.isFinite(values[first]) ? `from ${-GREATEST} to ${GREATEST}` : 'finite'
  throw SceneError.at(path, `${subject} the value ${values[first]} at ${place(first)}; every value must be ${allowed}`)
}

/** "row 2, column 5" of rows of `width` values. */
export function rowAndColumn(width: number): (index: number) => string {
  return (index) => `row ${Math.floor(index / width)}, column ${index % width}`
}
