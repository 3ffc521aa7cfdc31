// The five-point Laplacian of four cells: sum over their faces of (neighbour - centre).
//
// Differences are taken before they are added, (l - c) + (r - c) and not l + r - 2c: a difference of two close floats
// is exact, and it is exactly the opposite of what the neighbour computes. That is why volume is kept to rounding.

import { add, LANE, load, mul, splat, sub } from '../abi/simd'

/** All faces open. `row` is the centres' address, `c` their values. */
@inline export function laplacian(row: usize, c: v128, up: v128, down: v128): v128 {
  const l = load(row - LANE), r = load(row + LANE)
  return add(add(sub(l, c), sub(r, c)), add(sub(up, c), sub(down, c)))
}

/**
 * The same among solids. A cell of openness m has the area m dx2, a face between two the width m m' dx: flow through the
 * faces over the area leaves the neighbour's m' in each term. Solid cells, m = 0, stay as they are.
 */
@inline export function laplacianAmongSolids(row: usize, c: v128, up: v128, down: v128, m: usize, mUp: usize, mDown: usize): v128 {
  const l = mul(load(m - LANE), sub(load(row - LANE), c)), r = mul(load(m + LANE), sub(load(row + LANE), c))
  const u = mul(load(mUp), sub(up, c)), d = mul(load(mDown), sub(down, c))
  const isOpen = f32x4.ne(load(m), splat(0))
  return v128.and(isOpen, add(add(l, r), add(u, d)))
}
