// A body as programs see it: live and read-only.

import type { Body } from '../scene/schema/body.js'
import type { Solid } from './geometry/solid.js'
import type { Controls } from './outboard.js'
import type { BodyWorld, LoadedBody } from './world.js'

/** A body of a running scene. Arrays and numbers have the values of the present step. */
export interface FloatingBody {
  readonly index: number
  readonly name: string | undefined
  /** As the scene, or the event that added it, describes it. */
  readonly body: Body
  /** Its shape, volume and mass in its own axes. */
  readonly solid: Solid
  /** x, y, z of its origin [m]. */
  readonly position: Float64Array
  /** Unit quaternion x, y, z, w. */
  readonly rotation: Float64Array
  /** x, y, z of its centre of mass [m]. */
  readonly center: Float64Array
  /** Velocity of its centre of mass [m/s]. */
  readonly velocity: Float64Array
  /** Angular velocity [rad/s], about the scene's axes. */
  readonly angularVelocity: Float64Array
  /** [kg]; Infinity if nothing moves it. */
  readonly mass: number
  /** Fraction of its volume that is under water, as measured in the last step. */
  readonly submerged: number
  /** Whether a user drags it. */
  readonly held: boolean
  /** Throttle and rudder of its outboard. */
  readonly controls: Readonly<Controls>
}

/** Values of a body that the coupling with the water knows, read anew at each access. */
interface CouplingValues {
  readonly submerged: number
  readonly held: boolean
  readonly controls: Readonly<Controls>
}

export function viewOf(
  { body, solid }: LoadedBody,
  index: number,
  world: BodyWorld,
  coupling: CouplingValues,
): FloatingBody {
  return {
    index,
    name: body.name,
    body,
    solid,
    get position() {
      return world.positions.subarray(3 * index, 3 * index + 3)
    },
    get rotation() {
      return world.rotations.subarray(4 * index, 4 * index + 4)
    },
    get center() {
      return world.centers.subarray(3 * index, 3 * index + 3)
    },
    get velocity() {
      return world.velocities.subarray(3 * index, 3 * index + 3)
    },
    get angularVelocity() {
      return world.angularVelocities.subarray(3 * index, 3 * index + 3)
    },
    get mass() {
      return world.masses[index]!
    },
    get submerged() {
      return coupling.submerged
    },
    get held() {
      return coupling.held
    },
    get controls() {
      return coupling.controls
    },
  }
}
