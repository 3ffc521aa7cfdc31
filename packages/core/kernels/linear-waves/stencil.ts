// The five-point Laplacian of four cells: sum over their faces of (neighbour - centre).
//
// Differences are computed first, (l - c) + (r - c) and not l + r - 2c: the difference of two close floats is exact, and it is
// exactly the negative of the difference that the neighbour computes. Volume is therefore conserved up to rounding.

import { add, LANE, load, mul, splat, sub } from '../abi/simd'

/** All faces open. `row` is the address of the centres, `c` their values. */
@inline export function laplacian(row: usize, c: v128, up: v128, down: v128): v128 {
  const l = load(row - LANE), r = load(row + LANE)
  return add(add(sub(l, c), sub(r, c)), add(sub(up, c), sub(down, c)))
}

/**
 * The same among solids. A cell of openness m has the area m dx², a face between two cells the width m m' dx. Flow over area leaves
 * the factor m' of the neighbour in each term. The result is 0 in solid cells, m = 0.
 */
@inline export function laplacianAmongSolids(row: usize, c: v128, up: v128, down: v128, m: usize, mUp: usize, mDown: usize): v128 {
  const l = mul(load(m - LANE), sub(load(row - LANE), c)), r = mul(load(m + LANE), sub(load(row + LANE), c))
  const u = mul(load(mUp), sub(up, c)), d = mul(load(mDown), sub(down, c))
  const isOpen = f32x4.ne(load(m), splat(0))
  return v128.and(isOpen, add(add(l, r), add(u, d)))
}
