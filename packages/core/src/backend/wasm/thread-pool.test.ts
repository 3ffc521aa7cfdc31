import { availableParallelism } from 'node:os'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Arena } from '../../fields/arena.js'
import { Field } from '../../fields/field.js'
import { Control, SLOTS } from '../../generated/layouts/abi/control.js'
import { CONTROL_BYTES } from '../../generated/layouts/abi/thread-loop.js'
import { clockOrigin } from '../host.js'
import { pass } from '../pass.js'
import { PassList } from '../pass-list.js'
import { loadKernels } from './kernel-source.js'
import { AWAKE_POLLS, startWorker, ThreadPool } from './thread-pool.js'

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
async function start(threads: number, rows: number, workerModule?: WebAssembly.Module, keepAwake = false, portion = 0) {
  const arena = new Arena()
  const field = (name: string) => new Field(arena, { name, unit: '', description: '' }, 7, rows)
  const [count, ones] = [field('count'), field('ones')]
  const list = new PassList(arena, [
    { ...pass('pour', rows, { target: count, patch: ones, i: 0, j: 0, amount: 1 }), portion },
  ])
  const control = arena.allocate(CONTROL_BYTES)
  const memory = new WebAssembly.Memory({ initial: arena.pages, maximum: arena.pages, shared: true })
  const words = new Int32Array(memory.buffer)
  const module = await kernels
  const { exports } = await WebAssembly.instantiate(module, {
    env: {
      memory,
      sleep: (address: number, value: number, timeout: number) =>
        void Atomics.wait(words, address >>> 2, value, timeout),
      notify: (address: number) => void Atomics.notify(words, address >>> 2),
      now: () => performance.now(),
    },
  })
  for (const resource of [count, ones, list]) resource.bind(memory.buffer)
  ones.fill(1)
  type Exports = Parameters<typeof ThreadPool.start>[1]
  const pool = await ThreadPool.start(workerModule ?? module, exports as unknown as Exports, memory, control, threads, {
    keepAwake,
  })
  pools.push(pool)
  /** The distinct values of the cells: one, if every row was processed equally often. */
  const counts = () => [...new Set(count.read())]
  return { pool, counts, memory, control, run: (repeats = 1) => pool.run(list.encoded.address, 1, repeats) }
}

