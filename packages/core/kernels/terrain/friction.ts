// Manning's friction, du/dt = -g n² |u| u / d^(4/3), by an implicit step. With x = g n² |u| dt / d^(4/3), the equation
// u' + (x/|u|) |u'| u' = u has the solution u' = 2u/(1 + sqrt(1 + 4x)). The balance of gravity and friction in a river is
// preserved for any time step.

import { inverseCubeRoot } from './cube-root'
import { add, div, maximum, mul, splat, sqrt as root } from '../abi/simd'

/** The factor u'/u. `friction`: g n² times the time step [m^(1/3) s]. Depths below `dry` are treated as `dry`. */
@inline export function slowing(u: v128, v: v128, d: v128, dry: v128, friction: v128): v128 {
  const speed = root(add(mul(u, u), mul(v, v)))
  const inverse = inverseCubeRoot(maximum(d, dry))
  const inverse2 = mul(inverse, inverse)
  const x = mul(mul(friction, speed), mul(inverse2, inverse2))
  return div(splat(2), add(splat(1), root(add(splat(1), mul(splat(4), x)))))
}
