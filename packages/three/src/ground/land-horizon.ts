// How high land rises above the horizon, as seen from the water. Rays that the water reflects higher than that meet no land: nothing has to
// be looked up for them.
//
// The grid is divided into blocks. From the lowest water of one block, the highest dry ground of another, whose edge is at the distance d,
// rises with the slope (highest - lowest) / d at most. The steepest of these slopes is that of the block, for each of four directions: rays
// along a shore, or out to sea, have no land before them. Whatever the camera, no slope is too small, and no mirror image is missed.
// Distances are those between the rectangles around the wet cells of the one and the dry cells of the other. Where these touch, the slope
// has no bound.

import { vec2 } from 'three/tsl'
import { DataTexture, FloatType, NearestFilter, type Node, RGBAFormat } from 'three/webgpu'
import { cellTexture } from '../shared/cell-texture.js'

/** Blocks along the longer side of the grid, at most. */
const mostBlocks = 24
/** Slope of a block beside land [1]: no reflected ray rises as steeply. */
const unbounded = 1e4
/** Water may fall so far below its level of the last update, in longer sides [1]. */
const slack = 0.01
/** More than the cells along a side: the bounds of an empty area. */
const mostCells = 1e6
/** Updates of the water between two of the slopes. */
const seldom = 8
/** Quadrants of directions: towards x and z, -x and z, x and -z, -x and -z. */
const quadrants = [
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const
/** Water is drawn, and land is smooth, up to so far beyond their cells [cells]. */
const drawnBeyond = 2
/** Land beyond the grid counts up to so far outside of a quadrant, in its distance [1]: its triangles are as long. */
const beside = 0.25

/** Slopes from water to land, for blocks of a grid. */
export class LandHorizon {
  /** Steepest slopes from the water of a block up to land in the four quadrants, without a factor on heights [1]. */
  readonly slopes: Float32Array
  /** Blocks along x and z. */
  readonly blocks: readonly [number, number]
  readonly #nx: number
  readonly #nz: number
  readonly #cellSize: number
  /** Cells along each side of a block. */
  readonly #cells: number
  readonly #slack: number
  readonly #texture: DataTexture
  /** Highest dry ground, lowest water and lowest surface of each block [m]. */
  readonly #land: Float32Array
  readonly #water: Float32Array
  readonly #surface: Float32Array
  /** Least and greatest column and row of the dry cells, and of the wet cells, of each block. */
  readonly #landArea: Int32Array
  readonly #waterArea: Int32Array
  /** Slopes up to the land of the grid, and beyond it [1]. */
  readonly #within: Float32Array
  readonly #beyond: Float32Array
  #updates = 0

  constructor(nx: number, nz: number, cellSize: number) {
    this.#nx = nx
    this.#nz = nz
    this.#cellSize = cellSize
    this.#cells = Math.ceil(Math.max(nx, nz) / mostBlocks)
    this.#slack = slack * Math.max(nx, nz) * cellSize
    this.blocks = [Math.ceil(nx / this.#cells), Math.ceil(nz / this.#cells)]
    const count = this.blocks[0] * this.blocks[1]
    this.slopes = new Float32Array(quadrants.length * count).fill(unbounded)
    this.#land = new Float32Array(count)
    this.#water = new Float32Array(count)
    this.#surface = new Float32Array(count)
    this.#landArea = new Int32Array(4 * count)
    this.#waterArea = new Int32Array(4 * count)
    this.#within = new Float32Array(quadrants.length * count).fill(unbounded)
    this.#beyond = new Float32Array(quadrants.length * count)
    this.#texture = new DataTexture(this.slopes, ...this.blocks, RGBAFormat, FloatType)
    this.#texture.name = 'land above the horizon'
    this.#texture.magFilter = this.#texture.minFilter = NearestFilter
    this.#texture.unpackAlignment = 4
    this.#texture.needsUpdate = true
  }

  /** The slope at a local position (x, z) for rays with a direction (x, z) [1], in TSL. */
  at(place: Node<'vec2'>, direction: Node<'vec2'>): Node<'float'> {
    const cell = place.div(this.#cellSize).add(vec2(this.#nx, this.#nz).mul(0.5))
    const slopes = cellTexture(this.#texture)
      .sample(cell.div(vec2(...this.blocks).mul(this.#cells)))
      .toVar()
    const towards = direction.x.lessThan(0).select(slopes.yw, slopes.xz).toVar()
    return direction.y.lessThan(0).select(towards.y, towards.x)
  }

  /**
   * Follows ground and water.
   * @param bed Elevation of the ground [m].
   * @param depth Depth of the water [m]; ground under less than `thin` is dry.
   * @param isChanged Whether the ground is another one than at the last call.
   */
  update(bed: Float32Array, depth: Float32Array, thin: number, isChanged: boolean): void {
    if (this.#updates++ % seldom !== 0 && !isChanged) return
    this.#measure(bed, depth, thin)
    const [alongX, alongZ] = this.blocks
    for (let from = 0; from < alongX * alongZ; from++) {
      const [i, j] = [from % alongX, Math.floor(from / alongX)]
      const low = this.#water[from]! - this.#slack
      for (const [quadrant, [x, z]] of quadrants.entries()) {
        // Beside the waterline, water is drawn in blocks without a wet cell, too.
        let steepest = low < Number.POSITIVE_INFINITY ? 0 : unbounded
        for (let row = j; row >= 0 && row < alongZ && steepest < unbounded; row += z)
          for (let column = i; column >= 0 && column < alongX; column += x) {
            const block = row * alongX + column
            steepest = Math.max(steepest, slopeOf(this.#land[block]! - low, this.#distance(from, block)))
          }
        this.#within[quadrants.length * from + quadrant] = steepest
      }
    }
    this.#combine()
  }

  /**
   * Sets the land beyond the grid, after an update with the ground that it goes on from.
   * @param points Its points, x, y and z of one after the other [m].
   */
  setBeyond(points: Float32Array): void {
    const [alongX] = this.blocks
    const side = this.#cells * this.#cellSize
    const steepest = new Float64Array(quadrants.length)
    for (let block = 0; block < this.#surface.length; block++) {
      const low = this.#surface[block]! - this.#slack
      const left = (block % alongX) * side - (this.#nx * this.#cellSize) / 2
      const back = Math.floor(block / alongX) * side - (this.#nz * this.#cellSize) / 2
      steepest.fill(0)
      for (let at = 0; at < points.length; at += 3) {
        const [x, y, z] = [points[at]!, points[at + 1]!, points[at + 2]!]
        const [toX, toZ] = [x - left, z - back]
        const [apartX, apartZ] = [Math.max(0, -toX, toX - side), Math.max(0, -toZ, toZ - side)]
        const distance = Math.sqrt(apartX * apartX + apartZ * apartZ)
        const slope = slopeOf(y - low, distance)
        const reach = beside * distance
        for (let quadrant = 0; quadrant < quadrants.length; quadrant++) {
          const [signX, signZ] = quadrants[quadrant]!
          const isTowardsX = signX > 0 ? toX >= -reach : side - toX >= -reach
          const isTowardsZ = signZ > 0 ? toZ >= -reach : side - toZ >= -reach
          if (isTowardsX && isTowardsZ && slope > steepest[quadrant]!) steepest[quadrant] = slope
        }
      }
      this.#beyond.set(steepest, quadrants.length * block)
    }
    this.#combine()
  }

  /** Frees the texture on the graphics device. */
  dispose(): void {
    this.#texture.dispose()
  }

  #combine(): void {
    for (let slope = 0; slope < this.slopes.length; slope++)
      this.slopes[slope] = Math.max(this.#within[slope]!, this.#beyond[slope]!)
    this.#texture.needsUpdate = true
  }

  /** Distance from the water of a block to the land of another [m]. */
  #distance(from: number, to: number): number {
    const [water, land] = [this.#waterArea, this.#landArea]
    const [w, l] = [4 * from, 4 * to]
    const x = Math.max(0, land[l]! - water[w + 1]!, water[w]! - land[l + 1]!)
    const z = Math.max(0, land[l + 2]! - water[w + 3]!, water[w + 2]! - land[l + 3]!)
    return Math.max(0, Math.sqrt(x * x + z * z) - 2 * drawnBeyond) * this.#cellSize
  }

  #measure(bed: Float32Array, depth: Float32Array, thin: number): void {
    this.#land.fill(Number.NEGATIVE_INFINITY)
    this.#water.fill(Number.POSITIVE_INFINITY)
    this.#surface.fill(Number.POSITIVE_INFINITY)
    for (const area of [this.#landArea, this.#waterArea])
      for (let at = 0; at < area.length; at++) area[at] = at % 2 === 0 ? mostCells : -mostCells
    for (let j = 0, cell = 0; j < this.#nz; j++)
      for (let i = 0; i < this.#nx; i++, cell++) {
        const block = Math.floor(j / this.#cells) * this.blocks[0] + Math.floor(i / this.#cells)
        const [ground, deep] = [bed[cell]!, depth[cell]!]
        if (deep > thin) {
          this.#water[block] = Math.min(this.#water[block]!, ground + deep)
          include(this.#waterArea, 4 * block, i, j)
        } else {
          this.#land[block] = Math.max(this.#land[block]!, ground)
          include(this.#landArea, 4 * block, i, j)
        }
        this.#surface[block] = Math.min(this.#surface[block]!, ground + deep)
      }
  }
}

/** Widens an area to a cell. */
function include(area: Int32Array, at: number, i: number, j: number): void {
  if (i < area[at]!) area[at] = i
  if (i > area[at + 1]!) area[at + 1] = i
  if (j < area[at + 2]!) area[at + 2] = j
  if (j > area[at + 3]!) area[at + 3] = j
}

/** Slope of a rise over a distance [1]. */
function slopeOf(rise: number, distance: number): number {
  return rise <= 0 ? 0 : rise < unbounded * distance ? rise / distance : unbounded
}
