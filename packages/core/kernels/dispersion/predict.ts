// Dispersive shallow water: the part of a substep around the hydrostatic one (src/solvers/terrain/dispersion.ts has the equations).
//
//   kickDispersion      q += dt/2 F of the last pressure, before the hydrostatic substep: its fluxes are then those of the middle of it
//   predictDispersion   takes the kick back, advects w, finds the cells that break, and measures the faces between columns
//
// Faces. A face has the weight g = open/d, with the mean depth d of its two columns, and the tilt t = 3/4 of the rise of the bed over d,
// at most 1 either way. The force at a face is F = ((1 + t) P behind - (1 - t) P before)/dx. Columns i and i + 1 have face i of `faceX`
// between them; face -1 is at the edge. A wall has g = 0. At an open edge g is that of the edge column, and its neighbour beyond the edge
// has the same P and q.

import { kindOf, JOINED, WALL } from '../terrain/boundary-data'
import { Field } from '../abi/field'
import { closeRow, columnsOf, flushed, rowBefore, rowBehind } from './faces'
import {
  add, and, at, div, greaterThan, LANE, load, maximum, minimum, mul, put, select, splat, sqrt as root, store, sub, where,
} from '../abi/simd'

@unmanaged
export class KickDispersionPass {
  depth: Field
  qx: Field
  qz: Field
  bed: Field
  openness: Field
  /** Integral of the dynamic pressure over the depth, over the density [m³/s²]. */
  pressure: Field
  /** A double: length of the substep [s]. */
  clock: Field
  /** Depth below which there is no dynamic pressure [m]. */
  thin: f32
  cellSize: f32
  zJoined: i32
}

/** The pressure of a neighbour; a solid has that of the column beside it. */
@inline function beside(pressure: usize, openness: usize, here: v128): v128 {
  return select(greaterThan(load(openness), splat(0)), load(pressure), here)
}

/** Impulse dt/2 F of the last pressure along an axis, by central differences. `half`: dt/(4 dx). */
@inline function impulse(before: v128, behind: v128, here: v128, rise: v128, d: v128, half: v128): v128 {
  const slope = mul(splat(1.5), div(mul(here, rise), d))
  return mul(half, sub(sub(before, behind), slope))
}

/** Postcondition: the discharge has got half of the impulse of the last pressure. */
export function kickDispersion(pass: KickDispersionPass, begin: i32, end: i32): void {
  const nx = pass.depth.nx, joined = pass.zJoined != 0
  const half = splat(<f32>(0.25 * f64.load(pass.clock.origin) / <f64>pass.cellSize)), thin = splat(pass.thin)
  for (let j = begin; j < end; j++) {
    const depth = pass.depth.row(j), qx = pass.qx.row(j), qz = pass.qz.row(j)
    const p = pass.pressure.row(j), pUp = rowBefore(pass.pressure, j, joined), pDown = rowBehind(pass.pressure, j, joined)
    const m = pass.openness.row(j), mUp = rowBefore(pass.openness, j, joined), mDown = rowBehind(pass.openness, j, joined)
    const bed = pass.bed.row(j), bedUp = rowBefore(pass.bed, j, joined), bedDown = rowBehind(pass.bed, j, joined)
    for (let i = 0; i < nx; i += 4) {
      const x = <usize>i << 2
      const d = load(depth + x), here = load(p + x), deep = greaterThan(d, thin)
      const riseX = sub(load(bed + x + LANE), load(bed + x - LANE)), riseZ = sub(load(bedDown + x), load(bedUp + x))
      const ix = impulse(beside(p + x - LANE, m + x - LANE, here), beside(p + x + LANE, m + x + LANE, here), here, riseX, d, half)
      const iz = impulse(beside(pUp + x, mUp + x, here), beside(pDown + x, mDown + x, here), here, riseZ, d, half)
      store(qx + x, add(load(qx + x), where(deep, ix)))
      store(qz + x, add(load(qz + x), where(deep, iz)))
    }
  }
}

