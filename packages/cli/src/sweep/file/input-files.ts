// Files that scenes name, such as terrain and meshes. A sweep keeps copies under the hash of their content: the folder of
// a sweep can be moved, workers find the files there, and the name of a run depends on their content.

import { createHash } from 'node:crypto'
import { basename, resolve } from 'node:path'
import { readBytes } from '../../scene/read-bytes.js'
import { badInput, reasonOf } from '../../terminal/failure.js'

/** Keys of the scene format whose value is the name of a file. */
const fileKeys = ['npy', 'image', 'geotiff', 'file']

/** Folder of the copies, in the folder of the scenes. */
export const filesFolder = 'files'

/** Reads every file at most once. */
export class InputFiles {
  readonly #folder: string
  readonly #copies = new Map<string, string>()
  /** Name of the copy and its content. */
  readonly contents = new Map<string, Uint8Array>()

  /** @param folder folder of the scene */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** The scene with the names of the copies in place of its own. */
  async renamed<Value>(value: Value): Promise<Value> {
    if (Array.isArray(value)) {
      const list: unknown[] = []
      for (const inner of value) list.push(await this.renamed(inner))
      return list as Value
    }
    if (typeof value !== 'object' || value === null) return value
    const copy: Record<string, unknown> = {}
    for (const [key, inner] of Object.entries(value))
      copy[key] =
        fileKeys.includes(key) && typeof inner === 'string' ? await this.#copyOf(inner) : await this.renamed(inner)
    return copy as Value
  }

  async #copyOf(name: string): Promise<string> {
    const known = this.#copies.get(name)
    if (known !== undefined) return known
    const path = resolve(this.#folder, name)
    let content: Uint8Array
    try {
      content = await readBytes(path)
    } catch (error) {
      throw badInput(`the scene names ${name}, and ${path} cannot be read: ${reasonOf(error)}`, { cause: error })
    }
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
    const copy = `${filesFolder}/${hash}-${basename(path).replace(/[^\w.-]/g, '_')}`
    this.#copies.set(name, copy)
    this.contents.set(copy, content)
    return copy
  }
}
