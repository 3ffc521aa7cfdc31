// Terrain and water of a grid, continued beyond its edges.

import { uniform } from 'three/tsl'
import type { CompactHeights } from '../../surface/height-source.js'
import { EdgeTable } from './edge-table.js'
import { reliefAt } from './relief.js'

/** Options of {@link WiderTerrain}. */
export interface WiderTerrainOptions {
  /**
   * Whether the water at the edges of the grid is a sea, which goes on at its level to the horizon. Otherwise the land closes around the
   * water that is at the edges at first, as the end of a valley does. Default false.
   */
  sea?: boolean
  /** Cells that are added on each side. Default: 9 % of the longer side, from 8 to 30. */
  margin?: number
}

/** Fields of the water and of the ground. */
const names = ['bed', 'depth', 'qx', 'qz', 'foam', 'breaking'] as const
/** Name of a field of {@link WiderTerrain}. */
export type WiderField = (typeof names)[number]

/** Distance from the grid at which the land ends, in its longer sides [1]. */
const far = 14
/** Part of the margin on which the slopes of the grid go on [1]. */
const continued = 0.7
/** Distance over which a slope at the edge goes on, to 1/e of it, in longer sides [1], and its largest value [1]. */
const [slopeReach, steepest] = [0.09, 0.6]
/** Height of distant hills, over the relief of the grid [1], and at least, in longer sides [1]. */
const [hillsOfRelief, leastHills] = [0.75, 0.035]
/** Length of the longest hills, and distance over which they grow, in longer sides [1]. */
const [hillLength, hillRise] = [0.85, 0.9]
/** The same of mountains. */
const [mountainLength, mountainRise] = [0.5, 0.25]
/** Mean slopes of the ground between which round hills become mountains with ridges [1]. */
const [gentle, mountainous] = [0.12, 0.3]
/** Least depth of a sea, and height of its waves above its lowest level, over the relief of the grid [1]. */
const [thinnestSea, swell] = [0.01, 0.2]
/** Slope by which the ground of a sea falls with the distance [1]. */
const seaFall = 0.025

/**
 * A grid of terrain with water, and a margin around it on which both go on: the ground along its slopes into hills or a sea bed, waves as
 * their mirror image, which fades to the level of the sea. `input` is for `GroundSurface` and `WaterSurface`; beyond the margin,
 * `DistantLand` goes on to the horizon. Nothing of it has an influence on the simulation.
 *
 * @example
 * ```ts
 * const [nx, nz] = [128, 96]
 * const terrain = new WiderTerrain({ nx, nz, cellSize: 2, fields: ['bed', 'depth'] }, { sea: true })
 * terrain.set('bed', new Float32Array(nx * nz).fill(-3))
 * terrain.set('depth', new Float32Array(nx * nz).fill(3)) // after each step
 * terrain.update()
 * const ground = new GroundSurface(terrain.input, { thickness: 0 })
 * const water = new WaterSurface(terrain.input, { ground })
 * const land = new DistantLand(terrain, ground, water)
 * scene.add(ground, water, land)
 * ```
 */
export class WiderTerrain {
  /** The grid with its margin. */
  readonly input: CompactHeights & { bed: Float32Array; depth: Float32Array }
  /** Cells that are added on each side. */
  readonly margin: number
  /** Whether the water at the edges is a sea. */
  readonly isSea: boolean
  /** Present level of that sea [m]. */
  readonly seaLevel = uniform(0)
  /** Initial level of that sea [m], by which beaches are made. */
  readonly firstSeaLevel = uniform(0)
  /** Distance from the grid at which the land ends [m]. */
  readonly far: number
  /** Counts the changes of the land beyond the grid. */
  version = 0
  readonly #nx: number
  readonly #nz: number
  readonly #table: EdgeTable
  /** Cells of the margin, the cell of the grid that is their mirror image, the nearest cell of it, and the share of waves [1]. */
  readonly #cells: Int32Array
  readonly #mirrors: Int32Array
  readonly #nearest: Int32Array
  readonly #share: Float32Array
  /** Cells of the grid near its edges that are of the sea. */
  #seaCells = new Int32Array(0)
  /** Depth of the water on the grid at first [m], which land closes around. */
  readonly #firstDepth: Float32Array | undefined
  #hasBegun = false
  #isDug = true
  /** Height of hills [m], and their share of ridges [1]. */
  #hills = 0
  #ridged = 0
  /** Range of the elevations of the grid [m]. */
  #relief = 0

