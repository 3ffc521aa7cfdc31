import type { AtomicFolder, GrowingFile } from './atomic-folder.js'

/** Size of the buffered rows at which they are written [characters]. */
const flushSize = 65536

/** A table that grows during a run. Rows are buffered, and written when the buffer is full or on request. */
export class RowLog {
  readonly #file: GrowingFile
  #rows: string

  private constructor(file: GrowingFile, header: string) {
    this.#file = file
    this.#rows = header
  }

  static async open(folder: AtomicFolder, name: string, header: string): Promise<RowLog> {
    return new RowLog(await folder.append(name), header)
  }

  add(rows: string): void {
    this.#rows += rows
  }

  get isFull(): boolean {
    return this.#rows.length >= flushSize
  }

  /** Empties the buffer and returns a function that writes its rows. */
  flush(): () => Promise<void> {
    const rows = this.#rows
    this.#rows = ''
    return () => this.#file.append(rows)
  }

  /** On return all rows have reached the device. */
  async finish(): Promise<void> {
    await this.flush()()
    await this.#file.finish()
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
