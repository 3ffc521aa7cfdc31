// Scenes with one value exchanged for a hostile one: what tests and soaks throw at everything that reads a scene.

/** A key or an index on the way to a value. */
type Path = readonly (string | number)[]

export interface Mutant {
  /** What was done, for messages: `grid.cellSize = 1e-300`. */
  readonly name: string
  readonly scene: unknown
}

const deleted = Symbol('deleted')

/** A list inside a list, so many times over. */
function nested(depth: number): unknown {
  let value: unknown = 0
  for (let k = 0; k < depth; k++) value = [value]
  return value
}

/** What a value is exchanged for. Lists repeat what was there: a long list of legal values is the hostile one. */
function replacements(value: unknown): unknown[] {
  const numbers = [
    0,
    -1,
    1,
    0.1,
    1e-300,
    -1e300,
    1e300,
    1e-30,
    1e-6,
    1e-3,
    1e3,
    1e4,
    32768,
    1e6,
    1e9,
    1e12,
    1e15,
    1e18,
    1e30,
    3e38,
    2 ** 31,
  ]
  const scaled =
    typeof value === 'number' ? [value * 1e-3, value * 0.1, value * 10, value * 100, value * 1e3, -value] : []
  const lists = Array.isArray(value)
    ? [
        [],
        [...value, ...value],
        value.slice(1),
        value.length > 0 ? Array.from({ length: 1000 }, (_, k) => value[k % value.length]) : [],
      ]
    : []
  return [...numbers, ...scaled, ...lists, 'text', null, true, [], {}, nested(3), nested(50), deleted]
}

/** Every mutant of a scene: each path, each replacement. */
export function* mutantsOf(scene: unknown): Generator<Mutant> {
  for (const { path, value } of places(scene))
    for (const replacement of replacements(value))
      yield { name: nameOf(path, replacement), scene: exchanged(scene, path, replacement) }
}

export function* places(value: unknown, path: Path = []): Generator<{ path: Path; value: unknown }> {
  if (path.length > 0) yield { path, value }
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value))
    yield* places(child, [...path, Array.isArray(value) ? Number(key) : key])
}

export function exchanged(value: unknown, [first, ...rest]: Path, replacement: unknown): unknown {
  if (first === undefined) return replacement
  const isLast = rest.length === 0 && replacement === deleted
  if (Array.isArray(value))
    return value.flatMap((child, k) => (k !== first ? [child] : isLast ? [] : [exchanged(child, rest, replacement)]))
  const object = value as Record<string, unknown>
  if (!isLast) return { ...object, [first]: exchanged(object[first], rest, replacement) }
  const { [first]: _, ...kept } = object
  return kept
}

function nameOf(path: Path, replacement: unknown): string {
  const text = replacement === deleted ? 'deleted' : JSON.stringify(replacement)
  return `${path.join('.')} = ${text.length > 40 ? `${text.slice(0, 37)}…` : text}`
}
