import { afterEach, describe, expect, it } from 'vitest'
import { Arena } from '../fields/arena.js'
import { Field, RowSums } from '../fields/field.js'
import { pass } from './pass.js'
import { PassList } from './pass-list.js'
import { repeatUntil, skipIf } from './skip-if.js'
import { WasmBackend } from './wasm/wasm-backend.js'

const backends: WasmBackend[] = []
afterEach(() => {
  for (const backend of backends.splice(0)) backend.dispose()
})

/** A counter for each pass of a list: each pass adds one to every cell of its own field. */
async function counters(
  threads: number,
  kind: 'plain' | 'nested' | 'last' | 'repeated' | 'ended by its own pass' = 'plain',
  rows = 40,
) {
  const arena = new Arena()
  const field = (name: string) => new Field(arena, { name, unit: '', description: '' }, 4, rows)
  const ones = field('ones')
  const counts = ['a', 'b', 'c'].map(field)
  const halt = new RowSums(arena, 1, 1)
  const inner = new RowSums(arena, 1, 1)
  const [a, b, c] = counts.map((target) => pass('pour', rows, { target, patch: ones, i: 0, j: 0, amount: 1 }))
  const list = new PassList(
    arena,
    {
      plain: [skipIf(2, halt), a!, b!, c!],
      nested: [skipIf(3, halt), a!, skipIf(1, inner), b!, c!],
      last: [a!, skipIf(2, halt), b!, c!],
      repeated: [...repeatUntil(halt, 3, [a!, b!]), c!],
      // The field that b adds to is the condition.
      'ended by its own pass': [...repeatUntil(counts[1]!, 3, [a!, b!]), c!],
    }[kind],
  )
  const backend = await WasmBackend.create(arena, [ones, ...counts, halt, inner, list], threads)
  backends.push(backend)
  expect(backend.threads).toBe(threads)
  ones.fill(1)
  const run = (repeats = 1) => backend.run(list, repeats)
  /** The count of each pass; NaN if the cells of its field differ. */
  const read = () =>
    counts.map((count) => {
      const values = new Set(count.read())
      return values.size === 1 ? [...values][0] : Number.NaN
    })
  return { run, read, halt, inner, counts }
}

describe.each([1, 2, 3])('a conditional skip on %i threads', (threads) => {
  it('executes the passes while the condition is zero', async () => {
    const { run, read } = await counters(threads)
    run()
    expect(read()).toEqual([1, 1, 1])
  })

  it('skips exactly the given number of passes otherwise', async () => {
    const { run, read, halt } = await counters(threads)
    halt.data[0] = -0.5
    run()
    expect(read()).toEqual([0, 0, 1])
  })

  it('evaluates the condition anew in each repeat and each run', async () => {
    const { run, read, halt } = await counters(threads)
    run(3)
    halt.data[0] = 1
    run(2)
    halt.data[0] = 0
    run()
    expect(read()).toEqual([4, 4, 6])
  })

  it('may be the last entry of a list that is executed, and its condition may change right after the run', async () => {
    const { run, read, halt } = await counters(threads, 'last')
    for (let k = 0; k < 1000; k++) {
      halt.data[0] = 1
      run()
      halt.data[0] = 0
      run()
    }
    expect(read()).toEqual([2000, 1000, 1000])
  })

  it('counts a skip among the skipped passes as one entry', async () => {
    const { run, read, halt, inner } = await counters(threads, 'nested')
    inner.data[0] = 1
    run()
    expect(read()).toEqual([1, 0, 1])
    halt.data[0] = 1
    inner.data[0] = 0
    run()
    expect(read()).toEqual([1, 0, 2])
  })
})

describe.each([1, 2, 3])('passes that are repeated until a condition, on %i threads', (threads) => {
  it('are executed the given number of times while the condition is zero', async () => {
    const { run, read } = await counters(threads, 'repeated')
    run()
    expect(read()).toEqual([3, 3, 1])
  })

  it('are not executed at all otherwise', async () => {
    const { run, read, halt } = await counters(threads, 'repeated')
    halt.data[0] = 1
    run()
    expect(read()).toEqual([0, 0, 1])
  })

  it('finish the repetition in which the condition changes, and no other follows', async () => {
    const { run, read } = await counters(threads, 'ended by its own pass')
    run()
    expect(read()).toEqual([1, 1, 1])
  })

  it('are skipped by all threads or by none where one thread executes them and changes the condition', async () => {
    // Three rows are one band: thread 0 could finish the repetition before another thread has read the condition.
    const { run, read, counts } = await counters(threads, 'ended by its own pass', 3)
    for (let k = 1; k <= 1000; k++) {
      run()
      expect(read()).toEqual([k, 1, k])
      counts[1]!.fill(0)
    }
  })
})