describe.each([1, 2, 3])('a pool of %i threads', (threads) => {
  it.each([1, 3, 9, 64])('processes each row exactly once in portions of %i, however often', async (portion) => {
    const { run, counts } = await start(threads, 100, undefined, false, portion)
    run()
    expect(counts()).toEqual([1])
    run(5)
    run()
    expect(counts()).toEqual([7])
  })

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

it('polls for a shorter time before it sleeps if there are more threads than cores', async () => {
  const cores = vi.spyOn(process.getBuiltinModule('node:os'), 'availableParallelism').mockReturnValue(2)
  onTestFinished(() => cores.mockRestore())
  const pollsOf = async (threads: number) => {
    const { memory, control } = await start(threads, 20)
    return new Int32Array(memory.buffer, control, Control.words)[Control.word.polls]!
  }
  const [fitting, crowded] = [await pollsOf(2), await pollsOf(3)]
  expect(crowded).toBeGreaterThan(0)
  expect(crowded).toBeLessThan(fitting / 4)
})

describe('a worker that waits for its next job', () => {
  /**
   * Serves as a worker in this thread. The next job is expected at `next`, by a clock that shows `now`. `sleep`: called instead of
   * sleeping, with the word of the task and the longest time to sleep, until the task differs from 0.
   */
  async function serve(
    { polls = 0, next = 0, polling = 0, now = () => 0 },
    sleep: (task: Int32Array, timeout: number) => void,
  ): Promise<void> {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
    const words = new Int32Array(memory.buffer)
    const control = 1024
    words[control / 4 + Control.word.idlePolls] = polls
    words[control / 4 + Control.word.quit] = 1
    const times = new Float64Array(memory.buffer, control)
    times[Control.double.next] = next
    times[Control.double.polling] = polling
    const task = words.subarray((control + SLOTS) / 4)
    const { exports } = await WebAssembly.instantiate(await kernels, {
      env: {
        memory,
        sleep: (_address: number, _value: number, timeout: number) => sleep(task, timeout),
        notify: () => undefined,
        now,
      },
    })
    ;(exports.serve as (control: number, thread: number) => void)(control, 1)
  }

  it.each([0, 1, AWAKE_POLLS])(
    'sleeps after %i polls, and polls no more if it is woken without a task',
    async (polls) => {
      const timeouts: number[] = []
      await serve({ polls }, (task, timeout) => {
        // Woken twice for nothing, then for a task.
        if (timeouts.push(timeout) === 3) Atomics.add(task, 0, 1)
      })
      expect(timeouts).toEqual([Infinity, Infinity, Infinity])
    },
  )

  it('naps until shortly before the next job is expected, polls for a limited time, and sleeps', async () => {
    const timeouts: number[] = []
    let time = 1000
    let looks = 0
    const now = () => {
      looks++
      return (time += 0.25)
    }
    await serve({ next: 1016, polling: 2, now }, (task, timeout) => {
      timeouts.push(timeout)
      if (timeout === Infinity) Atomics.add(task, 0, 1)
      else time += timeout
    })
    expect(timeouts).toHaveLength(2)
    expect(timeouts[0]).toBeGreaterThan(14)
    expect(timeouts[0]).toBeLessThan(15.75)
    // One look before the nap, then one each quarter of a millisecond.
    expect(looks).toBe(1 + 8)
  })

  it('is kept awake for more polls only if the caller asks for it', async () => {
    const asked = await start(2, 20, undefined, true)
    const default_ = await start(2, 20)
    const pollsOf = ({ memory, control }: typeof asked) =>
      new Int32Array(memory.buffer, control, Control.words)[Control.word.idlePolls]!
    expect(pollsOf(asked)).toBe(AWAKE_POLLS)
    expect(pollsOf(default_)).toBeLessThan(AWAKE_POLLS / 100)
    for (const { run, counts } of [asked, default_]) {
      run(3)
      expect(counts()).toEqual([3])
    }
  })
})

it('takes work of the caller within a step for no pause: the next step is expected after the pause between steps', async () => {
  const { pool, run, memory, control } = await start(2, 20)
  const times = new Float64Array(memory.buffer, control, Control.doubles)
  let time = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  onTestFinished(() => clock.mockRestore())
  for (let step = 0; step < 10; step++) {
    pool.stayAwake(true)
    run()
    time += 4
    run()
    pool.stayAwake(false)
    time += 12
  }
  expect(times[Control.double.next]! - clockOrigin).toBeCloseTo(time, 6)
})

describe('passes of a single band', () => {
  it.each([1, 2, 3])(
    'of a list on %i threads are executed in order, among passes of several bands',
    async (threads) => {
      const arena = new Arena()
      const field = (rows: number) => new Field(arena, { name: '', unit: '', description: '' }, 7, rows)
      const [large, small, ones] = [field(40), field(2), field(40)]
      const pour = (target: Field, rows: number) => pass('pour', rows, { target, patch: ones, i: 0, j: 0, amount: 1 })
      // From the single row of `small`, poured twice, into both halves of `large`, and back.
      const spread = (rows: number, j: number) =>
        pass('pour', rows, { target: large, patch: small, i: 0, j, amount: 1 })
      const passes = [pour(large, 40), pour(small, 2), pour(small, 2), spread(2, 0), spread(2, 38), pour(large, 40)]
      const list = new PassList(arena, passes)
      const control = arena.allocate(CONTROL_BYTES)
      const memory = new WebAssembly.Memory({ initial: arena.pages, maximum: arena.pages, shared: true })
      const words = new Int32Array(memory.buffer)
      const module = await kernels
      const { exports } = await WebAssembly.instantiate(module, {
        env: {
          memory,
          sleep: (address: number, value: number, timeout: number) =>
            void Atomics.wait(words, address >>> 2, value, timeout),
          notify: (address: number) => void Atomics.notify(words, address >>> 2),
          now: () => performance.now(),
        },
      })
      for (const resource of [large, small, ones, list]) resource.bind(memory.buffer)
      ones.fill(1)
      type Exports = Parameters<typeof ThreadPool.start>[1]
      const pool = await ThreadPool.start(module, exports as unknown as Exports, memory, control, threads)
      pools.push(pool)
      const repeats = 200
      pool.run(list.encoded.address, passes.length, repeats)
      // Each repeat adds 2 to every cell of `large`, and what `small` has by then, 2, 4, 6 …, to its first and last two rows.
      const added = repeats * (repeats + 1)
      expect(small.at(3, 1)).toBe(2 * repeats)
      expect([large.at(3, 0), large.at(3, 1), large.at(3, 20), large.at(3, 38), large.at(3, 39)]).toEqual([
        2 * repeats + added,
        2 * repeats + added,
        2 * repeats,
        2 * repeats + added,
        2 * repeats + added,
      ])
    },
  )
})

describe('a worker that cannot start', () => {
  it('fails with its own message', async () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
    await expect(startWorker({ module: UNLINKABLE, memory, control: 0, thread: 1 })).rejects.toThrow(
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

it('threads poll longer while they are to stay awake, unless there are more of them than cores', async () => {
  const { pool, memory, control, run, counts } = await start(2, 16)
  const words = new Int32Array(memory.buffer, control, Control.words)
  const polls = () => [words[Control.word.polls]!, words[Control.word.idlePolls]!]
  const before = polls()
  pool.stayAwake(true)
  const awake = polls()
  run()
  pool.stayAwake(false)
  expect(polls()).toEqual(before)
  for (const k of [0, 1])
    if (pool.threads > availableParallelism()) expect(awake[k]).toBe(before[k])
    else expect(awake[k]).toBeGreaterThan(before[k]!)
  run()
  expect(counts()).toEqual([2])
})

it.each([
  { cores: 2, threads: 2, isLonger: true },
  { cores: 1, threads: 2, isLonger: false },
])('$threads threads on $cores cores poll longer in a row of jobs: $isLonger', async ({ cores, threads, isLonger }) => {
  const machine = vi.spyOn(process.getBuiltinModule('node:os'), 'availableParallelism').mockReturnValue(cores)
  onTestFinished(() => machine.mockRestore())
  const { memory, control, run } = await start(threads, 16)
  let time = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  onTestFinished(() => clock.mockRestore())
  const words = new Int32Array(memory.buffer, control, Control.words)
  const polls = () => [words[Control.word.polls]!, words[Control.word.idlePolls]!]
  run()
  const before = polls()
  for (let job = 0; job < 20; job++, time += 0.5) run()
  for (const k of [0, 1])
    if (isLonger) expect(polls()[k]).toBeGreaterThan(8 * before[k]!)
    else expect(polls()[k]).toBe(before[k])
  // After a pause.
  time += 20
  run()
  expect(polls()).toEqual(before)
})
