/** What is left of the wetness counts as dry [1]. */
const dry = 1 / 512

/** How wet the ground looks: at once where water stands, then it dries. A matter of looks; the physics does not know of it. */
export class Wetness {
  /** From 0, dry, to 1, under water. */
  readonly values: Float32Array
  #time: number | undefined

  constructor(cells: number) {
    this.values = new Float32Array(cells)
  }

  /**
   * Follows the water. Tells whether anything looks different.
   * @param depth Depth of the water [m].
   * @param wets Depth that makes the ground fully wet [m].
   * @param time Simulated time [s]; unknown, or before the last one, everything begins anew.
   * @param dryingTime How long the ground takes to dry to a third [s].
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
