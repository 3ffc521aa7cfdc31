// Waves of a second simulation in a part of a sea. Heights are added, which linear waves do; along the rim of the patch they fade to
// zero. With w the weight and h the heights, the sum has the slope of the sea plus w ∇h + h ∇w: normals agree with the drawn surface.

import { uniform, vec2 } from 'three/tsl'
import { type DataTexture, type Node, type UniformNode, Vector2 } from 'three/webgpu'
import { HeightField } from '../surface/height-field.js'
import { readHeightSource, type WaterInput } from '../surface/height-source.js'
import { createHeightTexture, writeHeights } from '../surface/height-texture.js'

/** Options of {@link WavePatch}. */
export interface WavePatchOptions {
  /** Middle of the patch (x, z) in the local space of the sea [m]. Default (0, 0). */
  center?: readonly [x: number, z: number]
  /** Width of the rim along which the waves fade to zero [m]. Default: a quarter of the shorter side. */
  fade?: number
  /** Field of the simulation that is the height. Default `eta`. */
  field?: string
}

/**
 * Waves of a second simulation, to be added to those of a sea: drops, wakes and bodies in an ocean whose own waves are prescribed. A
 * simulation with the solver `iwave` and absorbing edges fits best.
 *
 * @example
 * ```ts
 * const around = { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' } as const
 * const local = await createSimulation({
 *   seiche: 1,
 *   grid: { cells: [128, 128], cellSize: 0.4 },
 *   solver: { type: 'iwave' },
 *   boundaries: around,
 * })
 * const patch = new WavePatch(local, { center: [10, 0] })
 * const water = new WaterSurface(sim, { tiles: 15, patch })
 * local.step()
 * patch.update()
 * ```
 */
export class WavePatch {
  /** Middle of the patch (x, z) in the local space of the sea [m]; may be moved at any time. */
  readonly center: UniformNode<'vec2', Vector2>
  /** Extent along x and z [m]. */
  readonly extent: readonly [number, number]
  /** Width of the rim along which the waves fade to zero [m]. */
  readonly fade: number
  readonly #input: WaterInput
  readonly #fieldName: string
  readonly #texture: DataTexture
  readonly #heights: HeightField
  readonly #cellSize: number

  /**
   * @param input Simulation, or a grid of heights.
   * @param options Place and rim.
   * @throws RangeError if the heights do not fit the grid, or if the rim is wider than half of the patch.
   */
  constructor(input: WaterInput, { center = [0, 0], fade, field = 'eta' }: WavePatchOptions = {}) {
    const { nx, nz, cellSize } = readHeightSource(input, field)
    const shorter = Math.min(nx, nz) * cellSize
    this.#input = input
    this.#fieldName = field
    this.#cellSize = cellSize
    this.extent = [nx * cellSize, nz * cellSize]
    this.fade = fade ?? 0.25 * shorter
    if (!(this.fade > 0 && this.fade <= shorter / 2))
      throw new RangeError(`the rim of a patch must be wider than 0 m and at most ${shorter / 2} m, got ${this.fade}`)
    this.center = uniform(new Vector2(...center))
    this.#texture = createHeightTexture(nx, nz)
    this.#texture.name = 'heights of a patch'
    this.#heights = new HeightField(this.#texture, cellSize, 1)
    this.update()
  }

  /** Uploads the present heights. */
  update(): void {
    writeHeights(this.#texture, readHeightSource(this.#input, this.#fieldName))
  }

  /**
   * Height that the patch adds at a point, for things that float there.
   * @param x Position along x in the local space of the sea [m].
   * @param z Position along z [m].
   * @returns Height [m]; 0 outside of the patch.
   */
  heightAt(x: number, z: number): number {
    const { width: nx, height: nz } = this.#texture.image
    const [u, v] = [x - this.center.value.x, z - this.center.value.y]
    const weight = this.#weightAt(u, 0) * this.#weightAt(v, 1)
    if (weight === 0) return 0
    const [p, q] = [u / this.#cellSize + nx / 2 - 0.5, v / this.#cellSize + nz / 2 - 0.5]
    const [i, j] = [Math.floor(p), Math.floor(q)]
    const data = this.#texture.image.data as Float32Array
    const at = (column: number, row: number): number =>
      data[Math.min(nz - 1, Math.max(0, row)) * nx + Math.min(nx - 1, Math.max(0, column))]!
    const along = (row: number): number => at(i, row) + (at(i + 1, row) - at(i, row)) * (p - i)
    return weight * (along(j) + (along(j + 1) - along(j)) * (q - j))
  }

  /**
   * Height that the patch adds, in TSL.
   * @param position Position (x, z) in the local space of the sea [m].
   * @returns Height [m]; 0 outside of the patch.
   */
  height(position: Node<'vec2'>): Node<'float'> {
    const place = position.sub(this.center).toVar()
    const weights = this.#weights(place)
    return this.#heights.height(place).mul(weights.x.mul(weights.y))
  }

  /**
   * Slope that the patch adds, in TSL.
   * @param position Position (x, z) in the local space of the sea [m].
   * @returns Slope along x and z [1]; 0 outside of the patch.
   */
  slope(position: Node<'vec2'>): Node<'vec2'> {
    const place = position.sub(this.center).toVar()
    const weights = this.#weights(place).toVar()
    const t = this.#inward(place).toVar()
    // The derivative of the smoothstep of t, which falls outwards.
    const falls = t
      .mul(t.oneMinus())
      .mul(-6 / this.fade)
      .mul(place.sign())
    const change = falls.mul(weights.yx).mul(this.#heights.height(place))
    return this.#heights.slope(place).mul(weights.x.mul(weights.y)).add(change)
  }

  /** Frees the heights on the graphics device. */
  dispose(): void {
    this.#texture.dispose()
  }

  /** Distance from the edges along x and z, over the width of the rim, 0 to 1. */
  #inward(place: Node<'vec2'>): Node<'vec2'> {
    return vec2(...this.extent)
      .mul(0.5)
      .sub(place.abs())
      .div(this.fade)
      .clamp(0, 1)
  }

  /** Weights along x and z; their product is that of the heights. */
  #weights(place: Node<'vec2'>): Node<'vec2'> {
    const t = this.#inward(place).toVar()
    return t.mul(t).mul(t.mul(-2).add(3))
  }

  #weightAt(from: number, axis: 0 | 1): number {
    const t = Math.min(1, Math.max(0, (this.extent[axis] / 2 - Math.abs(from)) / this.fade))
    return t * t * (3 - 2 * t)
  }
}
