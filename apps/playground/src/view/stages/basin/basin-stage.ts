// Water with walls around it: a pool in the ground, or a flume of glass where the grid is one cell wide.

import { CausticsMap, SunShadow, WaterSurface } from '@seiche/three'
import type { Grid } from 'seiche'
import { float, normalWorldGeometry, positionGeometry, varying, vec2 } from 'three/tsl'
import { type Camera, type Node, Plane, type Ray, type Renderer, Vector3 } from 'three/webgpu'
import type { Marks } from '../../../session/instruments.js'
import type { WaterPoint } from '../../../tools/water-point.js'
import type { PlacedSource, SimulationInfo } from '../../../worker/protocol.js'
import { type CameraLimits, type CameraPose, type FreeAngles, fitBlock, type ViewDirection } from '../../camera-fit.js'
import { type Basin, type BasinSize, basinSizeOf, directionOf, isChannel } from '../../shared/basin.js'
import { cellIndex } from '../../shared/cell-index.js'
import type { Lighting } from '../../shared/lighting.js'
import { Obstacles } from '../../shared/obstacles.js'
import { OpennessTexture } from '../../shared/openness-texture.js'
import { paletteFor } from '../../shared/palette.js'
import { SourceMarks } from '../../shared/source-marks.js'
import { SurfaceCursor } from '../../shared/surface-cursor.js'
import { SurfaceLook } from '../../shared/surface-look.js'
import { WaterMarks } from '../../shared/water-marks.js'
import type { BrushCursor, ViewFrame } from '../../view.js'
import { hasBodyLayer, Stage } from '../stage.js'
import { stageKindOf } from '../stage-kind.js'
import { Flume } from './flume.js'
import { Pool } from './pool.js'

/** View direction of a pool. */
const fromAbove: ViewDirection = { polar: 1.12, azimuth: 0.5 }

export class BasinStage extends Stage {
  readonly background: Node<'vec3'>
  readonly #plan: string
  readonly #size: BasinSize
  readonly #grid: Grid
  readonly #direction: ViewDirection
  readonly #lighting: Lighting
  readonly #surface: WaterSurface
  readonly #caustics: CausticsMap | undefined
  readonly #basin: Basin
  readonly #obstacles: Obstacles
  readonly #cursor: SurfaceCursor
  readonly #sourceMarks: SourceMarks
  readonly #marks: WaterMarks
  readonly #opennessTexture: OpennessTexture
  /** Whether walls of the basin may hide the water in front; glass does not. */
  readonly #isOpaque: boolean
  /** Openness of each cell [1]. */
  readonly #openness: Float32Array
  /** Heights of the last frame [m]. */
  readonly #heights: Float32Array
  /** Whether the water or the sun have moved since the caustics were drawn. */
  #isLightStale = true

