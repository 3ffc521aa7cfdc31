/** The speed is that of the last seconds [ms]; over less time than the least it would be that of single steps. */
const period = 3000
const leastPeriod = 1500
/** Time between two samples [ms]. */
const sampleInterval = 100

/** Measures simulated time over wall time while time runs. */
export class Pace {
  /** Wall time [ms] and simulated time since the start of the measurement [s]. */
  #samples: { wall: number; simulated: number }[] = []
  #simulated = 0

  /** Begins anew: after a pause, and at another speed. */
  restart(): void {
    this.#samples = []
    this.#simulated = 0
  }

  /** Time has run on to a wall time [ms], and the simulation by a time [s], which may be 0. */
  note(wall: number, simulated: number): void {
    this.#simulated += simulated
    const last = this.#samples.at(-1)
    if (last && wall - last.wall < sampleInterval) return
    this.#samples.push({ wall, simulated: this.#simulated })
    // The first sample is the last one that is older than the period.
    while (this.#samples.length > 2 && wall - this.#samples[1]!.wall >= period) this.#samples.shift()
  }

  /** Simulated seconds per second, of the last seconds; undefined until enough time has run. */
  get factor(): number | undefined {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)]
    if (!first || !last || last.wall - first.wall < leastPeriod) return undefined
    return ((last.simulated - first.simulated) * 1000) / (last.wall - first.wall)
  }
}
