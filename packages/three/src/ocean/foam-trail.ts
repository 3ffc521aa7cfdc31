import type { FoamSource } from './sea-source.js'

/**
 * Foam with decay: the foam that a crest has left fades over a few seconds. Cells are those of the water at rest. Waves have no
 * net transport in this model: foam stays in its cell and moves with it.
 */
export class FoamTrail {
  /** Share of each cell under foam, 0 to 255. */
  readonly bytes: Uint8Array
  readonly #cover: Float32Array
  readonly #nx: number
  #time: number | undefined

  constructor(nx: number, nz: number) {
    this.#nx = nx
    this.#cover = new Float32Array(nx * nz)
    this.bytes = new Uint8Array(nx * nz)
  }

  /**
   * Adds the present foam. `lifetime`: time in which foam fades to 1/e [s]; 0 shows only the present foam. If the time is unknown
   * or earlier than before, earlier foam is discarded.
   */
  add({ stride, offset, data, begins, covers }: FoamSource, time: number | undefined, lifetime: number): void {
    const passed = time !== undefined && this.#time !== undefined ? time - this.#time : -1
    this.#time = time
    const kept = passed >= 0 && lifetime > 0 ? Math.exp(-passed / lifetime) : 0
    const steepness = 1 / (covers - begins)
    const nx = this.#nx
    for (let cell = 0; cell < this.#cover.length; cell++) {
      const i = cell % nx
      const now = (data[offset + ((cell - i) / nx) * stride + i]! - begins) * steepness
      const left = this.#cover[cell]! * kept
      const cover = now > left ? Math.min(now, 1) : left
      this.#cover[cell] = cover
      this.bytes[cell] = cover * 255 + 0.5
    }
  }
}
