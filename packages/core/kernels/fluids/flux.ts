// Conservative advection of scalars by fluxes through faces (finite volumes): the sum over all cells is conserved.
//
//   q' = q - Σ ± a u dt/dx q_face
//
// q_face is the value of the upstream cell, extrapolated by half a cell with van Leer's limited slope. Time integration is Heun's method in
// its strong-stability-preserving form (Gottlieb and Shu 1998), for Courant numbers up to 1/2, summed over x, y and z. In a
// divergence-free flow a uniform q stays uniform. Cells cut by solids are treated as whole cells: a small cell would limit the time
// step of all.
//
// Threads: each pass writes its own lines of `out` and reads only other fields; fluxes between lines of two threads are computed twice.

import { Field } from '../abi/field'
import { rateOf } from './substeps'
import { FluidFlow, padded } from './lines'
import { greaterThan, add, div, select, load, LANE, mul, splat, store, sub, where, WIDE } from '../abi/simd'

@unmanaged
export class FluidFluxPass extends FluidFlow {
  /** Padded, with filled ghost cells. Stencils reach two cells on either side; beyond the ghost cells the slope is zero. */
  q: Field
  /** q at the beginning of the step, for the second stage; plain. */
  old: Field
  out: Field
  ax: Field
  ay: Field
  az: Field
  /** A row for each thread, as long as a line. */
  scratch: Field
  solids: i32
  /** 0: out = q - dt div. 1: out = (old + q - dt div)/2. */
  stage: i32
  /** FluidSubsteps, with dt/dx. */
  substeps: Field
}

/** Half of van Leer's slope: the harmonic mean of differences of one sign. */
@inline function halfSlope(before: v128, after: v128): v128 {
  const product = mul(before, after), rises = greaterThan(product, splat(0))
  return where(rises, div(product, select(rises, add(before, after), splat(1))))
}

/** Flux through the face between b and c, of four successive cells a, b, c, d. */
@inline function flowThrough(u: v128, a: v128, b: v128, c: v128, d: v128): v128 {
  // The slope of the upstream cell is limited by the differences across this face and across its opposite face.
  const ahead = greaterThan(u, splat(0)), slope = halfSlope(select(ahead, sub(b, a), sub(d, c)), sub(c, b))
  return mul(u, select(ahead, add(b, slope), sub(c, slope)))
}

@inline function openFlow(solids: i32, u: usize, a: usize): v128 {
  return solids ? mul(load(a), load(u)) : load(u)
}

/** Fluxes through the lower faces along x. */
@inline function flowAlong(solids: i32, u: usize, a: usize, q: usize): v128 {
  return flowThrough(openFlow(solids, u, a), load(q - 2 * LANE), load(q - LANE), load(q), load(q + LANE))
}

/** Fluxes through the lower faces along y or z. */
@inline function flowAcross(solids: i32, u: usize, a: usize, back2: usize, back: usize, q: usize, next: usize): v128 {
  return flowThrough(openFlow(solids, u, a), load(back2), load(back), load(q), load(next))
}

/** The line at a distance of two: wrapped, or clamped to the ghost line, which makes the slope zero. */
@inline function further(pass: FluidFluxPass, y: i32, z: i32, deep: bool): usize {
  const ny = pass.ny, nz = pass.nz
  const toY = y < -1 ? (pass.yWraps ? y + ny : -1) : y > ny ? (pass.yWraps ? y - ny : ny) : y
  const toZ = z < -1 ? (pass.zWraps ? z + nz : -1) : z > nz ? (pass.zWraps ? z - nz : nz) : z
  return padded(pass.q, toY, toZ, ny, deep)
}

/** Postcondition: `out` is the result of one stage of a step. */
export function fluidFlux(pass: FluidFluxPass, begin: i32, end: i32, thread: i32): void {
  if (pass.nz > 1) fluxInVolume(pass, begin, end, pass.scratch.row(thread))
  else fluxInPlane(pass, begin, end, pass.scratch.row(thread))
}

// Separate functions, see `fluidDeparture`.
function fluxInPlane(pass: FluidFluxPass, begin: i32, end: i32, below: usize): void { flux(pass, begin, end, below, false) }
function fluxInVolume(pass: FluidFluxPass, begin: i32, end: i32, below: usize): void { flux(pass, begin, end, below, true) }

/** `below`: a line of the fluxes through the lower faces along y. Those through the upper faces are reused for the next line. */
@inline function flux(pass: FluidFluxPass, begin: i32, end: i32, below: usize, deep: bool): void {
  const nx = pass.nx, ny = pass.ny, nz = pass.nz, bytes = <usize>nx << 2, solids = pass.solids, stage = pass.stage
  const rate = splat(rateOf(pass.substeps)), half = splat(0.5), stride = <usize>pass.v.stride, plane = <usize>(ny + 2) * stride
  for (let l = begin; l < end; l++) {
    const y = l % ny, z = l / ny
    const q = padded(pass.q, y, z, ny, deep)
    const u = padded(pass.u, y, z, ny, deep), v = padded(pass.v, y, z, ny, deep), w = padded(pass.w, y, z, ny, deep)
    const ax = pass.ax.row(l), ay = pass.ay.row(l), az = pass.az.row(l)
    const ayNext = pass.ay.row(y < ny - 1 ? l + 1 : pass.yWraps ? z * ny : -1)
    const azNext = pass.az.row(z < nz - 1 ? l + ny : pass.zWraps ? y : -1)
    const b1 = padded(pass.q, y - 1, z, ny, deep), f1 = padded(pass.q, y + 1, z, ny, deep), f2 = further(pass, y + 2, z, deep)
    const d2 = further(pass, y, z - 2, deep), d1 = deep ? padded(pass.q, y, z - 1, ny, deep) : q
    const o1 = deep ? padded(pass.q, y, z + 1, ny, deep) : q, o2 = further(pass, y, z + 2, deep)
    const out = pass.out.row(l), old = pass.old.row(l)
    if (l == begin || y == 0) {
      const b2 = further(pass, y - 2, z, deep)
      let x: usize = 0
      do {
        store(below + x, flowAcross(solids, v + x, ay + x, b2 + x, b1 + x, q + x, f1 + x))
        x += WIDE
      } while (x < bytes)
    }
    let left = flowAlong(solids, u, ax, q), x: usize = 0
    do {
      const next = x + WIDE, here = load(q + x)
      const following = flowAlong(solids, u + next, ax + next, q + next)
      let lost = sub(v128.shuffle<f32>(left, following, 1, 2, 3, 4), left)
      const over = flowAcross(solids, v + stride + x, ayNext + x, b1 + x, q + x, f1 + x, f2 + x)
      lost = add(lost, sub(over, load(below + x)))
      store(below + x, over)
      if (deep)
        lost = add(lost, sub(
          flowAcross(solids, w + plane + x, azNext + x, d1 + x, q + x, o1 + x, o2 + x),
          flowAcross(solids, w + x, az + x, d2 + x, d1 + x, q + x, o1 + x),
        ))
      const value = sub(here, mul(rate, lost))
      store(out + x, stage ? mul(half, add(load(old + x), value)) : value)
      left = following
      x = next
    } while (x < bytes)
  }
}
