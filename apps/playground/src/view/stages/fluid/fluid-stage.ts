// A fluid in its box, as the display that is chosen shows it.

import { SmokeVolume } from '@seiche/three'
import { Box3, Color, Group, type Node, type Ray, Vector3 } from 'three/webgpu'
import { type FluidDisplay, fieldsFor, renderedDye } from '../../../session/fluid-display.js'
import type { WaterPoint } from '../../../tools/water-point.js'
import type { SimulationInfo } from '../../../worker/protocol.js'
import { FluidData } from '../../shared/fluid-data.js'
import type { BrushCursor } from '../../view.js'
import { makeFlowOverlay } from './flow-overlay.js'
import { FluidBackdrop } from './fluid-backdrop.js'
import { makeRendering } from './fluid-body.js'
import { FluidCursor } from './fluid-cursor.js'
import type { FluidPart } from './fluid-drawn.js'

/** Particles at first: of a flat fluid, of a volume, and of either on a small screen. */
const particles = { flat: 100_000, volume: 50_000, small: 25_000 }
/** Fewer are not worth it. */
const fewest = 6000
/** Frames slower than this ask for fewer particles [ms], after so many of them. */
const slowFrame = 60
const patience = 12
/** How far behind its marks a plane lies, in parts of the longest side: on the same level pixels would fight. */
const behind = 0.0015
/** Points of the line of sight at which dye is looked for. */
const sightSteps = 64
/** Dye that a hand meets. */
const touched = 0.12

const tints: Partial<Record<BrushCursor['tool'], Color>> = {
  build: new Color(0xffc987),
  erase: new Color(0xff8a78),
  stir: new Color(0x4bb8d8),
}
const plainTint = new Color(0xffffff)

export class FluidStage extends Group {
  readonly info: SimulationInfo
  readonly background: Node<'vec3'>
  readonly #data: FluidData
  readonly #backdrop: FluidBackdrop
  readonly #cursor = new FluidCursor()
  readonly #box: Box3
  #display: FluidDisplay | undefined
  /** Whether the display is shown as soon as a frame has brought what it needs. */
  #awaited = false
  #body: FluidPart | undefined
  #marks: FluidPart | undefined
  #time = 0
  #shownAt = 0
  #particles: number
  #slowFrames = 0
  #dark = false

