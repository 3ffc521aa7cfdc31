// Semi-Lagrangian advection. A particle that arrives at x departs from x + b, with b = -dt u(x - dt u(x)/2) by the midpoint rule. b is in
// cells and computed once for each grid location (`fluidDeparture`); all quantities at that location use it.
//
//   advect        q* = q(x + b)                                    first order (Courant, Isaacson and Rees 1952)
//   correct       q* + (q - q*(x + f))/2                           MacCormack, f the displacement forward in time (Selle et al. 2008)
//   compensate    (q + (q - q*(x + f))/2) (x + b)                  BFECC (Dupont and Liu 2003)
//
// f = b + 2 dt u(x), because the terms of b and f in dt² are equal. Corrected values are limited to the range of the cells around the
// departure point: there are no new extremes, and the scheme is stable for any time step.
//
// Threads: each pass writes its own lines of `out` (or b) and reads only other fields.

import { Field } from '../abi/field'
import {
  around, beginning, CENTER, FluidFlow, halfStep, interpolate, limited, offsets, padded, stepAlong, velocityAt, wholeCells, within,
} from './lines'
import { add, load, mul, splat, store, sub, WIDE } from '../abi/simd'

@unmanaged
export class FluidDeparturePass extends FluidFlow {
  /** Displacement b to the departure point along x, y, z [cells]. */
  bx: Field
  by: Field
  bz: Field
  /** Grid location: 0, 1, 2 for the faces of u, v, w; 3 for centres. */
  at: i32
  /** dt/dx [s/m]. */
  rate: f32
}

/** The columns of four cells from column i on. */
@inline function columns(x: usize): v128 {
  return add(splat(<f32>(<i32>x >> 2)), f32x4(0, 1, 2, 3))
}

/** Distances from `place` along an axis of n cells that begins at `low`, brought back into the box: wrapped, or clamped to its edge. */
@inline function inside(t: v128, place: v128, low: v128, n: i32, wraps: i32): v128 {
  if (wraps) t = around(t, place, low, n)
  return within(t, sub(low, place), sub(add(low, splat(<f32>n)), place))
}

/** A quantity at distances, already brought into the box, from four positions. */
@inline function lookUp(
  deep: bool, base: usize, tx: v128, ty: v128, tz: v128, lastX: v128, lastY: v128, lastZ: v128, stride: usize, plane: usize,
): v128 {
  const cx = wholeCells(tx, lastX), cy = wholeCells(ty, lastY), cz = deep ? wholeCells(tz, lastZ) : splat(0)
  const o = offsets(deep, cx, cy, cz, stride, plane)
  return interpolate(deep, base, o, stride, plane, sub(tx, cx), sub(ty, cy), sub(tz, cz))
}

/** Postcondition: b at all positions of the location `at`. */
export function fluidDeparture(pass: FluidDeparturePass, begin: i32, end: i32): void {
  if (pass.nz > 1) departureInVolume(pass, begin, end)
  else departureInPlane(pass, begin, end)
}

// Separate functions: the compiler would merge two inlined calls in the branches of one `if` into one loop that tests `deep` in every cell.
function departureInPlane(pass: FluidDeparturePass, begin: i32, end: i32): void { departure(pass, begin, end, false) }
function departureInVolume(pass: FluidDeparturePass, begin: i32, end: i32): void { departure(pass, begin, end, true) }

