// Water without terrain, in surroundings that fit it: a pool, a pond, a lake, a harbor, or a flume where the grid is one cell wide.

import {
  CausticsMap,
  PlanarReflection,
  type QualitySettings,
  type Rain,
  RippleCaustics,
  SunShadow,
  WaterSurface,
} from '@seiche/three'
import type { Grid, Scene } from 'seiche'
import { float, normalWorldGeometry, positionGeometry, varying, vec2 } from 'three/tsl'
import {
  type Camera,
  type Node,
  type PerspectiveCamera,
  Plane,
  type Ray,
  type Renderer,
  type Scene as ThreeScene,
  Vector3,
} from 'three/webgpu'
import { rainOf } from '../../../session/display/rain.js'
import type { Marks } from '../../../session/instruments.js'
import { basinSettingOf } from '../../../session/scenes/setting.js'
import type { WaterPoint } from '../../../tools/water-point.js'
import type { PlacedSource, SimulationInfo } from '../../../worker/protocol.js'
import {
  type BlockView,
  type CameraLimits,
  type CameraPose,
  type FreeAngles,
  poseOf,
  viewOf,
} from '../../camera-fit.js'
import { causticsSideFor } from '../../resolution.js'
import { createRain, showRain } from '../../shared/layers/load-rain.js'
import type { Lighting } from '../../shared/lighting.js'
import { asShown } from '../../shared/scene-palette.js'
import { type Basin, type BasinSize, basinSizeOf } from '../../shared/solids/basin.js'
import { cellIndex } from '../../shared/solids/cell-index.js'
import { Obstacles } from '../../shared/solids/obstacles.js'
import { OpennessTexture } from '../../shared/solids/openness-texture.js'
import { SourceMarks } from '../../shared/surface/source-marks.js'
import { SurfaceCursor } from '../../shared/surface/surface-cursor.js'
import { SurfaceLook } from '../../shared/surface/surface-look.js'
import { WaterMarks } from '../../shared/surface/water-marks.js'
import type { BrushCursor, ViewFrame } from '../../view.js'
import { hasBodyLayer, Stage } from '../stage.js'
import { stageKindOf } from '../stage-kind.js'
import { designOf, type SettingDesign } from './basin-setting.js'
import { wallDistance } from './wall-distance.js'

/** Depth and width over the length below which water is a thin strip from the side [1]. */
const thinness = 0.1
/** Side of the tile of ripples that focus light in water without a floor, in parts of the extent [1]. */
const tileShare = 0.12

export class BasinStage extends Stage {
  readonly background: Node<'vec3'>
  readonly #plan: string
  readonly #size: BasinSize
  readonly #grid: Grid
  readonly #design: SettingDesign
  readonly #scene: Scene
  readonly #lighting: Lighting
  readonly #surface: WaterSurface
  readonly #caustics: CausticsMap | undefined
  /** Light that ripples focus in water without a floor. */
  readonly #ripples: RippleCaustics | undefined
  /** Most texels along a side of the caustics. */
  readonly #causticsSide: number
  readonly #reflections = new PlanarReflection([])
  readonly #basin: Basin
  readonly #rain: Rain | undefined
  readonly #obstacles: Obstacles
  readonly #cursor: SurfaceCursor
  readonly #sourceMarks: SourceMarks
  readonly #marks: WaterMarks
  readonly #opennessTexture: OpennessTexture
  /** Openness of each cell [1]. */
  readonly #openness: Float32Array
  /** Heights of the last frame [m]. */
  readonly #heights: Float32Array
  /** Whether the water or the sun have moved since the caustics were drawn. */
  #isLightStale = true
  #time = 0
  /** Time for which the water has moved [s]. */
  #rippleTime = 0

