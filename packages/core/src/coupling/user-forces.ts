// Forces that users apply to bodies: springs that drag them, and the controls of their outboard motors.

import { setMatrix, setRotated, type Vector } from '../bodies/geometry/rotation.js'
import { type Controls, setThrust } from '../bodies/outboard.js'
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
  // Of the body that is acted on, kept so that nothing is allocated: its rotation, the point of attack relative to its centre of mass [m], and a
  // force [N] or an extension [m].
  readonly #matrix = new Float64Array(9)
  readonly #arm = new Float64Array(3)
  readonly #vector = new Float64Array(3)

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
    const grab = this.#grabs.get(index)
    if (!body.outboard && !grab) return
    setMatrix(this.#matrix, this.#world.rotations, 4 * index)
    if (grab && Number.isFinite(this.#world.masses[index]!)) this.#drag(index, grab, submerged, forces, dt)
    if (body.outboard) this.#propel(index, body.outboard, submerged, forces)
  }

  /** Sets `#arm` to the position of a point of a body relative to its centre of mass [m]. */
  #reach(index: number, point: Vector): void {
    const { positions, centers } = this.#world
    const arm = this.#arm
    setRotated(arm, this.#matrix, point)
    for (let axis = 0; axis < 3; axis++)
      arm[axis] = positions[3 * index + axis]! + arm[axis]! - centers[3 * index + axis]!
  }

  /** A critically damped spring, for the mass of the body with its added mass. */
  #drag(index: number, { at, to }: Grab, submerged: SubmergedBody, forces: Forces, dt: number): void {
    const { centers, masses } = this.#world
    const arm = this.#arm
    const vector = this.#vector
    this.#reach(index, at)
    for (let axis = 0; axis < 3; axis++) vector[axis] = to[axis]! - centers[3 * index + axis]! - arm[axis]!
    const mass = masses[index]!
    const displacedMass = WATER_DENSITY * submerged.volume[0]!
    const effectiveMass = mass + 0.5 * displacedMass
    const stiffness = effectiveMass * SPRING_FREQUENCY * SPRING_FREQUENCY
    forces.pull(stiffness, 2 * effectiveMass * SPRING_FREQUENCY, vector, arm, dt)
    // The part of the weight that buoyancy does not carry.
    vector.fill(0)
    arm.fill(0)
    vector[1] = Math.max(0, mass - displacedMass) * this.#gravity
    forces.push(vector, arm)
  }

  /** The propeller gives thrust while it is below the water surface. */
  #propel(index: number, outboard: NonNullable<Body['outboard']>, submerged: SubmergedBody, forces: Forces): void {
    const arm = this.#arm
    const vector = this.#vector
    this.#reach(index, outboard.position)
    const height = this.#world.centers[3 * index + 1]! + arm[1]!
    if (!submerged.isOverWater || height > submerged.local.at(arm[0]!, arm[2]!)) return
    setThrust(vector, outboard, this.#controls[index]!)
    setRotated(vector, this.#matrix, vector)
    forces.push(vector, arm)
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
