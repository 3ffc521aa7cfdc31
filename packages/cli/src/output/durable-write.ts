import { open } from 'node:fs/promises'
import { systemCode } from '../terminal/failure.js'

/** Writes a new file. The seam at which tests put a full disk. */
export type WriteFile = (path: string, content: Uint8Array | string) => Promise<void>

/**
 * Returns when the content has reached the device, not only the cache: a renamed folder must not turn out to hold empty
 * files after a power cut. `wx`: nothing is ever written over.
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
