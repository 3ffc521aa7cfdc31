// Accelerations at cell centres: buoyancy and vorticity confinement.

import { Field } from '../abi/field'
import { padded } from './lines'
import { lineAfter, lineBefore } from '../poisson/lines'
import { add, at, load, mul, put, splat, store, sub, WIDE } from '../abi/simd'

@unmanaged
export class FluidLiftPass {
  /** A scalar, and the upward acceleration that it contributes to. */
  q: Field
  force: Field
  /** Acceleration for each unit of q above `rest` [m/s²]. */
  lift: f32
  rest: f32
  /** Whether this is the first contribution, which overwrites the field. */
  first: i32
}

/** Buoyancy. Postcondition: force = lift (q - rest) if `first`, else force += lift (q - rest). */
export function fluidLift(pass: FluidLiftPass, begin: i32, end: i32): void {
  const lift = splat(pass.lift), rest = splat(pass.rest)
  for (let l = begin; l < end; l++) {
    const q = pass.q.row(l), force = pass.force.row(l)
    for (let x: usize = 0, bytes = <usize>pass.q.nx << 2; x < bytes; x += WIDE) {
      const rise = mul(lift, sub(load(q + x), rest))
      store(force + x, pass.first ? rise : add(load(force + x), rise))
    }
  }
}

@unmanaged
export class FluidCurlPass {
  u: Field
  v: Field
  w: Field
  /** Curl of the velocity times the cell size [m/s], and its magnitude; plain. In 2-D only the z component. */
  cx: Field
  cy: Field
  cz: Field
  size: Field
  /** Accelerations [m/s²]. */
  fx: Field
  fy: Field
  fz: Field
  /** Openness of cells. */
  open: Field
  ny: i32
  nz: i32
  xWraps: i32
  yWraps: i32
  zWraps: i32
  /** Strength of the confinement [1/s]. */
  strength: f32
}

/** Twice the velocity at the centre: the sum over a pair of faces. */
@inline function twice(field: Field, y: i32, z: i32, ny: i32, deep: bool, i: i32, axis: i32): f32 {
  const a = padded(field, y, z, ny, deep)
  if (axis == 0) return at(a, i) + at(a, i + 1)
  return at(a, i) + at(axis == 1 ? padded(field, y + 1, z, ny, deep) : padded(field, y, z + 1, ny, deep), i)
}

/** Postcondition: the curl at centres, from the velocities at centres, and its magnitude. */
export function fluidCurl(pass: FluidCurlPass, begin: i32, end: i32): void {
  const nx = pass.size.nx, ny = pass.ny, nz = pass.nz, deep = nz > 1
  for (let l = begin; l < end; l++) {
    const y = l % ny, z = l / ny
    // At the edge the missing neighbour is the cell itself: a one-sided difference over one cell instead of two.
    const y0 = max(0, y - 1), y1 = min(ny - 1, y + 1), z0 = max(0, z - 1), z1 = min(nz - 1, z + 1)
    const ry: f32 = y1 > y0 ? 0.5 / <f32>(y1 - y0) : 0, rz: f32 = z1 > z0 ? 0.5 / <f32>(z1 - z0) : 0
    const open = pass.open.row(l), size = pass.size.row(l)
    for (let i = 0; i < nx; i++) {
      const i0 = max(0, i - 1), i1 = min(nx - 1, i + 1)
      const rx: f32 = i1 > i0 ? 0.5 / <f32>(i1 - i0) : 0
      const curlZ = rx * (twice(pass.v, y, z, ny, deep, i1, 1) - twice(pass.v, y, z, ny, deep, i0, 1))
        - ry * (twice(pass.u, y1, z, ny, deep, i, 0) - twice(pass.u, y0, z, ny, deep, i, 0))
      let square = curlZ * curlZ
      if (deep) {
        const curlX = ry * (twice(pass.w, y1, z, ny, deep, i, 2) - twice(pass.w, y0, z, ny, deep, i, 2))
          - rz * (twice(pass.v, y, z1, ny, deep, i, 1) - twice(pass.v, y, z0, ny, deep, i, 1))
        const curlY = rz * (twice(pass.u, y, z1, ny, deep, i, 0) - twice(pass.u, y, z0, ny, deep, i, 0))
          - rx * (twice(pass.w, y, z, ny, deep, i1, 2) - twice(pass.w, y, z, ny, deep, i0, 2))
        put(pass.cx.row(l), i, curlX)
        put(pass.cy.row(l), i, curlY)
        square += curlX * curlX + curlY * curlY
      }
      put(pass.cz.row(l), i, curlZ)
      put(size, i, at(open, i) > 0 ? sqrt(square) : 0)
    }
  }
}

/**
 * Vorticity confinement (Steinhoff and Underhill 1994). Postcondition: f = strength × (N × curl), where N is the unit vector along the
 * gradient of the magnitude of the curl; fy is added to the buoyancy.
 */
export function fluidConfine(pass: FluidCurlPass, begin: i32, end: i32): void {
  const nx = pass.size.nx, ny = pass.ny, nz = pass.nz, deep = nz > 1, strength = pass.strength
  for (let l = begin; l < end; l++) {
    const y = l % ny, z = l / ny
    const back = pass.size.row(lineBefore(l, y, ny, 1, pass.yWraps)), front = pass.size.row(lineAfter(l, y, ny, 1, pass.yWraps))
    const below = pass.size.row(lineBefore(l, z, nz, ny, pass.zWraps)), over = pass.size.row(lineAfter(l, z, nz, ny, pass.zWraps))
    const size = pass.size.row(l)
    for (let i = 0; i < nx; i++) {
      const left = i > 0 ? i - 1 : pass.xWraps ? nx - 1 : 0, right = i < nx - 1 ? i + 1 : pass.xWraps ? 0 : i
      let gx = at(size, right) - at(size, left), gy = at(front, i) - at(back, i), gz = deep ? at(over, i) - at(below, i) : 0
      const steep = sqrt(gx * gx + gy * gy + gz * gz)
      // A negligible gradient has no direction.
      const norm: f32 = steep > 1e-12 ? strength / steep : 0
      gx *= norm
      gy *= norm
      gz *= norm
      const cz = at(pass.cz.row(l), i)
      if (deep) {
        const cx = at(pass.cx.row(l), i), cy = at(pass.cy.row(l), i)
        put(pass.fx.row(l), i, gy * cz - gz * cy)
        put(pass.fy.row(l), i, at(pass.fy.row(l), i) + gz * cx - gx * cz)
        put(pass.fz.row(l), i, gx * cy - gy * cx)
      } else {
        put(pass.fx.row(l), i, gy * cz)
        put(pass.fy.row(l), i, at(pass.fy.row(l), i) - gx * cz)
      }
    }
  }
}
