import type { AtomicFolder, GrowingFile } from './atomic-folder.js'

/** Rows kept before they are worth a write [characters]. */
const enough = 65536

/** A table that grows while a run goes on. Rows are collected, and written when they are many or when somebody asks. */
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
    return this.#rows.length >= enough
  }

  /** Takes the rows out; what is returned writes them. */
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
