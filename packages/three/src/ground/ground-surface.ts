import {
  Fn,
  float,
  mix,
  normalWorld,
  positionGeometry,
  smoothstep,
  texture,
  uniform,
  varying,
  vec2,
  vec3,
} from 'three/tsl'
import {
  type BufferGeometry,
  type Camera,
  DataTexture,
  Mesh,
  type Node,
  NodeMaterial,
  PlaneGeometry,
  type Ray,
  type Renderer,
  RGBAFormat,
  RGFormat,
  type Scene,
  type UniformNode,
  Vector3,
} from 'three/webgpu'
import { MeshDetail } from '../mesh/mesh-detail.js'
import { sidesOfBlock, upwards } from '../shared/block-sides.js'
import { replaceNonFinite } from '../shared/finite-values.js'
import { meshSegments } from '../shared/segments.js'
import { interpolated } from '../shared/texture-filters.js'
import { HeightField } from '../surface/height-field.js'
import { readHeightSource, type WaterInput } from '../surface/height-source.js'
import { createHeightTexture } from '../surface/height-texture.js'
import { WaterScale } from '../surface/water-scale.js'
import { sandBeside } from './beach.js'
import { lightGround } from './ground-light.js'
import { type GroundLook, GroundMaterial, type GroundTextures } from './ground-material.js'
import { createGroundNoise } from './ground-noise.js'
import { copyCells, readGround } from './ground-source.js'
import { LandHorizon } from './land-horizon.js'
import { Wetness } from './wetness.js'

/** Options of {@link GroundSurface}. */
export interface GroundSurfaceOptions extends GroundLook {
  /** Factor on the drawn heights of ground and water [1]. */
  heightScale?: number
  /**
   * Most quads along x and z, also of the water on the ground. Ground that is far from the camera is drawn with fewer. Default: one per cell,
   * at most 256 in each direction.
   */
  segments?: number | [number, number]
  /** Depth of the block of earth below its lowest ground [m]; 0 draws no sides, of the water on it neither. Default: 1/20 of the extent. */
  thickness?: number
  /** Time in which the wetness of ground decays to 1/e [s]. Default: 20 √(extent / g). */
  dryingTime?: number
  /** Height above the water at first up to which waves and tides come [m]: no grass grows there. Default 0. */
  runUp?: number
}

/**
 * Sides in the picture up to which quads are joined [px]: at the shore, where larger ones show because ground and water meet at a small
 * angle, and elsewhere.
 */
const [quadSideAtShore, quadSide] = [6, 12]

/** Standard gravity [m/s²], for the default drying time. */
const gravity = 9.81

/**
 * The terrain under the water of a simulation with a field `bed`, or of any grid of elevations.
 *
 * As {@link WaterSurface}, it lies in its own xz plane, y up, centred on the origin, in metres. Call `update()` after ground or water
 * have changed, before that of the water. Only changed textures are uploaded.
 *
 * @example
 * ```ts
 * const sky = new Sky()
 * const ground = new GroundSurface(sim, { sky })
 * const water = new WaterSurface(sim, { sky, ground })
 * scene.add(ground, water)
 * ground.update() // after each step
 * water.update()
 * ```
 */