  /**
   * @param grid Cells, and the fields that there are.
   * @param options Kind of the surroundings.
   */
  constructor(
    { nx, nz, cellSize, fields }: { nx: number; nz: number; cellSize: number; fields: readonly WiderField[] },
    { sea = false, margin = Math.round(Math.min(30, Math.max(8, 0.09 * Math.max(nx, nz)))) }: WiderTerrainOptions = {},
  ) {
    const [wideX, wideZ] = [nx + 2 * margin, nz + 2 * margin]
    const cells = (): Float32Array => new Float32Array(wideX * wideZ)
    this.input = { nx: wideX, nz: wideZ, cellSize, data: cells(), bed: cells(), depth: cells() }
    for (const name of fields) this.input[name] = cells()
    this.margin = margin
    this.isSea = sea
    this.#nx = nx
    this.#nz = nz
    const reach = Math.max(nx, nz) * cellSize
    this.far = far * reach
    this.#table = new EdgeTable([nx * cellSize, nz * cellSize], this.far)
    if (!sea) this.#firstDepth = cells()
    const count = wideX * wideZ - nx * nz
    this.#cells = new Int32Array(count)
    this.#mirrors = new Int32Array(count)
    this.#nearest = new Int32Array(count)
    this.#share = new Float32Array(count)
    for (let cell = 0, at = 0; cell < wideX * wideZ; cell++) {
      const [i, j] = [(cell % wideX) - margin, Math.floor(cell / wideX) - margin]
      if (i >= 0 && i < nx && j >= 0 && j < nz) continue
      this.#cells[at] = cell
      this.#mirrors[at] = this.#wide(reflected(i, nx), reflected(j, nz))
      this.#nearest[at] = this.#wide(Math.min(nx - 1, Math.max(0, i)), Math.min(nz - 1, Math.max(0, j)))
      const away = Math.hypot(Math.max(-i, i - nx + 1, 0), Math.max(-j, j - nz + 1, 0))
      this.#share[at++] = 1 - smooth(away / margin)
    }
  }

