// Water on terrain: in a landscape or at a sea that go on to the horizon, or as a block of earth, like a model on a stone floor.

import {
  GroundCaustics,
  GroundSurface,
  ObjectBox,
  type QualitySettings,
  type Rain,
  SunShadow,
  WaterSurface,
} from '@seiche/three'
import { float, normalWorldGeometry, positionGeometry, positionWorld, varying, vec2, vec3 } from 'three/tsl'
import { type Camera, Color, type Mesh, type Node, type NodeMaterial, Ray, type Renderer, Vector3 } from 'three/webgpu'
import { rainOf } from '../../../session/display/rain.js'
import type { Marks } from '../../../session/instruments.js'
import { runUpOf } from '../../../session/scenes/run-up.js'
import { landSettingOf } from '../../../session/scenes/setting.js'
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
import { hullsOf, MovingBoats } from '../../shared/boats/moving-boats.js'
import { createRain, showRain } from '../../shared/layers/load-rain.js'
import { loadedWhitewater, loadWhitewater } from '../../shared/layers/load-whitewater.js'
import type { WhitewaterLayer } from '../../shared/layers/whitewater-layer.js'
import type { Lighting } from '../../shared/lighting.js'
import { landPaletteFor } from '../../shared/palette.js'
import { asShown } from '../../shared/scene-palette.js'
import { type BasinSize, basinSizeOf, isChannel, roundLength } from '../../shared/solids/basin.js'
import { cellIndex } from '../../shared/solids/cell-index.js'
import { Obstacles } from '../../shared/solids/obstacles.js'
import { OpennessTexture } from '../../shared/solids/openness-texture.js'
import { makeFloor, slabs } from '../../shared/solids/paving.js'
import { SourceMarks } from '../../shared/surface/source-marks.js'
import { SurfaceCursor } from '../../shared/surface/surface-cursor.js'
import { SurfaceLook } from '../../shared/surface/surface-look.js'
import { WaterMarks } from '../../shared/surface/water-marks.js'
import type { BrushCursor, ViewFrame } from '../../view.js'
import { hasBodyLayer, Stage } from '../stage.js'
import { stageKindOf } from '../stage-kind.js'
import { isNearWater, lowestOverland } from './camera-over-land.js'
import { LandscapeFields } from './landscape-fields.js'
import { type Level, SolidTops } from './solid-tops.js'
import { Surroundings } from './surroundings.js'

/** Views of a block, of a channel, which is seen from its side, and of a landscape, whose horizon is in the picture. */
const fromAbove: BlockView = { polar: 1.14, azimuth: 0.5, distance: 0.76 }
const fromTheSide: BlockView = { polar: 1.32, azimuth: 0.12, distance: 0.85 }
const towardsHorizon: BlockView = { polar: 1.33, azimuth: 0.5, distance: 0.62, lowered: 0.05 }
/** Vertical angles of view of a block, of a landscape, and of a landscape in a tall window [degrees]. */
const [ofBlock, ofLandscape, ofTallLandscape] = [32, 40, 52]
/** Distance of the near plane, in parts of half the diagonal [1]: a lens smaller than the depth of lakes. */
const near = 0.004
/** Height of solids above terrain and water, in parts of the extent. */
const wallHeight = 0.025
/** Solids in rivers, gray as their rocks: the stone of pools is warmer. */
const stone = /* @__PURE__ */ new Color(0xb9b4a8)
/** Cover of a cell with foam from which on whitewater is wanted [1]. */
const leastFoam = 0.05
/** Frames between two looks at whether water has reached the tops of solids. */
const framesBetweenRises = 16
/** Thickness of the earth below the lowest point of the terrain, in parts of the extent. */
const thickness = 0.035

export class LandscapeStage extends Stage {
  readonly background: Node<'vec3'>
  override readonly air: Node<'vec4'> | undefined
  /** Undefined for a block. */
  readonly #surroundings: Surroundings | undefined
  readonly #terrain: GroundSurface
  readonly #boats: MovingBoats
  readonly #water: WaterSurface
  readonly #caustics: GroundCaustics
  /** Box of everything that the water refracts besides the terrain. */
  readonly #objects = new ObjectBox()
  readonly #rain: Rain | undefined
  readonly #cursor: SurfaceCursor
  readonly #sourceMarks: SourceMarks
  readonly #marks: WaterMarks
  readonly #size: BasinSize
  readonly #info: SimulationInfo
  readonly #lighting: Lighting
  readonly #fields: LandscapeFields
  readonly #obstacles: Obstacles
  readonly #openness: OpennessTexture
  readonly #tops: SolidTops
  /** Openness of the cells of the grid; undefined without solids. */
  #solids: Float32Array | undefined
  /** The floor that a block is on. */
  readonly #floor: Mesh | undefined
  #whitewater: WhitewaterLayer | undefined
  /** Frames so far. */
  #frames = 0
  /** Whether the next frame is the first of a simulation. */
  #isFirst = true
  /** Time for which the water has moved [s]. */
  #rippleTime = 0