export class GroundSurface extends Mesh<PlaneGeometry, GroundMaterial> {
  override readonly type: string = 'GroundSurface'
  /** Elevation [m], one float per cell. */
  readonly bedTexture: DataTexture
  /** Height, slope, normal and curvature of the ground, as TSL functions of a local position. */
  readonly heightField: HeightField
  /** @internal Length and speed scales of the water in the scene. */
  readonly scaleOfWater: WaterScale
  /** Extent along x and z [m]. */
  readonly extent: readonly [number, number]
  /** Most quads along x and z. */
  readonly segments: readonly [number, number]
  /** Time in which the wetness of ground decays to 1/e [s]. */
  dryingTime: number
  /** @internal Which lines of the mesh are drawn; the water on the ground has the same. */
  readonly detail: MeshDetail
  /** @internal Highest elevation of the ground, without `heightScale` [m]. */
  readonly highest = uniform(0)
  /** @internal Slopes from water up to land. */
  readonly horizon: LandHorizon
  /** @internal Largest height of sand above the water [m]. */
  readonly sandHeight = uniform(1)
  /** @internal Height above the water at first up to which waves and tides come [m]. */
  readonly runUp: number
  /** @internal How far land beyond the grid has taken the place of this ground [1], if there is any. */
  faded: Node<'float'> | undefined
  /** @internal Elevation of the highest land beyond the grid, without `heightScale` [m]. */
  highestBeyond = Number.NEGATIVE_INFINITY
  /** Elevation of the ground [m], row-major. */
  readonly bed: Float32Array
  /** Depth of the water on the ground [m], row-major. */
  readonly depth: Float32Array
  readonly #input: WaterInput
  readonly #nx: number
  readonly #nz: number
  readonly #cellSize: number
  readonly #thickness: number
  readonly #textures: GroundTextures
  readonly #wetness: Wetness
  /** Initial elevation [m]: changed ground is drawn as soil. */
  #first: Float32Array | undefined
  /** Sun direction and height factor of the present light texture. */
  readonly #litBy = new Vector3()
  #litAt = Number.NaN
  /** Elevation of the lowest ground [m]. */
  readonly #lowest: UniformNode<'float', number>
  readonly #sides: Mesh<BufferGeometry, NodeMaterial> | undefined

