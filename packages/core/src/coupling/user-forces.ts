// What people do to bodies: hands that hold them and controls of their engines.

import { turned, type Vector } from '../bodies/geometry/rotation.js'
import { type Controls, thrustOf } from '../bodies/outboard.js'
import type { BodyWorld, LoadedBody } from '../bodies/world.js'
import { RHO } from '../numerics/constants.js'
import type { Body } from '../scene/schema/body.js'
import type { Forces } from './forces.js'
import type { Wet } from './submersion.js'

/** Stiffness of a hand: how fast it swings a body on its own [rad/s]. */
const HAND = 10

/** A body that is held: by a point of its own, towards a place in the scene. */
interface Grip {
  readonly at: Vector
  readonly to: Vector
}

/** For snapshots. */
export interface HandlingBooks {
  readonly grips: readonly (readonly [body: number, grip: Grip])[]
  readonly controls: readonly Controls[]
}

export class Handling {
  readonly #world: BodyWorld
  readonly #gravity: number
  readonly #grips = new Map<number, Grip>()
  #controls: Controls[]

  constructor(bodies: readonly LoadedBody[], world: BodyWorld, gravity: number) {
    this.#world = world
    this.#gravity = gravity
    this.#controls = bodies.map(controlsAtStart)
  }

  /** One more body is there. */
  join(body: LoadedBody): void {
    this.#controls.push(controlsAtStart(body))
  }

  grip(body: number, at: Vector, to: Vector): void {
    this.#grips.set(body, { at, to })
  }

  release(body: number): void {
    this.#grips.delete(body)
  }

  holds(body: number): boolean {
    return this.#grips.has(body)
  }

  steer(body: number, controls: Controls): void {
    this.#controls[body] = controls
  }

  controlsOf(body: number): Controls {
    return this.#controls[body]!
  }

  /** Adds what hand and engine do to a body in the next `dt` [s]. `matrix`: its rotation. */
  act(index: number, { body }: LoadedBody, wet: Wet, matrix: Float64Array, forces: Forces, dt: number): void {
    this.#hold(index, wet, matrix, forces, dt)
    if (body.engine) this.#drive(index, body.engine, wet, matrix, forces)
  }

  /** A point of a body from its centre of mass [m]. */
  #fromCenter(index: number, matrix: Float64Array, point: Vector): Vector {
    const { positions, centers } = this.#world
    const [x, y, z] = turned(matrix, point)
    const at = 3 * index
    return [
      positions[at]! + x - centers[at]!,
      positions[at + 1]! + y - centers[at + 1]!,
      positions[at + 2]! + z - centers[at + 2]!,
    ]
  }

  /** A hand is a spring that is damped just so that it does not swing. */
  #hold(index: number, wet: Wet, matrix: Float64Array, forces: Forces, dt: number): void {
    const grip = this.#grips.get(index)
    const mass = this.#world.masses[index]!
    if (!grip || !Number.isFinite(mass)) return
    const { centers } = this.#world
    const r = this.#fromCenter(index, matrix, grip.at)
    const [x, y, z] = [0, 1, 2].map((axis) => grip.to[axis]! - centers[3 * index + axis]! - r[axis]!) as [
      number,
      number,
      number,
    ]
    const lifted = RHO * wet.volume[0]!
    const felt = mass + 0.5 * lifted
    forces.pull(felt * HAND * HAND, 2 * felt * HAND, x, y, z, r, dt)
    // The hand carries the weight that the water does not.
    forces.push(0, Math.max(0, mass - lifted) * this.#gravity, 0, 0, 0, 0)
  }

  /** A screw drives where it is in the water. */
  #drive(index: number, engine: NonNullable<Body['engine']>, wet: Wet, matrix: Float64Array, forces: Forces): void {
    const [rx, ry, rz] = this.#fromCenter(index, matrix, engine.position)
    if (!wet.isOverWater || this.#world.centers[3 * index + 1]! + ry > wet.level.at(rx, rz)) return
    const [x, y, z] = turned(matrix, thrustOf(engine, this.#controls[index]!))
    forces.push(x, y, z, rx, ry, rz)
  }

  get books(): HandlingBooks {
    return { grips: [...this.#grips], controls: this.#controls.map((controls) => ({ ...controls })) }
  }

  set books({ grips, controls }: HandlingBooks) {
    this.#grips.clear()
    for (const [body, grip] of grips) this.#grips.set(body, grip)
    this.#controls = controls.map((one) => ({ ...one }))
  }
}

function controlsAtStart({ body: { engine } }: LoadedBody): Controls {
  return { throttle: engine?.throttle ?? 0, helm: engine?.helm ?? 0 }
}
