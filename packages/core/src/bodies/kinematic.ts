// Position and rotation of kinematic bodies: functions of time alone.

import { RADIANS_PER_DEGREE } from '../numerics/constants.js'
import { cos, sin } from '../numerics/elementary.js'
import { positionOnPath } from '../scene/rasterize/path.js'
import type { Body } from '../scene/schema/body.js'
import { type Quaternion, quaternionOf, setQuaternionProduct } from './geometry/rotation.js'

/** The motion of one kinematic body. */
export class KinematicMotion {
  /** x, y, z [m] and unit quaternion x, y, z, w at the time that was set last: at 0 s to begin with. */
  readonly position = new Float64Array(3)
  readonly rotation = new Float64Array(4)
  readonly #body: Body
  /** Rotation at 0 s. */
  readonly #start: Quaternion
  /** Length of the axis of rotation as the scene writes it [degrees/s], and angular velocity [rad/s]. */
  readonly #length: number
  readonly #rate: number
  /** Rotation since 0 s. */
  readonly #turned = new Float64Array(4)

  constructor(body: Body) {
    const [x, y, z] = body.angularVelocity
    this.#body = body
    this.#start = quaternionOf(body.rotation)
    this.#length = Math.sqrt(x * x + y * y + z * z)
    this.#rate = this.#length * RADIANS_PER_DEGREE
    this.set(0)
  }

  /** Sets position and rotation at a time [s]. */
  set(time: number): void {
    const { path, position: start, velocity } = this.#body
    const { position } = this
    if (path) positionOnPath(path, time, false, position)
    else for (let axis = 0; axis < 3; axis++) position[axis] = start[axis]! + velocity[axis]! * time
    this.#rotate(time)
  }

  /** Rotation at a constant angular velocity about a fixed axis. */
  #rotate(time: number): void {
    const turned = this.#turned
    const axis = this.#body.angularVelocity
    const half = (this.#rate * time) / 2
    const s = this.#length === 0 ? 0 : sin(half) / this.#length
    for (let k = 0; k < 3; k++) turned[k] = axis[k]! * s
    turned[3] = this.#length === 0 ? 1 : cos(half)
    setQuaternionProduct(this.rotation, turned, this.#start)
  }
}
