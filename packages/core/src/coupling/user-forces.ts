// What people do to bodies: springs that hold them and controls of their outboard motors.

import { rotated, type Vector } from '../bodies/geometry/rotation.js'
import { type Controls, thrustOf } from '../bodies/outboard.js'
import type { BodyWorld, LoadedBody } from '../bodies/world.js'
import { WATER_DENSITY } from '../numerics/constants.js'
import type { Body } from '../scene/schema/body.js'
import type { Forces } from './forces.js'
import type { SubmergedBody } from './submersion.js'

/** Stiffness of a hand: how fast it swings a body on its own [rad/s]. */
const HAND = 10

/** A body that is held: by a point of its own, towards a place in the scene. */
interface Grab {
  readonly at: Vector
  readonly to: Vector
}

/** For snapshots. */
export interface UserForcesState {
  readonly grabs: readonly (readonly [body: number, grab: Grab])[]
  readonly controls: readonly Controls[]
}

export class UserForces {
  readonly #world: BodyWorld
  readonly #gravity: number
  readonly #grabs = new Map<number, Grab>()
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

  grab(body: number, at: Vector, to: Vector): void {
    this.#grabs.set(body, { at, to })
  }

  release(body: number): void {
    this.#grabs.delete(body)
  }

  holds(body: number): boolean {
    return this.#grabs.has(body)
  }

  steer(body: number, controls: Controls): void {
    this.#controls[body] = controls
  }

  controlsOf(body: number): Controls {
    return this.#controls[body]!
  }

  /** Adds what spring and outboard motor do to a body in the next `dt` [s]. `matrix`: its rotation. */
  act(
    index: number,
    { body }: LoadedBody,
    submerged: SubmergedBody,
    matrix: Float64Array,
    forces: Forces,
    dt: number,
  ): void {
    this.#hold(index, submerged, matrix, forces, dt)
    if (body.outboard) this.#drive(index, body.outboard, submerged, matrix, forces)
  }

  /** A point of a body from its centre of mass [m]. */
  #fromCenter(index: number, matrix: Float64Array, point: Vector): Vector {
    const { positions, centers } = this.#world
    const [x, y, z] = rotated(matrix, point)
    const at = 3 * index
    return [
      positions[at]! + x - centers[at]!,
      positions[at + 1]! + y - centers[at + 1]!,
      positions[at + 2]! + z - centers[at + 2]!,
    ]
  }

  /** A hand is a spring that is damped just so that it does not swing. */
  #hold(index: number, submerged: SubmergedBody, matrix: Float64Array, forces: Forces, dt: number): void {
    const grab = this.#grabs.get(index)
    const mass = this.#world.masses[index]!
    if (!grab || !Number.isFinite(mass)) return
    const { centers } = this.#world
    const r = this.#fromCenter(index, matrix, grab.at)
    const [x, y, z] = [0, 1, 2].map((axis) => grab.to[axis]! - centers[3 * index + axis]! - r[axis]!) as [
      number,
      number,
      number,
    ]
    const lifted = WATER_DENSITY * submerged.volume[0]!
    const felt = mass + 0.5 * lifted
    forces.pull(felt * HAND * HAND, 2 * felt * HAND, x, y, z, r, dt)
    // The hand carries the weight that the water does not.
    forces.push(0, Math.max(0, mass - lifted) * this.#gravity, 0, 0, 0, 0)
  }

  /** A screw drives where it is in the water. */
  #drive(
    index: number,
    outboard: NonNullable<Body['outboard']>,
    submerged: SubmergedBody,
    matrix: Float64Array,
    forces: Forces,
  ): void {
    const [rx, ry, rz] = this.#fromCenter(index, matrix, outboard.position)
    if (!submerged.isOverWater || this.#world.centers[3 * index + 1]! + ry > submerged.level.at(rx, rz)) return
    const [x, y, z] = rotated(matrix, thrustOf(outboard, this.#controls[index]!))
    forces.push(x, y, z, rx, ry, rz)
  }

  get state(): UserForcesState {
    return { grabs: [...this.#grabs], controls: this.#controls.map((controls) => ({ ...controls })) }
  }

  set state({ grabs, controls }: UserForcesState) {
    this.#grabs.clear()
    for (const [body, grab] of grabs) this.#grabs.set(body, grab)
    this.#controls = controls.map((one) => ({ ...one }))
  }
}

function controlsAtStart({ body: { outboard } }: LoadedBody): Controls {
  return { throttle: outboard?.throttle ?? 0, rudder: outboard?.rudder ?? 0 }
}
