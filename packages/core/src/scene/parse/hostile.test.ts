// What a hostile or mistaken caller can hand over: each is refused with a SceneError, at once.

import { expect, it } from 'vitest'
import { SceneError } from './error.js'
import { parseEvent, parseScene } from './parse.js'

const scene = { seiche: 1, grid: { cells: [16, 16], cellSize: 0.1 }, solver: { type: 'columns' } }
const drop = { type: 'drop', x: 0, z: 0, radius: 1, height: 0.1 }

function refusal(read: () => unknown): SceneError {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(SceneError)
    return error as SceneError
  }
  throw new Error('it was not refused')
}

// The edit distance of a long key to each known one took 8.5 s for 60,000 letters and grows with their number.
it.each([
  ['an object', (input: object) => input],
  ['a text', (input: object) => JSON.stringify(input)],
])('a key of a million letters is refused without being compared letter by letter, in %s', (_, form) => {
  const key = 'a'.repeat(1_000_000)
  const { issues, message } = refusal(() => parseScene(form({ ...scene, [key]: 1 })))
  expect(issues[0]!.message).toMatch(/^unknown key; known keys: seiche, /)
  expect(message.length).toBeLessThan(1000)
})

it('a long key in the middle of a path is looked up once, not from each of its letters', () => {
  // Quoted in paths, because of its space.
  const key = `${'a'.repeat(200_000)} b`
  const { issues } = refusal(() =>
    parseScene(JSON.stringify({ ...scene, solver: { type: 'columns', [key]: { deep: { deeper: 1 } } } })),
  )
  expect(issues[0]).toMatchObject({ line: 1, path: `solver["${key}"]` })
})

it('of very many unknown keys the first are named and the others counted', () => {
  const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, k) => [`key${k}`, k]))
  const { issues } = refusal(() => parseScene(JSON.stringify({ ...scene, ...keys })))
  expect(issues).toHaveLength(51)
  expect(issues[0]!.path).toBe('key0')
  expect(issues[50]!.message).toBe('and 99950 more like these')
})

it('of very many wrong values the first are named and the others counted', () => {
  const probes = Array.from({ length: 20_000 }, (_, k) => ({ name: `p${k}`, at: [k, 'east'] }))
  const { issues } = refusal(() => parseScene(JSON.stringify({ ...scene, probes }, null, 1)))
  expect(issues).toHaveLength(51)
  expect(issues[0]).toMatchObject({ path: 'probes[0].at[1]' })
  expect(issues[50]!.message).toBe('and 19950 more like these')
})

it('a name or a description that no page could show is refused with the length that it may have', () => {
  const { issues } = refusal(() => parseScene({ ...scene, name: 'n'.repeat(201), description: 'd'.repeat(5_000_000) }))
  expect(issues.map(({ path, message }) => `${path}: ${message.slice(0, 47)}`)).toEqual([
    'name: expected a text of at most 200 characters, got ',
    'description: expected a text of at most 5000 characters, got',
  ])
  expect(issues[1]!.message.length).toBeLessThan(200)
})

const thrower = {
  get radius(): number {
    throw new Error('no radius today')
  },
}
const rude = {
  get radius(): number {
    throw {
      toString() {
        throw new Error('nor words')
      },
    }
  },
}
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable([], {})
  revoke()
  return proxy
}
const cyclic: Record<string, unknown> = { ...drop }
cyclic.softness = cyclic
let deep: unknown = 1
for (let k = 0; k < 100_000; k++) deep = [deep]
/** 2^60 values in sixty lists. */
let shared: unknown = 1
for (let k = 0; k < 60; k++) shared = [shared, shared]

const holes: unknown[] = [1]
holes[2] = 3

const oddities: [name: string, value: unknown, message: RegExp][] = [
  ['a bigint', 1n, /expected plain data, got a bigint/],
  ['a symbol', Symbol('odd'), /expected plain data, got a symbol/],
  ['a function', () => 1, /expected plain data, got a function/],
  ['a typed array', new Float32Array(3), /got a typed array/],
  ['a getter that throws', thrower, /cannot be read: no radius today/],
  ['a getter that throws what has no words', rude, /cannot be read/],
  ['a proxy that throws', new Proxy({}, { ownKeys: () => JSON.parse('{') }), /cannot be read/],
  ['a revoked proxy', revoked(), /cannot be read/],
  ['an object that contains itself', cyclic, /contains itself/],
  ['100,000 lists in one another', deep, /nested deeper than 64 levels/],
  ['a few lists that stand for 2^60 values', shared, /more than 5000000 values/],
  ['a list with holes', holes, /a list has no holes/],
  ['a list of 2^32 - 1 holes', new Array(2 ** 32 - 1), /a list of 4294967295/],
  ['a "__proto__" of its own', JSON.parse('{ "__proto__": { "x": 1 } }'), /"__proto__" is not allowed/],
]

it.each(oddities)('%s in a scene is refused with its path', (_, value, message) => {
  const { issues } = refusal(() => parseScene({ ...scene, events: [{ ...drop, step: 0, height: value }] }))
  expect(issues[0]!.message).toMatch(message)
  if (!/values/.test(issues[0]!.message)) expect(issues[0]!.path).toMatch(/^events\[0\]\.height/)
})

it.each(oddities)('%s in an event is refused with its path', (_, value, message) => {
  const { issues, message: text } = refusal(() => parseEvent({ ...drop, height: value }))
  expect(issues[0]!.message).toMatch(message)
  expect(text).toMatch(/^event: /)
})

it.each([undefined, null, 1, 'drop', 5n, [], Symbol('drop')])('an event that is no object is refused: %o', (event) => {
  refusal(() => parseEvent(event))
  refusal(() => parseScene(event))
})

it('what reads differently each time is read once', () => {
  let reads = 0
  const event = {
    ...drop,
    get height() {
      return reads++ === 0 ? 0.1 : Number.NaN
    },
  }
  expect(parseEvent(event)).toMatchObject({ height: 0.1 })
})
