import type { AtomicFolder } from './atomic-folder.js'
import type { FileState, GrowingFile } from './growing-file.js'

/** Size of the buffered rows at which they are written [characters]. */
const flushSize = 65536

/** A table that grows during a run. Rows are buffered, and written when the buffer is full or on request. */
export class RowLog {
  readonly name: string
  readonly #file: GrowingFile
  #rows: string

  private constructor(name: string, file: GrowingFile, header: string) {
    this.name = name
    this.#file = file
    this.#rows = header
  }

  /** @param from the state of the file at a checkpoint; undefined for a new file */
  static async open(folder: AtomicFolder, name: string, header: string, from?: FileState): Promise<RowLog> {
    const file = await folder.append(name, from)
    return new RowLog(name, file, from ? '' : header)
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

  /** The rows that have been written. */
  get state(): FileState {
    return this.#file.state
  }

  /** On return all rows have reached the device. */
  async finish(): Promise<void> {
    await this.flush()()
    await this.sync()
  }

  /** On return the rows that were written have reached the device. */
  sync(): Promise<void> {
    return this.#file.finish()
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