  constructor(info: SimulationInfo, lighting: Lighting, quads: number) {
    super()
    this.name = 'basin'
    const { nx, nz, cellSize } = info.grid
    const { sky } = lighting
    const design = designOf(basinSettingOf(info.scene))
    const size = basinSizeOf(info, design.rim)
    this.#plan = planOf(info)
    this.#size = size
    this.#grid = info.grid
    this.#design = design
    this.#scene = info.scene
    this.#lighting = lighting
    this.#openness = new Float32Array(nx * nz).fill(1)
    this.#heights = new Float32Array(nx * nz)
    const shadow =
      info.hasBodies && design.hasRim
        ? new SunShadow({ extent: [size.width, size.length], sky, refracts: true })
        : undefined
    const beyond = design.beyond?.(info.scene)
    const rain = createRain(info.scene, [size.width, size.length], sky)
    const drawn = vec2(size.width / (nx * cellSize), size.length / (nz * cellSize))
    // Water and basin refer to each other: the basin is used only when shaders are built.
    let basin: Basin | undefined
    const surface = new WaterSurface(
      { nx, nz, cellSize, data: new Float32Array(nx * nz) },
      {
        sky,
        segments: [Math.min(nx, quads), Math.min(nz, quads)],
        reflect: (...ray) => basin!.reflect(...ray),
        sunlight: (point) => basin!.sunlight?.(point) ?? float(1),
        reflections: this.#reflections,
        objects: this.#reflections.box,
        refraction: design.hasFloor,
        ...(design.rippleVariance && {
          rippleVariance: design.rippleVariance,
          rippleSide: rippleSideFor(Math.max(size.width, size.length)),
        }),
        rain,
        ...(design.hasRim && {
          refract: (...ray) => basin!.refract!(...ray),
          refractedLength: (...ray) => basin!.refractedLength!(...ray),
        }),
        // Open water has no walls.
        ...(beyond ? { beyond } : { walls: (place) => wallDistance(size, place.mul(drawn)) }),
      },
    )
    surface.scale.set(size.width / (nx * cellSize), 1, size.length / (nz * cellSize))
    const openness = new OpennessTexture(info.grid, size.width, size.length)
    // No water is drawn inside solids, even where the waves around them are higher.
    const place = varying(positionGeometry.xz).mul(drawn)
    const isOpen = openness.at(place).greaterThan(0.3)
    // A little way behind solids at its edges there is land.
    const behindSolids = 0.06 * Math.max(size.width, size.length)
    const isOutside = place
      .abs()
      .sub(vec2(size.width / 2, size.length / 2).add(behindSolids))
      .greaterThan(vec2(0))
      .any()
    surface.material.maskNode = beyond ? isOpen.or(isOutside) : isOpen
    this.#causticsSide = causticsSideFor(Math.max(screen.width, screen.height) * devicePixelRatio)
    const caustics = design.hasRim
      ? new CausticsMap(surface, { depth: size.depth, side: this.#causticsSide })
      : undefined
    const water = { surface: () => surface, caustics: () => caustics!, openness, shadow }
    basin = design.make(size, lighting, water, info.scene)
    this.background = basin.background ?? sky.radiance(normalWorldGeometry)
    const obstacles = new Obstacles(info.grid, size, basin, lighting, openness)
    this.#surface = surface
    this.#rain = rain
    if (rain) this.add(rain)
    this.#caustics = caustics
    this.#basin = basin
    this.#opennessTexture = openness
    this.#obstacles = obstacles
    this.#reflections.objects.push(obstacles, ...(basin.mirrored ?? []))
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
    this.look = new SurfaceLook(surface, info, beyond ? 'mirror' : 'continue')
    this.add(this.look)
    const held = basin
    if (design.isDeep) {
      const extent = Math.max(size.width, size.length)
      this.#ripples = new RippleCaustics({ side: tileShare * extent, sunDirection: sky.sunDirection })
      this.underwaterLook = {
        surface,
        caustics: this.#ripples,
        above: (...ray) => held.reflect(...ray),
        isNear: ({ y }, radius) => y - radius < this.#highest(),
        ...(basin.depths && { hidden: [basin.depths] }),
      }
    }
    if (caustics)
      this.underwaterLook = {
        surface,
        caustics,
        depth: size.depth,
        above: (...ray) => held.reflect(...ray),
        below: (...ray) => held.refract!(...ray),
        // No wave is higher than the water is deep.
        isNear: ({ y }, radius) => y - radius < Math.min(size.depth, this.#highest()),
      }
    if (!hasBodyLayer(info)) return
    this.bodyLook = {
      sky,
      water: surface,
      light: (...at) => held.light(...at),
      shadow,
      bubbles: { surface, depth: size.depth },
    }
  }

  /** Highest elevation of the water [m]. */
  #highest(): number {
    return this.#surface.heightScale.value * this.#heights.reduce((most, height) => Math.max(most, height), 0)
  }

  canReuse(info: SimulationInfo): boolean {
    return stageKindOf(info) === 'basin' && planOf(info) === this.#plan
  }

  override addBodies(): boolean {
    const isAdded = super.addBodies()
    if (isAdded && this.bodies) this.#reflections.objects.push(this.bodies)
    return isAdded
  }

  override restart(): void {
    this.setOpenness(this.#openness.fill(1))
  }

  setFrame({ heights, time }: ViewFrame): boolean {
    this.#basin.setTime?.(time)
    showRain(this.#rain, this.#scene, time)
    if (heights) {
      this.#surface.update(heights)
      this.#heights.set(heights)
      this.#isLightStale = true
    }
    // Ripples of water at rest stand still.
    if (this.#heights.some((height) => height !== 0)) this.#rippleTime += Math.max(0, time - this.#time)
    this.#time = time
    this.#surface.setRippleTime(this.#rippleTime)
    return false
  }

  setOpenness(openness: Float32Array): void {
    this.#openness.set(openness)
    this.#opennessTexture.set(openness)
    this.#obstacles.setOpenness(openness)
    this.#surface.setOpenness(this.#opennessTexture.solids.value > 0 ? openness : undefined)
    this.#basin.setSolids?.((x, z) => 1 - this.#openness[cellIndex(this.#grid, [x, z])]!)
  }

  override setHeightScale(scale: number): void {
    super.setHeightScale(scale)
    this.#surface.heightScale.value = scale
    this.#isLightStale = true
  }

  setTheme(dark: boolean): void {
    const palette = asShown(this.#design.palette(dark), this.#scene.view, dark, this.#design.exposure)
    this.#lighting.setPalette(palette)
    const { waterColor, crestColor, absorption } = palette
    this.#surface.setLook({ waterColor, crestColor, absorption })
    this.#isLightStale = true
  }

  override setQuality(settings: QualitySettings): void {
    super.setQuality(settings)
    const { causticsSide, reflections } = settings
    this.#reflections.enabled = reflections
    this.#caustics?.setSide(Math.min(causticsSide, this.#causticsSide))
    this.#isLightStale = true
  }

  override beforeRender(renderer: Renderer, camera: Camera): void {
    super.beforeRender(renderer, camera)
    this.#basin.beforeRender?.(renderer)
    if (this.#isLightStale) this.#caustics?.render(renderer)
    this.#isLightStale = false
    if (this.#ripples && camera.position.y < this.#highest()) this.#ripples.render(renderer, this.#rippleTime)
  }

  override draw(renderer: Renderer, scene: ThreeScene, camera: PerspectiveCamera): void {
    this.#reflections.render(renderer, scene, camera)
    super.draw(renderer, scene, camera)
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
    if (this.#design.hasRim && !this.#intersectLevel(ray, this.#size.rim)) return undefined
    const onTop = onSolids ? this.#intersectLevel(ray, this.#obstacles.top) : undefined
    return onTop && this.#isSolid(onTop) ? onTop : this.#intersectLevel(ray, 0)
  }

  override hides(point: Vector3, ray: Ray): boolean {
    const { rim } = this.#size
    return this.#design.hasRim && point.y < rim && !this.#intersectLevel(ray, rim)
  }

  override surfaceSampler(): (at: WaterPoint) => number {
    const heights = this.#heights.slice()
    return (at) => heights[cellIndex(this.#grid, at)]!
  }

  cameraLimits(): CameraLimits {
    const reach = Math.hypot(this.#size.width, this.#size.length) / 2
    const { hasRim, isDeep } = this.#design
    return {
      fieldOfView: 32,
      near: (this.#design.lens ?? (isDeep ? 0.008 : 0.02)) * reach,
      far: 120 * reach,
      minDistance: 0.15 * reach,
      maxDistance: 12 * reach,
      maxPolarAngle: hasRim ? 1.4 : isDeep ? 2.6 : 1.5,
      ...(hasRim && { basin: this.#size }),
      ...(isDeep && { lowest: () => -0.9 * this.#size.depth }),
    }
  }

  cameraPose(angles: FreeAngles): CameraPose {
    const { width, length, depth } = this.#size
    const { distance, lengthways, hasGlass } = this.#design
    const isThin = Math.max(depth, Math.min(width, length)) < thinness * Math.max(width, length)
    const direction = (isThin && lengthways) || this.#design.direction
    // The glass of a channel along z faces +x. Either way the sun is before the camera.
    const turned = this.#grid.nx === 1 ? Math.PI / 2 - direction.azimuth : direction.azimuth
    const usual: BlockView = { polar: direction.polar, azimuth: turned, distance, lowered: this.#design.lowered }
    const view = viewOf(this.#scene, usual)
    const low = hasGlass ? -depth : 0
    return poseOf({ width, length, low, high: 0 }, view, angles, this.#scene.view?.camera?.target)
  }

  override keepsCamera(before: Stage): boolean {
    if (!(before instanceof BasinStage)) return false
    return before.#size.width === this.#size.width && before.#size.length === this.#size.length
  }

  override dispose(): void {
    super.dispose()
    this.#sourceMarks.dispose()
    this.#caustics?.dispose()
    this.#ripples?.dispose()
    this.#rain?.dispose()
    this.#reflections.dispose()
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

/**
 * Side of a tile of ripples on open water [m]: a breeze makes waves of some metres, on a wide lake of ten. In a small picture they are
 * smaller than what is in it.
 */
function rippleSideFor(extent: number): number {
  return Math.min(0.12 * extent, Math.max(16, 0.006 * extent))
}

/** Key of the properties that meshes and shaders depend on. */
function planOf(info: SimulationInfo): string {
  const { boundaries, view } = info.scene
  const setting = basinSettingOf(info.scene)
  return JSON.stringify([
    ...[info.grid, basinSizeOf(info), setting, boundaries, view, info.hasBodies, hasBodyLayer(info)],
    rainOf(info.scene),
  ])
}
