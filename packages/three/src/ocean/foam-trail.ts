import type { FoamSource } from './sea-source.js'

/**
 * Foam that lasts: what a crest has left behind fades over a few seconds, on the water it was made on. Cells are those of the
 * water at rest, and waves carry water nowhere, so the foam stays in its cell and moves with it.
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
   * Adds the foam of a moment. `lifetime`: how long foam takes to fade to a third [s]; 0 for foam of the moment alone. A time
   * that is unknown, or before the last one, begins anew.
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
