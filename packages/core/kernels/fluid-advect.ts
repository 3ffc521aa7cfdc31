// Quantities carried by the flow. A particle that arrives at x has left x + b, b = -dt u(x - dt u(x)/2): the midpoint rule. b is in cells and
// made once for each place (`fluidFeet`); all that lives there is then looked up.
//
//   carry         q* = q(x + b)                                    semi-Lagrangian, first order (Courant, Isaacson and Rees 1952)
//   correct       q* + (q - q*(x + f))/2                           MacCormack: f leads forth where b led back (Selle et al. 2008)
//   compensate    (q + (q - q*(x + f))/2) (x + b)                  BFECC (Dupont and Liu 2003)
//
// f = b + 2 dt u(x), because the terms of b and f in dt² are the same. Corrected values are limited to those of the cells around
// x + b: nothing new arises, and no time step can make it grow.

import { Field } from './field'
import {
  CENTRE, halfStep, inside, interpolate, limited, offsets, padded, stepAlong, velocityAt, wholeCells,
} from './fluid-lines'
import { add, load, mul, splat, store, sub, WIDE } from './wide'

@unmanaged
export class FluidFeetPass {
  u: Field
  v: Field
  w: Field
  /** b along x, y, z [cells]. */
  bx: Field
  by: Field
  bz: Field
  /** Place: 0, 1, 2 for the faces of u, v, w; 3 for centres. */
  at: i32
  nx: i32
  ny: i32
  nz: i32
  xWraps: i32
  yWraps: i32
  zWraps: i32
  /** dt/dx [s/m]. */
  rate: f32
}

/** The columns of four cells from column i on. */
@inline function columns(x: usize): v128 {
  return add(splat(<f32>(<i32>x >> 2)), f32x4(0, 1, 2, 3))
}

/** Component m of the velocity at a distance from four places `at`. */
@inline function lookUp(
  pass: FluidFeetPass, deep: bool, field: Field, m: i32, base: usize, i: v128, j: v128, k: v128, hx: v128, hy: v128, hz: v128,
): v128 {
  const stride = field.stride, plane = (pass.ny + 2) * stride, at = pass.at
  const tx = inside(add(hx, splat(halfStep(0, m, at))), i, pass.nx, m == 0, pass.xWraps)
  const ty = inside(add(hy, splat(halfStep(1, m, at))), j, pass.ny, m == 1, pass.yWraps)
  const cx = wholeCells(tx, i, pass.nx), cy = wholeCells(ty, j, pass.ny)
  let cz = splat(0), sz = splat(0)
  if (deep) {
    const tz = inside(add(hz, splat(halfStep(2, m, at))), k, pass.nz, m == 2, pass.zWraps)
    cz = wholeCells(tz, k, pass.nz)
    sz = sub(tz, cz)
  }
  const o = offsets(deep, cx, cy, cz, stride, plane)
  return interpolate(deep, base, o, stride, plane, sub(tx, cx), sub(ty, cy), sz)
}

/** Postcondition: b at all places `at`. */
export function fluidFeet(pass: FluidFeetPass, begin: i32, end: i32): void {
  if (pass.nz > 1) feet(pass, begin, end, true)
  else feet(pass, begin, end, false)
}

@inline function feet(pass: FluidFeetPass, begin: i32, end: i32, deep: bool): void {
  const at = pass.at, ny = pass.ny, ys = ny + <i32>(at == 1)
  const bytes = <usize>(pass.nx + <i32>(at == 0)) << 2
  const alongX = stepAlong(0, pass.u, ny), alongY = stepAlong(1, pass.u, ny), alongZ = stepAlong(2, pass.u, ny)
  const alongC = at == CENTRE ? 0 : stepAlong(at, pass.u, ny)
  const half = splat(-0.5 * pass.rate), whole = splat(-pass.rate)
  for (let l = begin; l < end; l++) {
    const y = l % ys, z = l / ys
    const u = padded(pass.u, y, z, ny, deep), v = padded(pass.v, y, z, ny, deep), w = padded(pass.w, y, z, ny, deep)
    const bx = padded(pass.bx, y, z, ny, deep), by = padded(pass.by, y, z, ny, deep), bz = padded(pass.bz, y, z, ny, deep)
    const j = splat(<f32>y), k = splat(<f32>z)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const i = columns(x)
      const hx = mul(half, velocityAt(u + x, 0, at, alongX, alongC))
      const hy = mul(half, velocityAt(v + x, 1, at, alongY, alongC))
      const hz = deep ? mul(half, velocityAt(w + x, 2, at, alongZ, alongC)) : splat(0)
      store(bx + x, mul(whole, lookUp(pass, deep, pass.u, 0, u + x, i, j, k, hx, hy, hz)))
      store(by + x, mul(whole, lookUp(pass, deep, pass.v, 1, v + x, i, j, k, hx, hy, hz)))
      if (deep) store(bz + x, mul(whole, lookUp(pass, deep, pass.w, 2, w + x, i, j, k, hx, hy, hz)))
    }
  }
}

