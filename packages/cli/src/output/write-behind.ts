/**
 * Lets the next steps be computed while the last frame is on its way to the disk. One task at a time: memory stays
 * bounded and a slow disk slows the run down instead of filling the memory.
 */
export class WriteBehind {
  #running: Promise<void> = Promise.resolve()
  #failure: { error: unknown } | undefined

  /** Waits for the task before, then starts this one. Throws what an earlier task threw. */
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

  /** Resolves when nothing is being written any more, whether it worked or not. */
  async settle(): Promise<void> {
    await this.#running
  }
}
