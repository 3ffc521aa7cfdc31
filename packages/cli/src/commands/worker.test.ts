import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connection, loadQueue, queueAddress, queueName } from '../sweep/runs/queue.js'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { type Child, startSeiche } from '../testing/child.js'
import { freePort, hasRedis, type RedisServer, startRedis } from '../testing/redis.js'
import { scratchFolder } from '../testing/scratch.js'
import { hashesOf, hashesOneByOne, readTable, writeTinySweep } from '../testing/tiny-sweep.js'
import { sweep } from './sweep.js'
import { work } from './worker.js'

describe.skipIf(!hasRedis())('a sweep on workers', () => {
  let redis: RedisServer
  let address: string
  beforeAll(async () => {
    redis = await startRedis()
    address = redis.address
  })
  afterAll(() => redis.stop())

  /** Seconds until the runs of a killed worker go to another. */
  const lostAfter = 3

  function startWorker(cwd: string): Child {
    const words = ['worker', '--queue', address, '--shared', '.', '--jobs', '1', '--lost-after', String(lostAfter)]
    const worker = startSeiche(words, { cwd })
    onTestFinished(async () => {
      worker.process.kill('SIGTERM')
      await worker.ended
    })
    return worker
  }

  it('has 200 results, once each, with the hashes of single runs, though a worker is killed in a run', async () => {
    const cwd = await scratchFolder()
    const file = await writeTinySweep(cwd, 20, 10)
    const [victim] = [startWorker(cwd), startWorker(cwd), startWorker(cwd)]
    const { terminal } = capturedTerminal()
    const swept = sweep(file, { out: join(cwd, 'out'), queue: address }, terminal)
    swept.catch(() => {})

    // The process of the victim's runs is halted: it has a run and cannot finish it, while others do all the rest.
    await victim!.says(/run \w+ in/)
    const runner = await childOf(victim!.process.pid!)
    process.kill(runner, 'SIGSTOP')
    const queue = new Queue(queueName, { connection: connection(new URL(address)) })
    onTestFinished(() => queue.close())
    for (;;) {
      const { waiting, active } = await queue.getJobCounts('waiting', 'active')
      if (waiting === 0 && active === 1) break
      await pause(50)
    }
    // The halted process may have been about to report a result.
    expect((await hashesOf(join(cwd, 'out'))).size).toBeGreaterThanOrEqual(199)
    victim!.process.kill('SIGKILL')
    process.kill(runner, 'SIGKILL')

    expect(await swept).toMatchObject({ ok: true, runs: 200, reused: 0 })
    const rows = readTable(await readFile(join(cwd, 'out', 'results.csv'), 'utf8'))
    const alone = await hashesOneByOne(join(cwd, 'out'))
    expect(alone.size).toBe(200)
    expect(rows).toHaveLength(200)
    expect(new Map(rows.map(({ run, hash }) => [run!, hash!]))).toEqual(alone)
    expect(await hashesOf(join(cwd, 'out'))).toEqual(alone)
    expect(await readdir(join(cwd, 'out', 'runs'))).toHaveLength(200)
  })

  it('says that there is no worker, adds runs again that the queue has lost, and goes on when there is a worker', async () => {
    const cwd = await scratchFolder()
    const file = await writeTinySweep(cwd, 2, 1)
    const { terminal, err } = capturedTerminal()
    const swept = sweep(file, { out: join(cwd, 'out'), queue: address }, terminal)
    swept.catch(() => {})
    while (!err().includes('no worker is connected; start one: seiche worker --queue')) await pause(50)
    const queue = new Queue(queueName, { connection: connection(new URL(address)) })
    await queue.obliterate({ force: true })
    await queue.close()
    while (!err().includes('the queue has lost 2 runs; they are added again')) await pause(50)
    startWorker(cwd)
    expect(await swept).toMatchObject({ runs: 2 })
  })

  it('ends a worker whose folder is not that of the sweep, and another one does the run', async () => {
    const [cwd, elsewhere] = [await scratchFolder(), await scratchFolder()]
    const file = await writeTinySweep(cwd, 1, 1)
    const astray = startWorker(elsewhere)
    const swept = sweep(file, { out: join(cwd, 'out'), queue: address }, capturedTerminal().terminal)
    swept.catch(() => {})
    expect(await astray.ended).toMatchObject({
      code: 1,
      err: expect.stringMatching(/there is no sweep in .*out[\s\S]*Give with --shared the folder that holds/),
    })
    startWorker(cwd)
    expect(await swept).toMatchObject({ runs: 1 })
  })
})

describe('a queue that cannot be used', () => {
  it('because no server answers, says how to start one and hides the password', async () => {
    const folder = await scratchFolder()
    const queue = `redis://me:secret@127.0.0.1:${await freePort()}`
    const { terminal } = capturedTerminal()
    const expected = {
      exitCode: 1,
      message: expect.stringMatching(/^cannot reach Redis at redis:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/),
      advice: expect.stringContaining('redis-server --port 6379'),
    }
    await expect(work({ queue, shared: folder }, terminal)).rejects.toMatchObject(expected)
    const file = await writeTinySweep(folder, 1, 1)
    await expect(sweep(file, { out: join(folder, 'out'), queue }, terminal)).rejects.toMatchObject(expected)
  })

  it('because its address is none, says how to write it', () => {
    for (const text of ['localhost', 'http://localhost:6379', 'redis://'])
      expect(() => queueAddress(text)).toThrow(/is not the address of a Redis server/)
    expect(queueAddress('rediss://host:1').port).toBe('1')
  })

  it('because its packages are missing, says how to install them', async () => {
    const missing = async () => {
      throw new Error("Cannot find package 'bullmq' imported from /app/queue.js")
    }
    await expect(loadQueue(missing)).rejects.toMatchObject({
      message: expect.stringContaining('not installed'),
      advice: expect.stringContaining('npm install bullmq ioredis'),
    })
  })
})

/** The only child of a process. */
async function childOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return Number(children.trim().split(' ').at(-1))
}
