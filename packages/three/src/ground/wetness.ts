/** Wetness below this value is set to 0 [1]. */
const dry = 1 / 512

/** Visible wetness of the ground: wet at once under water, then drying exponentially. It does not influence the simulation. */
export class Wetness {
  /** From 0, dry, to 1, under water. */
  readonly values: Float32Array
  #time: number | undefined

  constructor(cells: number) {
    this.values = new Float32Array(cells)
  }

  /**
   * Updates the wetness and returns whether it has changed.
   * @param depth Depth of the water [m].
   * @param wets Depth at which the ground is fully wet [m].
   * @param time Simulated time [s]. If it is unknown or earlier than before, earlier wetness is discarded.
   * @param dryingTime Time in which the wetness decays to 1/e [s].
   */
  follow(depth: Float32Array, wets: number, time: number | undefined, dryingTime: number): boolean {
    const passed = time !== undefined && this.#time !== undefined ? time - this.#time : -1
    this.#time = time
    const kept = passed >= 0 ? Math.exp(-passed / dryingTime) : 0
    const { values } = this
    let changed = false
    for (let cell = 0; cell < values.length; cell++) {
      const before = values[cell]!
      const left = before * kept
      const now = Math.min(1, depth[cell]! / wets)
      const wet = now > left ? now : left > dry ? left : 0
      if (wet === before) continue
      values[cell] = wet
      changed = true
    }
    return changed
  }
}
