/** Cells that count as water are at least this open [1]. */
const openEnough = 0.5
/** How far the level is continued over dry land [cells]: as far as the spline at the water's edge feels. */
const reach = 3
/** Mark of cells in the front that is being made. */
const waiting = 255

/**
 * Where the drawn water ends. A solver leaves dry land with the level of its ground; drawn so, land and water would fight for the
 * same pixels, and the last wet cell would climb the bank. So the level goes on over dry cells as if they were wet, flat into a
 * bank that is higher, and where it would hang over land that is lower it dips under the ground within one cell: land and
 * water then cut each other in a line.
 */
export class Waterline {
  readonly #nx: number
  readonly #nz: number
  /** 0 unknown, else one more than the ring: 1 wet. */
  readonly #ring: Uint8Array
  #front: Int32Array
  #next: Int32Array

  constructor(nx: number, nz: number) {
    this.#nx = nx
    this.#nz = nz
    this.#ring = new Uint8Array(nx * nz)
    this.#front = new Int32Array(nx * nz)
    this.#next = new Int32Array(nx * nz)
  }

  /**
   * Writes the level [m], continued beyond the edge, and how high the drawn water lies over the ground [m], below 0 on dry land.
   * @param bed Ground [m].
   * @param depth Depth of the water [m]; replaced by the signed one.
   * @param thin Depth below which ground counts as dry [m]; also how far the water dips under lower land.
   * @param openness How open each cell is; water goes on unchanged behind what is solid.
   */
  fill(level: Float32Array, depth: Float32Array, bed: Float32Array, thin: number, openness?: Float32Array): void {
    const ring = this.#ring
    for (let cell = 0; cell < ring.length; cell++) {
      const wet = depth[cell]! > thin && (openness === undefined || openness[cell]! >= openEnough)
      ring[cell] = wet ? 1 : 0
      level[cell] = wet ? bed[cell]! + depth[cell]! : bed[cell]! - thin
      if (!wet) depth[cell] = -thin
    }
    let count = 0
    for (let cell = 0; cell < ring.length; cell++)
      if (ring[cell] === 0 && this.#takeLevel(level, cell, 1)) this.#front[count++] = cell
    for (let from = 1; from <= reach && count > 0; from++) {
      for (let k = 0; k < count; k++) {
        const cell = this.#front[k]!
        ring[cell] = from + 1
        const over = level[cell]! - bed[cell]!
        const solid = openness !== undefined && openness[cell]! < openEnough
        depth[cell] = solid ? over : Math.min(over, -thin)
      }
      if (from < reach) count = this.#advance(level, count, from + 1)
    }
  }

  /** Gives the cells next to the front, which is ring `from`, their level; they are the front then. Returns how many they are. */
  #advance(level: Float32Array, count: number, from: number): number {
    const [nx, nz] = [this.#nx, this.#nz]
    let found = 0
    for (let k = 0; k < count; k++) {
      const cell = this.#front[k]!
      const i = cell % nx
      const row = (cell - i) / nx
      for (let j = Math.max(row - 1, 0); j <= Math.min(row + 1, nz - 1); j++)
        for (let c = Math.max(i - 1, 0); c <= Math.min(i + 1, nx - 1); c++) {
          const other = j * nx + c
          if (this.#ring[other] !== 0) continue
          this.#takeLevel(level, other, from)
          this.#ring[other] = waiting
          this.#next[found++] = other
        }
    }
    ;[this.#front, this.#next] = [this.#next, this.#front]
    return found
  }

  /** Gives a cell the mean level of its neighbours in a ring, if it has any. */
  #takeLevel(level: Float32Array, cell: number, wanted: number): boolean {
    const nx = this.#nx
    const i = cell % nx
    const row = (cell - i) / nx
    let sum = 0
    let count = 0
    for (let j = Math.max(row - 1, 0); j <= Math.min(row + 1, this.#nz - 1); j++)
      for (let k = Math.max(i - 1, 0); k <= Math.min(i + 1, nx - 1); k++) {
        const other = j * nx + k
        if (this.#ring[other] !== wanted) continue
        sum += level[other]!
        count++
      }
    if (count > 0) level[cell] = sum / count
    return count > 0
  }
}
