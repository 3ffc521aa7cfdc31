import { afterEach, describe, expect, it } from 'vitest'
import { Arena } from '../fields/arena.js'
import { Field, RowSums } from '../fields/field.js'
import { type Pass, pass } from './pass.js'
import { PassList } from './pass-list.js'
import { type Program, passesOf, repeat, repeatUntil, serial, skipIf } from './program.js'
import { WasmBackend } from './wasm/wasm-backend.js'

const backends: WasmBackend[] = []
afterEach(() => {
  for (const backend of backends.splice(0)) backend.dispose()
})

/** The parts of a program: passes that each add one to every cell of a field of their own, these fields, and two conditions. */
interface Parts {
  readonly a: Pass
  readonly b: Pass
  readonly c: Pass
  readonly counts: readonly [Field, Field, Field]
  readonly halt: RowSums
  readonly inner: RowSums
}

/** A program of counters. Passes of fewer than eight rows are executed by one thread. */
async function counters(threads: number, programOf: (parts: Parts) => Program, rows = 40) {
  const arena = new Arena()
  const field = (name: string) => new Field(arena, { name, unit: '', description: '' }, 4, rows)
  const ones = field('ones')
  const counts = [field('a'), field('b'), field('c')] as const
  const [halt, inner] = [new RowSums(arena, 1, 1), new RowSums(arena, 1, 1)]
  const [a, b, c] = counts.map((target) => pass('pour', rows, { target, patch: ones, i: 0, j: 0, amount: 1 }))
  const list = new PassList(arena, programOf({ a: a!, b: b!, c: c!, counts, halt, inner }))
  const backend = await WasmBackend.create(arena, [ones, ...counts, halt, inner, list], threads)
  backends.push(backend)
  expect(backend.threads).toBe(threads)
  ones.fill(1)
  return {
    run: (repeats = 1) => backend.run(list, repeats),
    /** The count of each pass; NaN if the cells of its field differ. */
    read: () =>
      counts.map((count) => {
        const values = new Set(count.read())
        return values.size === 1 ? [...values][0] : Number.NaN
      }),
    counts,
    halt,
    inner,
  }
}

describe.each([1, 2, 3, 4])('a conditional skip on %i threads', (threads) => {
  const plain = ({ a, b, c, halt }: Parts) => [skipIf(halt, [a, b]), c]

  it('executes its body while the condition is zero', async () => {
    const { run, read } = await counters(threads, plain)
    run()
    expect(read()).toEqual([1, 1, 1])
  })

  it('skips exactly its body otherwise', async () => {
    const { run, read, halt } = await counters(threads, plain)
    halt.data[0] = -0.5
    run()
    expect(read()).toEqual([0, 0, 1])
  })

  it('evaluates the condition anew in each repeat and each run', async () => {
    const { run, read, halt } = await counters(threads, plain)
    run(3)
    halt.data[0] = 1
    run(2)
    halt.data[0] = 0
    run()
    expect(read()).toEqual([4, 4, 6])
  })

  it('may be the last instruction, and its condition may change right after the run', async () => {
    const { run, read, halt } = await counters(threads, ({ a, b, c, halt }) => [a, skipIf(halt, [b, c])])
    for (let k = 0; k < 1000; k++) {
      halt.data[0] = 1
      run()
      halt.data[0] = 0
      run()
    }
    expect(read()).toEqual([2000, 1000, 1000])
  })

  it('may be in the body of another', async () => {
    const nested = ({ a, b, c, halt, inner }: Parts) => [skipIf(halt, [a, skipIf(inner, [b])]), c]
    const { run, read, halt, inner } = await counters(threads, nested)
    inner.data[0] = 1
    run()
    expect(read()).toEqual([1, 0, 1])
    halt.data[0] = 1
    inner.data[0] = 0
    run()
    expect(read()).toEqual([1, 0, 2])
  })
})

