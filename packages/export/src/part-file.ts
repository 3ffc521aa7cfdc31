// A file that libraries and programs write by themselves, over the whole run. It has its final name only when it is complete.

import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A file under a provisional name. */
export class PartFile {
  /** Path to write to. */
  readonly path: string
  readonly #final: string

  /**
   * @param folder The folder.
   * @param name Name of the complete file.
   */
  constructor(folder: string, name: string) {
    this.#final = join(folder, name)
    this.path = `${this.#final}.part`
  }

  /** To be called when the file is complete and closed. On return it has reached the device and has its final name. */
  async complete(): Promise<void> {
    const file = await open(this.path, 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(this.path, this.#final)
  }

  /** Removes the file if it is not complete. */
  async discard(): Promise<void> {
    await rm(this.path, { force: true })
  }
}
