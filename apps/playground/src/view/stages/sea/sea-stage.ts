// Open water without walls: the periodic grid repeated to the horizon, under a sky, seen from just above the crests.

import {
  type CascadeTile,
  Clouds,
  type CompactHeights,
  CrestSpray,
  PlanarReflection,
  type QualitySettings,
  RippleCaustics,
  WaterSurface,
} from '@seiche/three'
import { normalWorldGeometry } from 'three/tsl'
import {
  ACESFilmicToneMapping,
  type Camera,
  type Node,
  type PerspectiveCamera,
  Plane,
  type Ray,
  type Renderer,
  type Scene,
  Vector3,
} from 'three/webgpu'
import type { Marks } from '../../../session/instruments.js'
import { measures } from '../../../tools/tools.js'
import type { WaterPoint } from '../../../tools/water-point.js'
import { cascadeFields, type SimulationInfo } from '../../../worker/protocol.js'
import type { CameraLimits, CameraPose, FreeAngles } from '../../camera-fit.js'
import { cloudTexelsFor } from '../../resolution.js'
import type { Lighting } from '../../shared/lighting.js'
import { asShown } from '../../shared/scene-palette.js'
import { OpennessTexture } from '../../shared/solids/openness-texture.js'
import { SurfaceCursor } from '../../shared/surface/surface-cursor.js'
import { SurfaceLook } from '../../shared/surface/surface-look.js'
import { WaterMarks } from '../../shared/surface/water-marks.js'
import type { BrushCursor, ViewFrame } from '../../view.js'
import { Stage } from '../stage.js'
import { stageKindOf } from '../stage-kind.js'
import { Beach, lengthToBeach } from './beach.js'
import { lowestAtSea, poseAtSea } from './sea-camera.js'
import { seaPaletteFor } from './sea-palette.js'
import { beachOf, headingOf, storminess } from './sea-plan.js'

import { whitecapCover, whitecapThresholds } from './whitecaps.js'

/** Copies of the grid along each axis. */
const tiles = 15
/** Distance at which the water has faded into the sky, over that at which it ends. */
const hazeShare = 0.3
/** Side of the tile of ripples that focus light [cells]. */
const tileInCells = 11
/** Factor on the light from the depth of the open sea, as for `asShown` [1]. */
const exposure = 2.1
/** Size of marks, relative to those on water that is seen as a whole: the camera is among the waves. */
const nearness = 0.25

export class SeaStage extends Stage {
  readonly background: Node<'vec3'>
  override readonly toneMapping = ACESFilmicToneMapping
  readonly #surface: WaterSurface
  readonly #reflections = new PlanarReflection([])
  /** Longer side of the grid [m]. */
  readonly #extent: number
  readonly #info: SimulationInfo
  readonly #input: CompactHeights
  readonly #lighting: Lighting
  readonly #clouds: Clouds
  /** Light that ripples focus, on the ground of a beach and as shafts under water. */
  readonly #caustics: RippleCaustics
  readonly #beach: Beach | undefined
  /** Spray of crests, unless the person's system asks for reduced motion. */
  readonly #spray: CrestSpray | undefined
  readonly #openness: OpennessTexture
  readonly #cursor: SurfaceCursor
  readonly #marks: WaterMarks
  readonly #reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  /** Highest elevation of the first frame [m]; undefined before it. */
  #highest: number | undefined
  /** Highest elevation of the present frame [m]. */
  #crest = 0
  #time = 0
  /** Time for which the water has moved [s]. */
  #rippleTime = 0

