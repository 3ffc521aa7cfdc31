// A body as programs see it: live, and only to be read.

import type { Body } from '../scene/schema/body.js'
import type { Solid } from './geometry/solid.js'
import type { Controls } from './outboard.js'
import type { BodyWorld, LoadedBody } from './world.js'

/** A body of a running scene. Arrays and numbers are those of now. */
export interface FloatingBody {
  readonly index: number
  readonly name: string | undefined
  /** As the scene, or the event that launched it, describes it. */
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
  /** Part of its volume that is under water, as the last step found it. */
  readonly submerged: number
  /** Whether a hand has it. */
  readonly held: boolean
  /** What works its engine. */
  readonly controls: Readonly<Controls>
}

/** What else there is to know of a body now. */
interface Present {
  readonly submerged: number
  readonly held: boolean
  readonly controls: Readonly<Controls>
}

/** `present`: what the fleet knows of it, asked anew each time. */
export function viewOf({ body, solid }: LoadedBody, index: number, world: BodyWorld, present: Present): FloatingBody {
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
      return present.submerged
    },
    get held() {
      return present.held
    },
    get controls() {
      return present.controls
    },
  }
}
