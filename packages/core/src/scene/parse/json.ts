// A strict JSON parser that records the position of every value: a message about `grid.cells[0]` names its
// line and column. JSON.parse has no positions, silently takes the last of two equal keys, and words its errors
// differently in every engine.

import { formatPath, SceneError, type ScenePath } from './error.js'
import { DEEPEST } from './plain.js'

/** A parsed text and the positions of its values. */
export interface LocatedJson {
  readonly value: unknown
  /** Line and column, from 1, of the value at a path such as `grid.cells[0]`, or of the nearest parent that exists. */
  locate(path: string): { line: number; column: number }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** The next key or index of a formatted path. */
const PART = /\.?[^.[\]]+|\[(?:\d+|"(?:[^"\\]|\\.)*")\]/y

export function parseJson(text: string, source?: string): LocatedJson {
  const places = new Map<string, number>()
  let at = 0

  const position = (offset: number) => {
    const before = text.slice(0, offset)
    const lineStart = before.lastIndexOf('\n') + 1
    return { line: before.split('\n').length, column: offset - lineStart + 1 }
  }
  const fail = (message: string, path: ScenePath, offset = at): never => {
    throw new SceneError([{ path: formatPath(path), message, ...position(offset) }], source)
  }
  const skipSpace = () => {
    while (at < text.length && ' \t\n\r'.includes(text[at]!)) at++
  }
  const found = () => (at >= text.length ? 'the end of the text' : JSON.stringify(text[at]))

  function parseString(path: ScenePath): string {
    const start = at++
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    at++
    try {
      return JSON.parse(text.slice(start, at)) as string
    } catch {
      return fail('this string is not closed, or has a line break or a bad escape in it', path, start)
    }
  }

  function parseNumber(path: ScenePath): number {
    NUMBER.lastIndex = at
    const match = NUMBER.exec(text)
    if (!match) return fail(`expected a value, found ${found()}`, path)
    at = NUMBER.lastIndex
    return Number(match[0])
  }

  function parseObject(path: ScenePath): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    at++
    skipSpace()
    if (text[at] === '}') {
      at++
      return object
    }
    while (true) {
      skipSpace()
      const keyAt = at
      if (text[at] !== '"') fail(`expected a key in double quotes, found ${found()}`, path)
      const key = parseString(path)
      if (key === '__proto__') fail('the key "__proto__" is not allowed', path, keyAt)
      if (Object.hasOwn(object, key)) fail(`the key ${JSON.stringify(key)} is given twice`, path, keyAt)
      skipSpace()
      if (text[at] !== ':') fail(`expected ":" after the key ${JSON.stringify(key)}, found ${found()}`, path)
      at++
      object[key] = parseValue([...path, key])
      skipSpace()
      if (text[at] === ',') at++
      else if (text[at] === '}') break
      else fail(`expected "," or "}", found ${found()}`, path)
    }
    at++
    return object
  }

  function parseArray(path: ScenePath): unknown[] {
    const array: unknown[] = []
    at++
    skipSpace()
    if (text[at] === ']') {
      at++
      return array
    }
    while (true) {
      array.push(parseValue([...path, array.length]))
      skipSpace()
      if (text[at] === ',') at++
      else if (text[at] === ']') break
      else fail(`expected "," or "]", found ${found()}`, path)
    }
    at++
    return array
  }

  function parseValue(path: ScenePath): unknown {
    if (path.length > DEEPEST) fail(`nested deeper than ${DEEPEST} levels`, path)
    skipSpace()
    places.set(formatPath(path), at)
    const first = text[at]
    if (first === '{') return parseObject(path)
    if (first === '[') return parseArray(path)
    if (first === '"') return parseString(path)
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (text.startsWith(word, at)) {
        at += word.length
        return value
      }
    }
    return parseNumber(path)
  }

  const value = parseValue([])
  skipSpace()
  if (at < text.length) fail(`expected the end of the text, found ${found()}`, [])
  return {
    value,
    locate(path) {
      // From the scene inwards, while the values exist. A search from the end would read a long key many times.
      let offset = places.get('')!
      PART.lastIndex = 0
      while (PART.test(path)) {
        const next = places.get(path.slice(0, PART.lastIndex))
        if (next === undefined) break
        offset = next
      }
      return position(offset)
    },
  }
}