@unmanaged
export class PredictDispersionPass {
  /** Depth before the hydrostatic substep [m]; the fields of the discharge become q without the kick. */
  depth: Field
  qx: Field
  qz: Field
  /** Depth and discharge after the hydrostatic substep. */
  newDepth: Field
  newQx: Field
  newQz: Field
  bed: Field
  openness: Field
  pressure: Field
  /** Vertical velocity of the surface plus half of that of the bed [m/s], and the same after advection. */
  w: Field
  wStar: Field
  /** 1 where the wave breaks: before the substep, and after it. */
  breaking: Field
  newBreaking: Field
  /** Weights [1/m] and tilts of the faces behind each column along x and z. */
  faceX: Field
  tiltX: Field
  faceZ: Field
  tiltZ: Field
  xBefore: Field
  xAfter: Field
  zBefore: Field
  zAfter: Field
  clock: Field
  gravity: f32
  thin: f32
  cellSize: f32
}

/** Rise of the surface over the speed of long waves at which a wave begins to break, and at which it goes on beside breaking water. */
const BREAKS: f32 = 0.6
const GOES_ON: f32 = 0.3
/** Least part of a cell by which w is advected. */
const LEAST: f32 = 1e-12

/** Value after advection along one axis by the part `a` of a cell: Lax and Wendroff's. */
@inline function advected(before: v128, here: v128, behind: v128, a: v128): v128 {
  const half = mul(splat(0.5), a)
  return mul(half, sub(mul(a, add(sub(before, here), sub(behind, here))), sub(behind, before)))
}

@inline function tiltOf(rise: v128, d: v128): v128 {
  return maximum(splat(-1), minimum(splat(1), mul(splat(0.75), div(rise, d))))
}

/** Postcondition: q without the kick, w after advection, breaking columns, and the faces of the row. */
export function predictDispersion(pass: PredictDispersionPass, begin: i32, end: i32): void {
  const nx = pass.depth.nx, nz = pass.depth.nz
  const xJoined = kindOf(pass.xBefore, 0) == JOINED, zJoined = kindOf(pass.zBefore, 0) == JOINED
  const dt = <f32>f64.load(pass.clock.origin)
  const half = splat(<f32>(0.25 * <f64>dt / <f64>pass.cellSize)), ratio = splat(dt / pass.cellSize)
  const thin = splat(pass.thin), gravity = splat(pass.gravity), zero = splat(0)
  for (let j = begin; j < end; j++) {
    const old = pass.depth.row(j), depth = pass.newDepth.row(j)
    const qx = pass.qx.row(j), qz = pass.qz.row(j), newQx = pass.newQx.row(j), newQz = pass.newQz.row(j)
    const p = pass.pressure.row(j), pUp = rowBefore(pass.pressure, j, zJoined), pDown = rowBehind(pass.pressure, j, zJoined)
    const m = pass.openness.row(j), mUp = rowBefore(pass.openness, j, zJoined), mDown = rowBehind(pass.openness, j, zJoined)
    const bed = pass.bed.row(j), bedUp = rowBefore(pass.bed, j, zJoined), bedDown = rowBehind(pass.bed, j, zJoined)
    const w = pass.w.row(j), wUp = rowBefore(pass.w, j, zJoined), wDown = rowBehind(pass.w, j, zJoined)
    const breaks = pass.breaking.row(j)
    const breaksUp = rowBefore(pass.breaking, j, zJoined), breaksDown = rowBehind(pass.breaking, j, zJoined)
    const wStar = pass.wStar.row(j), newBreaking = pass.newBreaking.row(j)
    for (let i = 0; i < nx; i += 4) {
      const x = <usize>i << 2
      const was = load(old + x), d = load(depth + x), here = load(p + x), deep = greaterThan(was, thin)
      const riseX = sub(load(bed + x + LANE), load(bed + x - LANE)), riseZ = sub(load(bedDown + x), load(bedUp + x))
      const ix = impulse(beside(p + x - LANE, m + x - LANE, here), beside(p + x + LANE, m + x + LANE, here), here, riseX, was, half)
      const iz = impulse(beside(pUp + x, mUp + x, here), beside(pDown + x, mDown + x, here), here, riseZ, was, half)
      const kx = sub(load(newQx + x), where(deep, ix)), kz = sub(load(newQz + x), where(deep, iz))
      store(qx + x, kx)
      store(qz + x, kz)
      const perDepth = where(greaterThan(d, thin), div(ratio, d))
      const v = load(w + x)
      const along = advected(load(w + x - LANE), v, load(w + x + LANE), flushed(mul(kx, perDepth), LEAST))
      const across = advected(load(wUp + x), v, load(wDown + x), flushed(mul(kz, perDepth), LEAST))
      store(wStar + x, add(v, add(along, across)))
      const rise = sub(d, was), fast = mul(root(mul(gravity, d)), splat(dt))
      const near = maximum(
        maximum(load(breaks + x), maximum(load(breaks + x - LANE), load(breaks + x + LANE))),
        maximum(load(breaksUp + x), load(breaksDown + x)),
      )
      const limit = mul(fast, select(greaterThan(near, zero), splat(GOES_ON), splat(BREAKS)))
      store(newBreaking + x, where(and(greaterThan(rise, limit), columnsOf(i, nx)), splat(1)))
    }
    closeRow(qx, nx, xJoined)
    closeRow(qz, nx, xJoined)
    closeRow(depth, nx, xJoined)
    facesX(pass, j, xJoined)
    facesZ(pass, j, zJoined)
  }
}

