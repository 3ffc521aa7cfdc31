// A fluid in its box, as the look that is chosen shows it.

import { SmokeVolume } from '@seiche/three'
import { Box3, Color, Group, type Node, type Ray, Vector3 } from 'three/webgpu'
import { bodyDye, type FluidLook, fieldsFor } from '../../../session/fluid-display.js'
import type { WaterPoint } from '../../../tools/water-point.js'
import type { Opened } from '../../../worker/protocol.js'
import { FluidData } from '../../shared/fluid-data.js'
import type { BrushCursor } from '../../view.js'
import { makeMarks } from './flow-overlay.js'
import { FluidRoom } from './fluid-backdrop.js'
import { makeBody } from './fluid-body.js'
import { FluidCursor } from './fluid-cursor.js'
import type { FluidDrawn } from './fluid-drawn.js'

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
  readonly opened: Opened
  readonly background: Node<'vec3'>
  readonly #data: FluidData
  readonly #room: FluidRoom
  readonly #cursor = new FluidCursor()
  readonly #box: Box3
  #look: FluidLook | undefined
  /** Whether the look is shown as soon as a frame has brought what it needs. */
  #awaited = false
  #body: FluidDrawn | undefined
  #marks: FluidDrawn | undefined
  #time = 0
  #shownAt = 0
  #particles: number
  #slowFrames = 0
  #dark = false

  constructor(opened: Opened) {
    super()
    this.name = 'fluid'
    this.opened = opened
    this.#data = new FluidData(opened)
    const [x, y, z] = this.#data.size
    this.#box = new Box3(new Vector3(-x / 2, -y / 2, -z / 2), new Vector3(x / 2, y / 2, z / 2))
    this.#room = new FluidRoom(this.#data)
    this.background = this.#room.background
    const small = Math.min(window.innerWidth, window.innerHeight) <= 640
    this.#particles = small ? particles.small : this.isFlat ? particles.flat : particles.volume
    this.add(this.#room, this.#cursor)
  }

  get isFlat(): boolean {
    return this.#data.isFlat
  }

  /** Sides of the box [m]; no depth if it is flat. */
  get size(): [number, number, number] {
    return this.#data.size
  }

  /** Whether it can go on with another simulation as it is. */
  suits({ fluid, grid, scene }: Opened): boolean {
    const own = this.opened
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

  setLook(look: FluidLook): void {
    if (JSON.stringify(look) === JSON.stringify(this.#look)) return
    this.#look = look
    this.#awaited = !this.#data.knows(fieldsFor(this.opened, look))
    if (!this.#awaited) this.#build(look)
  }

  #build(look: FluidLook): void {
    this.#clear()
    this.#body = makeBody(this.opened, this.#data, look)
    if (this.#body) {
      if (look.body === 'slice') this.#body.object.position.z = -behind * Math.max(...this.size)
      this.add(this.#body.object)
    }
    const cloud = this.#body?.object
    this.#room.setCloud(cloud instanceof SmokeVolume ? cloud : undefined)
    this.#room.setTheme(this.isDark)
    this.#makeMarks(look)
  }

  #makeMarks(look: FluidLook): void {
    if (this.#marks) {
      this.remove(this.#marks.object)
      this.#marks.dispose()
    }
    this.#marks = makeMarks(this.opened, this.#data, look, this.#particles)
    if (!this.#marks) return
    this.#marks.object.renderOrder = 1
    this.add(this.#marks.object)
  }

  /** What glows needs the dark, whatever the theme. */
  get isDark(): boolean {
    return this.#dark || (!this.isFlat && this.#look?.body === 'nothing')
  }

  setTheme(dark: boolean): void {
    this.#dark = dark
    this.#room.setTheme(this.isDark)
  }

  /** Takes over what a frame brings, at a time [s]. */
  setFrame(fields: Readonly<Record<string, Float32Array>>, time: number): void {
    const now = performance.now()
    this.#data.set(fields)
    if (this.#look && this.#awaited && this.#data.knows(fieldsFor(this.opened, this.#look))) {
      this.#awaited = false
      this.#build(this.#look)
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
    this.#room.showSolids(this.#data)
    this.#body?.update(0, 0)
    this.#marks?.update(0, 0)
  }

  /** Tells how long the last frame took [ms]; where that is too long, particles become fewer. */
  noteFrame(duration: number): void {
    if (this.#look?.flow !== 'particles') return
    this.#slowFrames = duration > slowFrame ? this.#slowFrames + 1 : 0
    if (this.#slowFrames < patience || this.#particles <= fewest) return
    this.#slowFrames = 0
    this.#particles = Math.max(fewest, Math.round(this.#particles / 2))
    this.#makeMarks(this.#look)
  }

  /** The point of a flat fluid that a ray meets [m]; undefined beside it. */
  meetPlane(ray: Ray): WaterPoint | undefined {
    if (!this.isFlat || ray.direction.z === 0) return undefined
    const { x, y } = ray.at(-ray.origin.z / ray.direction.z, new Vector3())
    const { min, max } = this.#box
    return x >= min.x && x <= max.x && y >= min.y && y <= max.y ? [x, y] : undefined
  }

  /** The point of a volume that a ray meets [m]: where its dye begins, else halfway through the box. */
  meetVolume(ray: Ray): Vector3 | undefined {
    if (this.isFlat) return undefined
    const entry = this.#box.containsPoint(ray.origin) ? ray.origin.clone() : ray.intersectBox(this.#box, new Vector3())
    if (!entry) return undefined
    const exit = farSide(ray, this.#box)
    const place = new Vector3()
    const dye = this.#look && bodyDye(this.opened, this.#look)
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
    this.#room.dispose()
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
