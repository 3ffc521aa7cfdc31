/** Standard gravity [m/s²]. */
const gravity = 9.81
/** Depth from which on water is fully opaque: in cells, or in parts of the usual depth, whichever is less. */
const [visibleInCells, visibleInDepths] = [0.05, 0.12]
/** Ground under less than this share of that depth counts as dry [1]. */
const dryShare = 0.12

/**
 * Characteristic lengths and speeds of the water of a scene, by which a puddle and a flooded valley are drawn with the same rules.
 * They never decrease: the look of the water must not change because a lake drains.
 */
export class WaterScale {
  /** Usual depth, the mean weighted by volume: Σ d² / Σ d [m]; 0 until there is water. */
  depth = 0
  readonly #cellSize: number

  constructor(cellSize: number) {
    this.#cellSize = cellSize
  }

  follow(depth: Float32Array): void {
    let sum = 0
    let squares = 0
    for (const d of depth) {
      sum += d
      squares += d * d
    }
    if (sum > 0) this.depth = Math.max(this.depth, squares / sum)
  }

  /** Depth from which on water is fully opaque [m]. */
  get visible(): number {
    const inCells = visibleInCells * this.#cellSize
    return this.depth > 0 ? Math.min(inCells, visibleInDepths * this.depth) : inCells
  }

  /** Depth below which ground counts as dry [m]. */
  get thin(): number {
    return dryShare * this.visible
  }

  /** Speed of a long wave √(g d) [m/s]. */
  get speed(): number {
    return Math.sqrt(gravity * (this.depth > 0 ? this.depth : this.#cellSize))
  }
}
