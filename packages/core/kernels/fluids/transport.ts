// Advection of the velocity by fluxes, of third order in space and time. A component is the content of control volumes around its faces:
//
//   q_t = -Σ ± U (q_face - q) / dx
//
// q_face is Leonard's quadratic upstream interpolation (QUICK, Comput. Methods Appl. Mech. Eng. 19, 1979), from two upstream cells and a
// downstream one: of cells a, b, c, d along the flow, the face between b and c has (b + c)/2 - (a - 2 b + c)/8. U is the velocity at the
// beginning of the step, as a mean of two faces. It has no divergence in the control volume, and the sum is that of fluxes; only at open
// edges and beside solids it may have one, and q takes off the growth that it would cause: a uniform q stays uniform.
//
// Time: the strong-stability-preserving Runge-Kutta method of three stages (Gottlieb and Shu 1998). Stable for Courant numbers, summed over
// x, y and z, up to 1. Each stage is limited to the values of the cell and its neighbours: there are no new extremes, and no flow grows by
// advection. Unlimited, coarse flows with long time steps became infinite.
//
// Threads: each pass writes its own lines of `out` and reads only other fields.

import { Field } from '../abi/field'
import { rateOf } from './substeps'
import { FluidFlow, padded } from './lines'
import { add, greaterThan, load, LANE, maximum, minimum, mul, select, splat, store, sub, WIDE } from '../abi/simd'

@unmanaged
export class FluidTransportPass extends FluidFlow {
  /** The component at the beginning of the substep, at the present stage, and after it; padded, the second with filled ghost cells. */
  old: Field
  q: Field
  out: Field
  /** Face flags (boundary.ts): only free faces change. */
  faceFlag: Field
  /** The component: 0, 1, 2. */
  at: i32
  /** Weight of the stage: out = old + weight (q + dt L(q) - old). */
  weight: f32
  /** FluidSubsteps, with dt/dx. */
  substeps: Field
}

/** q at the face between b and c, of four successive cells, in a flow from b to c (`ahead`) or from c to b. */
@inline function upstream(ahead: v128, a: v128, b: v128, c: v128, d: v128): v128 {
  const curvature = select(ahead, add(sub(a, add(b, b)), c), add(sub(b, add(c, c)), d))
  return sub(mul(splat(0.5), add(b, c)), mul(splat(0.125), curvature))
}

/** Flux of q - here through the face between b and c. `u` and `beside`: addresses of the two velocities whose mean is that of the face. */
@inline function through(u: usize, beside: usize, here: v128, a: v128, b: v128, c: v128, d: v128): v128 {
  const velocity = mul(splat(0.5), add(load(u), load(beside)))
  return mul(velocity, sub(upstream(greaterThan(velocity, splat(0)), a, b, c, d), here))
}

/** Line (y, z) of a padded field, which may be beyond its ghost cells: wrapped, or clamped to them. */
@inline function line(pass: FluidTransportPass, field: Field, y: i32, z: i32, deep: bool): usize {
  const ny = pass.ny, nz = pass.nz
  const toY = y < -1 ? (pass.yWraps ? y + ny : -1) : y > ny ? (pass.yWraps ? y - ny : ny) : y
  const toZ = z < -1 ? (pass.zWraps ? z + nz : -1) : z > nz ? (pass.zWraps ? z - nz : nz) : z
  return padded(field, toY, toZ, ny, deep)
}

/** Postcondition: `out` is the result of one stage; faces that are not free keep the value of q. */
export function fluidTransport(pass: FluidTransportPass, begin: i32, end: i32): void {
  if (pass.nz > 1) transportInVolume(pass, begin, end)
  else transportInPlane(pass, begin, end)
}

// Separate functions, see `fluidDeparture`.
function transportInPlane(pass: FluidTransportPass, begin: i32, end: i32): void { transport(pass, begin, end, false) }
function transportInVolume(pass: FluidTransportPass, begin: i32, end: i32): void { transport(pass, begin, end, true) }

@inline function transport(pass: FluidTransportPass, begin: i32, end: i32, deep: bool): void {
  const at = pass.at, ny = pass.ny, ys = ny + <i32>(at == 1), bytes = <usize>(pass.nx + <i32>(at == 0)) << 2
  const rate = splat(rateOf(pass.substeps)), weight = splat(pass.weight)
  // The second velocity of a face is one cell back along the component's axis.
  const backX: usize = at == 0 ? LANE : 0, backY = at == 1 ? 1 : 0, backZ = at == 2 ? 1 : 0
  for (let l = begin; l < end; l++) {
    const y = l % ys, z = l / ys
    const q = line(pass, pass.q, y, z, deep), old = line(pass, pass.old, y, z, deep)
    const out = line(pass, pass.out, y, z, deep), flag = line(pass, pass.faceFlag, y, z, deep)
    const b2 = line(pass, pass.q, y - 2, z, deep), b1 = line(pass, pass.q, y - 1, z, deep)
    const f1 = line(pass, pass.q, y + 1, z, deep), f2 = line(pass, pass.q, y + 2, z, deep)
    const u = line(pass, pass.u, y, z, deep), uBeside = line(pass, pass.u, y - backY, z - backZ, deep) - backX
    const v = line(pass, pass.v, y, z, deep), vBeside = line(pass, pass.v, y - backY, z - backZ, deep) - backX
    const vNext = line(pass, pass.v, y + 1, z, deep), vNextBeside = line(pass, pass.v, y + 1 - backY, z - backZ, deep) - backX
    const d2 = deep ? line(pass, pass.q, y, z - 2, deep) : q, d1 = deep ? line(pass, pass.q, y, z - 1, deep) : q
    const o1 = deep ? line(pass, pass.q, y, z + 1, deep) : q, o2 = deep ? line(pass, pass.q, y, z + 2, deep) : q
    const w = deep ? line(pass, pass.w, y, z, deep) : q, wNext = deep ? line(pass, pass.w, y, z + 1, deep) : q
    const wBeside = deep ? line(pass, pass.w, y - backY, z - backZ, deep) - backX : q
    const wNextBeside = deep ? line(pass, pass.w, y - backY, z + 1 - backZ, deep) - backX : q
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const here = load(q + x), left = load(q + x - LANE), right = load(q + x + LANE)
      const back = load(b1 + x), front = load(f1 + x)
      let low = minimum(minimum(here, minimum(left, right)), minimum(back, front))
      let high = maximum(maximum(here, maximum(left, right)), maximum(back, front))
      let lost = sub(
        through(u + x + LANE, uBeside + x + LANE, here, left, here, right, load(q + x + 2 * LANE)),
        through(u + x, uBeside + x, here, load(q + x - 2 * LANE), left, here, right),
      )
      lost = add(lost, sub(
        through(vNext + x, vNextBeside + x, here, back, here, front, load(f2 + x)),
        through(v + x, vBeside + x, here, load(b2 + x), back, here, front),
      ))
      if (deep) {
        const below = load(d1 + x), over = load(o1 + x)
        low = minimum(low, minimum(below, over))
        high = maximum(high, maximum(below, over))
        lost = add(lost, sub(
          through(wNext + x, wNextBeside + x, here, below, here, over, load(o2 + x)),
          through(w + x, wBeside + x, here, load(d2 + x), below, here, over),
        ))
      }
      const free = greaterThan(splat(0.5), load(flag + x)), before = load(old + x)
      const moved = minimum(high, maximum(low, sub(here, mul(rate, lost))))
      const change = mul(weight, sub(moved, before))
      store(out + x, select(free, add(before, change), here))
    }
  }
}