  /**
   * @param input Simulation with a field `bed`, or a grid with an array `bed`.
   * @param options Look, mesh and drying.
   * @throws TypeError if the input has no ground.
   * @throws RangeError if an array does not fit the grid.
   */
  constructor(input: WaterInput, options: GroundSurfaceOptions = {}) {
    const { nx, nz, cellSize } = readHeightSource(input, 'bed')
    const extent = [nx * cellSize, nz * cellSize] as const
    const segments = meshSegments(nx, nz, options.segments)
    const bedTexture = createHeightTexture(nx, nz)
    bedTexture.name = 'ground height'
    const heightField = new HeightField(bedTexture, cellSize, options.heightScale ?? 1)
    const textures: GroundTextures = {
      light: interpolated(new DataTexture(new Uint8Array(2 * nx * nz), nx, nz, RGFormat), 'light on the ground'),
      cover: interpolated(new DataTexture(new Uint8Array(4 * nx * nz), nx, nz, RGBAFormat), 'cover of the ground'),
      noise: createGroundNoise(),
    }
    super(
      new PlaneGeometry(...extent, ...segments).rotateX(-Math.PI / 2),
      new GroundMaterial(heightField, textures, extent, options),
    )
    this.name = 'ground'
    this.detail = new MeshDetail(this.geometry, quadSideAtShore, quadSide)
    this.frustumCulled = false
    this.#input = input
    this.#nx = nx
    this.#nz = nz
    this.#cellSize = cellSize
    this.#textures = textures
    this.#wetness = new Wetness(nx, nz)
    this.extent = extent
    this.segments = segments
    this.bedTexture = bedTexture
    this.bed = bedTexture.image.data as Float32Array
    this.depth = new Float32Array(nx * nz)
    this.heightField = heightField
    this.horizon = new LandHorizon(nx, nz, cellSize)
    this.scaleOfWater = new WaterScale(cellSize)
    const reach = Math.max(...extent)
    this.runUp = options.runUp ?? 0
    this.dryingTime = options.dryingTime ?? 20 * Math.sqrt(reach / gravity)
    this.#thickness = options.thickness ?? reach / 20
    this.#lowest = uniform(0)
    if (this.#thickness > 0) this.add((this.#sides = this.#makeSides()))
    this.update()
  }

  /** Factor on the drawn heights of ground and water [1]. */
  get heightScale(): UniformNode<'float', number> {
    return this.heightField.heightScale
  }

  /** Drawn height of the bottom of the block [m]. */
  get base(): number {
    return this.#lowest.value * this.heightScale.value - this.#thickness
  }

  /** @internal Whether the sides of the block are drawn. */
  get hasSides(): boolean {
    return this.#sides !== undefined
  }

  /** @internal Chooses the lines of the mesh for the size of the picture. Called by the renderer. */
  override onBeforeRender(renderer: unknown, _scene: Scene, camera: Camera): void {
    this.detail.choose(this, renderer as Renderer, camera, this.heightScale.value)
  }

  /** Uploads the present ground and water. */
  update(): void {
    const source = readGround(this.#input)
    const dug = copyCells(source.bed, this.#nx, this.bed)
    if (source.depth) copyCells(source.depth, this.#nx, this.depth)
    if (dug) replaceNonFinite(this.bed, this.#nx, 'the elevation of the ground')
    replaceNonFinite(this.depth, this.#nx, 'the depth of the water')
    this.scaleOfWater.follow(this.depth)
    const first = this.#first === undefined
    if (first) this.#begin()
    if (dug || first) this.#bedChanged()
    this.horizon.update(this.bed, this.depth, this.scaleOfWater.thin, dug || first)
    this.#follow(source.time, dug || first)
    const { value: scale } = this.heightScale
    if (this.#litAt !== scale || !this.#litBy.equals(this.material.sky.sunDirection.value)) this.#shine()
  }

  /** Starts again with the present ground, dry and undisturbed: for another run on the same grid. */
  reset(): void {
    this.#first = undefined
    this.update()
  }

  /**
   * Elevation of the ground, bilinear and without `heightScale`.
   * @param x Local position along x [m].
   * @param z Local position along z [m].
   * @returns The elevation [m].
   */
  bedAt(x: number, z: number): number {
    return this.#bilinear(x, z, (cell) => this.bed[cell]!)
  }

  /**
   * Elevation of the upper surface, ground or water, bilinear and without `heightScale`.
   * @param x Local position along x [m].
   * @param z Local position along z [m].
   * @returns The elevation [m].
   */
  topAt(x: number, z: number): number {
    return this.#bilinear(x, z, (cell) => this.bed[cell]! + this.depth[cell]!)
  }

  /**
   * First intersection of a ray with the drawn ground or water, for picking. Marches in steps of half a cell, then bisects.
   * @param ray Ray in local space.
   * @param target Receives the intersection [m].
   * @returns `target`, or null if there is no intersection.
   */
  intersect(ray: Ray, target: Vector3): Vector3 | null {
    const scale = this.heightScale.value
    const [halfX, halfZ] = [this.extent[0] / 2, this.extent[1] / 2]
    const { origin, direction } = ray
    const spans = [
      [origin.x, direction.x, halfX],
      [origin.z, direction.z, halfZ],
    ] as const
    let [enter, leave] = [0, Number.POSITIVE_INFINITY]
    for (const [from, along, half] of spans) {
      if (along === 0) {
        if (Math.abs(from) > half) return null
        continue
      }
      const [a, b] = [(-half - from) / along, (half - from) / along]
      enter = Math.max(enter, Math.min(a, b))
      leave = Math.min(leave, Math.max(a, b))
    }
    const over = (way: number): number => {
      ray.at(way, target)
      return target.y - this.topAt(target.x, target.z) * scale
    }
    if (!(enter < leave) || over(enter) < 0) return null
    const level = Math.hypot(direction.x, direction.z)
    const stride = level > 1e-6 ? this.#cellSize / 2 / level : Number.POSITIVE_INFINITY
    const deepest = direction.y < 0 ? (origin.y - this.base) / -direction.y : leave
    const end = Math.min(leave, deepest)
    for (let way = enter; way < end; way += stride) {
      let [above, below] = [way, Math.min(way + stride, end)]
      if (over(below) > 0) continue
      for (let round = 0; round < 24; round++) {
        const middle = (above + below) / 2
        if (over(middle) > 0) above = middle
        else below = middle
      }
      return ray.at(below, target)
    }
    return null
  }

  /** Frees geometry, material and textures on the graphics device. */
  override dispose(): void {
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
    this.#sides?.geometry.dispose()
    this.#sides?.material.dispose()
    this.horizon.dispose()
    for (const each of [this.bedTexture, ...Object.values(this.#textures)]) each.dispose()
  }

  /** Sets the parts of the cover that depend on the initial ground and water. */
  #begin(): void {
    this.#first = this.bed.slice()
    this.#wetness.values.fill(0)
    const reach = Math.max(...this.extent)
    const { depth, thin } = this.scaleOfWater
    this.sandHeight.value = Math.max(0.25 * depth, 0.008 * reach)
    const sand = sandBeside(
      this.bed,
      this.depth,
      thin,
      this.#nx,
      this.#nz,
      this.sandHeight.value,
      Math.max(this.#nx, this.#nz) / 14,
      this.runUp,
    )
    const cover = this.#textures.cover.image.data as Uint8Array
    let lowest = Number.POSITIVE_INFINITY
    sand.forEach((share, cell) => {
      cover[4 * cell + 1] = 255 * share
      if (this.depth[cell]! > thin || depth === 0) lowest = Math.min(lowest, this.bed[cell]! + this.depth[cell]!)
    })
    this.material.datum.value = lowest
  }

  #bedChanged(): void {
    this.bedTexture.needsUpdate = true
    const lowest = this.bed.reduce((least, height) => Math.min(least, height), Number.POSITIVE_INFINITY)
    this.highest.value = this.bed.reduce((most, height) => Math.max(most, height), this.highestBeyond)
    this.#lowest.value = lowest
    this.detail.setHeights(this.bed, this.#nx, this.#nz)
    // Changes of a few hundredths of a cell are already drawn as loose soil.
    const visible = 0.08 * this.#cellSize
    const cover = this.#textures.cover.image.data as Uint8Array
    for (let cell = 0; cell < this.bed.length; cell++)
      cover[4 * cell + 2] = 255 * Math.min(1, Math.abs(this.bed[cell]! - this.#first![cell]!) / visible)
    this.#shine()
  }

  #shine(): void {
    const { x, y, z } = this.#litBy.copy(this.material.sky.sunDirection.value)
    this.#litAt = this.heightScale.value
    const { light } = this.#textures
    // Doubling the height factor has the same effect on shadows as halving the cell size.
    const width = this.#cellSize / this.#litAt
    lightGround(this.bed, this.#nx, this.#nz, width, [x, y, z], light.image.data as Uint8Array)
    light.needsUpdate = true
  }

  #follow(time: number | undefined, changed: boolean): void {
    const { thin } = this.scaleOfWater
    if (!this.#wetness.follow(this.bed, this.depth, thin, time, this.dryingTime) && !changed) return
    const cover = this.#textures.cover.image.data as Uint8Array
    const { values, present } = this.#wetness
    for (let cell = 0; cell < values.length; cell++) {
      cover[4 * cell] = 255 * values[cell]!
      cover[4 * cell + 3] = 255 * present[cell]!
    }
    this.#textures.cover.needsUpdate = true
  }

  #bilinear(x: number, z: number, value: (cell: number) => number): number {
    const [nx, nz] = [this.#nx, this.#nz]
    const inside = (at: number, count: number): number => Math.min(count - 1, Math.max(0, at))
    const [u, v] = [inside(x / this.#cellSize + nx / 2 - 0.5, nx), inside(z / this.#cellSize + nz / 2 - 0.5, nz)]
    const [i, j] = [Math.floor(u), Math.floor(v)]
    const [right, below] = [Math.min(i + 1, nx - 1), Math.min(j + 1, nz - 1)]
    const [s, t] = [u - i, v - j]
    const near = value(j * nx + i) * (1 - s) + value(j * nx + right) * s
    const far = value(below * nx + i) * (1 - s) + value(below * nx + right) * s
    return near * (1 - t) + far * t
  }

  /** The cut faces of the block: soil, subsoil, gravel and bedrock, in layers that follow the ground less the deeper they are. */
  #makeSides(): Mesh<BufferGeometry, NodeMaterial> {
    const material = new NodeMaterial()
    material.name = 'cut earth'
    const { heightField: field, material: ground } = this
    const reach = Math.max(...this.extent)
    const top = field.height(positionGeometry.xz)
    const bottom = this.#lowest.mul(field.heightScale).sub(this.#thickness)
    material.positionNode = vec3(positionGeometry.x, mix(bottom, top, upwards), positionGeometry.z)
    const below = varying(mix(top.sub(bottom), float(0), upwards)).div(reach)
    const above = varying(mix(float(0), top.sub(bottom), upwards)).div(reach)
    const place = varying(positionGeometry.xz)
    material.colorNode = Fn(() => {
      const along = place.x.add(place.y).div(reach).toVar()
      const at = (x: number, y: number): Node<'vec4'> => texture(this.#textures.noise, vec2(along.mul(x), above.mul(y)))
      // Two sizes that fit together nowhere, one of them aslant: no eye finds their period along the block.
      const aslant = along.mul(17.3).add(above.mul(29))
      const broad = at(1.7, 3).x.sub(0.5).toVar()
      const noise = mix(at(9, 21), at(5.3, 13), 0.5).toVar()
      const grain = mix(at(31, 53), texture(this.#textures.noise, vec2(aslant, above.mul(71))), 0.5).x.toVar()
      const cover = texture(this.#textures.cover, place.div(vec2(...this.extent)).add(0.5)).toVar()
      const wavy = broad.mul(0.012).add(noise.x.sub(0.5).mul(0.004)).toVar()
      const border = (at: number): Node<'float'> => smoothstep(at - 0.0006, at + 0.0006, below.add(wavy))
      const soil = ground.soilColor.rgb
      // Under water there is sand in place of soil.
      const upper = mix(soil.mul(vec3(0.5, 0.48, 0.45)), ground.sandColor.rgb.mul(0.8), cover.w.max(cover.y))
      const subsoil = soil.mul(vec3(1.05, 1, 0.9))
      const stones = smoothstep(0.42, 0.62, grain.add(noise.x.sub(0.5).mul(0.4)))
      const gravel = mix(soil.mul(vec3(0.92, 0.95, 0.98)), ground.rockColor.rgb, stones.mul(0.7))
      // Bedrock is level: its beds are counted from below. They differ in thickness and tone, and are split by upright joints.
      const level = above.mul(64).add(broad.mul(1.1)).add(noise.x.mul(0.3)).toVar()
      const beds = level.add(level.mul(1.7).sin().mul(0.4)).toVar()
      const bed = beds.floor().toVar()
      const tone = texture(this.#textures.noise, vec2(bed.mul(0.137), bed.mul(0.071))).x
      const across = along.mul(13).add(bed.mul(0.618)).add(noise.x.mul(0.08)).fract()
      const crack = smoothstep(0, 0.09, beds.fract())
        .mul(smoothstep(0, 0.012, across).max(tone))
        .mul(0.2)
        .add(0.8)
      const rock = ground.rockColor.rgb
        .mul(vec3(0.9, 0.88, 0.85))
        .mul(tone.mul(0.5).add(0.78))
        .mul(crack)
      const layers = mix(mix(mix(upper, subsoil, border(0.007)), gravel, border(0.02)), rock, border(0.034))
      const albedo = layers.mul(grain.mul(0.3).add(noise.x.mul(0.25)).add(0.72))
      const foot = smoothstep(0, 0.03, above).mul(0.35).add(0.65)
      return albedo.mul(foot).mul(ground.light(normalWorld, float(1), float(1.2)))
    })()
    const sides = new Mesh(sidesOfBlock(...this.extent, ...this.segments), material)
    sides.name = 'sides of the ground'
    sides.frustumCulled = false
    return sides
  }
}
