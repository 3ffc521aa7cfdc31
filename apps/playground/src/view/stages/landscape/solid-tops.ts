// Heights of the tops of solids over terrain. They are level: a little above the water and the ground around a solid when it was built. Waves that
// climb it raise them no further than to where they stay dry.

import { float, texture, uniform } from 'three/tsl'
import {
  ClampToEdgeWrapping,
  DataTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  type Node,
  RedFormat,
} from 'three/webgpu'

/** Ground and water of a grid. `margin`: cells around it that the arrays have on each side. */
export interface Level {
  readonly nx: number
  readonly bed: Float32Array
  readonly depth: Float32Array
  readonly margin: number
}

/** Distance over which levels are averaged, in longer sides of the grid [1], and at least [cells]. */
const [breadth, leastBreadth] = [0.03, 6]

export class SolidTops {
  readonly #nx: number
  readonly #nz: number
  readonly #texture: DataTexture
  readonly #halves: Uint16Array
  /** Heights of all cells [m]. */
  readonly heights: Float32Array
  /** Height of the highest solid [m]. */
  highest = Number.NEGATIVE_INFINITY
  /** Height that the numbers of the texture are relative to [m]: they have eleven bits. */
  readonly #base = uniform(0)
  readonly #rise: number
  /** Sums of the cells before a column and a row: open cells, and their levels. */
  readonly #counts: Float64Array
  readonly #sums: Float64Array

  /** `rise`: height of the tops over the level around them [m]. */
  constructor(nx: number, nz: number, rise: number) {
    this.#nx = nx
    this.#nz = nz
    this.#rise = rise
    this.heights = new Float32Array(nx * nz)
    this.#halves = new Uint16Array(nx * nz)
    this.#counts = new Float64Array((nx + 1) * (nz + 1))
    this.#sums = new Float64Array((nx + 1) * (nz + 1))
    this.#texture = new DataTexture(this.#halves, nx, nz, RedFormat, HalfFloatType)
    this.#texture.name = 'tops of solids'
    this.#texture.minFilter = this.#texture.magFilter = LinearFilter
    this.#texture.wrapS = this.#texture.wrapT = ClampToEdgeWrapping
    this.#texture.unpackAlignment = 2
  }

  /** Height at a point of the grid, from 0 to 1 along x and z [m]. */
  at(place: Node<'vec2'>): Node<'float'> {
    return texture(this.#texture, place).level(float(0)).x.add(this.#base)
  }

  /** Builds the tops anew, on the present ground and water. */
  build(level: Level, openness: Float32Array): void {
    this.#fill(level, openness, false)
  }

  /** Raises tops that the water has reached. */
  raise(level: Level, openness: Float32Array): void {
    this.#fill(level, openness, true)
  }

  dispose(): void {
    this.#texture.dispose()
  }

  #fill(level: Level, openness: Float32Array, isKept: boolean): void {
    this.#addUp(level, openness)
    const { heights } = this
    const [nx, nz] = [this.#nx, this.#nz]
    let lowest = Number.POSITIVE_INFINITY
    this.highest = Number.NEGATIVE_INFINITY
    for (let j = 0, cell = 0; j < nz; j++)
      for (let i = 0; i < nx; i++, cell++) {
        const height = this.#meanAround(i, j) + this.#rise
        heights[cell] = isKept ? Math.max(heights[cell]!, height - 0.6 * this.#rise) : height
        lowest = Math.min(lowest, heights[cell]!)
        if (openness[cell]! < 1) this.highest = Math.max(this.highest, heights[cell]!)
      }
    this.#base.value = lowest
    for (let cell = 0; cell < heights.length; cell++)
      this.#halves[cell] = DataUtils.toHalfFloat(Math.min(65_000, heights[cell]! - lowest))
    this.#texture.needsUpdate = true
  }

  #addUp({ nx: stride, bed, depth, margin }: Level, openness: Float32Array): void {
    const width = this.#nx + 1
    for (let j = 0; j < this.#nz; j++) {
      let [count, sum] = [0, 0]
      for (let i = 0; i < this.#nx; i++) {
        const at = (j + margin) * stride + i + margin
        if (openness[j * this.#nx + i]! > 0.5) {
          count++
          sum += bed[at]! + depth[at]!
        }
        const [here, above] = [(j + 1) * width + i + 1, j * width + i + 1]
        this.#counts[here] = this.#counts[above]! + count
        this.#sums[here] = this.#sums[above]! + sum
      }
    }
  }

  /** Mean level of the open cells around a cell, as far away as there are some [m]. */
  #meanAround(i: number, j: number): number {
    const longest = Math.max(this.#nx, this.#nz)
    for (let reach = Math.max(leastBreadth, Math.round(breadth * longest)); ; reach *= 2) {
      const [left, right] = [Math.max(0, i - reach), Math.min(this.#nx, i + reach + 1)]
      const [front, back] = [Math.max(0, j - reach), Math.min(this.#nz, j + reach + 1)]
      const inside = (sums: Float64Array): number => {
        const width = this.#nx + 1
        return (
          sums[back * width + right]! -
          sums[front * width + right]! -
          sums[back * width + left]! +
          sums[front * width + left]!
        )
      }
      const count = inside(this.#counts)
      if (count > 0) return inside(this.#sums) / count
      if (reach > longest) return 0
    }
  }
}
