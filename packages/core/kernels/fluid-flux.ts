// Scalars moved by what flows through faces: what leaves a cell arrives in the next, so nothing is lost.
//
//   q' = q - Σ ± a u dt/dx q_face
//
// q_face is that of the cell upstream, extrapolated half a cell with van Leer's limited slope. Heun's two stages, each a mean of values
// that already are (Gottlieb and Shu 1998), for Courant numbers up to 1/2, x, y and z together. Where the flow is free of divergence a
// uniform q stays so. Cells cut by solids count as whole: a small cell would limit the time step of all.

import { Field } from './field'
import { FluidFlow, padded } from './fluid-lines'
import { above, add, div, choose, load, LANE, mul, splat, store, sub, where, WIDE } from './wide'

@unmanaged
export class FluidFluxPass extends FluidFlow {
  /** Padded, ghosts set, and two cells are looked at on either side: beyond the ghosts the slope is zero. */
  q: Field
  /** q of the beginning of the step, for the second stage; plain. */
  old: Field
  out: Field
  ax: Field
  ay: Field
  az: Field
  solids: i32
  /** 0: out = q - dt div. 1: out = (old + q - dt div)/2. */
  stage: i32
  /** dt/dx [s/m]. */
  rate: f32
}

/** Half of van Leer's slope: the harmonic mean of differences of one sign. */
@inline function halfSlope(before: v128, after: v128): v128 {
  const product = mul(before, after), rises = above(product, splat(0))
  return where(rises, div(product, choose(rises, add(before, after), splat(1))))
}

/** q on a face between b and c, of the four a, b, c, d in a row. */
@inline function upstream(u: v128, a: v128, b: v128, c: v128, d: v128): v128 {
  const step = sub(c, b)
  const fromLeft = add(b, halfSlope(sub(b, a), step)), fromRight = sub(c, halfSlope(step, sub(d, c)))
  return choose(above(u, splat(0)), fromLeft, fromRight)
}

@inline function openFlow(solids: i32, u: usize, a: usize): v128 {
  return solids ? mul(load(a), load(u)) : load(u)
}

/** What flows through the lower faces along y or z. */
@inline function flowAcross(pass: FluidFluxPass, x: usize, u: usize, a: usize, q: usize, back2: usize, back: usize, next: usize): v128 {
  const flow = openFlow(pass.solids, u + x, a + x)
  return mul(flow, upstream(flow, load(back2 + x), load(back + x), load(q + x), load(next + x)))
}

/** Line two beyond: around, or no further than the ghost, which makes the slope zero. */
@inline function further(field: Field, y: i32, z: i32, ny: i32, nz: i32, yWraps: i32, zWraps: i32, deep: bool): usize {
  const toY = y < -1 ? (yWraps ? y + ny : -1) : y > ny ? (yWraps ? y - ny : ny) : y
  const toZ = z < -1 ? (zWraps ? z + nz : -1) : z > nz ? (zWraps ? z - nz : nz) : z
  return padded(field, toY, toZ, ny, deep)
}

/** Postcondition: one stage of a step. */
export function fluidFlux(pass: FluidFluxPass, begin: i32, end: i32): void {
  if (pass.nz > 1) flux(pass, begin, end, true)
  else flux(pass, begin, end, false)
}

@inline function flux(pass: FluidFluxPass, begin: i32, end: i32, deep: bool): void {
  const nx = pass.nx, ny = pass.ny, nz = pass.nz, bytes = <usize>nx << 2
  const rate = splat(pass.rate), half = splat(0.5), plane = <usize>(ny + 2) * pass.u.stride
  for (let l = begin; l < end; l++) {
    const y = l % ny, z = l / ny
    const q = padded(pass.q, y, z, ny, deep)
    const u = padded(pass.u, y, z, ny, deep), v = padded(pass.v, y, z, ny, deep), w = padded(pass.w, y, z, ny, deep)
    const ax = pass.ax.row(l), ay = pass.ay.row(l), az = pass.az.row(l)
    const ayNext = pass.ay.row(y < ny - 1 ? l + 1 : pass.yWraps ? z * ny : -1)
    const azNext = pass.az.row(z < nz - 1 ? l + ny : pass.zWraps ? y : -1)
    const b2 = further(pass.q, y - 2, z, ny, nz, pass.yWraps, pass.zWraps, deep), b1 = padded(pass.q, y - 1, z, ny, deep)
    const f1 = padded(pass.q, y + 1, z, ny, deep), f2 = further(pass.q, y + 2, z, ny, nz, pass.yWraps, pass.zWraps, deep)
    const d2 = further(pass.q, y, z - 2, ny, nz, pass.yWraps, pass.zWraps, deep), d1 = deep ? padded(pass.q, y, z - 1, ny, deep) : q
    const o1 = deep ? padded(pass.q, y, z + 1, ny, deep) : q, o2 = further(pass.q, y, z + 2, ny, nz, pass.yWraps, pass.zWraps, deep)
    const out = pass.out.row(l), old = pass.old.row(l)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const here = load(q + x), left = load(q + x - LANE), right = load(q + x + LANE)
      const uLeft = openFlow(pass.solids, u + x, ax + x), uRight = openFlow(pass.solids, u + x + LANE, ax + x + LANE)
      let lost = sub(
        mul(uRight, upstream(uRight, left, here, right, load(q + x + 2 * LANE))),
        mul(uLeft, upstream(uLeft, load(q + x - 2 * LANE), left, here, right)),
      )
      lost = add(lost, sub(
        flowAcross(pass, x, v + pass.v.stride, ayNext, f1, b1, q, f2), flowAcross(pass, x, v, ay, q, b2, b1, f1),
      ))
      if (deep) lost = add(lost, sub(flowAcross(pass, x, w + plane, azNext, o1, d1, q, o2), flowAcross(pass, x, w, az, q, d2, d1, o1)))
      const value = sub(here, mul(rate, lost))
      store(out + x, pass.stage ? mul(half, add(load(old + x), value)) : value)
    }
  }
}
