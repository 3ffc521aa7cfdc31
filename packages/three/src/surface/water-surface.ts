import { positionGeometry } from 'three/tsl'
import {
  type Camera,
  type Color,
  type DataTexture,
  Mesh,
  type Node,
  PlaneGeometry,
  type Renderer,
  type Scene,
  type UniformNode,
  type Vector3,
} from 'three/webgpu'
import { readGround } from '../ground/ground-source.js'
import type { GroundSurface } from '../ground/ground-surface.js'
import { causticsOver } from '../light/caustics/caustics.js'
import { MeshDetail } from '../mesh/mesh-detail.js'
import { OceanField } from '../ocean/ocean-field.js'
import { linedPlane, linesBeyond, periodLines, tileLines } from '../ocean/ocean-tiles.js'
import { readSea, type SeaSource, solverSetting } from '../ocean/sea-source.js'
import { SeaTextures } from '../ocean/sea-textures.js'
import type { WavePatch } from '../ocean/wave-patch.js'
import { meshSegments } from '../shared/segments.js'
import { GroundedWater } from './grounded-water.js'
import { type Edges, HeightField, heightWith, normalOf, slopeWith } from './height-field.js'
import { readHeightSource, readOpenness, readSlopes, type WaterInput } from './height-source.js'
import { createHeightTexture, createSlopeTexture, writeHeights, writeSlopes } from './height-texture.js'
import { type ChangingLook, setLook } from './shading/set-look.js'
import { nameUnneeded } from './shading/three-water-options.js'
import type { WaterLook } from './shading/water-look.js'
import { WaterMaterial } from './shading/water-material.js'
import { type WaterPresetName, waterPresets } from './shading/water-presets.js'
import { Shore } from './shore/shore.js'
import { foamOf, positionIn, velocityOf } from './surface-nodes.js'
import { SurfaceVelocity } from './surface-velocity.js'
import { WaterSides } from './water-sides.js'

/** Options of {@link WaterSurface}: look and mesh. */
export interface WaterSurfaceOptions extends WaterLook {
  /** Factor on the drawn heights [1]; more than 1 exaggerates small waves. */
  heightScale?: number
  /**
   * Most quads along x and z; with several tiles those of the middle one. Default: one per cell, at most 256 in each direction; slopes are
   * shaded per pixel anyway. Water that is far from the camera is drawn with fewer, except that of an ocean.
   */
  segments?: number | [number, number]
  /** Field of the simulation that is the height. Default `eta`. */
  field?: string
  /**
   * Number of copies of the grid along x and z. The mesh is fine in the middle and coarser outwards. An ocean is periodic; other water
   * is mirrored at the edges of the grid. Default 1.
   */
  tiles?: number
  /**
   * Distances to which the water continues beyond the four edges of the grid [m], for water without walls around it. Waves continue as
   * their mirror image and fade to level. Ignored with several tiles, with `ground`, and for an ocean. Default 0.
   */
  beyond?: WaterBeyond
  /**
   * Ground of the same input, for water with dry land. Only wet cells are drawn, coloured by their depth, with ripples and foam that
   * move with the flow. Update the ground first, then the water.
   */
  ground?: GroundSurface
  /** Time in which foam fades to 1/e [s]; 0 shows only the present foam. Default 2.5. */
  foamLifetime?: number
  /** A named look, see `waterPresets`; other options override it. */
  preset?: WaterPresetName
}

/** Distances beyond the edges of a grid [m]. */
export interface WaterBeyond extends Partial<Record<'x-' | 'x+' | 'z-' | 'z+', number>> {
  /** Distance from the grid at which waves have 1/e of their height [m]. Default: a quarter of the grid's longer side. */
  fade?: number
}

const defaultFoamLifetime = 2.5
/** Side in the picture up to which quads are joined [px]: slopes are shaded per pixel, and larger quads would show at the crests of waves. */
const quadSide = 12

/**
 * The water surface of a simulation, or of any grid of heights.
 *
 * It lies in its own xz plane, y up, centred on the origin, in metres. Call `update()` after the heights have changed.
 *
 * Water with horizontal displacement (fields `dx` and `dz` of an ocean) is drawn displaced: the vertex of a cell is its centre plus
 * (dx, eta, dz). The drawn surface is therefore that of `heightAt` of the simulation.
 *
 * Ray casting uses the surface at rest, as picking needs it.
 *
 * @example
 * ```ts
 * const water = new WaterSurface(sim, { waterColor: 0x06384a })
 * scene.add(water)
 * sim.step()
 * water.update()
 * ```
 */
