// An output folder for tests, removed at their end.

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Format, FormatOptions, OutputFolder } from '../src/format.js'
import type { RecordedRun } from './recorded-run.js'

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

/** Writes a run in a format, into a folder that is removed after the test. Returns its path. */
export async function writeRun(
  format: Format,
  { run, frames }: RecordedRun,
  options: FormatOptions = {},
): Promise<string> {
  const output = await scratchOutput()
  const writer = await format.open(run, Object.keys(run.fields), output, options)
  try {
    if (writer.survey) for (const frame of frames) await writer.survey(frame)
    for (const frame of frames) await writer.add(frame)
    await writer.finish()
  } finally {
    await writer.dispose?.()
  }
  return output.path
}
