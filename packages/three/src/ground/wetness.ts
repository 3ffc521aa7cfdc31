/** Wetness below this value is set to 0 [1]. */
const dry = 1 / 512
/** Depth from which on a film is as wet as films get [m]. Much thinner ones are seen: rain that runs off leaves micrometers. */
const film = 1e-3
/** Wetness under such a film: below the waterline's 1/2, since no water stands there. */
const wettestFilm = 0.42

/**
 * Visible wetness of the ground: wet at once under water, then drying exponentially. It does not influence the simulation.
 *
 * A mask of wet cells would draw the waterline in steps of a cell. The present wetness of a cell is therefore its distance from the
 * waterline: 1 from a cell below the line on, 1/2 on the line, 0 from a cell above it on. Interpolated between cells, it is 1/2 along the
 * line where level water meets sloping ground.
 */
export class Wetness {
  /** From 0, dry, to 1, under water. */
  readonly values: Float32Array
  /** The same without memory of earlier water. */
  readonly present: Float32Array
  readonly #nx: number
  readonly #nz: number
  #time: number | undefined

  constructor(nx: number, nz: number) {
    this.#nx = nx
    this.#nz = nz
    this.values = new Float32Array(nx * nz)
    this.present = new Float32Array(nx * nz)
  }

  /**
   * Updates the wetness and returns whether it has changed.
   * @param bed Ground [m].
   * @param depth Depth of the water [m].
   * @param thin Depth from which on ground is under water [m].
   * @param time Simulated time [s]. If it is unknown or earlier than before, earlier wetness is discarded.
   * @param dryingTime Time in which the wetness decays to 1/e [s].
   */
  follow(bed: Float32Array, depth: Float32Array, thin: number, time: number | undefined, dryingTime: number): boolean {
    const passed = time !== undefined && this.#time !== undefined ? time - this.#time : -1
    this.#time = time
    const kept = passed >= 0 ? Math.exp(-passed / dryingTime) : 0
    const { values, present } = this
    const nx = this.#nx
    let changed = false
    for (let j = 0, cell = 0; j < this.#nz; j++)
      for (let i = 0; i < nx; i++, cell++) {
        const now = Math.fround(this.#nearWater(bed, depth, thin, i, j))
        const left = values[cell]! * kept
        const filmed = wettestFilm * Math.sqrt(Math.sqrt(Math.min(1, depth[cell]! / film)))
        const wet = Math.fround(Math.max(now, filmed, left > dry ? left : 0))
        if (wet === values[cell] && now === present[cell]) continue
        values[cell] = wet
        present[cell] = now
        changed = true
      }
    return changed
  }

  /** Present wetness: height of the water over the ground, over the rise of the ground in a cell. */
  #nearWater(bed: Float32Array, depth: Float32Array, thin: number, i: number, j: number): number {
    const nx = this.#nx
    const cell = j * nx + i
    const isWet = depth[cell]! > thin
    const over = isWet ? depth[cell]! : this.#levelBeside(bed, depth, thin, i, j) - bed[cell]!
    // Land that is lower than the water beside it is dry as long as none has come.
    const height = isWet ? over : Math.min(over, -thin)
    if (height === Number.NEGATIVE_INFINITY) return 0
    const [west, east] = [i > 0 ? cell - 1 : cell, i < nx - 1 ? cell + 1 : cell]
    const [north, south] = [j > 0 ? cell - nx : cell, j < this.#nz - 1 ? cell + nx : cell]
    const x = (bed[east]! - bed[west]!) / Math.max(1, east - west)
    const z = (bed[south]! - bed[north]!) / (south - north > nx ? 2 : 1)
    const rise = Math.max(Math.sqrt(x * x + z * z), thin)
    return Math.min(1, Math.max(0, 0.5 + (0.5 * height) / rise))
  }

  /** Mean level of the water in the cells around one [m]; minus infinity if there is none. */
  #levelBeside(bed: Float32Array, depth: Float32Array, thin: number, i: number, j: number): number {
    const nx = this.#nx
    let [sum, count] = [0, 0]
    for (let row = Math.max(j - 1, 0); row <= Math.min(j + 1, this.#nz - 1); row++)
      for (let other = row * nx + Math.max(i - 1, 0); other <= row * nx + Math.min(i + 1, nx - 1); other++) {
        if (depth[other]! <= thin) continue
        sum += bed[other]! + depth[other]!
        count++
      }
    return count > 0 ? sum / count : Number.NEGATIVE_INFINITY
  }
}
