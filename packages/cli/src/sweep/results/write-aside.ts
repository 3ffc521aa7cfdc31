import { rename, rm } from 'node:fs/promises'
import { writeDurably } from '../../output/durable-write.js'
import { computer } from '../../output/leftovers.js'
import { writingFailed } from '../../terminal/failure.js'

let counter = 0

/**
 * Writes a file under another name, then renames it: readers see the old content or the new one, whole. Of two writers
 * of one file, the later one wins.
 */
export async function writeAside(path: string, content: Uint8Array | string): Promise<void> {
  const aside = `${path}.partial-${process.pid}@${computer}-${++counter}`
  try {
    await writeDurably(aside, content)
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw writingFailed(path, error)
  }
}
