// Cube roots, for Manning's friction and for critical depth, by arithmetic that gives the same bits on every machine.

import { mul, splat, sub } from '../abi/simd'

/**
 * 1/cbrt(x) for normal x > 0, to two or three units in the last place. The first approximation divides the bit pattern, taken as an
 * integer, by three (Kahan), with an error of 3 %. Three steps of Newton's method for y^-3 = x, y <- y (4 - x y³)/3, reduce the
 * error to rounding.
 */
@inline export function inverseCubeRoot(x: v128): v128 {
  const third = f32x4.mul(f32x4.convert_i32x4_s(x), splat(<f32>(1.0 / 3.0)))
  let y = i32x4.sub(i32x4.splat(0x54a21d2a), i32x4.trunc_sat_f32x4_s(third))
  y = refined(x, y)
  y = refined(x, y)
  return refined(x, y)
}

/** One step of Newton's method. */
@inline function refined(x: v128, y: v128): v128 {
  const cube = mul(mul(y, y), y)
  return mul(y, sub(splat(<f32>(4.0 / 3.0)), mul(splat(<f32>(1.0 / 3.0)), mul(x, cube))))
}
