// Open water without walls: the periodic grid repeated to the horizon, under a sky, seen from just above the crests.

import { type CascadeTile, type CompactHeights, WaterSurface } from '@seiche/three'
import { normalWorldGeometry } from 'three/tsl'
import { ACESFilmicToneMapping, MathUtils, type Node, Plane, type Ray, Vector3 } from 'three/webgpu'
import type { Marks } from '../../../session/instruments.js'
import { measures } from '../../../tools/tools.js'
import type { WaterPoint } from '../../../tools/water-point.js'
import { cascadeFields, type SimulationInfo } from '../../../worker/protocol.js'
import type { CameraLimits, CameraPose } from '../../camera-fit.js'
import type { Lighting } from '../../shared/lighting.js'
import { OpennessTexture } from '../../shared/openness-texture.js'
import { SurfaceCursor } from '../../shared/surface-cursor.js'
import { SurfaceLook } from '../../shared/surface-look.js'
import { WaterMarks } from '../../shared/water-marks.js'
import type { BrushCursor, ViewFrame } from '../../view.js'
import { Stage } from '../stage.js'
import { stageKindOf } from '../stage-kind.js'
import { Beach } from './beach.js'
import { seaPaletteFor } from './sea-palette.js'
import { beachOf, headingOf, storminess } from './sea-plan.js'
import { SeaSky } from './sea-sky.js'
import { whitecapCover, whitecapThresholds } from './whitecaps.js'

/** Copies of the grid along each axis. */
const tiles = 15
/** Distance at which the water has faded into the sky, over that at which it ends. */
const hazeShare = 0.3
/** Size of marks, relative to those on water that is seen as a whole: the camera is among the waves. */
const nearness = 0.25

