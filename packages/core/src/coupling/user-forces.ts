// Forces that users apply to bodies: springs that drag them, and the controls of their outboard motors.

import { rotated, setMatrix, type Vector } from '../bodies/geometry/rotation.js'
import { type Controls, thrustOf } from '../bodies/outboard.js'
import type { BodyWorld, LoadedBody } from '../bodies/world.js'
import { WATER_DENSITY } from '../numerics/constants.js'
import type { Body } from '../scene/schema/body.js'
import type { EventOf } from '../scene/schema/event.js'
import type { Forces } from './forces.js'
import type { SubmergedBody } from './submersion/submerged-body.js'

/** Angular frequency of a body on the spring that drags it, without water [rad/s]. */
const SPRING_FREQUENCY = 10

/** A body that is dragged: a point in the body's own axes, pulled towards a position in the scene [m]. */
interface Grab {
  readonly at: Vector
  readonly to: Vector
}

/** State for snapshots. */
export interface UserForcesState {
  readonly grabs: readonly (readonly [body: number, grab: Grab])[]
  readonly controls: readonly Controls[]
}

export class UserForces {
  readonly #world: BodyWorld
  readonly #gravity: number
  readonly #grabs = new Map<number, Grab>()
  #controls: Controls[]
  /** Rotation of the body that is acted on. */
  readonly #matrix = new Float64Array(9)

  constructor(bodies: readonly LoadedBody[], world: BodyWorld, gravity: number) {
    this.#world = world
    this.#gravity = gravity
    this.#controls = bodies.map(controlsAtStart)
  }

  /** Adds a body behind the others. */
  addBody(body: LoadedBody): void {
    this.#controls.push(controlsAtStart(body))
  }

  perform(body: number, event: Extract<EventOf<'bodies'>, { type: 'grab' | 'release' | 'steer' }>): void {
    if (event.type === 'grab') this.#grabs.set(body, { at: event.at, to: event.to })
    else if (event.type === 'release') this.#grabs.delete(body)
    else this.#controls[body] = { throttle: event.throttle, rudder: event.rudder }
  }

  holds(body: number): boolean {
    return this.#grabs.has(body)
  }

  controlsOf(body: number): Controls {
    return this.#controls[body]!
  }

  /** Adds the forces of spring and outboard motor on a body over the next `dt` [s]. */
  act(index: number, { body }: LoadedBody, submerged: SubmergedBody, forces: Forces, dt: number): void {
    if (!body.outboard && !this.#grabs.has(index)) return
    const matrix = this.#matrix
    setMatrix(matrix, this.#world.rotations, 4 * index)
    this.#drag(index, submerged, matrix, forces, dt)
    if (body.outboard) this.#propel(index, body.outboard, submerged, matrix, forces)
  }

  /** Position of a point of a body relative to its centre of mass [m]. */
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

  /** A critically damped spring, for the mass of the body with its added mass. */
  #drag(index: number, submerged: SubmergedBody, matrix: Float64Array, forces: Forces, dt: number): void {
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
    const displacedMass = WATER_DENSITY * submerged.volume[0]!
    const effectiveMass = mass + 0.5 * displacedMass
    forces.pull(
      effectiveMass * SPRING_FREQUENCY * SPRING_FREQUENCY,
      2 * effectiveMass * SPRING_FREQUENCY,
      x,
      y,
      z,
      r,
      dt,
    )
    // The part of the weight that buoyancy does not carry.
    forces.push(0, Math.max(0, mass - displacedMass) * this.#gravity, 0, 0, 0, 0)
  }

  /** The propeller gives thrust while it is below the water surface. */
  #propel(
    index: number,
    outboard: NonNullable<Body['outboard']>,
    submerged: SubmergedBody,
    matrix: Float64Array,
    forces: Forces,
  ): void {
    const [rx, ry, rz] = this.#fromCenter(index, matrix, outboard.position)
    if (!submerged.isOverWater || this.#world.centers[3 * index + 1]! + ry > submerged.local.at(rx, rz)) return
    const [x, y, z] = rotated(matrix, thrustOf(outboard, this.#controls[index]!))
    forces.push(x, y, z, rx, ry, rz)
  }

  get state(): UserForcesState {
    return { grabs: [...this.#grabs], controls: this.#controls.map((controls) => ({ ...controls })) }
  }

  set state({ grabs, controls }: UserForcesState) {
    this.#grabs.clear()
    for (const [body, grab] of grabs) this.#grabs.set(body, grab)
    this.#controls = controls.map((each) => ({ ...each }))
  }
}

function controlsAtStart({ body: { outboard } }: LoadedBody): Controls {
  return { throttle: outboard?.throttle ?? 0, rudder: outboard?.rudder ?? 0 }
}