  constructor(info: SimulationInfo, lighting: Lighting, quads: number) {
    super()
    this.name = 'landscape'
    const { nx, nz, cellSize } = info.grid
    const size = basinSizeOf(info)
    const reach = Math.max(size.width, size.length)
    this.#size = size
    this.#info = info
    this.#lighting = lighting
    const fields = new LandscapeFields(info, landSettingOf(info.scene))
    this.#fields = fields
    const { input } = fields
    const { sky } = lighting
    const surroundings = fields.wider && new Surroundings(fields.wider, sky, reach, quads)
    this.#surroundings = surroundings
    const shadow = info.hasBodies ? new SunShadow({ extent: [size.width, size.length], sky }) : undefined
    this.background = (surroundings ?? sky).radiance(normalWorldGeometry)
    this.air = surroundings?.air
    this.#terrain = new GroundSurface(input, {
      sky,
      light: (normal, sun, open) =>
        lighting.overland(normal, shadow ? sun.mul(shadow.light(positionWorld, float(0.0015 * reach))) : sun, open),
      thickness: surroundings ? 0 : thickness * reach,
      // The camera is on the land: a quad beside it is larger than one of a picture that shows all of the grid.
      segments: [Math.min(input.nx, 2 * quads), Math.min(input.nz, 2 * quads)],
      runUp: runUpOf(info.scene),
    })
    this.#rain = createRain(info.scene, [size.width, size.length], sky)
    if (this.#rain) this.add(this.#rain)
    this.#water = new WaterSurface(input, {
      sky,
      ...(surroundings && { reflect: surroundings.reflect, sunlight: () => surroundings.sunlight() }),
      rain: this.#rain,
      ground: this.#terrain,
      objects: this.#objects,
      // The depth of visible ground is that of the kind of water if the scene names one, else relative to the depth of the scene.
      ...(info.scene.view?.water && { absorption: asShown(landPaletteFor(false), info.scene.view, false).absorption }),
    })
    this.#caustics = new GroundCaustics(this.#water)
    if (surroundings) this.add(...surroundings.addTo(this.#terrain, this.#water, runUpOf(info.scene), lighting))
    else this.add((this.#floor = slateFloor(lighting, size)))
    const scale = vec2(size.width / (nx * cellSize), size.length / (nz * cellSize))
    for (const part of [this.#terrain, this.#water])
      part.scale.set(size.width / (nx * cellSize), 1, size.length / (nz * cellSize))
    this.#openness = new OpennessTexture(info.grid, size.width, size.length)
    // No water is drawn inside solids.
    const open = this.#openness.at(varying(positionGeometry.xz).mul(scale)).greaterThan(0.3)
    const wet = this.#water.material.maskNode as Node<'bool'>
    this.#water.material.maskNode = wet.and(open)

    const bed = (place: Node<'vec2'>): Node<'float'> => this.#terrain.heightField.height(place.div(scale))
    const onTop = (place: Node<'vec2'>): Node<'float'> =>
      bed(place).add(this.#water.grounded!.depthField.height(place.div(scale)).max(0))
    this.#tops = new SolidTops(nx, nz, wallHeight * reach)
    const extent = vec2(size.width, size.length)
    const top = (place: Node<'vec2'>): Node<'float'> =>
      this.#tops.at(place.div(extent).add(0.5)).mul(this.#terrain.heightScale)
    const light = (_: Node<'vec3'>, normal: Node<'vec3'>): Node<'vec3'> => lighting.outdoors(normal)
    const walls: BasinSize = { ...size, depth: 0, rim: wallHeight * reach }
    this.#obstacles = new Obstacles(info.grid, walls, { light }, lighting, this.#openness, { bottom: bed, top })
    this.#cursor = new SurfaceCursor(onTop, this.#openness, top)
    const makeCursor = () => new SurfaceCursor(onTop, this.#openness, top)
    this.#sourceMarks = new SourceMarks(makeCursor)
    this.#marks = new WaterMarks(makeCursor, onTop, Math.max(size.width, size.length))
    this.add(this.#terrain, this.#water, this.#obstacles, this.#sourceMarks, this.#marks, this.#cursor)
    this.add((this.#boats = new MovingBoats(info.scene, reach, lighting)))
    this.look = new SurfaceLook(this.#water, info)
    this.add(this.look)
    this.underwaterLook = {
      surface: this.#water,
      caustics: this.#caustics.ripples,
      isNear: (point, radius) => isNearWater(this.#terrain, point, radius),
      air: this.air,
    }
    if (!hasBodyLayer(info)) return
    this.bodyLook = {
      sky,
      water: this.#water,
      light: (point, normal) => {
        const local = vec3(point.x.div(scale.x), point.y, point.z.div(scale.y))
        return lighting.overland(normal, this.#caustics.light(local, point.fwidth().length()), float(1))
      },
      shadow,
      bubbles: { surface: this.#water },
    }
  }

  canReuse(info: SimulationInfo): boolean {
    return stageKindOf(info) === 'landscape' && planOf(info) === planOf(this.#info)
  }

  override restart(): void {
    this.#isFirst = true
  }

  override setBed(bed: Float32Array): void {
    this.#fields.set('bed', bed)
    this.#buildSolids()
  }

  /** The camera is placed again after the first frame, which has the height of the terrain. */
  setFrame({ surfaceFields, time }: ViewFrame): boolean {
    const { input, wider } = this.#fields
    if (surfaceFields) this.#fields.setWater(surfaceFields)
    // Ripples of water at rest stand still, and so does the light below them.
    if (this.#fields.isMoving) this.#rippleTime += Math.max(0, time - (input.time ?? 0))
    input.time = time
    this.#boats.setTime(time)
    showRain(this.#rain, this.#info.scene, time)
    const isFirst = this.#isFirst
    this.#isFirst = false
    if (isFirst) wider?.reset()
    wider?.update()
    if (isFirst) this.#terrain.reset()
    if (isFirst) this.#buildSolids()
    else if (this.#solids && ++this.#frames % framesBetweenRises === 0) this.#tops.raise(this.#level, this.#solids)
    this.#update()
    if (isFirst) this.#surroundings?.begin()
    return isFirst
  }

  setOpenness(openness: Float32Array): void {
    this.#openness.set(openness)
    this.#obstacles.setOpenness(openness)
    this.#solids = this.#obstacles.visible ? openness.slice() : undefined
    this.#buildSolids()
    this.#water.setOpenness(this.#openness.solids.value > 0 ? this.#fields.withMargin(openness) : undefined)
    this.#update()
  }

  /** Builds the tops of solids on the present ground and water. */
  #buildSolids(): void {
    if (this.#solids) this.#tops.build(this.#level, this.#solids)
  }

  get #level(): Level {
    const { input, margin } = this.#fields
    return { nx: input.nx, bed: input.bed, depth: input.depth, margin }
  }

  override setHeightScale(scale: number): void {
    super.setHeightScale(scale)
    this.#terrain.heightScale.value = scale
    this.#update()
  }

  setTheme(dark: boolean): void {
    const palette = asShown(landPaletteFor(dark), this.#info.scene.view, dark)
    palette.obstacleColor = stone
    if (this.#surroundings) {
      // The haze at the horizon goes on below it.
      palette.groundColor = palette.horizonColor
      this.#surroundings.setTheme(dark)
    }
    this.#lighting.setPalette(palette)
    const { waterColor, crestColor, absorption } = palette
    this.#water.setLook({ waterColor, crestColor, absorption })
    // The shadows move with the sun.
    this.#update()
  }

  override setSources(sources: readonly PlacedSource[]): void {
    this.#sourceMarks.show(sources, this.#water.scale)
  }

  override setMarks(marks: Marks): void {
    this.#marks.show(marks, this.#water.scale)
  }

  override setCursor(cursor: BrushCursor | undefined): boolean {
    return this.#cursor.show(cursor, this.#water.scale)
  }

  cameraLimits(aspect: number): CameraLimits {
    const reach = Math.hypot(this.#size.width, this.#size.length) / 2
    return {
      fieldOfView: !this.#surroundings ? ofBlock : aspect < 1 ? ofTallLandscape : ofLandscape,
      near: near * reach,
      far: 80 * reach,
      minDistance: 0.1 * reach,
      maxDistance: (this.#surroundings ? 4 : 12) * reach,
      maxPolarAngle: 2.6,
      lowest: (x, z) => lowestOverland(this.#terrain, x, z, 2 * near * reach, this.#fields.wider),
    }
  }

  cameraPose(angles: FreeAngles): CameraPose {
    const { base, heightScale } = this.#terrain
    const { lowest, highest } = this.#fields.levels()
    const { width, length } = this.#size
    const low = this.#surroundings ? lowest * heightScale.value : base
    const block = { width, length, low, high: highest * heightScale.value }
    const { scene, grid } = this.#info
    const usual = this.#surroundings ? towardsHorizon : isChannel(this.#info) ? fromTheSide : fromAbove
    const turned = grid.nx === 1 ? { ...usual, azimuth: usual.azimuth + Math.PI / 2 } : usual
    return poseOf(block, viewOf(scene, turned), angles, scene.view?.camera?.target)
  }

  override pick(ray: Ray): WaterPoint | undefined {
    this.#terrain.updateWorldMatrix(true, false)
    const local = new Ray().copy(ray).applyMatrix4(this.#terrain.matrixWorld.clone().invert())
    const hit = this.#terrain.intersect(local, new Vector3())
    if (!hit) return undefined
    const { nx, nz, cellSize } = this.#info.grid
    const isInside = Math.abs(hit.x) <= (nx * cellSize) / 2 && Math.abs(hit.z) <= (nz * cellSize) / 2
    return isInside ? [hit.x, hit.z] : undefined
  }

  override surfaceSampler(): (at: WaterPoint) => number {
    const { bed, depth } = this.#terrain
    const top = bed.map((height, cell) => height + depth[cell]!)
    return (at) => top[cellIndex(this.#fields.input, at)]!
  }

  override dispose(): void {
    super.dispose()
    this.#sourceMarks.dispose()
    this.#rain?.dispose()
    this.#whitewater?.dispose()
    for (const part of [
      this.#caustics,
      this.#terrain,
      this.#water,
      this.#obstacles,
      this.#cursor,
      this.#marks,
      this.#openness,
      this.#tops,
      this.#boats,
    ])
      part.dispose()
    this.#surroundings?.dispose()
    this.#floor?.geometry.dispose()
    ;(this.#floor?.material as NodeMaterial | undefined)?.dispose()
  }

  override beforeRender(renderer: Renderer, camera: Camera): void {
    super.beforeRender(renderer, camera)
    this.#surroundings?.render(renderer)
    if (this.#obstacles.visible)
      this.#obstacles.setLevels(this.#terrain.base, this.#tops.highest * this.#terrain.heightScale.value)
    const objects = [this.#obstacles, this.#boats]
    this.#objects.measure(this.bodies ? [...objects, this.bodies] : objects)
    this.#caustics.render(renderer, this.#rippleTime)
  }

  override setTime(time: number): void {
    super.setTime(time)
    this.#whitewater ??= this.#addWhitewater()
    this.#whitewater?.update(time)
  }

  override setQuality(settings: QualitySettings): void {
    super.setQuality(settings)
    if (this.#whitewater) this.#whitewater.share = settings.particles
  }

  /** Whitewater, once there is foam and its code is loaded. */
  #addWhitewater(): WhitewaterLayer | undefined {
    if (!this.#fields.input.foam?.some((cover) => cover > leastFoam)) return undefined
    const Layer = loadedWhitewater()
    if (!Layer) {
      void loadWhitewater()
      return undefined
    }
    const layer = new Layer(this.#water, this.#fields.input)
    layer.share = this.particles
    this.add(layer)
    return layer
  }

  #update(): void {
    this.#terrain.update()
    this.#water.update()
    this.#surroundings?.update()
    if (this.#floor) this.#floor.position.y = this.#terrain.base
  }
}

/** The floor under a block, of slate: earth, grass and water are brighter than it. */
function slateFloor(lighting: Lighting, { width, length }: BasinSize): Mesh {
  const reach = Math.max(width, length)
  return makeFloor(lighting, {
    reach,
    level: 0,
    footprint: [width / 2, length / 2],
    color: (_, blur) => slabs(lighting, 8 * roundLength(reach / 26), blur).mul(vec3(0.64, 0.72, 0.78)),
  })
}

/** Key of the properties that meshes and shaders depend on. */
function planOf(info: SimulationInfo): string {
  const { grid, surfaceFieldNames, hasBodies } = info
  return JSON.stringify([
    grid,
    surfaceFieldNames,
    hasBodies,
    hasBodyLayer(info),
    info.scene.view,
    landSettingOf(info.scene),
    rainOf(info.scene),
    hullsOf(info.scene),
  ])
}