  constructor(info: SimulationInfo, lighting: Lighting, quads: number) {
    super()
    this.name = 'sea'
    const { nx, nz, cellSize } = info.grid
    this.#info = info
    this.#lighting = lighting
    this.#extent = Math.max(nx, nz) * cellSize
    const reach = (tiles * this.#extent) / 2
    const haze = hazeShare * reach
    const plan = beachOf(info)
    this.#clouds = new Clouds(lighting.sky, { texels: cloudTexelsFor(quads) })
    this.background = this.#clouds.radiance(normalWorldGeometry)
    this.#input = { nx, nz, cellSize, data: new Float32Array(nx * nz) }
    this.#take(new Float32Array(nx * nz * info.surfaceFieldNames.length))
    const { solver } = info.scene
    this.#surface = new WaterSurface(this.#input, {
      tiles,
      segments: [Math.min(nx, quads), Math.min(nz, quads)],
      haze,
      sky: lighting.sky,
      reflect: (_origin, direction) => this.#clouds.mirrored(direction),
      sunlight: () => this.#clouds.sunlight,
      // The ground of the open sea is out of sight.
      refraction: plan !== undefined,
      ...(plan && { refractedLength: lengthToBeach(plan) }),
      // Waves of the wind scatter the images of bodies, and a beach is too low to be seen in the mirror of its waves.
      reflections: solver.type !== 'ocean' && info.hasBodies && this.#reflections,
      objects: this.#reflections.box,
      ...(solver.type === 'ocean' && {
        foamStart: solver.foamStart,
        foamFull: solver.foamFull,
        windDirection: solver.windDirection,
      }),
    })
    this.add(this.#surface)
    if (solver.type === 'ocean' && !this.#reducedMotion) {
      this.#spray = new CrestSpray(this.#surface, this.#input, solver)
      this.add(this.#spray)
    }
    this.look = new SurfaceLook(this.#surface, info, solver.type === 'ocean' ? 'repeat' : 'mirror')
    this.add(this.look)
    const level = (place: Node<'vec2'>): Node<'float'> => this.#surface.heightField.height(place)
    this.#openness = new OpennessTexture(info.grid, nx * cellSize, nz * cellSize)
    const makeCursor = () => new SurfaceCursor(level, this.#openness, level)
    this.#cursor = makeCursor()
    this.#marks = new WaterMarks(makeCursor, level, nearness * this.#extent)
    this.add(this.#marks, this.#cursor)
    this.#caustics = new RippleCaustics({ side: tileInCells * cellSize, sunDirection: lighting.sky.sunDirection })
    if (plan) {
      this.#beach = new Beach(plan, reach, haze, lighting, this.#caustics)
      this.add(this.#beach)
    }
    this.underwaterLook = {
      surface: this.#surface,
      caustics: this.#caustics,
      above: (_origin, direction) => this.#clouds.mirrored(direction),
      objects: plan !== undefined || info.hasBodies,
      isNear: ({ y }, radius) => y - radius < this.#surface.heightScale.value * this.#crest,
    }
    if (!info.hasBodies) return
    this.bodyLook = { sky: lighting.sky, light: (_, normal) => lighting.outdoors(normal) }
  }

  canReuse(info: SimulationInfo): boolean {
    return stageKindOf(info) === 'sea' && planOf(info) === planOf(this.#info)
  }

  override addBodies(): boolean {
    const isAdded = super.addBodies()
    if (isAdded && this.bodies) this.#reflections.objects.push(this.bodies)
    return isAdded
  }

  override setQuality(settings: QualitySettings): void {
    super.setQuality(settings)
    const { reflections } = settings
    this.#reflections.enabled = reflections
  }

  override beforeRender(renderer: Renderer, camera: Camera): void {
    super.beforeRender(renderer, camera)
    this.#clouds.render(renderer)
    if (this.#beach || camera.position.y < this.#crest) this.#caustics.render(renderer, this.#rippleTime)
  }

  override draw(renderer: Renderer, scene: Scene, camera: PerspectiveCamera): void {
    this.#reflections.render(renderer, scene, camera)
    super.draw(renderer, scene, camera)
  }

  /** The camera drifts with time. */
  setFrame({ heights, surfaceFields, time }: ViewFrame): boolean {
    if (!heights) return false
    this.#input.data = heights
    this.#input.time = time
    this.#crest = heights.reduce((most, height) => Math.max(most, height), 0)
    // Ripples of a sea at rest stand still.
    if (this.#crest > 0) this.#rippleTime += Math.max(0, time - this.#time)
    this.#time = time
    if (surfaceFields) this.#take(surfaceFields)
    this.#surface.update()
    this.#spray?.update()
    if (this.#highest === undefined) this.#fitWhitecaps()
    this.#highest ??= heights.reduce((most, height) => Math.max(most, Math.abs(height)), 0)
    return true
  }

  /** Land is where no cell is open; the water's heights are extrapolated a little way into it, and the sand hides them. */
  setOpenness(openness: Float32Array): void {
    this.#surface.setOpenness(openness.some((open) => open < 1) ? openness : undefined)
  }

  override setHeightScale(scale: number): void {
    super.setHeightScale(scale)
    this.#surface.heightScale.value = scale
  }

  setTheme(dark: boolean): void {
    const storm = storminess(this.#info)
    const weather = { storminess: storm, heading: headingOf(this.#info), onBeach: this.#beach !== undefined }
    const palette = asShown(seaPaletteFor(dark, weather), this.#info.scene.view, dark, this.#beach ? 1 : exposure)
    this.#lighting.setPalette(palette)
    const { waterColor, crestColor, absorption } = palette
    this.#surface.setLook({ waterColor, crestColor, absorption })
    this.#clouds.color.value.copy(palette.cloudColor)
    this.#clouds.cover.value = 0.34 + 0.4 * storm
    this.#beach?.sandColor.value.copy(palette.sandColor)
  }

  override setCursor(cursor: BrushCursor | undefined): boolean {
    const factor = cursor && measures(cursor.tool) ? nearness : 1
    return this.#cursor.show(cursor && { ...cursor, radius: factor * cursor.radius }, this.#surface.scale)
  }

  override setMarks(marks: Marks): void {
    this.#marks.show(marks, this.#surface.scale)
  }

  /** Intersection of a ray with the grid at rest, for bodies and probes. */
  override pick(ray: Ray): WaterPoint | undefined {
    const point = ray.intersectPlane(new Plane(new Vector3(0, 1, 0)), new Vector3())
    return point && Math.max(Math.abs(point.x), Math.abs(point.z)) <= this.#extent / 2 ? [point.x, point.z] : undefined
  }

  cameraLimits(aspect: number): CameraLimits {
    const { cellSize } = this.#info.grid
    return {
      // A window that is taller than wide would see too little of the horizon.
      fieldOfView: aspect < 1 ? 52 : 40,
      near: 0.2 * cellSize,
      far: 12 * this.#extent,
      minDistance: 4 * cellSize,
      maxDistance: 0.6 * this.#extent,
      maxPolarAngle: 2.6,
      lowest: lowestAtSea(this.#info),
    }
  }

  /** Drifts slowly with the simulated time unless the person's system asks for reduced motion. */
  cameraPose(angles: FreeAngles): CameraPose {
    return poseAtSea(this.#info, this.#highest ?? 0, this.#reducedMotion ? 0 : this.#time, angles)
  }

  /** Foam begins where crests are compressed so much that whitecaps cover the part of the sea that they cover in this wind. */
  #fitWhitecaps(): void {
    const { solver } = this.#info.scene
    const { cascades } = this.#input
    if (solver.type !== 'ocean' || !cascades) return
    const thresholds = whitecapThresholds(cascades, whitecapCover(solver.windSpeed))
    if (!thresholds) return
    this.#surface.material.foamStart.value = thresholds.start
    this.#surface.material.foamFull.value = thresholds.full
  }

  override dispose(): void {
    super.dispose()
    this.#surface.dispose()
    this.#reflections.dispose()
    this.#clouds.dispose()
    for (const part of [this.#openness, this.#cursor, this.#marks]) part.dispose()
    this.#beach?.dispose()
    this.#caustics.dispose()
    this.#spray?.dispose()
  }

  /** Makes views of the fields, which follow one another in a frame. */
  #take(fields: Float32Array): void {
    const { surfaceFieldNames, grid } = this.#info
    const cells = grid.nx * grid.nz
    const values = new Map(surfaceFieldNames.map((name, at) => [name, fields.subarray(at * cells, (at + 1) * cells)]))
    for (const name of ['dx', 'dz', 'foam', 'breaking', 'slopeX', 'slopeZ'] as const) {
      const field = values.get(name)
      if (field) this.#input[name] = field
    }
    const { solver } = this.#info.scene
    if (solver.type !== 'ocean') return
    const cascades = Array.from({ length: solver.cascades }, (_, c) => c)
    // Recorded runs may have been written without them.
    if (!cascades.every((c) => cascadeFields.every((name) => values.has(`${name}_${c}`)))) return
    this.#input.cascades = cascades.map((c) => ({
      cellSize: grid.cellSize / solver.ratio ** c,
      ...(Object.fromEntries(cascadeFields.map((name) => [name, values.get(`${name}_${c}`)!])) as Omit<
        CascadeTile,
        'cellSize'
      >),
    }))
  }
}

/** Key of the properties that meshes and shaders depend on. */
function planOf({ grid, scene, surfaceFieldNames, hasBodies }: SimulationInfo): string {
  return JSON.stringify([grid, scene.solver, scene.view, surfaceFieldNames, hasBodies])
}