  constructor(info: SimulationInfo, lighting: Lighting, quads: number) {
    super()
    this.name = 'basin'
    const { nx, nz, cellSize } = info.grid
    const { sky } = lighting
    const size = basinSizeOf(info)
    this.#plan = planOf(info)
    this.#size = size
    this.#grid = info.grid
    this.#direction = directionOf(info, fromAbove)
    this.#lighting = lighting
    this.#isOpaque = !isChannel(info)
    this.#openness = new Float32Array(nx * nz).fill(1)
    this.#heights = new Float32Array(nx * nz)
    this.background = sky.radiance(normalWorldGeometry)

    const shadow =
      info.hasBodies && this.#isOpaque
        ? new SunShadow({ extent: [size.width, size.length], sky, refracts: true })
        : undefined
    // Water and basin refer to each other: the basin is used only when shaders are built.
    let basin: Basin | undefined
    const surface = new WaterSurface(
      { nx, nz, cellSize, data: new Float32Array(nx * nz) },
      {
        sky,
        segments: [Math.min(nx, quads), Math.min(nz, quads)],
        reflect: (...ray) => basin!.reflect(...ray),
        ...(this.#isOpaque && { refract: (...ray) => basin!.refract!(...ray) }),
      },
    )
    surface.scale.set(size.width / (nx * cellSize), 1, size.length / (nz * cellSize))
    const drawn = vec2(surface.scale.x, surface.scale.z)
    const openness = new OpennessTexture(info.grid, size.width, size.length)
    // No water is drawn inside solids, even where the waves around them are higher.
    surface.material.maskNode = openness.at(varying(positionGeometry.xz).mul(drawn)).greaterThan(0.3)
    const caustics = this.#isOpaque ? new CausticsMap(surface, { depth: size.depth }) : undefined
    basin = caustics
      ? new Pool(size, lighting, () => caustics, openness, shadow)
      : new Flume(size, lighting, surface, nz === 1)
    const obstacles = new Obstacles(info.grid, size, basin, lighting, openness)
    this.#surface = surface
    this.#caustics = caustics
    this.#basin = basin
    this.#opennessTexture = openness
    this.#obstacles = obstacles
    const makeCursor = () =>
      new SurfaceCursor(
        (place) => surface.heightField.height(place.div(drawn)),
        openness,
        () => float(obstacles.top),
      )
    this.#cursor = makeCursor()
    this.#sourceMarks = new SourceMarks(makeCursor)
    this.#marks = new WaterMarks(
      makeCursor,
      (place) => surface.heightField.height(place.div(drawn)),
      Math.max(size.width, size.length),
    )
    this.add(basin, obstacles, surface, this.#sourceMarks, this.#marks, this.#cursor)
    this.look = new SurfaceLook(surface, info)
    this.add(this.look)
    const held = basin
    if (caustics)
      this.underwaterLook = {
        surface,
        caustics,
        depth: size.depth,
        above: (...ray) => held.reflect(...ray),
        below: (...ray) => held.refract!(...ray),
        highest: () => surface.heightScale.value * this.#heights.reduce((most, height) => Math.max(most, height), 0),
      }
    if (!hasBodyLayer(info)) return
    this.bodyLook = { sky, water: surface, light: (...at) => held.light(...at), shadow }
  }

  canReuse(info: SimulationInfo): boolean {
    return stageKindOf(info) === 'basin' && planOf(info) === this.#plan
  }

  override restart(): void {
    this.setOpenness(this.#openness.fill(1))
  }

  setFrame({ heights }: ViewFrame): boolean {
    if (heights) {
      this.#surface.update(heights)
      this.#heights.set(heights)
      this.#isLightStale = true
    }
    return false
  }

  setOpenness(openness: Float32Array): void {
    this.#openness.set(openness)
    this.#opennessTexture.set(openness)
    this.#obstacles.setOpenness(openness)
    this.#surface.setOpenness(this.#opennessTexture.solids.value > 0 ? openness : undefined)
  }

  override setHeightScale(scale: number): void {
    super.setHeightScale(scale)
    this.#surface.heightScale.value = scale
    this.#isLightStale = true
  }

  setTheme(dark: boolean): void {
    const palette = paletteFor(dark)
    this.#lighting.setPalette(palette)
    this.#surface.material.waterColor.value.copy(palette.waterColor)
    this.#surface.material.crestColor.value.copy(palette.crestColor)
    this.#isLightStale = true
  }

  override beforeRender(renderer: Renderer, camera: Camera): void {
    super.beforeRender(renderer, camera)
    if (this.#isLightStale) this.#caustics?.render(renderer)
    this.#isLightStale = false
  }

  override setSources(sources: readonly PlacedSource[]): void {
    this.#sourceMarks.show(sources, this.#surface.scale)
  }

  override setMarks(marks: Marks): void {
    this.#marks.show(marks, this.#surface.scale)
  }

  override setCursor(cursor: BrushCursor | undefined): boolean {
    return this.#cursor.show(cursor, this.#surface.scale)
  }

  override pick(ray: Ray, onSolids: boolean): WaterPoint | undefined {
    // Behind the near rim the deck is under the pointer, not the water.
    if (this.#isOpaque && !this.#intersectLevel(ray, this.#size.rim)) return undefined
    const onTop = onSolids ? this.#intersectLevel(ray, this.#obstacles.top) : undefined
    return onTop && this.#isSolid(onTop) ? onTop : this.#intersectLevel(ray, 0)
  }

  override hides(point: Vector3, ray: Ray): boolean {
    const { rim } = this.#size
    return this.#isOpaque && point.y < rim && !this.#intersectLevel(ray, rim)
  }

  override surfaceSampler(): (at: WaterPoint) => number {
    const heights = this.#heights.slice()
    return (at) => heights[cellIndex(this.#grid, at)]!
  }

  cameraLimits(): CameraLimits {
    const reach = Math.hypot(this.#size.width, this.#size.length) / 2
    return {
      fieldOfView: 32,
      near: 0.02 * reach,
      far: 120 * reach,
      minDistance: 0.15 * reach,
      maxDistance: 12 * reach,
      maxPolarAngle: 1.4,
      ...(this.#isOpaque && { basin: this.#size }),
    }
  }

  cameraPose(angles: FreeAngles): CameraPose {
    const { width, length } = this.#size
    return fitBlock({ width, length, low: 0, high: 0 }, this.#direction, angles)
  }

  override keepsCamera(before: Stage): boolean {
    if (!(before instanceof BasinStage)) return false
    return before.#size.width === this.#size.width && before.#size.length === this.#size.length
  }

  override dispose(): void {
    super.dispose()
    this.#sourceMarks.dispose()
    this.#caustics?.dispose()
    for (const part of [this.#surface, this.#basin, this.#obstacles, this.#cursor, this.#marks, this.#opennessTexture])
      part.dispose()
  }

  /** Intersection of a ray with a level [m] inside the basin, in the coordinates of the grid. */
  #intersectLevel(ray: Ray, level: number): WaterPoint | undefined {
    const point = ray.intersectPlane(new Plane(new Vector3(0, 1, 0), -level), new Vector3())
    const { width, length } = this.#size
    if (!point || Math.abs(point.x) > width / 2 || Math.abs(point.z) > length / 2) return undefined
    return [point.x / this.#surface.scale.x, point.z / this.#surface.scale.z]
  }

  #isSolid(at: WaterPoint): boolean {
    return this.#openness[cellIndex(this.#grid, at)]! < 0.5
  }
}

/** Key of the properties that meshes and shaders depend on. */
function planOf(info: SimulationInfo): string {
  return JSON.stringify([info.grid, basinSizeOf(info), info.hasBodies, hasBodyLayer(info)])
}
