// A fluid that fills a box, drawn according to its display.

import { type QualitySettings, SmokeVolume } from '@seiche/three'
import {
  Box3,
  type Camera,
  Color,
  NeutralToneMapping,
  type Node,
  NoToneMapping,
  type Ray,
  type Renderer,
  type ToneMapping,
  Vector3,
} from 'three/webgpu'
import { type FluidDisplay, fieldsFor, renderedDye } from '../../../session/display/fluid-display.js'
import { type Marks, markShare } from '../../../session/instruments.js'
import type { WaterPoint } from '../../../tools/water-point.js'
import type { SimulationInfo } from '../../../worker/protocol.js'
import { boxCorners, type CameraLimits, type CameraPose, type FreeAngles, fitPoints } from '../../camera-fit.js'
import { FluidData } from '../../shared/fluid-data.js'
import type { BrushCursor, ViewFrame } from '../../view.js'
import { Stage } from '../stage.js'
import { makeFlowOverlay } from './flow-overlay.js'
import { FluidBackdrop } from './fluid-backdrop.js'
import { FluidCursor } from './fluid-cursor.js'
import type { FluidPart } from './fluid-part.js'
import { makeRendering } from './fluid-rendering.js'

/** Number of particles at first: in a flat fluid, in a volume, and in either on a small screen. */
const particles = { flat: 100_000, volume: 50_000, small: 25_000 }
/** The number is never halved below this. */
const fewest = 6000
/** After `patience` frames in a row that take longer than this [ms], the number of particles is halved. */
const slowFrame = 60
const patience = 12
/** Longer gaps between frames are jumps in time, in which dye is not carried on [s]. */
const longestGap = 1
/** Distance of a slice behind its overlay, in parts of the longest side: in the same plane both would flicker. */
const behind = 0.0015
/** Points along a ray at which the dye is sampled. */
const sightSteps = 64
/** A ray through a volume ends where there is more dye than this. */
const visibleDye = 0.12

const tints: Partial<Record<BrushCursor['tool'], Color>> = {
  build: new Color(0xffc987),
  erase: new Color(0xff8a78),
  stir: new Color(0x4bb8d8),
}
const plainTint = new Color(0xffffff)

export class FluidStage extends Stage {
  override readonly isFlat: boolean
  override readonly toneMapping: ToneMapping
  readonly #info: SimulationInfo
  readonly background: Node<'vec3'>
  readonly #data: FluidData
  readonly #backdrop: FluidBackdrop
  readonly #cursor = new FluidCursor()
  /** Marks of the probes. */
  readonly #marks: FluidCursor[] = []
  readonly #box: Box3
  #display: FluidDisplay | undefined
  /** Whether the display waits for a frame with the fields that it needs. */
  #awaited = false
  #rendering: FluidPart | undefined
  #overlay: FluidPart | undefined
  #time = 0
  #shownAt = 0
  #particles: number
  #slowFrames = 0
  #dark = false
  /** Whether detail finer than the cells is drawn. */
  #isFine = true

