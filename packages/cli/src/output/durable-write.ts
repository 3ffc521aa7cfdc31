import * as fs from 'node:fs'
import { open, opendir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { systemCode } from '../terminal/failure.js'

// A run writes and flushes a file for every frame. Each asynchronous call leaves an object that only a collection of the old
// generation frees: 10,000 frames of six calls took half as much memory again as 100. Hence calls that do not wait for the device
// are synchronous here.
const writeLargeFile = promisify(fs.writeFile)
const flush = promisify(fs.fsync)

/** Up to this size a file is written in less time than another thread would take to begin [bytes]. */
const smallFile = 256 * 1024

/** Writes a new file. Tests replace it to simulate a full disk. */
export type WriteFile = (path: string, content: Uint8Array | string) => Promise<void>

/** Writes a file into the cache of the system; `syncFile` or `syncTree` makes it durable. `wx`: an existing file is never overwritten. */
export const writeNew: WriteFile = async (path, content) => {
  if (content.length <= smallFile) fs.writeFileSync(path, content, { flag: 'wx' })
  else await writeLargeFile(path, content, { flag: 'wx' })
}

/** Writes a new file; on return its content has reached the device. */
export const writeDurably: WriteFile = async (path, content) => {
  await writeNew(path, content)
  await syncFile(path)
}

/** Writes a file that appears whole or not at all, also after a power failure, in place of one with the same name. */
export async function writeAtomically(path: string, content: Uint8Array | string, write: WriteFile): Promise<void> {
  const aside = `${path}.new`
  await rm(aside, { force: true })
  await write(aside, content)
  await syncFile(aside)
  await rename(aside, path)
  await syncFolder(dirname(path))
}

/** Returns when the content has reached the device. Opened for writing: Windows refuses to flush a file that is opened for reading. */
export async function syncFile(path: string): Promise<void> {
  const file = fs.openSync(path, 'r+')
  try {
    await flush(file)
  } finally {
    fs.closeSync(file)
  }
}

/** Makes everything in a folder durable, including files that libraries have written by themselves. */
export async function syncTree(path: string): Promise<void> {
  for await (const entry of await opendir(path)) {
    if (entry.isDirectory()) await syncTree(join(path, entry.name))
    else if (entry.isFile()) await syncFile(join(path, entry.name))
  }
  await syncFolder(path)
}

/** Makes names created, renamed or removed inside a folder durable. Windows cannot open folders and does not need it. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } catch (error) {
    if (!['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM'].includes(systemCode(error) ?? '')) throw error
  }
}
