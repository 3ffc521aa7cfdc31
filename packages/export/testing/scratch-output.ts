// An output folder for tests, removed at their end.

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { OutputFolder } from '../src/format.js'

/** A folder that is removed after the test. */
export async function scratchOutput(): Promise<OutputFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'seiche-export-')))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return outputAt(path)
}

/** An existing folder as output. */
export function outputAt(path: string): OutputFolder {
  return {
    path,
    async write(name, content) {
      await mkdir(dirname(join(path, name)), { recursive: true })
      await writeFile(join(path, name), content, { flag: 'wx' })
    },
  }
}