export class WaterSurface extends Mesh<PlaneGeometry, WaterMaterial> {
  override readonly type: string = 'WaterSurface'
  /** The heights [m], one float per cell. */
  readonly heightTexture: DataTexture
  /** Height, slope, normal and curvature anywhere on the surface, as TSL functions of a local position. */
  readonly heightField: HeightField
  /** Drawn height at the vertex or fragment of this mesh [m], for custom materials: add it to y in `positionNode`. */
  readonly heightNode: Node<'float'>
  /** Unit normal in local space at the vertex or fragment of this mesh; `transformNormalToView(surface.normalNode)` is a `normalNode`. */
  readonly normalNode: Node<'vec3'>
  /** Extent of the grid along x and z in local space [m]. */
  readonly extent: readonly [number, number]
  /** Share of the surface under foam at the vertex or fragment of this mesh [1]; 0 for water without foam. */
  readonly foamNode: Node<'float'>
  /**
   * Brightness of sunlight under the waves, relative to still water [1], at the fragment of any mesh: multiply the colour of a floor by
   * it. 1 above the water.
   */
  readonly causticsNode: Node<'float'>
  #velocity: SurfaceVelocity | undefined
  #velocityNode: Node<'vec3'> | undefined
  readonly #input: WaterInput
  readonly #fieldName: string
  readonly #cellSize: number
  /** @internal Textures of an ocean besides its heights: displacement, slopes of its tiles, foam. Undefined for water without them. */
  readonly sea: SeaTextures | undefined
  /** @internal Displacement, normals and foam of an ocean as TSL functions of a rest position. */
  readonly oceanField: OceanField | undefined
  /** @internal Waves that are added to these in a region. */
  readonly patch: WavePatch | undefined
  /** @internal Depth and flow of water on ground, on the graphics device. Undefined without ground. */
  readonly grounded: GroundedWater | undefined
  readonly #sides: WaterSides | undefined
  /** Which lines of the mesh are drawn: all of them on an ocean, whose waves turn over between coarser ones. */
  readonly #detail: MeshDetail | undefined
  /** Slopes for shading, where they are not those of the heights. */
  readonly #slopeTexture: DataTexture | undefined
  #shore: Shore | undefined
  #openness: Float32Array | undefined

