import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../terminal/failure.js'

/** Writes a new file. Tests replace it to simulate a full disk. */
export type WriteFile = (path: string, content: Uint8Array | string) => Promise<void>

/**
 * Writes a file and returns when the content has reached the device, not only the cache: a renamed folder must not contain empty
 * files after a power failure. `wx`: an existing file is never overwritten.
 */
export const writeDurably: WriteFile = async (path, content) => {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes everything in a folder durable, including files that libraries have written by themselves. */
export async function syncTree(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncTree(join(path, entry.name))
    else if (entry.isFile()) await syncFile(join(path, entry.name))
  }
  await syncFolder(path)
}

/** Opened for writing: Windows refuses to flush a file that is opened for reading. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
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