describe.each([1, 2, 3, 4])('a repetition on %i threads', (threads) => {
  it('executes its body the given number of times', async () => {
    const { run, read } = await counters(threads, ({ a, b, c }) => [repeat(5, [a, b]), c])
    run(2)
    expect(read()).toEqual([10, 10, 2])
  })

  it('may be in the body of another, and begins anew in each repetition of that', async () => {
    const { run, read } = await counters(threads, ({ a, b, c }) => [repeat(3, [a, repeat(4, [b, repeat(2, [c])])])])
    run()
    expect(read()).toEqual([3, 12, 24])
  })

  it('of no times, or of nothing, does nothing', async () => {
    const { run, read } = await counters(threads, ({ a, b, c }) => [repeat(0, [a]), repeat(3, []), c, repeat(0, [b])])
    for (let k = 0; k < 100; k++) run()
    expect(read()).toEqual([0, 0, 100])
  })

  it('until a condition holds ends after the given number of times if it never does', async () => {
    const { run, read } = await counters(threads, ({ a, b, c, halt }) => [repeatUntil(halt, 3, [a, b]), c])
    run()
    expect(read()).toEqual([3, 3, 1])
  })

  it('until a condition holds is not executed at all if it does from the start', async () => {
    const { run, read, halt } = await counters(threads, ({ a, b, c, halt }) => [repeatUntil(halt, 3, [a, b]), c])
    halt.data[0] = 1
    run()
    expect(read()).toEqual([0, 0, 1])
  })

  it.each([40, 3])(
    'finishes the repetition in which a pass of %i rows changes the condition, and no other follows',
    async (rows) => {
      // The field that b adds to is the condition. With three rows one thread could finish the repetition before another has read it.
      const ended = ({ a, b, c, counts }: Parts) => [repeatUntil(counts[1], 3, [a, b]), c]
      const { run, read, counts } = await counters(threads, ended, rows)
      for (let k = 1; k <= 1000; k++) {
        run()
        expect(read()).toEqual([k, 1, k])
        counts[1].fill(0)
      }
    },
  )

  it('may end a repetition early by a skip of the rest of its body', async () => {
    const early = ({ a, b, c, counts }: Parts) => [repeatUntil(counts[1], 9, [a, b, skipIf(counts[1], [c])])]
    const { run, read, counts } = await counters(threads, early)
    for (let k = 1; k <= 200; k++) {
      run()
      expect(read()).toEqual([k, 1, 0])
      counts[1].fill(0)
    }
  })
})

describe.each([1, 2, 3, 4])('a serial block on %i threads', (threads) => {
  it('executes its passes once, in order, over all their rows', async () => {
    const arena = new Arena()
    const field = (name: string) => new Field(arena, { name, unit: '', description: '' }, 5, 24)
    const [a, b, c, ones] = ['a', 'b', 'c', 'ones'].map(field) as [Field, Field, Field, Field]
    const addTo = (target: Field, amount: number) => pass('pour', 24, { target, patch: ones, i: 0, j: 0, amount })
    const copy = (from: Field, to: Field) => pass('copyField', 24, { from, to })
    // a = 1; b = a; a = 3; c = a: any other order gives other values.
    const block = serial([addTo(a, 1), copy(a, b), addTo(a, 2), copy(a, c)])
    const list = new PassList(arena, [block, addTo(b, 10)])
    const backend = await WasmBackend.create(arena, [a, b, c, ones, list], threads)
    backends.push(backend)
    ones.fill(1)
    backend.run(list)
    const valuesOf = (one: Field) => [...new Set(one.read())]
    expect([a, b, c].map(valuesOf)).toEqual([[3], [11], [3]])
    backend.run(list, 2)
    expect([a, b, c].map(valuesOf)).toEqual([[9], [17], [9]])
  })

  it('may contain repetitions and conditions that its own passes change', async () => {
    const within = ({ a, b, c, counts, halt }: Parts) => [
      serial([repeatUntil(counts[1], 7, [a, b]), repeat(2, [c]), skipIf(halt, [c])]),
      repeat(3, [a]),
    ]
    const { run, read, counts } = await counters(threads, within)
    for (let k = 1; k <= 500; k++) {
      run()
      expect(read()).toEqual([4 * k, 1, 3 * k])
      counts[1].fill(0)
    }
  })

  it('may be all of a program, and may be repeated', async () => {
    const { run, read } = await counters(threads, ({ a, b }) => [serial([a]), repeat(4, [serial([b])])])
    for (let k = 0; k < 100; k++) run(3)
    expect(read()).toEqual([300, 1200, 0])
  })
})

it('has the passes in all bodies once each, in their order', () => {
  const arena = new Arena()
  const field = (name: string) => new Field(arena, { name, unit: '', description: '' }, 4, 4)
  const copy = (name: string) => pass('copyField', 4, { from: field(name), to: field(name) })
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(copy) as [Pass, Pass, Pass, Pass]
  const halt = new RowSums(arena, 1, 1)
  expect(passesOf([a, repeat(2, [b, serial([c, a])]), skipIf(halt, [d, b])])).toEqual([a, b, c, d])
})