  /**
   * @param input Simulation, or a grid of heights.
   * @param given Look and mesh.
   * @throws RangeError if the heights do not fit the grid, or if there is no such preset.
   */
  constructor(input: WaterInput, given: WaterSurfaceOptions = {}) {
    nameUnneeded(given)
    const options = { ...presetOf(given.preset), ...given }
    const fieldName = options.field ?? 'eta'
    const { nx, nz, cellSize } = readHeightSource(input, fieldName)
    const { ground, tiles = 1 } = options
    const sea: SeaSource = ground ? { cascades: [] } : readSea(input)
    const edges = edgesOf(sea, tiles, ground ? undefined : options.beyond)
    const geometry = geometryFor(nx, nz, cellSize, edges, {
      ...options,
      ...(ground && { segments: [...ground.segments] }),
    })
    const heightTexture = createHeightTexture(nx, nz)
    const slopeTexture = !ground && readSlopes(input) ? createSlopeTexture(nx, nz) : undefined
    const heightField = new HeightField(
      heightTexture,
      cellSize,
      ground?.heightScale ?? options.heightScale ?? 1,
      edges,
      slopeTexture,
      options.beyond?.fade ?? 0.25 * Math.max(nx, nz) * cellSize,
    )
    const textures =
      sea.displacement || sea.foam || tiles > 1
        ? new SeaTextures(sea, nx, nz, options.foamLifetime ?? defaultFoamLifetime)
        : undefined
    const wind = options.windDirection ?? solverSetting(input, 'windDirection') ?? 0
    const ocean = textures && new OceanField(heightField, textures, nx, nz, cellSize, wind, options.patch)
    const grounded = ground && new GroundedWater(ground, cellSize)
    super(geometry, new WaterMaterial(heightField, { ...foamSettings(input), ...options }, ocean ?? grounded))
    this.name = 'water surface'
    if (ground) ground.detail.share(geometry)
    else if (!ocean) this.#detail = new MeshDetail(geometry, quadSide)
    // The geometry on the CPU is flat: culling by it would remove crests at the edge of the view.
    this.frustumCulled = false
    this.#input = input
    this.#fieldName = fieldName
    this.#cellSize = cellSize
    this.extent = [nx * cellSize, nz * cellSize]
    this.sea = textures
    this.oceanField = ocean
    this.grounded = grounded
    if (ground?.hasSides && grounded) this.add((this.#sides = new WaterSides(heightField, grounded, this.material)))
    this.heightTexture = heightTexture
    this.#slopeTexture = slopeTexture
    this.heightField = heightField
    this.patch = options.patch
    this.heightNode = heightWith(options.patch, heightField, positionGeometry.xz)
    this.normalNode = options.patch
      ? normalOf(slopeWith(options.patch, heightField, positionGeometry.xz))
      : heightField.normal(positionGeometry.xz)
    this.foamNode = foamOf(ocean, grounded)
    const inside = positionIn(this)
    // Above the water the depth is negative, and the map from surface to floor is continued to the identity.
    this.causticsNode = this.caustics(inside.xz, inside.y.negate().max(0))
    if (typeof options.reflections === 'object') options.reflections.attach(this)
    this.setOpenness(readOpenness(input))
    this.update()
  }

  /**
   * Velocity of the water at the vertex or fragment of this mesh [m/s], for custom materials: foam that drifts, ripples, streaks. Its
   * texture is made when this is read first, and costs an upload in each update from then on.
   */
  get velocityNode(): Node<'vec3'> {
    const { width: nx, height: nz } = this.heightTexture.image
    if (!this.#velocity) {
      this.#velocity = new SurfaceVelocity(this.#input, nx, nz, this.#cellSize)
      this.#velocity.write(this.heightTexture.image.data as Float32Array)
    }
    this.#velocityNode ??= velocityOf(this.#velocity, [nx * this.#cellSize, nz * this.#cellSize])
    return this.#velocityNode
  }

  /** Opacity of the whole surface [1]; with the name it has in three's `WaterMesh`, as those below. */
  get alpha(): UniformNode<'float', number> {
    return this.material.alpha
  }

  /** Unit direction towards the sun. */
  get sunDirection(): UniformNode<'vec3', Vector3> {
    return this.material.sunDirection
  }

  /** Colour of the sun and of its glints. */
  get sunColor(): UniformNode<'color', Color> {
    return this.material.sunColor
  }

  /** Colour of deep water. */
  get waterColor(): UniformNode<'color', Color> {
    return this.material.waterColor
  }

  /** Factor on the slopes that deflect rays [1]. */
  get distortionScale(): UniformNode<'float', number> {
    return this.material.distortionScale
  }

  /** Factor on the drawn heights [1]. */
  get heightScale(): UniformNode<'float', number> {
    return this.heightField.heightScale
  }

  /**
   * Moves ripples of the wind, which the option `rippleSide` draws.
   * @param time Time by which they run [s]; without effect on other water.
   */
  setRippleTime(time: number): void {
    if (this.material.ripples) this.material.ripples.time = time
  }

  /** @internal Chooses the lines of the mesh for the size of the picture. Called by the renderer. */
  override onBeforeRender(renderer: unknown, _scene: Scene, camera: Camera): void {
    this.#detail?.choose(this, renderer as Renderer, camera, this.heightScale.value)
  }

  /**
   * Uploads the present heights.
   * @param heights Heights [m], row-major, nz rows of nx, instead of those of the input. Ignored with `ground`.
   * @throws RangeError if the heights do not fit the grid.
   */
  update(heights?: Float32Array): void {
    this.#write(heights)
    this.#velocity?.write(this.heightTexture.image.data as Float32Array)
  }

  #write(heights?: Float32Array): void {
    if (this.grounded) {
      this.grounded.write(readGround(this.#input), this.heightTexture.image.data as Float32Array, this.#openness)
      this.heightTexture.needsUpdate = true
      return
    }
    const { width: nx, height: nz } = this.heightTexture.image
    const source = heights
      ? readHeightSource({ nx, nz, cellSize: 1, data: heights })
      : readHeightSource(this.#input, this.#fieldName)
    writeHeights(this.heightTexture, source, this.#shore)
    // The waves of a patch are known to the graphics device alone.
    if (!this.patch) this.#detail?.setWaves(this.heightTexture.image.data as Float32Array, nx, nz, this.#cellSize)
    const slopes = this.#slopeTexture && readSlopes(this.#input)
    if (slopes) writeSlopes(this.#slopeTexture, slopes)
    const sea = this.sea && readSea(this.#input)
    if (sea) this.sea?.write(sea)
    if (this.oceanField) this.oceanField.time.value = sea?.time ?? 0
  }

  /**
   * Drawn position of a vertex of the mesh, for meshes whose vertices are centres of cells, as those of an ocean.
   * @param index Index of the vertex.
   * @param target Receives the position in local space [m].
   * @returns `target`.
   */
  drawnVertex(index: number, target: Vector3): Vector3 {
    const { width: nx, height: nz } = this.heightTexture.image
    target.fromBufferAttribute(this.geometry.getAttribute('position'), index)
    const column = (x: number, cells: number): number => {
      const cell = Math.round(x / this.#cellSize + cells / 2 - 0.5) % cells
      return cell < 0 ? cell + cells : cell
    }
    return this.#displace(column(target.z, nz) * nx + column(target.x, nx), target)
  }

  /** @internal Drawn position of the centre of a cell of the grid, by its index in rows, in local space [m]. */
  drawnCell(cell: number, target: Vector3): Vector3 {
    const { width: nx, height: nz } = this.heightTexture.image
    const i = cell % nx
    const j = (cell - i) / nx
    return this.#displace(cell, target.set((i + 0.5 - nx / 2) * this.#cellSize, 0, (j + 0.5 - nz / 2) * this.#cellSize))
  }

  /** Adds the present displacement of a cell. */
  #displace(cell: number, target: Vector3): Vector3 {
    const scale = this.heightScale.value
    const sideways = this.sea?.sideways
    target.y += scale * (this.heightTexture.image.data as Float32Array)[cell]!
    if (!sideways) return target
    target.x += scale * sideways[2 * cell]!
    target.z += scale * sideways[2 * cell + 1]!
    return target
  }

  /**
   * Sets the solids. Takes effect with the next `update()`.
   * @param openness Openness of each cell, 1 water, 0 solid, row-major; undefined for water everywhere.
   * @throws RangeError if there is not one value per cell.
   */
  setOpenness(openness: Float32Array | undefined): void {
    const { width: nx, height: nz } = this.heightTexture.image
    if (openness && openness.length !== nx * nz)
      throw new RangeError(`the openness of ${nx} x ${nz} cells has ${nx * nz} values, got ${openness.length}`)
    this.#openness = openness
    // Over ground, solids are part of the waterline, which changes from frame to frame.
    this.#shore = openness && !this.grounded ? new Shore(openness, nx, nz) : undefined
  }

  /**
   * Changes colours and numbers of the look, at any time and without a new material.
   * @param look Those that change; others keep their value. A name is that of a preset.
   * @throws RangeError if there is no such preset.
   */
  setLook(look: ChangingLook | WaterPresetName): void {
    setLook(this.material, typeof look === 'string' ? presetOf(look) : look)
  }

  /**
   * Caustics: brightness of sunlight on a level floor below the waves, approximate where rays cross. `CausticsMap` has no such limit.
   * @param position Local position (x, z) on the floor [m].
   * @param depth Depth of the floor below the surface at rest [m].
   * @returns Brightness relative to still water [1].
   */
  caustics(position: Node<'vec2'>, depth: Node<'float'>): Node<'float'> {
    return causticsOver(this.heightField, position, depth, this.material.sunDirection)
  }

  /** Frees geometry, material and textures on the graphics device. */
  override dispose(): void {
    // Some supported versions of three have no such method.
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
    this.heightTexture.dispose()
    this.#slopeTexture?.dispose()
    this.sea?.dispose()
    this.#sides?.dispose()
    this.grounded?.dispose()
    this.#velocity?.dispose()
  }
}

/** The look of a preset; an empty one without a name. */
function presetOf(name: WaterPresetName | undefined): WaterLook {
  if (name === undefined) return {}
  if (!Object.hasOwn(waterPresets, name))
    throw new RangeError(`there is no preset "${name}"; there are ${Object.keys(waterPresets).join(', ')}`)
  return waterPresets[name]
}

function edgesOf(sea: SeaSource, tiles: number, beyond: WaterBeyond | undefined): Edges {
  if (sea.displacement) return 'repeat'
  if (tiles > 1) return 'mirror'
  const { fade, ...distances } = beyond ?? {}
  return Object.values(distances).some((distance) => distance > 0) ? 'fade' : 'continue'
}

function geometryFor(
  nx: number,
  nz: number,
  cellSize: number,
  edges: Edges,
  options: WaterSurfaceOptions,
): PlaneGeometry {
  const { tiles = 1 } = options
  const [alongX, alongZ] = meshSegments(nx, nz, options.segments)
  if (tiles > 1) return linedPlane(tileLines(nx, tiles, alongX), tileLines(nz, tiles, alongZ), nx, nz, cellSize)
  if (edges === 'repeat') return linedPlane(periodLines(nx, alongX), periodLines(nz, alongZ), nx, nz, cellSize)
  if (edges === 'fade') {
    const reach = (side: keyof WaterBeyond): number => (options.beyond?.[side] ?? 0) / cellSize
    const xs = linesBeyond(nx, alongX, reach('x-'), reach('x+'))
    return linedPlane(xs, linesBeyond(nz, alongZ, reach('z-'), reach('z+')), nx, nz, cellSize)
  }
  return new PlaneGeometry(nx * cellSize, nz * cellSize, alongX, alongZ).rotateX(-Math.PI / 2)
}

/** Foam thresholds in the settings of the solver, if there are any. */
function foamSettings(input: WaterInput): WaterLook {
  const [foamStart, foamFull] = [solverSetting(input, 'foamStart'), solverSetting(input, 'foamFull')]
  return { ...(foamStart !== undefined && { foamStart }), ...(foamFull !== undefined && { foamFull }) }
}
