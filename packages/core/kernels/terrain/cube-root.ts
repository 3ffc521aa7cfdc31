// Cube roots, which Manning's friction and critical depth ask for, by arithmetic that is the same everywhere.

import { mul, splat, sub } from '../abi/simd'

/**
 * 1/cbrt(x) for normal x > 0, to two or three units in the last place. A third of the exponent comes from the bits read as a whole
 * number (Kahan's trick); three steps of Newton's method on y^-3 = x, y (4 - x y³)/3, take its 3 % to rounding.
 */
@inline export function inverseCubeRoot(x: v128): v128 {
  const third = f32x4.mul(f32x4.convert_i32x4_s(x), splat(<f32>(1.0 / 3.0)))
  let y = i32x4.sub(i32x4.splat(0x54a21d2a), i32x4.trunc_sat_f32x4_s(third))
  y = better(x, y)
  y = better(x, y)
  return better(x, y)
}

@inline function better(x: v128, y: v128): v128 {
  const cube = mul(mul(y, y), y)
  return mul(y, sub(splat(<f32>(4.0 / 3.0)), mul(splat(<f32>(1.0 / 3.0)), mul(x, cube))))
}
