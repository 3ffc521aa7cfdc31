// Copies scenes and events as plain data before they are checked. Objects of programs may have getters or proxies; the copy reads
// each value once. A value that JSON cannot express is rejected with its path.

import { SceneError } from './error.js'

/** Most levels of nesting: more than any scene needs. Without a limit, a hostile scene could exhaust the stack. */
export const DEEPEST = 64

/** Most values in one scene; longer tables belong in files. A few objects that share parts can expand to any number of values. */
const MOST_VALUES = 5_000_000

/** Copies plain data. Throws `SceneError` for any other value, and for data that is too deep or too large. */
export function plainCopy(input: unknown): unknown {
  /** Path of the value being copied; still valid after a getter or a proxy has thrown. */
  const path: (string | number)[] = []
  const parents = new Set<unknown>()
  let count = 0

  function copy(value: unknown): unknown {
    if (++count > MOST_VALUES)
      throw SceneError.at([], `more than ${MOST_VALUES} values: put tables into files, as .npy, .png or .glb`)
    if (typeof value === 'object' && value !== null) return copyObject(value)
    if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function')
      throw SceneError.at(path, `expected plain data, got a ${typeof value}`)
    return value
  }

  function copyObject(value: object): unknown {
    if (parents.has(value)) throw SceneError.at(path, 'this value contains itself')
    if (parents.size > DEEPEST) throw SceneError.at(path, `nested deeper than ${DEEPEST} levels`)
    if (ArrayBuffer.isView(value)) throw SceneError.at(path, 'expected plain data, got a typed array: use Array.from')
    parents.add(value)
    const made = Array.isArray(value) ? copyList(value) : copyKeys(value as Record<string, unknown>)
    parents.delete(value)
    return made
  }

  function copyList(list: readonly unknown[]): unknown[] {
    const { length } = list
    if (length > MOST_VALUES)
      throw SceneError.at(path, `a list of ${length}; a scene has at most ${MOST_VALUES} values`)
    const made: unknown[] = []
    for (let k = 0; k < length; k++) {
      path.push(k)
      if (!(k in list)) throw SceneError.at(path, 'missing; a list has no holes')
      made.push(copy(list[k]))
      path.pop()
    }
    return made
  }

  function copyKeys(object: Record<string, unknown>): Record<string, unknown> {
    const made: Record<string, unknown> = {}
    for (const key of Object.keys(object)) {
      if (key === '__proto__') throw SceneError.at(path, 'the key "__proto__" is not allowed')
      path.push(key)
      made[key] = copy(object[key])
      path.pop()
    }
    return made
  }

  try {
    return copy(input)
  } catch (error) {
    throw error instanceof SceneError ? error : SceneError.at(path, `cannot be read: ${reasonOf(error)}`)
  }
}

/** Message of a thrown value, which may be of any type. */
function reasonOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error)
  } catch {
    return 'its getter throws'
  }
}