@unmanaged
export class FluidCarryPass {
  /** What is carried, what was made of it so far, and the result; the first two padded with their ghosts set. */
  q: Field
  star: Field
  out: Field
  u: Field
  v: Field
  w: Field
  bx: Field
  by: Field
  bz: Field
  at: i32
  nx: i32
  ny: i32
  nz: i32
  xWraps: i32
  yWraps: i32
  zWraps: i32
  rate: f32
  /** Whether `out` is a plain field. */
  plain: i32
}

const CARRY: i32 = 0
const CORRECT: i32 = 1
const COMPENSATE: i32 = 2
const RECARRY: i32 = 3

/** Postcondition: out = q(x + b). */
export function fluidCarry(pass: FluidCarryPass, begin: i32, end: i32): void {
  if (pass.nz > 1) carry(pass, begin, end, true, CARRY)
  else carry(pass, begin, end, false, CARRY)
}

/** Postcondition: out = star + (q - star(x + f))/2, limited. star = q(x + b). */
export function fluidCorrect(pass: FluidCarryPass, begin: i32, end: i32): void {
  if (pass.nz > 1) carry(pass, begin, end, true, CORRECT)
  else carry(pass, begin, end, false, CORRECT)
}

/** Postcondition: out = q + (q - star(x + f))/2. */
export function fluidCompensate(pass: FluidCarryPass, begin: i32, end: i32): void {
  if (pass.nz > 1) carry(pass, begin, end, true, COMPENSATE)
  else carry(pass, begin, end, false, COMPENSATE)
}

/** Postcondition: out = star(x + b), limited by q. */
export function fluidRecarry(pass: FluidCarryPass, begin: i32, end: i32): void {
  if (pass.nz > 1) carry(pass, begin, end, true, RECARRY)
  else carry(pass, begin, end, false, RECARRY)
}

@inline function carry(pass: FluidCarryPass, begin: i32, end: i32, deep: bool, kind: i32): void {
  const at = pass.at, nx = pass.nx, ny = pass.ny, nz = pass.nz, ys = ny + <i32>(at == 1)
  const bytes = <usize>(nx + <i32>(at == 0)) << 2
  const stride = pass.q.stride, plane = (ny + 2) * stride
  const alongX = stepAlong(0, pass.u, ny), alongY = stepAlong(1, pass.u, ny), alongZ = stepAlong(2, pass.u, ny)
  const alongC = at == CENTRE ? 0 : stepAlong(at, pass.u, ny)
  const twice = splat(2 * pass.rate), half = splat(0.5)
  for (let l = begin; l < end; l++) {
    const y = l % ys, z = l / ys
    const u = padded(pass.u, y, z, ny, deep), v = padded(pass.v, y, z, ny, deep), w = padded(pass.w, y, z, ny, deep)
    const bx = padded(pass.bx, y, z, ny, deep), by = padded(pass.by, y, z, ny, deep), bz = padded(pass.bz, y, z, ny, deep)
    const q = padded(pass.q, y, z, ny, deep), star = padded(pass.star, y, z, ny, deep)
    const out = pass.plain ? pass.out.row(z * ny + y) : padded(pass.out, y, z, ny, deep)
    const j = splat(<f32>y), k = splat(<f32>z)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const i = columns(x)
      const backX = inside(load(bx + x), i, nx, at == 0, pass.xWraps), backY = inside(load(by + x), j, ny, at == 1, pass.yWraps)
      const backZ = deep ? inside(load(bz + x), k, nz, at == 2, pass.zWraps) : splat(0)
      const cx = wholeCells(backX, i, nx), cy = wholeCells(backY, j, ny), cz = deep ? wholeCells(backZ, k, nz) : splat(0)
      const o = offsets(deep, cx, cy, cz, stride, plane)
      let value: v128
      if (kind == CARRY) value = interpolate(deep, q + x, o, stride, plane, sub(backX, cx), sub(backY, cy), sub(backZ, cz))
      else if (kind == RECARRY)
        value = interpolate(deep, star + x, o, stride, plane, sub(backX, cx), sub(backY, cy), sub(backZ, cz))
      else {
        const forthX = inside(
          add(load(bx + x), mul(twice, velocityAt(u + x, 0, at, alongX, alongC))), i, nx, at == 0, pass.xWraps,
        )
        const forthY = inside(
          add(load(by + x), mul(twice, velocityAt(v + x, 1, at, alongY, alongC))), j, ny, at == 1, pass.yWraps,
        )
        const forthZ = deep ? inside(
          add(load(bz + x), mul(twice, velocityAt(w + x, 2, at, alongZ, alongC))), k, nz, at == 2, pass.zWraps,
        ) : splat(0)
        const fx = wholeCells(forthX, i, nx), fy = wholeCells(forthY, j, ny), fz = deep ? wholeCells(forthZ, k, nz) : splat(0)
        const there = interpolate(
          deep, star + x, offsets(deep, fx, fy, fz, stride, plane), stride, plane, sub(forthX, fx), sub(forthY, fy), sub(forthZ, fz),
        )
        const error = mul(half, sub(load(q + x), there))
        value = add(load((kind == CORRECT ? star : q) + x), error)
      }
      store(out + x, kind == CORRECT || kind == RECARRY ? limited(deep, value, q + x, o, stride, plane) : value)
    }
  }
}
