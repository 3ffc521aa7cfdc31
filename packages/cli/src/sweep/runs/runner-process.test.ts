import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { scratchFolder } from '../../testing/scratch.js'
import { RunnerProcess } from './runner-process.js'
import type { Task } from './task.js'

const task: Task = { run: 'a', metrics: [], sampleEvery: 1, keep: null }

/** A runner whose process does as `script` says. */
async function runnerOf(script: string): Promise<RunnerProcess> {
  const path = join(await scratchFolder(), 'process.mjs')
  await writeFile(path, script)
  const runner = new RunnerProcess([process.execPath, path])
  onTestFinished(() => runner.stop())
  return runner
}

describe('the process of runs', () => {
  it('that dies in a run is reported with its last words', async () => {
    const runner = await runnerOf(
      'process.on("message", () => { console.error("out of memory"); setTimeout(() => process.exit(7), 200) })',
    )
    expect(await runner.run('folder', task)).toEqual({
      ok: false,
      message: 'its process ended with code 7: out of memory',
      isFinal: false,
    })
  })

  it('that dies between two runs is started again; the second run waited for ever', async () => {
    const runner = await runnerOf(
      'process.once("message", () => { process.send({ ok: true, record: process.pid }, () => process.exit()) })',
    )
    const first = await runner.run('folder', task)
    await pause(500)
    const second = await runner.run('folder', task)
    expect([first.ok, second.ok]).toEqual([true, true])
    expect(second).not.toEqual(first)
  })

  it('that cannot be started is reported', async () => {
    const runner = new RunnerProcess([join(await scratchFolder(), 'none')])
    expect(await runner.run('folder', task)).toMatchObject({ ok: false, message: expect.stringContaining('ENOENT') })
    await runner.stop()
  })

  it('ends when it is stopped in a run', async () => {
    const runner = await runnerOf('process.on("message", () => {}); process.on("disconnect", () => process.exit())')
    const outcome = runner.run('folder', task)
    await pause(300)
    await runner.stop()
    expect(await outcome).toMatchObject({ ok: false, message: 'its process ended with code 0' })
  })
})