export class SeaStage extends Stage {
  readonly background: Node<'vec3'>
  override readonly toneMapping = ACESFilmicToneMapping
  readonly #surface: WaterSurface
  /** Longer side of the grid [m]. */
  readonly #extent: number
  readonly #info: SimulationInfo
  readonly #input: CompactHeights
  readonly #lighting: Lighting
  readonly #sky: SeaSky
  readonly #beach: Beach | undefined
  readonly #openness: OpennessTexture
  readonly #cursor: SurfaceCursor
  readonly #marks: WaterMarks
  readonly #reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  /** Highest elevation of the first frame [m]; undefined before it. */
  #highest: number | undefined
  #time = 0

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
    this.#sky = new SeaSky(lighting)
    this.background = this.#sky.radiance(normalWorldGeometry)
    this.#input = { nx, nz, cellSize, data: new Float32Array(nx * nz) }
    this.#take(new Float32Array(nx * nz * info.surfaceFieldNames.length))
    const { solver } = info.scene
    this.#surface = new WaterSurface(this.#input, {
      tiles,
      segments: [Math.min(nx, quads), Math.min(nz, quads)],
      haze,
      sky: lighting.sky,
      reflect: (_origin, direction) => this.#sky.mirrored(direction),
      // The ground of the open sea is out of sight.
      refraction: plan !== undefined,
      ...(solver.type === 'ocean' && { foamStart: solver.foamStart, foamFull: solver.foamFull }),
    })
    this.add(this.#surface)
    this.look = new SurfaceLook(this.#surface, info, solver.type === 'ocean' ? 'repeat' : 'mirror')
    this.add(this.look)
    const level = (place: Node<'vec2'>): Node<'float'> => this.#surface.heightField.height(place)
    this.#openness = new OpennessTexture(info.grid, nx * cellSize, nz * cellSize)
    const makeCursor = () => new SurfaceCursor(level, this.#openness, level)
    this.#cursor = makeCursor()
    this.#marks = new WaterMarks(makeCursor, level, nearness * this.#extent)
    this.add(this.#marks, this.#cursor)
    if (plan) {
      this.#beach = new Beach(plan, reach, haze, lighting)
      this.add(this.#beach)
    }
    if (!info.hasBodies) return
    this.bodyLook = { sky: lighting.sky, light: (_, normal) => lighting.outdoors(normal) }
  }

  canReuse(info: SimulationInfo): boolean {
    return stageKindOf(info) === 'sea' && planOf(info) === planOf(this.#info)
  }

  /** The camera drifts with time. */
  setFrame({ heights, surfaceFields, time }: ViewFrame): boolean {
    if (!heights) return false
    this.#input.data = heights
    this.#input.time = time
    this.#time = time
    if (surfaceFields) this.#take(surfaceFields)
    this.#surface.update()
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
    const palette = seaPaletteFor(dark, {
      storminess: storm,
      heading: headingOf(this.#info),
      onBeach: this.#beach !== undefined,
    })
    this.#lighting.setPalette(palette)
    this.#surface.material.waterColor.value.copy(palette.waterColor)
    this.#surface.material.crestColor.value.copy(palette.crestColor)
    this.#sky.cloudColor.value.copy(palette.cloudColor)
    this.#sky.cover.value = 0.42 + 0.5 * storm
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
      maxPolarAngle: 1.53,
    }
  }

  /** Just above the crests, drifting slowly with the simulated time unless the person's system asks for reduced motion. */
  cameraPose(): CameraPose {
    const drift = this.#reducedMotion ? 0 : this.#time
    const { cellSize } = this.#info.grid
    const plan = beachOf(this.#info)
    if (plan) return poseOnBeach(plan.toe + plan.depth / plan.slope, plan.direction, drift)
    const height = Math.max(2.5 * cellSize, 1.5 * (this.#highest ?? 0))
    const heading = headingOf(this.#info) + 0.07 * Math.sin(drift / 23)
    const ahead = new Vector3(Math.cos(heading), 0, Math.sin(heading))
    const position = new Vector3(0, height * (1 + 0.12 * Math.sin(drift / 17)), 0).addScaledVector(
      ahead,
      0.04 * this.#extent * Math.sin(drift / 31),
    )
    const target = position.clone().addScaledVector(ahead, 5 * height)
    target.y = position.y - 0.3 * height
    return this.#towardsBodies(ahead, height) ?? { position, target }
  }

  /** A pose towards the initial bodies: from a little above, and far enough away to see them all. */
  #towardsBodies(ahead: Vector3, height: number): CameraPose | undefined {
    const { bodies } = this.#info.scene
    if (bodies.length === 0) return undefined
    const places = bodies.map(({ position: [x, , z] }) => new Vector3(x, 0, z))
    const middle = places.reduce((sum, place) => sum.add(place), new Vector3()).divideScalar(places.length)
    const spread = Math.max(...places.map((place) => place.distanceTo(middle)))
    const away = 2.5 * spread + 10 * this.#info.grid.cellSize
    const position = middle.clone().addScaledVector(ahead, -away)
    position.y = Math.max(1.5 * height, 0.3 * away)
    return { position, target: middle }
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
    for (const part of [this.#openness, this.#cursor, this.#marks]) part.dispose()
    this.#beach?.dispose()
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

/** From the dunes along the shore and out to sea. */
function poseOnBeach(shoreline: number, direction: number, drift: number): CameraPose {
  const turned = (vector: Vector3): Vector3 =>
    vector.applyAxisAngle(new Vector3(0, 1, 0), MathUtils.degToRad(-direction))
  const sway = 3 * Math.sin(drift / 19)
  return {
    position: turned(new Vector3(shoreline + 11, 5.5, 30 + sway)),
    target: turned(new Vector3(shoreline - 20, 1.5, -9.5)),
  }
}

/** Key of the properties that meshes and shaders depend on. */
function planOf({ grid, scene, surfaceFieldNames, hasBodies }: SimulationInfo): string {
  return JSON.stringify([grid, scene.solver, surfaceFieldNames, hasBodies])
}
