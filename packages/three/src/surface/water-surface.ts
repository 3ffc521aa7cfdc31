import { positionGeometry } from 'three/tsl'
import { type DataTexture, Mesh, type Node, PlaneGeometry, type UniformNode, type Vector3 } from 'three/webgpu'
import { readGround } from '../ground/ground-source.js'
import type { GroundSurface } from '../ground/ground-surface.js'
import { causticsOver } from '../light/caustics.js'
import { OceanField } from '../ocean/ocean-field.js'
import { linedPlane, periodLines, tileLines } from '../ocean/ocean-tiles.js'
import { readSea, type SeaSource, solverSetting } from '../ocean/sea-source.js'
import { SeaTextures } from '../ocean/sea-textures.js'
import { meshSegments } from '../shared/segments.js'
import { GroundedWater } from './grounded-water.js'
import { type Edges, HeightField } from './height-field.js'
import { readHeightSource, readOpenness, type WaterInput } from './height-source.js'
import { createHeightTexture, writeHeights } from './height-texture.js'
import { Shore } from './shore.js'
import { type WaterLook, WaterMaterial } from './water-material.js'
import { WaterSides } from './water-sides.js'

/** Options of {@link WaterSurface}: the look, and how the mesh follows the heights. */
export interface WaterSurfaceOptions extends WaterLook {
  /** Factor on the drawn heights [1]; more than 1 exaggerates small waves. */
  heightScale?: number
  /** Quads along x and z. Default: one per cell, at most 256 each way; finer waves still show in the shading. */
  segments?: number | [number, number]
  /** Which field of a simulation is the height. Default `eta`. */
  field?: string
  /**
   * How many times the grid is drawn along x and along z, 1 or more; the mesh is fine in the middle and coarser outwards. An ocean
   * repeats, so that it is one sea; other water is mirrored at its edges. Default 1.
   */
  tiles?: number
  /**
   * The ground below, for water that has dry land: a {@link GroundSurface} of the same input. Only wet cells are drawn then, coloured by
   * their depth, with ripples and foam that the flow carries. Update the ground first, then the water.
   */
  ground?: GroundSurface
  /** How long foam takes to fade to a third [s]; 0 shows that of the moment alone. Default 2.5. */
  foamLifetime?: number
}

const defaultFoamLifetime = 2.5

/**
 * A water surface over a simulation's grid, or over any grid of heights. It lies in its own xz plane, y up, centred on the
 * origin, in metres. Call `update()` whenever the heights have changed; rendering is the caller's.
 *
 * Water that also moves sideways (fields `dx`, `dz`, as those of an ocean) is drawn where it is: the vertex of a cell lies at
 * its centre, moved by (dx, eta, dz), so that the drawn surface is the one that `heightAt` of the simulation tells of.
 *
 * Ray casting sees the surface at rest, which is what picking wants.
 */
export class WaterSurface extends Mesh<PlaneGeometry, WaterMaterial> {
  override readonly type: string = 'WaterSurface'
  /** The heights [m], one float per cell. */
  readonly heightTexture: DataTexture
  /** Height, slope, normal and curvature anywhere on the surface, as TSL functions of a local position. */
  readonly heightField: HeightField
  /** Drawn height [m] at this mesh's vertex or fragment, for own materials: add it to y in `positionNode`. */
  readonly heightNode: Node<'float'>
  /** Unit normal in local space at this mesh's vertex or fragment; `transformNormalToView(surface.normalNode)` fits `normalNode`. */
  readonly normalNode: Node<'vec3'>
  readonly #input: WaterInput
  readonly #fieldName: string
  readonly #cellSize: number
  /** @internal Textures of an ocean besides its heights: displacement, slopes of its tiles, foam. Undefined for water without them. */
  readonly sea: SeaTextures | undefined
  /** @internal Displacement, normals and foam of an ocean as TSL functions of a rest position. */
  readonly oceanField: OceanField | undefined
  /** @internal Depth and flow of water on ground, on the graphics device. Undefined without ground. */
  readonly grounded: GroundedWater | undefined
  readonly #sides: WaterSides | undefined
  #shore: Shore | undefined
  #openness: Float32Array | undefined

