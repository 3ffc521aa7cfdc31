// Paths of values in a scene, written as in code: `sources[0].period`, `boundaries["x-"]`.

/** Keys and indices, from the scene inwards. */
export type Path = readonly (string | number)[]

const part = /\.?([\p{L}_$][\p{L}\p{N}_$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/uy

/** Returns undefined for a text that is not a path. */
export function parsePath(text: string): Path | undefined {
  const path: (string | number)[] = []
  part.lastIndex = 0
  while (part.lastIndex < text.length) {
    const start = part.lastIndex
    const match = part.exec(text)
    // The first key has no dot before it, and every later one has.
    if (!match || (match[1] !== undefined && (text[start] === '.') !== path.length > 0)) return undefined
    const [, key, index, quoted] = match
    path.push(key ?? (index === undefined ? (JSON.parse(quoted!) as string) : Number(index)))
  }
  return path.length === 0 || path.includes('__proto__') ? undefined : path
}

export function formatPath(path: Path): string {
  return path
    .map((key, place) => {
      if (typeof key === 'number') return `[${key}]`
      if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) return `[${JSON.stringify(key)}]`
      return place === 0 ? key : `.${key}`
    })
    .join('')
}

/**
 * Sets a value in a scene as written. Containers that the scene leaves to their defaults are copied from `complete`.
 * @param scene the scene as written, which is changed
 * @param complete the same scene with all defaults
 * @returns a message if there is no place for the value, else undefined
 */
export function setAt(scene: object, complete: object, path: Path, value: unknown): string | undefined {
  let place = scene as Record<string | number, unknown>
  let reference: unknown = complete
  for (const [depth, key] of path.entries()) {
    if (Array.isArray(place) !== (typeof key === 'number')) {
      const parent = formatPath(path.slice(0, depth)) || 'the scene'
      return Array.isArray(place) ? `${parent} is a list: give an index, as in ${parent}[0]` : `${parent} is not a list`
    }
    if (Array.isArray(place) && (key as number) >= place.length) {
      const parent = formatPath(path.slice(0, depth))
      return `${parent} has ${place.length === 0 ? 'no values' : `only the indices 0 to ${place.length - 1}`} in this scene`
    }
    reference = isContainer(reference) ? reference[key] : undefined
    if (depth === path.length - 1) {
      place[key] = value
      return undefined
    }
    if (place[key] === undefined)
      place[key] = isContainer(reference) ? structuredClone(reference) : empty(path[depth + 1]!)
    const inner = place[key]
    if (!isContainer(inner)) return `${formatPath(path.slice(0, depth + 1))} is a single value in this scene`
    place = inner
  }
  return undefined
}

/** A place for a key that the scene does not have; its validation then names the key that does not exist. */
function empty(next: string | number): object {
  return typeof next === 'number' ? Array.from({ length: next + 1 }, () => ({})) : {}
}

function isContainer(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null
}
