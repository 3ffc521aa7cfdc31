import { afterEach, describe, expect, it } from 'vitest'
import { Arena } from '../../fields/arena.js'
import { Field } from '../../fields/field.js'
import { CONTROL_BYTES } from '../../generated/layouts/abi/thread-loop.js'
import { pass } from '../pass.js'
import { PassList } from '../pass-list.js'
import { loadKernels } from './kernel-source.js'
import { startWorker, ThreadPool } from './thread-pool.js'

const pools: ThreadPool[] = []
afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop()
})

const kernels = loadKernels(true, undefined)
/** A valid module that asks for an import which workers do not provide: (import "env" "absent" (func)). */
const UNLINKABLE = new WebAssembly.Module(
  new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 14, 1, 3, 101, 110, 118, 6, 97, 98, 115, 101, 110, 116, 0, 0,
  ]),
)

/** A pool, and a list of one pass that adds one to every cell of a field. `workerModule`: the module of the workers. */
async function start(threads: number, rows: number, workerModule?: WebAssembly.Module) {
  const arena = new Arena()
  const field = (name: string) => new Field(arena, { name, unit: '', description: '' }, 7, rows)
  const [count, ones] = [field('count'), field('ones')]
  const list = new PassList(arena, [pass('pour', rows, { target: count, patch: ones, i: 0, j: 0, amount: 1 })])
  const control = arena.allocate(CONTROL_BYTES)
  const memory = new WebAssembly.Memory({ initial: arena.pages, maximum: arena.pages, shared: true })
  const words = new Int32Array(memory.buffer)
  const module = await kernels
  const { exports } = await WebAssembly.instantiate(module, {
    env: {
      memory,
      sleep: (address: number, value: number) => void Atomics.wait(words, address >>> 2, value),
      notify: (address: number) => void Atomics.notify(words, address >>> 2),
    },
  })
  for (const resource of [count, ones, list]) resource.bind(memory.buffer)
  ones.fill(1)
  type Exports = Parameters<typeof ThreadPool.start>[1]
  const pool = await ThreadPool.start(workerModule ?? module, exports as unknown as Exports, memory, control, threads)
  pools.push(pool)
  /** The distinct values of the cells: one, if every row was processed equally often. */
  const counts = () => [...new Set(count.read())]
  return { pool, counts, memory, control, run: (repeats = 1) => pool.run(list.address, 1, repeats) }
}

describe.each([1, 2, 3])('a pool of %i threads', (threads) => {
  it.each([1, 3, 4, 7, 8, 13, 100])('processes each of %i rows exactly once', async (rows) => {
    const { pool, run, counts } = await start(threads, rows)
    expect(pool.threads).toBe(threads)
    run()
    expect(counts()).toEqual([1])
  })

  it('repeats the list', async () => {
    const { run, counts } = await start(threads, 20)
    run(5)
    expect(counts()).toEqual([5])
    for (let k = 0; k < 100; k++) run(2)
    expect(counts()).toEqual([205])
  })

  it('synchronizes its threads even if a job executes no pass', async () => {
    const { run, counts } = await start(threads, 20)
    for (let k = 0; k < 1000; k++) {
      run(0)
      run(2)
    }
    expect(counts()).toEqual([2000])
  })

  it('wakes workers that have gone to sleep', async () => {
    const { run, counts } = await start(threads, 20)
    run()
    await new Promise((resolve) => setTimeout(resolve, 50))
    run()
    expect(counts()).toEqual([2])
  })

  it('cannot run after it has been stopped', async () => {
    const { pool, run, counts } = await start(threads, 20)
    run()
    pool.stop()
    expect(() => run()).toThrow('the threads of this simulation have ended')
    pool.stop()
    expect(() => run()).toThrow('the threads of this simulation have ended')
    expect(counts()).toEqual([1])
  })
})

describe('a worker that cannot start', () => {
  it('fails with its own message', async () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
    await expect(startWorker({ module: UNLINKABLE, memory, control: 0, thread: 1, threads: 2 })).rejects.toThrow(
      /LinkError.*absent/,
    )
  })

  it('leaves a pool of one thread that works', async () => {
    const { pool, run, counts } = await start(3, 20, UNLINKABLE)
    expect(pool.threads).toBe(1)
    run(2)
    expect(counts()).toEqual([2])
  })
})
