import { link, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { badInput, systemCode, writingFailed } from '../terminal/failure.js'
import { type WriteFile, writeDurably } from './durable-write.js'
import { ownName } from './leftovers.js'

export interface AtomicFileOptions {
  /** Whether an existing file is replaced. */
  force: boolean
  write?: WriteFile
}

/**
 * Writes a file that appears whole or not at all, and creates the folders above it.
 *
 * @returns its full path
 */
export async function writeAtomically(
  path: string,
  content: Uint8Array | string,
  { force, write = writeDurably }: AtomicFileOptions,
): Promise<string> {
  return placeAtomically(path, { force }, (partial) => write(partial, content))
}

/**
 * The same for a file that another program, or a stream, makes: `make` writes it under a temporary name.
 *
 * @returns its full path
 */
export async function placeAtomically(
  path: string,
  { force }: { force: boolean },
  make: (partial: string) => Promise<void>,
): Promise<string> {
  const target = resolve(path)
  const partial = ownName(target, 'partial')
  try {
    await mkdir(dirname(target), { recursive: true })
    await make(partial)
    if (force) await rename(partial, target)
    // A link, unlike a rename, fails where a file has appeared in the meantime.
    else await link(partial, target)
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw fileExists(target)
    throw systemCode(error) === undefined ? error : writingFailed(target, error)
  } finally {
    await rm(partial, { force: true })
  }
  return target
}

export function fileExists(path: string): Error {
  return badInput(`${path} exists already`, { advice: 'Give another name, or add --force to replace it.' })
}