  constructor(info: SimulationInfo) {
    super()
    this.name = 'fluid'
    this.info = info
    this.#data = new FluidData(info)
    const [x, y, z] = this.#data.size
    this.#box = new Box3(new Vector3(-x / 2, -y / 2, -z / 2), new Vector3(x / 2, y / 2, z / 2))
    this.#backdrop = new FluidBackdrop(this.#data)
    this.background = this.#backdrop.background
    const small = Math.min(window.innerWidth, window.innerHeight) <= 640
    this.#particles = small ? particles.small : this.isFlat ? particles.flat : particles.volume
    this.add(this.#backdrop, this.#cursor)
  }

  get isFlat(): boolean {
    return this.#data.isFlat
  }

  /** Sides of the box [m]; no depth if it is flat. */
  get size(): [number, number, number] {
    return this.#data.size
  }

  /** Whether it can go on with another simulation as it is. */
  canReuse({ fluid, grid, scene }: SimulationInfo): boolean {
    const own = this.info
    const [asked, built] = [
      [fluid, grid, scene.fluid],
      [own.fluid, own.grid, own.scene.fluid],
    ]
    return JSON.stringify(asked) === JSON.stringify(built)
  }

  /** Begins anew with the next frame. */
  restart(): void {
    this.#time = 0
    this.#awaited = true
  }

  setDisplay(display: FluidDisplay): void {
    if (JSON.stringify(display) === JSON.stringify(this.#display)) return
    this.#display = display
    this.#awaited = !this.#data.knows(fieldsFor(this.info, display))
    if (!this.#awaited) this.#build(display)
  }

  #build(display: FluidDisplay): void {
    this.#clear()
    this.#body = makeRendering(this.info, this.#data, display)
    if (this.#body) {
      if (display.rendering === 'slice') this.#body.object.position.z = -behind * Math.max(...this.size)
      this.add(this.#body.object)
    }
    const cloud = this.#body?.object
    this.#backdrop.setCloud(cloud instanceof SmokeVolume ? cloud : undefined)
    this.#backdrop.setTheme(this.isDark)
    this.#makeFlowOverlay(display)
  }

  #makeFlowOverlay(display: FluidDisplay): void {
    if (this.#marks) {
      this.remove(this.#marks.object)
      this.#marks.dispose()
    }
    this.#marks = makeFlowOverlay(this.info, this.#data, display, this.#particles)
    if (!this.#marks) return
    this.#marks.object.renderOrder = 1
    this.add(this.#marks.object)
  }

  /** What glows needs the dark, whatever the theme. */
  get isDark(): boolean {
    return this.#dark || (!this.isFlat && this.#display?.rendering === 'nothing')
  }

  setTheme(dark: boolean): void {
    this.#dark = dark
    this.#backdrop.setTheme(this.isDark)
  }

  /** Takes over what a frame brings, at a time [s]. */
  setFrame(fields: Readonly<Record<string, Float32Array>>, time: number): void {
    const now = performance.now()
    this.#data.set(fields)
    if (this.#display && this.#awaited && this.#data.knows(fieldsFor(this.info, this.#display))) {
      this.#awaited = false
      this.#build(this.#display)
    }
    const simulated = Math.max(0, time - this.#time)
    const seconds = simulated > 0 ? Math.min(0.1, (now - this.#shownAt) / 1000) : 0
    this.#time = time
    this.#shownAt = now
    this.#body?.update(simulated, seconds)
    this.#marks?.update(simulated, seconds)
  }

  setOpen(open: Float32Array): void {
    this.#data.setOpen(open)
    this.#backdrop.showSolids(this.#data)
    this.#body?.update(0, 0)
    this.#marks?.update(0, 0)
  }

  /** Tells how long the last frame took [ms]; where that is too long, particles become fewer. */
  noteFrame(duration: number): void {
    if (this.#display?.flow !== 'particles') return
    this.#slowFrames = duration > slowFrame ? this.#slowFrames + 1 : 0
    if (this.#slowFrames < patience || this.#particles <= fewest) return
    this.#slowFrames = 0
    this.#particles = Math.max(fewest, Math.round(this.#particles / 2))
    this.#makeFlowOverlay(this.#display)
  }

  /** The point of a flat fluid that a ray meets [m]; undefined beside it. */
  intersectPlane(ray: Ray): WaterPoint | undefined {
    if (!this.isFlat || ray.direction.z === 0) return undefined
    const { x, y } = ray.at(-ray.origin.z / ray.direction.z, new Vector3())
    const { min, max } = this.#box
    return x >= min.x && x <= max.x && y >= min.y && y <= max.y ? [x, y] : undefined
  }

  /** The point of a volume that a ray meets [m]: where its dye begins, else halfway through the box. */
  intersectVolume(ray: Ray): Vector3 | undefined {
    if (this.isFlat) return undefined
    const entry = this.#box.containsPoint(ray.origin) ? ray.origin.clone() : ray.intersectBox(this.#box, new Vector3())
    if (!entry) return undefined
    const exit = farSide(ray, this.#box)
    const place = new Vector3()
    const dye = this.#display && renderedDye(this.info, this.#display)
    if (dye && this.#data.fields[dye])
      for (let step = 0; step < sightSteps; step++) {
        place.lerpVectors(entry, exit, (step + 0.5) / sightSteps)
        if (this.#data.at(dye, [place.x, place.y, place.z]) > touched) return place
      }
    return place.lerpVectors(entry, exit, 0.5)
  }

  /** The nearest point inside the box. */
  inside(point: Vector3): Vector3 {
    return this.#box.clampPoint(point, point)
  }

  /** The brush, where it is. */
  get cursor(): FluidCursor {
    return this.#cursor
  }

  showCursor({ at, depth = 0, radius, tool, color }: BrushCursor): void {
    const tint = tool === 'ink' && color ? new Color(color) : (tints[tool] ?? plainTint)
    this.#cursor.show([at[0], at[1], depth], radius, tint)
  }

  #clear(): void {
    for (const drawn of [this.#body, this.#marks])
      if (drawn) {
        this.remove(drawn.object)
        drawn.dispose()
      }
    this.#body = this.#marks = undefined
  }

  override dispose(): void {
    super.dispose?.()
    this.#clear()
    this.#backdrop.dispose()
    this.#cursor.dispose()
  }
}

/** Where a ray leaves a box. */
function farSide({ origin, direction }: Ray, { min, max }: Box3): Vector3 {
  const reach = (['x', 'y', 'z'] as const).map((axis) => {
    const wall = direction[axis] > 0 ? max[axis] : min[axis]
    return direction[axis] === 0 ? Number.POSITIVE_INFINITY : (wall - origin[axis]) / direction[axis]
  })
  return origin.clone().addScaledVector(direction, Math.min(...reach))
}