@inline function departure(pass: FluidDeparturePass, begin: i32, end: i32, deep: bool): void {
  const at = pass.at, nx = pass.nx, ny = pass.ny, nz = pass.nz, ys = ny + <i32>(at == 1)
  const xWraps = pass.xWraps, yWraps = pass.yWraps, zWraps = pass.zWraps
  const bytes = <usize>(nx + <i32>(at == 0)) << 2
  const stride = <usize>pass.u.stride, plane = <usize>(ny + 2) * stride
  const alongX = stepAlong(0, pass.u, ny), alongY = stepAlong(1, pass.u, ny), alongZ = stepAlong(2, pass.u, ny)
  const alongC = at == CENTER ? 0 : stepAlong(at, pass.u, ny)
  const half = splat(-0.5 * pass.rate), whole = splat(-pass.rate)
  const node = splat(beginning(true)), between = splat(beginning(false))
  // Half-cell offsets between the location and the faces of u, v and w, along x, y and z.
  const ux = splat(halfStep(0, 0, at)), uy = splat(halfStep(1, 0, at)), uz = splat(halfStep(2, 0, at))
  const vx = splat(halfStep(0, 1, at)), vy = splat(halfStep(1, 1, at)), vz = splat(halfStep(2, 1, at))
  const wx = splat(halfStep(0, 2, at)), wy = splat(halfStep(1, 2, at)), wz = splat(halfStep(2, 2, at))
  const last = splat(<f32>(nx - 1))
  for (let l = begin; l < end; l++) {
    const y = l % ys, z = l / ys
    const u = padded(pass.u, y, z, ny, deep), v = padded(pass.v, y, z, ny, deep), w = padded(pass.w, y, z, ny, deep)
    const bx = padded(pass.bx, y, z, ny, deep), by = padded(pass.by, y, z, ny, deep), bz = padded(pass.bz, y, z, ny, deep)
    const j = splat(<f32>y), k = splat(<f32>z), lastY = splat(<f32>(ny - 1 - y)), lastZ = splat(<f32>(nz - 1 - z))
    let x: usize = 0
    do {
      const i = columns(x), lastX = sub(last, i)
      const hx = mul(half, velocityAt(u + x, 0, at, alongX, alongC))
      const hy = mul(half, velocityAt(v + x, 1, at, alongY, alongC))
      const hz = deep ? mul(half, velocityAt(w + x, 2, at, alongZ, alongC)) : splat(0)
      store(bx + x, mul(whole, lookUp(
        deep, u + x, inside(add(hx, ux), i, node, nx, xWraps), inside(add(hy, uy), j, between, ny, yWraps),
        deep ? inside(add(hz, uz), k, between, nz, zWraps) : splat(0), lastX, lastY, lastZ, stride, plane,
      )))
      store(by + x, mul(whole, lookUp(
        deep, v + x, inside(add(hx, vx), i, between, nx, xWraps), inside(add(hy, vy), j, node, ny, yWraps),
        deep ? inside(add(hz, vz), k, between, nz, zWraps) : splat(0), lastX, lastY, lastZ, stride, plane,
      )))
      if (deep) store(bz + x, mul(whole, lookUp(
        deep, w + x, inside(add(hx, wx), i, between, nx, xWraps), inside(add(hy, wy), j, between, ny, yWraps),
        inside(add(hz, wz), k, node, nz, zWraps), lastX, lastY, lastZ, stride, plane,
      )))
      x += WIDE
    } while (x < bytes)
  }
}

@unmanaged
export class FluidAdvectPass extends FluidDeparturePass {
  /** The quantity, its predictor or corrected value, and the result. The first two are padded, with their ghost cells filled. */
  q: Field
  predictor: Field
  out: Field
  /** Whether `out` is a plain field. */
  plain: i32
}

const ADVECT: i32 = 0
const CORRECT: i32 = 1
const COMPENSATE: i32 = 2
const ADVECT_CORRECTED: i32 = 3

/** Postcondition: out = q(x + b). */
export function fluidAdvect(pass: FluidAdvectPass, begin: i32, end: i32): void {
  if (pass.nz > 1) advectInVolume(pass, begin, end)
  else advectInPlane(pass, begin, end)
}

function advectInPlane(pass: FluidAdvectPass, begin: i32, end: i32): void { advectLines(pass, begin, end, false, ADVECT) }
function advectInVolume(pass: FluidAdvectPass, begin: i32, end: i32): void { advectLines(pass, begin, end, true, ADVECT) }

/** Postcondition: out = predictor + (q - predictor(x + f))/2, limited, where predictor = q(x + b). */
export function fluidCorrect(pass: FluidAdvectPass, begin: i32, end: i32): void {
  if (pass.nz > 1) correctInVolume(pass, begin, end)
  else correctInPlane(pass, begin, end)
}

function correctInPlane(pass: FluidAdvectPass, begin: i32, end: i32): void { advectLines(pass, begin, end, false, CORRECT) }
function correctInVolume(pass: FluidAdvectPass, begin: i32, end: i32): void { advectLines(pass, begin, end, true, CORRECT) }

/** Postcondition: out = q + (q - predictor(x + f))/2. */
export function fluidCompensate(pass: FluidAdvectPass, begin: i32, end: i32): void {
  if (pass.nz > 1) compensateInVolume(pass, begin, end)
  else compensateInPlane(pass, begin, end)
}

function compensateInPlane(pass: FluidAdvectPass, begin: i32, end: i32): void { advectLines(pass, begin, end, false, COMPENSATE) }
function compensateInVolume(pass: FluidAdvectPass, begin: i32, end: i32): void { advectLines(pass, begin, end, true, COMPENSATE) }