/** Weights and tilts of the faces between two rows of columns; `last`: bytes of a row. */
@inline function faces(weights: usize, tilts: usize, d0: usize, d1: usize, m0: usize, m1: usize, b0: usize, b1: usize, last: usize, thin: v128): void {
  const half = splat(0.5), zero = splat(0)
  for (let x: usize = 0; x < last; x += 16) {
    const d = mul(half, add(load(d0 + x), load(d1 + x)))
    const wet = greaterThan(maximum(load(d0 + x), load(d1 + x)), thin)
    const open = minimum(load(m0 + x), load(m1 + x))
    store(weights + x, where(and(wet, greaterThan(open, zero)), div(open, d)))
    store(tilts + x, where(wet, tiltOf(sub(load(b1 + x), load(b0 + x)), d)))
  }
}

/** Weight of the outer face of an edge cell: 0 at a wall, else that of the cell. */
function edgeFace(edge: Field, cell: i32, d: f32, open: f32, thin: f32): f32 {
  return kindOf(edge, cell) == WALL || d <= thin ? 0 : open / d
}

function facesX(pass: PredictDispersionPass, j: i32, joined: bool): void {
  const nx = pass.depth.nx
  const d = pass.newDepth.row(j), m = pass.openness.row(j), bed = pass.bed.row(j)
  const weights = pass.faceX.row(j), tilts = pass.tiltX.row(j)
  faces(weights, tilts, d, d + LANE, m, m + LANE, bed, bed + LANE, <usize>nx << 2, splat(pass.thin))
  if (joined && nx > 1) {
    put(weights, -1, at(weights, nx - 1))
    put(tilts, -1, at(tilts, nx - 1))
    return
  }
  put(weights, -1, nx > 1 ? edgeFace(pass.xBefore, j, at(d, 0), at(m, 0), pass.thin) : 0)
  put(weights, nx - 1, nx > 1 ? edgeFace(pass.xAfter, j, at(d, nx - 1), at(m, nx - 1), pass.thin) : 0)
  put(tilts, -1, 0)
  put(tilts, nx - 1, 0)
}

function facesZ(pass: PredictDispersionPass, j: i32, joined: bool): void {
  const nx = pass.depth.nx, nz = pass.depth.nz, last = <usize>nx << 2
  const d = pass.newDepth.row(j), m = pass.openness.row(j), bed = pass.bed.row(j)
  const weights = pass.faceZ.row(j), tilts = pass.tiltZ.row(j)
  if (nz == 1) return
  if (j + 1 < nz || joined) {
    const next = j + 1 < nz ? j + 1 : 0
    faces(weights, tilts, d, pass.newDepth.row(next), m, pass.openness.row(next), bed, pass.bed.row(next), last, splat(pass.thin))
  } else for (let i = 0; i < nx; i++) put(weights, i, edgeFace(pass.zAfter, i, at(d, i), at(m, i), pass.thin))
  if (joined) {
    if (j + 1 < nz) return
    memory.copy(pass.faceZ.row(-1), weights, last)
    memory.copy(pass.tiltZ.row(-1), tilts, last)
  } else if (j == 0) {
    const before = pass.faceZ.row(-1)
    for (let i = 0; i < nx; i++) put(before, i, edgeFace(pass.zBefore, i, at(d, i), at(m, i), pass.thin))
  }
}