  /** Extent of the grid along x and z, without its margin [m]. */
  get extent(): readonly [number, number] {
    return [this.#nx * this.input.cellSize, this.#nz * this.input.cellSize]
  }

  /**
   * Sets a field of the grid.
   * @param name Name of the field; without effect if it is not one of those that were named.
   * @param values Values of the cells of the grid, row by row.
   */
  set(name: WiderField, values: Float32Array): void {
    const target = this.input[name]
    if (!target) return
    if (name === 'bed') this.#isDug = true
    for (let j = 0, from = 0; j < this.#nz; j++)
      for (let i = 0, to = this.#wide(0, j); i < this.#nx; i++) target[to++] = values[from++]!
  }

  /** Begins anew: the water at the edges at the next `update()` is that by which the surroundings are made. */
  reset(): void {
    this.#hasBegun = false
  }

  /** Continues the present ground and water. Call it after `set`, and before `update` of ground and water. */
  update(): void {
    const { bed, depth } = this.input
    if (!this.#hasBegun) this.#begin()
    if (this.#isDug) {
      this.#isDug = false
      this.#makeLand()
    }
    if (this.isSea) this.#measureSea()
    const level = this.seaLevel.value
    for (let at = 0; at < this.#cells.length; at++) {
      const [cell, nearest, share] = [this.#cells[at]!, this.#nearest[at]!, this.#share[at]!]
      if (this.isSea) {
        const mirror = this.#mirrors[at]!
        // Water on the beach is of the sea as far up as waves run.
        const isOfSea = depth[mirror]! > 0 && bed[mirror]! < level + 0.1 * this.#relief
        const above = isOfSea ? share * (bed[mirror]! + depth[mirror]! - level) : 0
        depth[cell] = Math.max(0, level + above - bed[cell]!)
      } else {
        const before = depth[nearest]!
        depth[cell] = Math.max(0, Math.min(before, bed[nearest]! + before - bed[cell]!)) * Math.min(1, 3 * share)
      }
    }
    for (const name of ['qx', 'qz', 'foam', 'breaking'] as const) {
      const field = this.input[name]
      if (!field) continue
      for (let at = 0; at < this.#cells.length; at++)
        field[this.#cells[at]!] = this.#share[at]! * field[this.#mirrors[at]!]!
    }
  }

  /**
   * Elevation of the ground beyond the grid.
   * @param x Position along x [m].
   * @param z Position along z [m].
   * @returns The elevation [m].
   */
  bedAt(x: number, z: number): number {
    const { cellSize } = this.input
    const [halfX, halfZ] = [(this.#nx * cellSize) / 2, (this.#nz * cellSize) / 2]
    const [edgeX, edgeZ] = [Math.min(halfX, Math.max(-halfX, x)), Math.min(halfZ, Math.max(-halfZ, z))]
    const away = Math.hypot(x - edgeX, z - edgeZ)
    const distant = this.#distantBed(x, z, away)
    const share = smooth(away / (continued * this.margin * cellSize))
    if (share === 1) return distant
    // The point reflection of the ground in that of the edge goes on with its slope, which a mirror image would turn into a ridge.
    const { bed } = this.input
    // In the center of the edge cell: beyond it, samples of the grid are level.
    const [lastX, lastZ] = [halfX - cellSize / 2, halfZ - cellSize / 2]
    const [atX, atZ] = [Math.min(lastX, Math.max(-lastX, x)), Math.min(lastZ, Math.max(-lastZ, z))]
    const near = 2 * this.#sample(atX, atZ, bed) - this.#sample(2 * atX - x, 2 * atZ - z, bed)
    return near * (1 - share) + distant * share
  }

  /**
   * Elevation of the ground beyond the grid, or of the sea above it.
   * @param x Position along x [m].
   * @param z Position along z [m].
   * @returns The elevation [m].
   */
  topAt(x: number, z: number): number {
    const bed = this.bedAt(x, z)
    return this.isSea ? Math.max(bed, this.seaLevel.value) : bed
  }

  /** Index of a cell of the grid in the wider one. */
  #wide(i: number, j: number): number {
    return (j + this.margin) * this.input.nx + i + this.margin
  }

  #begin(): void {
    this.#hasBegun = true
    this.#isDug = true
    const { bed, depth } = this.input
    this.#firstDepth?.set(depth)
    let [lowest, highest, steep] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
    const edges: number[] = []
    for (let j = 0; j < this.#nz; j++)
      for (let i = 0; i < this.#nx; i++) {
        const cell = this.#wide(i, j)
        lowest = Math.min(lowest, bed[cell]!)
        highest = Math.max(highest, bed[cell]!)
        if (i > 0) steep += Math.abs(bed[cell]! - bed[cell - 1]!)
        if (Math.min(i, this.#nx - 1 - i, j, this.#nz - 1 - j) < this.margin) edges.push(cell)
      }
    this.#relief = highest - lowest
    // The lowest water that is no film of rain is that of the sea; lakes and rivers are higher.
    const level = (cell: number): number => bed[cell]! + depth[cell]!
    const wet = edges.filter((cell) => depth[cell]! > thinnestSea * this.#relief)
    const least = wet.reduce((lower, cell) => Math.min(lower, level(cell)), Number.POSITIVE_INFINITY)
    this.#seaCells = Int32Array.from(wet.filter((cell) => level(cell) <= least + swell * this.#relief))
    this.firstSeaLevel.value = lowest
    this.#measureSea()
    this.firstSeaLevel.value = this.seaLevel.value
    const reach = Math.max(this.#nx, this.#nz) * this.input.cellSize
    this.#hills = Math.max(hillsOfRelief * this.#relief, leastHills * reach)
    const slope = steep / (this.#nx * this.#nz * this.input.cellSize)
    this.#ridged = smooth((slope - gentle) / (mountainous - gentle))
  }

  /** Computes the ground beyond the grid. */
  #makeLand(): void {
    const { bed, cellSize, nx } = this.input
    const reach = Math.max(this.#nx, this.#nz) * cellSize
    const inwards = (x: number, z: number): number => {
      const step = 3 * cellSize
      const [halfX, halfZ] = [(this.#nx * cellSize) / 2, (this.#nz * cellSize) / 2]
      const inside = this.#firstTop(
        Math.min(halfX - step, Math.max(step - halfX, x)),
        Math.min(halfZ - step, Math.max(step - halfZ, z)),
      )
      return Math.min(steepest, Math.max(-steepest, (this.#firstTop(x, z) - inside) / step))
    }
    this.#table.fill({ height: (x, z) => this.#firstTop(x, z), slope: inwards }, slopeReach * reach)
    for (const cell of this.#cells) {
      const [i, j] = [cell % nx, Math.floor(cell / nx)]
      bed[cell] = this.bedAt((i + 0.5 - nx / 2) * cellSize, (j + 0.5 - this.input.nz / 2) * cellSize)
    }
    this.version++
  }

  /** Ground from which the surroundings are made [m]: that of a sea, elsewhere the ground or the water that is on it at first. */
  #firstTop(x: number, z: number): number {
    const bed = this.#sample(x, z, this.input.bed)
    return this.#firstDepth ? bed + this.#sample(x, z, this.#firstDepth) : bed
  }

  /** Value of cells of the grid at a point, bilinear. */
  #sample(x: number, z: number, values: Float32Array): number {
    const { cellSize } = this.input
    const column = Math.min(this.#nx - 1, Math.max(0, x / cellSize + this.#nx / 2 - 0.5))
    const row = Math.min(this.#nz - 1, Math.max(0, z / cellSize + this.#nz / 2 - 0.5))
    const [i, j] = [Math.min(this.#nx - 2, Math.floor(column)), Math.min(this.#nz - 2, Math.floor(row))]
    const [s, t] = [column - i, row - j]
    const at = this.#wide(i, j)
    const [near, below] = [at, at + this.input.nx]
    return (
      (values[near]! * (1 - s) + values[near + 1]! * s) * (1 - t) +
      (values[below]! * (1 - s) + values[below + 1]! * s) * t
    )
  }

  /** Ground far from the grid [m]: the heights of its edge, carried outwards, with hills on land. */
  #distantBed(x: number, z: number, away: number): number {
    const { cellSize } = this.input
    const reach = Math.max(this.#nx, this.#nz) * cellSize
    const base = this.#table.at(x, z)
    const between = (hill: number, mountain: number): number => (hill + (mountain - hill) * this.#ridged) * reach
    const length = between(hillLength, mountainLength)
    const relief = reliefAt(x / length, z / length, this.#ridged)
    const grown = 1 - Math.exp(-((away / between(hillRise, mountainRise)) ** 2))
    const soon = 1 - Math.exp(-away / between(0.25, 0.08))
    if (!this.isSea) return base + this.#hills * ((0.35 + relief) * grown + 0.25 * relief * soon * (1 - grown))
    // Land rises from the shore on; the ground of the sea falls with the distance.
    const above = (base - this.firstSeaLevel.value) / Math.max(1e-6, this.#relief)
    const inland = smooth(above / 0.5)
    const seawards = smooth(-above / 0.3)
    const shore = 0.12 * this.#relief * relief * soon * (1 - 0.7 * seawards)
    const hills = this.#hills * inland * ((0.35 + relief) * grown + 0.25 * relief * soon)
    return base + shore + Math.max(hills, -0.5 * inland * above * this.#relief) - seawards * seaFall * away
  }

  /** The level of the sea: the mean near the edges of the grid. */
  #measureSea(): void {
    const { bed, depth } = this.input
    let [sum, count] = [0, 0]
    for (const cell of this.#seaCells)
      if (depth[cell]! > 0) {
        sum += bed[cell]! + depth[cell]!
        count++
      }
    this.seaLevel.value = count > 0 ? sum / count : this.firstSeaLevel.value
  }
}

/** Cell of a grid that is the mirror image of a cell beyond its edges. */
function reflected(cell: number, cells: number): number {
  const inside = cell < 0 ? -1 - cell : cell >= cells ? 2 * cells - 1 - cell : cell
  return Math.min(cells - 1, Math.max(0, inside))
}

/** 0 up to 0, 1 from 1 on, smooth between. */
function smooth(t: number): number {
  const inside = Math.min(1, Math.max(0, t))
  return inside * inside * (3 - 2 * inside)
}
