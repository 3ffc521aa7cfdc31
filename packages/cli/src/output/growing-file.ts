import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, truncate } from 'node:fs/promises'
import { failed, writingFailed } from '../terminal/failure.js'

/** Length and content of a file up to now. */
export interface FileState {
  /** [bytes] */
  readonly length: number
  /** Of these bytes, hexadecimal. */
  readonly sha256: string
}

/** A file that grows during the run. */
export class GrowingFile {
  readonly #path: string
  readonly #file: FileHandle
  readonly #hash: Hash
  #length: number

  private constructor(path: string, file: FileHandle, hash: Hash, length: number) {
    this.#path = path
    this.#file = file
    this.#hash = hash
    this.#length = length
  }

  static async create(path: string): Promise<GrowingFile> {
    try {
      return new GrowingFile(path, await open(path, 'wx'), createHash('sha256'), 0)
    } catch (error) {
      throw writingFailed(path, error)
    }
  }

  /** Opens a file to continue it after an earlier state; bytes that were appended since then are removed. */
  static async reopen(path: string, { length, sha256 }: FileState): Promise<GrowingFile> {
    const hash = createHash('sha256')
    try {
      if (length > 0) for await (const chunk of createReadStream(path, { end: length - 1 })) hash.update(chunk)
    } catch (error) {
      throw writingFailed(path, error)
    }
    if (hash.copy().digest('hex') !== sha256) {
      throw failed(`${path} is damaged: its content is not that of the checkpoint`, {
        advice: 'Start again with seiche run and --force.',
      })
    }
    try {
      await truncate(path, length)
      return new GrowingFile(path, await open(path, 'a'), hash, length)
    } catch (error) {
      throw writingFailed(path, error)
    }
  }

  /** The state that `reopen` goes back to. */
  get state(): FileState {
    return { length: this.#length, sha256: this.#hash.copy().digest('hex') }
  }

  async append(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    try {
      await this.#file.appendFile(bytes)
    } catch (error) {
      throw writingFailed(this.#path, error)
    }
    this.#hash.update(bytes)
    this.#length += bytes.length
  }

  /** On return the content has reached the device. */
  async finish(): Promise<void> {
    try {
      await this.#file.sync()
    } catch (error) {
      throw writingFailed(this.#path, error)
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
