// Where kinematic bodies are: a function of time alone.

import { RADIANS_PER_DEGREE } from '../numerics/constants.js'
import type { Body } from '../scene/schema/body.js'
import { product, type Quaternion, quaternionOf, rotate, type Vector } from './geometry/rotation.js'

export function kinematicPosition({ path, position, velocity }: Body, time: number): Vector {
  if (!path)
    return [position[0] + velocity[0] * time, position[1] + velocity[1] * time, position[2] + velocity[2] * time]
  const now = Math.min(path[path.length - 1]!.time, Math.max(path[0]!.time, time))
  let leg = 1
  while (leg < path.length - 1 && path[leg]!.time < now) leg++
  const [from, to] = [path[leg - 1]!, path[leg]!]
  const share = (now - from.time) / (to.time - from.time)
  const between = (axis: 0 | 1 | 2) => from.at[axis] * (1 - share) + to.at[axis] * share
  return [between(0), between(1), between(2)]
}

/** Spins steadily about an axis that stays. */
export function kinematicRotation({ rotation, angularVelocity }: Body, time: number): Quaternion {
  const [x, y, z] = angularVelocity
  const rate = Math.sqrt(x * x + y * y + z * z) * RADIANS_PER_DEGREE
  return product(rotate([x, y, z], rate * time), quaternionOf(rotation))
}
