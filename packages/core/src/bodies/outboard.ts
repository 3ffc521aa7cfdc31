// An outboard motor: thrust at the propeller, rotated by the rudder about the body's own vertical axis. In air it has no thrust.

import { RADIANS_PER_DEGREE } from '../numerics/constants.js'
import { cos, sin } from '../numerics/elementary.js'
import type { Body } from '../scene/schema/body.js'

/** The controls of an outboard motor. */
export interface Controls {
  /** -1 full astern to 1 full ahead. */
  throttle: number
  /** -1 hard to the left to 1 hard to the right. */
  rudder: number
}

/** Thrust in the body's own axes [N]. */
export function thrustOf(
  { thrust, direction: [x, y, z], rudderAngle }: NonNullable<Body['outboard']>,
  { throttle, rudder }: Controls,
): [number, number, number] {
  const force = (thrust * throttle) / Math.sqrt(x * x + y * y + z * z)
  // To turn the bow right, the stern is pushed to the left.
  const angle = rudder * rudderAngle * RADIANS_PER_DEGREE
  const [c, s] = [cos(angle), sin(angle)]
  return [force * (c * x + s * z), force * y, force * (c * z - s * x)]
}
