// Only one call at a time works at a sweep: a second one would make the same runs again.

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../../output/durable-write.js'
import { computer } from '../../output/leftovers.js'
import { failed, systemCode, writingFailed } from '../../terminal/failure.js'

const lockName = 'sweep.lock'

/**
 * Claims the folder of a sweep. Throws if another process of this computer has it. The lock of a process that has ended,
 * or of another computer, about which nothing is known, is replaced.
 * @returns a function that gives the folder back
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, lockName)
  const own = `${process.pid}@${computer}\n`
  for (;;) {
    try {
      await writeDurably(path, own)
      return () => rm(path, { force: true })
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw writingFailed(path, error)
    }
    const owner = await readFile(path, 'utf8').catch(() => '')
    const [pid, host] = owner.trim().split('@')
    if (host === computer && Number(pid) !== process.pid && isAlive(Number(pid)))
      throw failed(`process ${pid} is working at the sweep in ${folder} at this moment`, {
        advice: `Wait for it to end, or give another folder with --out. If process ${pid} is another program, delete ${path}`,
      })
    await rm(path, { force: true })
  }
}

/** Signal 0 only tests whether the process exists; EPERM means that it exists and belongs to another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}
