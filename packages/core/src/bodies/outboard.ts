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

/** Sets `out` to the thrust in the body's own axes [N]. */
export function setThrust(
  out: Float64Array,
  { thrust, direction, rudderAngle }: NonNullable<Body['outboard']>,
  { throttle, rudder }: Controls,
): void {
  const x = direction[0]
  const y = direction[1]
  const z = direction[2]
  const force = (thrust * throttle) / Math.sqrt(x * x + y * y + z * z)
  // To turn the bow right, the stern is pushed to the left.
  const angle = rudder * rudderAngle * RADIANS_PER_DEGREE
  const c = cos(angle)
  const s = sin(angle)
  out[0] = force * (c * x + s * z)
  out[1] = force * y
  out[2] = force * (c * z - s * x)
}
