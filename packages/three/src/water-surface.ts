import { positionGeometry } from 'three/tsl'
import { type DataTexture, Mesh, type Node, PlaneGeometry, type UniformNode } from 'three/webgpu'
import { causticsOver } from './caustics.js'
import { HeightField } from './height-field.js'
import { readHeightSource, readMatte, type WaterInput } from './height-source.js'
import { createHeightTexture, writeHeights } from './height-texture.js'
import { Shore } from './shore.js'
import { type WaterLook, WaterMaterial } from './water-material.js'

/** Options of {@link WaterSurface}: the look, and how the mesh follows the heights. */
export interface WaterSurfaceOptions extends WaterLook {
  /** Factor on the drawn heights [1]; more than 1 exaggerates small waves. */
  heightScale?: number
  /** Quads along x and z. Default: one per cell, at most 256 each way; finer waves still show in the shading. */
  segments?: number | [number, number]
  /** Which field of a simulation is the height. Default `eta`. */
  field?: string
}

/** Beyond this a vertex per cell costs more than it shows: slopes are shaded per pixel anyway. */
const defaultSegmentLimit = 256

/**
 * A water surface over a simulation's grid, or over any grid of heights. It lies in its own xz plane, y up, centred on the
 * origin, in metres. Call `update()` whenever the heights have changed; rendering is the caller's.
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
  private readonly input: WaterInput
  private readonly fieldName: string
  private shore: Shore | undefined

  constructor(input: WaterInput, options: WaterSurfaceOptions = {}) {
    const fieldName = options.field ?? 'eta'
    const { nx, nz, cellSize } = readHeightSource(input, fieldName)
    const [alongX, alongZ] = segmentsFor(nx, nz, options.segments)
    const geometry = new PlaneGeometry(nx * cellSize, nz * cellSize, alongX, alongZ).rotateX(-Math.PI / 2)
    const heightTexture = createHeightTexture(nx, nz)
    const heightField = new HeightField(heightTexture, cellSize, options.heightScale ?? 1)
    super(geometry, new WaterMaterial(heightField, options))
    this.name = 'water surface'
    // The geometry on the CPU is flat; culling by it would drop crests at the edge of the view.
    this.frustumCulled = false
    this.input = input
    this.fieldName = fieldName
    this.heightTexture = heightTexture
    this.heightField = heightField
    this.heightNode = heightField.height(positionGeometry.xz)
    this.normalNode = heightField.normal(positionGeometry.xz)
    this.setMatte(readMatte(input))
    this.update()
  }

  /** Factor on the drawn heights [1]. */
  get heightScale(): UniformNode<'float', number> {
    return this.heightField.heightScale
  }

  /** Takes over the present heights, or those of `heights` (row-major, nz rows of nx) [m]. */
  update(heights?: Float32Array): void {
    const { width: nx, height: nz } = this.heightTexture.image
    const source = heights
      ? readHeightSource({ nx, nz, cellSize: 1, data: heights })
      : readHeightSource(this.input, this.fieldName)
    writeHeights(this.heightTexture, source, this.shore)
  }

  /**
   * Tells where solid ground is when that has changed: how open each cell is, 1 water, 0 solid, row-major; undefined for
   * water everywhere. Shows with the next `update()`.
   */
  setMatte(matte: Float32Array | undefined): void {
    const { width: nx, height: nz } = this.heightTexture.image
    if (matte && matte.length !== nx * nz)
      throw new RangeError(`a matte of ${nx} x ${nz} cells has ${nx * nz} values, got ${matte.length}`)
    this.shore = matte && new Shore(matte, nx, nz)
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
  }
}

function segmentsFor(nx: number, nz: number, wanted: number | [number, number] | undefined): [number, number] {
  if (wanted !== undefined) return typeof wanted === 'number' ? [wanted, wanted] : wanted
  return [Math.min(nx, defaultSegmentLimit), Math.min(nz, defaultSegmentLimit)]
}