/** Postcondition: out = predictor(x + b), limited by q; the predictor is here the result of `fluidCompensate`. */
export function fluidAdvectCorrected(pass: FluidAdvectPass, begin: i32, end: i32): void {
  if (pass.nz > 1) advectCorrectedInVolume(pass, begin, end)
  else advectCorrectedInPlane(pass, begin, end)
}

function advectCorrectedInPlane(pass: FluidAdvectPass, begin: i32, end: i32): void { advectLines(pass, begin, end, false, ADVECT_CORRECTED) }
function advectCorrectedInVolume(pass: FluidAdvectPass, begin: i32, end: i32): void { advectLines(pass, begin, end, true, ADVECT_CORRECTED) }

@inline function advectLines(pass: FluidAdvectPass, begin: i32, end: i32, deep: bool, kind: i32): void {
  const at = pass.at, nx = pass.nx, ny = pass.ny, nz = pass.nz, ys = ny + <i32>(at == 1)
  const xWraps = pass.xWraps, yWraps = pass.yWraps, zWraps = pass.zWraps
  const bytes = <usize>(nx + <i32>(at == 0)) << 2
  const stride = <usize>pass.q.stride, plane = <usize>(ny + 2) * stride
  const alongX = stepAlong(0, pass.u, ny), alongY = stepAlong(1, pass.u, ny), alongZ = stepAlong(2, pass.u, ny)
  const alongC = at == CENTER ? 0 : stepAlong(at, pass.u, ny)
  const twice = splat(2 * pass.rate), half = splat(0.5), last = splat(<f32>(nx - 1))
  const lowX = splat(beginning(at == 0)), lowY = splat(beginning(at == 1)), lowZ = splat(beginning(at == 2))
  for (let l = begin; l < end; l++) {
    const y = l % ys, z = l / ys
    const u = padded(pass.u, y, z, ny, deep), v = padded(pass.v, y, z, ny, deep), w = padded(pass.w, y, z, ny, deep)
    const bx = padded(pass.bx, y, z, ny, deep), by = padded(pass.by, y, z, ny, deep), bz = padded(pass.bz, y, z, ny, deep)
    const q = padded(pass.q, y, z, ny, deep), predictor = padded(pass.predictor, y, z, ny, deep)
    const out = pass.plain ? pass.out.row(z * ny + y) : padded(pass.out, y, z, ny, deep)
    const j = splat(<f32>y), k = splat(<f32>z), lastY = splat(<f32>(ny - 1 - y)), lastZ = splat(<f32>(nz - 1 - z))
    let x: usize = 0
    do {
      const i = columns(x), lastX = sub(last, i)
      const backX = inside(load(bx + x), i, lowX, nx, xWraps), backY = inside(load(by + x), j, lowY, ny, yWraps)
      const backZ = deep ? inside(load(bz + x), k, lowZ, nz, zWraps) : splat(0)
      let value: v128
      if (kind == ADVECT) value = lookUp(deep, q + x, backX, backY, backZ, lastX, lastY, lastZ, stride, plane)
      else if (kind == ADVECT_CORRECTED) value = lookUp(deep, predictor + x, backX, backY, backZ, lastX, lastY, lastZ, stride, plane)
      else {
        const forthX = inside(
          add(load(bx + x), mul(twice, velocityAt(u + x, 0, at, alongX, alongC))), i, lowX, nx, xWraps,
        )
        const forthY = inside(
          add(load(by + x), mul(twice, velocityAt(v + x, 1, at, alongY, alongC))), j, lowY, ny, yWraps,
        )
        const forthZ = deep ? inside(
          add(load(bz + x), mul(twice, velocityAt(w + x, 2, at, alongZ, alongC))), k, lowZ, nz, zWraps,
        ) : splat(0)
        const there = lookUp(deep, predictor + x, forthX, forthY, forthZ, lastX, lastY, lastZ, stride, plane)
        const error = mul(half, sub(load(q + x), there))
        value = add(load((kind == CORRECT ? predictor : q) + x), error)
      }
      if (kind == CORRECT || kind == ADVECT_CORRECTED) {
        const cx = wholeCells(backX, lastX), cy = wholeCells(backY, lastY), cz = deep ? wholeCells(backZ, lastZ) : splat(0)
        value = limited(deep, value, q + x, offsets(deep, cx, cy, cz, stride, plane), stride, plane)
      }
      store(out + x, value)
      x += WIDE
    } while (x < bytes)
  }
}
