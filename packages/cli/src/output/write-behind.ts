/**
 * Writes the last frame while the next steps are computed. Only one task runs at a time: memory is bounded, and a slow disk slows the
 * run down instead of filling the memory.
 */
export class WriteBehind {
  #running: Promise<void> = Promise.resolve()
  #failure: { error: unknown } | undefined

  /** Waits for the previous task, then starts this one. Rethrows the error of an earlier task. */
  async push(task: () => Promise<void>): Promise<void> {
    await this.drain()
    this.#running = task().catch((error: unknown) => {
      this.#failure = { error }
    })
  }

  /** Throws at once if a task has failed. */
  check(): void {
    if (this.#failure) throw this.#failure.error
  }

  /** Resolves when everything pushed has been written. */
  async drain(): Promise<void> {
    await this.#running
    this.check()
  }

  /** Resolves when the last task has ended, with or without success. */
  async settle(): Promise<void> {
    await this.#running
  }
}
