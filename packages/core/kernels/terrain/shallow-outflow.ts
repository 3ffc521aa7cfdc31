// The limiter of outflow: a column of shallow water gives no more water than it has.

import { JOINED, kindOf } from './boundary-data'
import { DEPTH } from './riemann'
import { insideOf } from './shallow-columns'
import { FLUX_X, FLUX_Z, lineOf, OPENNESS, PRIMITIVES, THETA, third } from './shallow-scratch'
import { ShallowPass } from './shallow-water'
import { greaterThan, add, div, minimum, load, maximum, mul, put, splat, store, sub, WIDE } from '../abi/simd'

/**
 * theta of a row: the content of each column over its outflow, at most 1. Beyond the edges it is always 1. Returns whether it may be less
 * than 1 somewhere.
 */
@inline export function limitOutflow(pass: ShallowPass, scratch: usize, row: i32, c0: i32, c1: i32, ratio: f32, solids: bool): bool {
  const theta = lineOf(scratch, THETA + third(row))
  const nx = pass.depth.nx, nz = pass.depth.nz
  const one = splat(1), zero = splat(0)
  const count = c1 - c0
  if ((row < 0 || row >= nz) && kindOf(row < 0 ? pass.zBefore : pass.zAfter, 0) != JOINED) {
    for (let i = -4; i < count + 4; i += 4) store(theta + (<usize>i << 2), one)
    return false
  }
  const depth = lineOf(scratch, PRIMITIVES + 4 * third(row) + DEPTH)
  const x1 = lineOf(scratch, FLUX_X + 4 * third(row))
  const z0 = lineOf(scratch, FLUX_Z + 4 * third(row)), z1 = lineOf(scratch, FLUX_Z + 4 * third(row + 1))
  const openness = lineOf(scratch, OPENNESS + third(row))
  const ratios = splat(ratio), least = splat(f32.MIN_NORMAL_VALUE)
  let isLimited = false
  let x: usize = -WIDE
  do {
    const out = add(
      sub(maximum(zero, v128.load(x1 + x - 4, 4)), minimum(zero, v128.load(x1 + x - 4))),
      sub(maximum(zero, load(z1 + x)), minimum(zero, load(z0 + x))),
    )
    const has = solids ? mul(load(depth + x), load(openness + x)) : load(depth + x)
    const gives = maximum(mul(ratios, out), least)
    if (v128.any_true(greaterThan(gives, has))) {
      store(theta + x, minimum(one, div(has, gives)))
      isLimited = true
    } else store(theta + x, one)
    x += WIDE
  } while (<i32>x < (count + 4) << 2)
  if (c0 == 0 && kindOf(pass.xBefore, insideOf(pass, row)) != JOINED) put(theta, -1, 1)
  if (c1 == nx && kindOf(pass.xAfter, insideOf(pass, row)) != JOINED) put(theta, count, 1)
  return isLimited
}
