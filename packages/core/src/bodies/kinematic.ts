// Position and rotation of kinematic bodies: functions of time alone.

import { RADIANS_PER_DEGREE } from '../numerics/constants.js'
import { positionOnPath } from '../scene/rasterize/path.js'
import type { Body } from '../scene/schema/body.js'
import { product, type Quaternion, quaternionOf, rotate, type Vector } from './geometry/rotation.js'

export function kinematicPosition({ path, position, velocity }: Body, time: number): Vector {
  if (!path)
    return [position[0] + velocity[0] * time, position[1] + velocity[1] * time, position[2] + velocity[2] * time]
  const now: [number, number, number] = [0, 0, 0]
  positionOnPath(path, time, false, now)
  return now
}

/** Rotation at a constant angular velocity about a fixed axis. */
export function kinematicRotation({ rotation, angularVelocity }: Body, time: number): Quaternion {
  const [x, y, z] = angularVelocity
  const rate = Math.sqrt(x * x + y * y + z * z) * RADIANS_PER_DEGREE
  return product(rotate([x, y, z], rate * time), quaternionOf(rotation))
}
