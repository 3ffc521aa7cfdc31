/** Least openness of cells that count as water [1]. */
const openEnough = 0.5
/** Distance over which the level is continued over dry land [cells]: the support of the spline at the edge of the water. */
const reach = 3
/** Mark of cells in the front under construction. */
const waiting = 255

/**
 * The edge of the drawn water. In a solver, the level of dry cells is that of their ground. Drawn unchanged, water and dry land would
 * coincide (z-fighting), and the surface would climb the bank at the last wet cell. The level is therefore continued over dry cells:
 * horizontally into a bank that is higher, and under the ground within one cell where the land is lower. Land and water then
 * intersect in a line.
 */
export class Waterline {
  readonly #nx: number
  readonly #nz: number
  /** Number of the ring of each cell plus 1: 1 is wet; 0 is unknown. */
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
   * Writes the level [m], continued beyond the edge, and the height of the drawn water over the ground [m], below 0 on dry land.
   * @param bed Ground [m].
   * @param depth Depth of the water [m]; replaced by that height.
   * @param thin Depth below which ground counts as dry [m]; also the depth of the drawn water below lower land.
   * @param openness Openness of each cell; the level continues unchanged into solids.
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

  /** Sets the level of the cells next to the front, which is ring `from`; they are the new front. Returns their number. */
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

  /** Sets the level of a cell to the mean of its neighbours in a ring. Returns false if there are none. */
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