  constructor(info: SimulationInfo) {
    super()
    this.name = 'fluid'
    this.#info = info
    this.#data = new FluidData(info)
    this.isFlat = this.#data.isFlat
    // A slice shows the colors of its map as they are; light in a volume is tone-mapped like that of every other stage.
    this.toneMapping = this.isFlat ? NoToneMapping : NeutralToneMapping
    const [x, y, z] = this.#data.size
    this.#box = new Box3(new Vector3(-x / 2, -y / 2, -z / 2), new Vector3(x / 2, y / 2, z / 2))
    this.#backdrop = new FluidBackdrop(this.#data)
    this.background = this.#backdrop.background
    const small = Math.min(window.innerWidth, window.innerHeight) <= 640
    this.#particles = small ? particles.small : this.isFlat ? particles.flat : particles.volume
    this.add(this.#backdrop, this.#cursor)
  }

  canReuse(info: SimulationInfo): boolean {
    return planOf(info) === planOf(this.#info)
  }

  override restart(): void {
    this.#time = 0
    this.#rendering?.restart?.()
    this.#awaited = true
  }

  override setDisplay(display: FluidDisplay): void {
    if (JSON.stringify(display) === JSON.stringify(this.#display)) return
    const isOnlyLevel = this.#display && withoutLevel(display) === withoutLevel(this.#display)
    this.#display = display
    if (isOnlyLevel && this.#rendering?.setLevel) {
      this.#rendering.setLevel(display.level)
      return
    }
    this.#awaited = !this.#data.knows(fieldsFor(this.#info, display))
    if (!this.#awaited) this.#build(display)
  }

  #build(display: FluidDisplay): void {
    this.#clear()
    this.#rendering = makeRendering(this.#info, this.#data, display, this.#isFine)
    if (this.#rendering) {
      if (display.rendering === 'slice') this.#rendering.object.position.z = -behind * Math.max(...this.#data.size)
      this.add(this.#rendering.object)
    }
    const cloud = this.#rendering?.object
    this.#backdrop.setCloud(cloud instanceof SmokeVolume ? cloud : undefined)
    this.#backdrop.setTheme(this.#isDark)
    this.#makeOverlay(display)
  }

  #makeOverlay(display: FluidDisplay): void {
    if (this.#overlay) {
      this.remove(this.#overlay.object)
      this.#overlay.dispose()
    }
    this.#overlay = makeFlowOverlay(this.#info, this.#data, display, this.#particles)
    if (!this.#overlay) return
    this.#overlay.object.renderOrder = 1
    this.add(this.#overlay.object)
  }

  /** Glowing particles alone, and fire, need a dark background in any theme. */
  get #isDark(): boolean {
    const rendering = this.#display?.rendering
    return this.#dark || (!this.isFlat && (rendering === 'nothing' || rendering === 'fire'))
  }

  setTheme(dark: boolean): void {
    this.#dark = dark
    this.#backdrop.setTheme(this.#isDark)
  }

  setFrame({ fluid, time, shownAt: now = performance.now() }: ViewFrame): boolean {
    if (!fluid) return false
    this.#data.set(fluid)
    if (this.#display && this.#awaited && this.#data.knows(fieldsFor(this.#info, this.#display))) {
      this.#awaited = false
      this.#build(this.#display)
    }
    const simulated = Math.max(0, time - this.#time)
    if (time < this.#time || simulated > longestGap) this.#rendering?.restart?.()
    const seconds = simulated > 0 ? Math.min(0.1, (now - this.#shownAt) / 1000) : 0
    this.#time = time
    this.#shownAt = now
    this.#rendering?.update(simulated, seconds)
    this.#overlay?.update(simulated, seconds)
    return false
  }

  setOpenness(openness: Float32Array): void {
    this.#data.setOpenness(openness)
    this.#backdrop.showSolids(this.#data)
    this.#rendering?.update(0, 0)
    this.#overlay?.update(0, 0)
  }

  override setQuality(settings: QualitySettings): void {
    super.setQuality(settings)
    if (settings.fineFluids === this.#isFine) return
    this.#isFine = settings.fineFluids
    if (this.#display && this.#rendering) this.#build(this.#display)
  }

  /** Frames that take too long halve the number of particles. */
  override noteFrame(duration: number): void {
    if (this.#display?.flow !== 'particles') return
    this.#slowFrames = duration > slowFrame ? this.#slowFrames + 1 : 0
    if (this.#slowFrames < patience || this.#particles <= fewest) return
    this.#slowFrames = 0
    this.#particles = Math.max(fewest, Math.round(this.#particles / 2))
    this.#makeOverlay(this.#display)
  }

  override pick(ray: Ray): WaterPoint | undefined {
    if (!this.isFlat || ray.direction.z === 0) return undefined
    const { x, y } = ray.at(-ray.origin.z / ray.direction.z, new Vector3())
    const { min, max } = this.#box
    return x >= min.x && x <= max.x && y >= min.y && y <= max.y ? [x, y] : undefined
  }

  /** The first point with dye along the ray, else the middle of its path through the box. */
  override intersectVolume(ray: Ray): Vector3 | undefined {
    if (this.isFlat) return undefined
    const entry = this.#box.containsPoint(ray.origin) ? ray.origin.clone() : ray.intersectBox(this.#box, new Vector3())
    if (!entry) return undefined
    const exit = farSide(ray, this.#box)
    const place = new Vector3()
    const dye = this.#display && renderedDye(this.#info, this.#display)
    if (dye && this.#data.fields[dye])
      for (let step = 0; step < sightSteps; step++) {
        place.lerpVectors(entry, exit, (step + 0.5) / sightSteps)
        if (this.#data.at(dye, [place.x, place.y, place.z]) > visibleDye) return place
      }
    return place.lerpVectors(entry, exit, 0.5)
  }

  override clampToVolume(point: Vector3): Vector3 {
    return this.#box.clampPoint(point, point)
  }

  override setMarks({ probes }: Marks): void {
    while (this.#marks.length < probes.length) {
      const mark = new FluidCursor()
      this.#marks.push(mark)
      this.add(mark)
    }
    for (const [index, mark] of this.#marks.entries()) {
      const probe = probes[index]
      if (probe) mark.show(probe.at, markShare * Math.max(...this.#data.size), new Color(probe.color))
      else mark.hide()
    }
  }

  override setCursor(cursor: BrushCursor | undefined): boolean {
    if (!cursor) return this.#cursor.hide()
    const { at, depth = 0, radius, tool, color } = cursor
    const tint = tool === 'ink' && color ? new Color(color) : (tints[tool] ?? plainTint)
    this.#cursor.show([at[0], at[1], depth], radius, tint)
    return true
  }

  cameraLimits(): CameraLimits {
    const reach = Math.hypot(...this.#data.size) / 2
    return {
      fieldOfView: 32,
      near: 0.02 * reach,
      far: 120 * reach,
      minDistance: (this.isFlat ? 0.3 : 1.2) * reach,
      maxDistance: 12 * reach,
      maxPolarAngle: this.isFlat ? Math.PI : 1.55,
    }
  }

  /** A flat fluid is seen straight on. A volume that is longer along x is seen from its left end, where most flows begin. */
  cameraPose(angles: FreeAngles): CameraPose {
    const { size } = this.#data
    const direction = this.isFlat
      ? { polar: Math.PI / 2, azimuth: 0 }
      : { polar: 1.3, azimuth: size[0] > size[2] ? -0.5 : 0.55 }
    return fitPoints(boxCorners(size), direction, angles)
  }

  override beforeRender(renderer: Renderer, camera: Camera): void {
    super.beforeRender(renderer, camera)
    this.#rendering?.render?.(renderer)
    this.#cursor.face(camera)
  }

  #clear(): void {
    for (const part of [this.#rendering, this.#overlay])
      if (part) {
        this.remove(part.object)
        part.dispose()
      }
    this.#rendering = this.#overlay = undefined
  }

  override dispose(): void {
    super.dispose()
    this.#clear()
    this.#backdrop.dispose()
    for (const part of [this.#cursor, ...this.#marks]) part.dispose()
  }
}

/** Point where a ray leaves a box. */
function farSide({ origin, direction }: Ray, { min, max }: Box3): Vector3 {
  const reach = (['x', 'y', 'z'] as const).map((axis) => {
    const wall = direction[axis] > 0 ? max[axis] : min[axis]
    return direction[axis] === 0 ? Number.POSITIVE_INFINITY : (wall - origin[axis]) / direction[axis]
  })
  return origin.clone().addScaledVector(direction, Math.min(...reach))
}

/** Key of the properties that meshes and shaders depend on. */
function planOf({ fluid, grid, scene }: SimulationInfo): string {
  return JSON.stringify([fluid, grid, scene.fluid])
}

/** Everything in a display that needs other meshes and shaders. */
function withoutLevel({ level: _, ...others }: FluidDisplay): string {
  return JSON.stringify(others)
}