  constructor(input: WaterInput, options: WaterSurfaceOptions = {}) {
    const fieldName = options.field ?? 'eta'
    const { nx, nz, cellSize } = readHeightSource(input, fieldName)
    const { ground, tiles = 1 } = options
    const sea: SeaSource = ground ? { cascades: [] } : readSea(input)
    const edges = edgesOf(sea, tiles)
    const geometry = geometryFor(nx, nz, cellSize, edges, {
      ...options,
      ...(ground && { segments: [...ground.segments] }),
    })
    const heightTexture = createHeightTexture(nx, nz)
    const heightField = new HeightField(heightTexture, cellSize, ground?.heightScale ?? options.heightScale ?? 1, edges)
    const textures =
      sea.displacement || sea.foam || tiles > 1
        ? new SeaTextures(sea, nx, nz, options.foamLifetime ?? defaultFoamLifetime)
        : undefined
    const ocean = textures && new OceanField(heightField, textures, nx, nz, cellSize)
    const grounded = ground && new GroundedWater(ground, cellSize)
    super(geometry, new WaterMaterial(heightField, { ...foamSettings(input), ...options }, ocean ?? grounded))
    this.name = 'water surface'
    // The geometry on the CPU is flat; culling by it would drop crests at the edge of the view.
    this.frustumCulled = false
    this.#input = input
    this.#fieldName = fieldName
    this.#cellSize = cellSize
    this.sea = textures
    this.oceanField = ocean
    this.grounded = grounded
    if (grounded) this.add((this.#sides = new WaterSides(heightField, grounded, this.material)))
    this.heightTexture = heightTexture
    this.heightField = heightField
    this.heightNode = heightField.height(positionGeometry.xz)
    this.normalNode = heightField.normal(positionGeometry.xz)
    this.setOpenness(readOpenness(input))
    this.update()
  }

  /** Factor on the drawn heights [1]. */
  get heightScale(): UniformNode<'float', number> {
    return this.heightField.heightScale
  }

  /** Takes over the present heights, or those of `heights` (row-major, nz rows of nx) [m]. Over ground they come from the input alone. */
  update(heights?: Float32Array): void {
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
    const sea = this.sea && readSea(this.#input)
    if (sea) this.sea?.write(sea)
    if (this.oceanField) this.oceanField.time.value = sea?.time ?? 0
  }

  /**
   * Where a vertex of the mesh is drawn, in the surface's own space [m]. For vertices on centres of cells, as those of an ocean
   * are: the cell's centre, moved by (dx, eta, dz).
   */
  drawnVertex(index: number, target: Vector3): Vector3 {
    const { width: nx, height: nz, data } = this.heightTexture.image
    target.fromBufferAttribute(this.geometry.getAttribute('position'), index)
    const scale = this.heightScale.value
    const column = (x: number, cells: number): number => {
      const cell = Math.round(x / this.#cellSize + cells / 2 - 0.5) % cells
      return cell < 0 ? cell + cells : cell
    }
    const cell = column(target.z, nz) * nx + column(target.x, nx)
    const sideways = this.sea?.displacement?.image.data
    target.y += scale * (data as Float32Array)[cell]!
    if (!sideways) return target
    target.x += scale * (sideways as Float32Array)[2 * cell]!
    target.z += scale * (sideways as Float32Array)[2 * cell + 1]!
    return target
  }

  /**
   * Tells where solid ground is when that has changed: how open each cell is, 1 water, 0 solid, row-major; undefined for
   * water everywhere. Shows with the next `update()`.
   */
  setOpenness(openness: Float32Array | undefined): void {
    const { width: nx, height: nz } = this.heightTexture.image
    if (openness && openness.length !== nx * nz)
      throw new RangeError(`a openness of ${nx} x ${nz} cells has ${nx * nz} values, got ${openness.length}`)
    this.#openness = openness
    // Over ground the dry land changes from frame to frame: there solids are part of the waterline.
    this.#shore = openness && !this.grounded ? new Shore(openness, nx, nz) : undefined
  }

  /**
   * Brightness of sunlight on a level floor under the waves [1], 1 under still water.
   * @param position Local position (x, z) of the floor point [m].
   * @param depth How far the floor lies below the surface at rest [m].
   */
  caustics(position: Node<'vec2'>, depth: Node<'float'>): Node<'float'> {
    return causticsOver(this.heightField, position, depth, this.material.sunDirection)
  }

  /** Frees the geometry, the material and the texture on the graphics device. */
  override dispose(): void {
    // Older versions of three have no such method to override.
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
    this.heightTexture.dispose()
    this.sea?.dispose()
    this.#sides?.dispose()
    this.grounded?.dispose()
  }
}

function edgesOf(sea: SeaSource, tiles: number): Edges {
  if (sea.displacement) return 'repeat'
  return tiles > 1 ? 'mirror' : 'continue'
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
  if (tiles > 1) return linedPlane(tileLines(nx, tiles), tileLines(nz, tiles), nx, nz, cellSize)
  if (edges === 'repeat') return linedPlane(periodLines(nx, alongX), periodLines(nz, alongZ), nx, nz, cellSize)
  return new PlaneGeometry(nx * cellSize, nz * cellSize, alongX, alongZ).rotateX(-Math.PI / 2)
}

/** Where foam begins and where it is full, if the simulation says so. */
function foamSettings(input: WaterInput): WaterLook {
  const [foamStart, foamFull] = [solverSetting(input, 'foamStart'), solverSetting(input, 'foamFull')]
  return { ...(foamStart !== undefined && { foamStart }), ...(foamFull !== undefined && { foamFull }) }
}
