import { afterEach, describe, expect, it } from 'vitest'
import { Arena } from '../../fields/arena.js'
import { Field, RowSums } from '../../fields/field.js'
import { pass } from '../pass.js'
import { PassList } from '../pass-list.js'
import { skipIf } from '../skip-if.js'
import { SerialBlock } from './serial-block.js'
import { WasmBackend } from './wasm-backend.js'

const backends: WasmBackend[] = []
afterEach(() => {
  for (const backend of backends.splice(0)) backend.dispose()
})

const field = (arena: Arena, name: string, nz = 24) => new Field(arena, { name, unit: '', description: '' }, 5, nz)

describe.each([1, 2, 3])('a serial block on %i threads', (threads) => {
  it('executes its passes once, in order, over all their rows', async () => {
    const arena = new Arena()
    const [a, b, c, ones] = ['a', 'b', 'c', 'ones'].map((name) => field(arena, name)) as [Field, Field, Field, Field]
    const addTo = (target: Field, amount: number) => pass('pour', 24, { target, patch: ones, i: 0, j: 0, amount })
    const copy = (from: Field, to: Field) => pass('copyField', 24, { from, to })
    // a = 1; b = a; a = 3; c = a: any other order gives other values.
    const block = new SerialBlock(arena, [addTo(a, 1), copy(a, b), addTo(a, 2), copy(a, c)])
    const list = new PassList(arena, [block.pass, addTo(b, 10)])
    const backend = await WasmBackend.create(arena, [a, b, c, ones, block, list], threads)
    backends.push(backend)
    expect(backend.threads).toBe(threads)
    ones.fill(1)
    backend.run(list)
    const valuesOf = (one: Field) => [...new Set(one.read())]
    expect([a, b, c].map(valuesOf)).toEqual([[3], [11], [3]])
    backend.run(list, 2)
    expect([a, b, c].map(valuesOf)).toEqual([[9], [17], [9]])
  })
})

describe('a serial block', () => {
  it('is one pass of one row, which one thread receives', () => {
    const arena = new Arena()
    const [from, to] = [field(arena, 'from'), field(arena, 'to')]
    const block = new SerialBlock(arena, [pass('copyField', 24, { from, to })])
    expect(block.pass).toMatchObject({ kernel: 'runSerial', rows: 1, arguments: { list: block } })
  })

  it('rejects conditional skips, which only the thread pool evaluates', () => {
    const arena = new Arena()
    const [from, to] = [field(arena, 'from'), field(arena, 'to')]
    const halt = new RowSums(arena, 1, 1)
    expect(() => new SerialBlock(arena, [skipIf(1, halt), pass('copyField', 24, { from, to })])).toThrow(
      'a serial block cannot contain skipIf',
    )
  })
})
