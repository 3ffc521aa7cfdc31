// The limit of scene numbers (number-schema.ts), for values that were read from files or computed from several numbers.

import { SceneError, type ScenePath } from './parse/error.js'
import { GREATEST } from './schema/number.js'

/** Refuses values that no field can hold. `subject`: what has them; `place`: where the value of an index is. */
export function refuseBeyondLimit(
  values: Float64Array,
  path: ScenePath,
  subject: string,
  place: (index: number) => string,
): void {
  const bad = values.findIndex((value) => !(Math.abs(value) <= GREATEST))
  if (bad < 0) return
  const allowed = Number.isFinite(values[bad]) ? `from ${-GREATEST} to ${GREATEST}` : 'finite'
  throw SceneError.at(path, `${subject} the value ${values[bad]} at ${place(bad)}; every value must be ${allowed}`)
}

/** "row 2, column 5" of rows of `width` values. */
export function rowAndColumn(width: number): (index: number) => string {
  return (index) => `row ${Math.floor(index / width)}, column ${index % width}`
}
