// Manning's friction, du/dt = -g n² |u| u / d^(4/3), implicit: what a time leaves of a velocity. With x = g n² |u| dt / d^(4/3),
// u' + (x/|u|) |u'| u' = u has the solution u' = 2u/(1 + sqrt(1 + 4x)): a river that gravity drives and friction holds is as fast
// after a step as before, whatever the step.

import { inverseCubeRoot } from './cube-root'
import { add, div, maximum, mul, splat, sqrt as root } from '../abi/simd'

/** `friction`: g n² times the time [m^(1/3) s]. Water shallower than `dry` is slowed down as if it were as deep. */
@inline export function slowing(u: v128, v: v128, d: v128, dry: v128, friction: v128): v128 {
  const speed = root(add(mul(u, u), mul(v, v)))
  const inverse = inverseCubeRoot(maximum(d, dry))
  const inverse2 = mul(inverse, inverse)
  const x = mul(mul(friction, speed), mul(inverse2, inverse2))
  return div(splat(2), add(splat(1), root(add(splat(1), mul(splat(4), x)))))
}
