// Dispersive shallow water: the end of a substep (src/solvers/terrain/dispersion.ts). The pressure of `solve.ts` accelerates the water, and
// the vertical velocity follows from the discharge. The faces are those of `predict.ts`.

import { JOINED, kindOf } from '../terrain/boundary-data'
import { Field } from '../abi/field'
import { closeRow, columnsOf, flushed, rowBefore, rowBehind } from './faces'
import { velocity } from '../terrain/shallow-columns'
import { ShallowRow } from '../terrain/shallow-water'
import {
  abs as magnitude, add, andNot, at, div, greaterThan, LANE, load, maximum, minimum, mul, select, splat, sqrt as root, store, sub, where, WIDE,
} from '../abi/simd'

/** Least vertical velocity [m/s]. */
const LEAST: f32 = 1e-12

@unmanaged
export class PressDispersionPass {
  s: Field
  y: Field
  pressure: Field
  breaking: Field
  newBreaking: Field
  /** Least pressure [m³/s²]. */
  least: f32
  xJoined: i32
}

/** Postcondition: the pressure, and the breaking columns for the next substep, with their ghost columns. */
export function pressDispersion(pass: PressDispersionPass, begin: i32, end: i32): void {
  const nx = pass.s.nx, bytes = <usize>nx << 2, joined = pass.xJoined != 0
  for (let j = begin; j < end; j++) {
    const s = pass.s.row(j), y = pass.y.row(j), pressure = pass.pressure.row(j)
    const breaking = pass.breaking.row(j), newBreaking = pass.newBreaking.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      store(pressure + x, flushed(mul(load(s + x), load(y + x)), pass.least))
      store(breaking + x, load(newBreaking + x))
    }
    closeRow(pressure, nx, joined)
    closeRow(breaking, nx, joined)
  }
}

@unmanaged
export class LayersDispersionPass {
  s: Field
  y: Field
  /** Both pressures, and the second one of them [m³/s²]. */
  pressure: Field
  second: Field
  least: f32
  xJoined: i32
}

/** Postcondition: `pressure` is the first of both, which its solve begins with. */
export function divideDispersion(pass: LayersDispersionPass, begin: i32, end: i32): void {
  const bytes = <usize>pass.s.nx << 2
  for (let j = begin; j < end; j++) {
    const pressure = pass.pressure.row(j), second = pass.second.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE) store(pressure + x, sub(load(pressure + x), load(second + x)))
  }
}

/** Postcondition: the second pressure, and `pressure` is the sum of both, with their ghost columns. */
export function addDispersion(pass: LayersDispersionPass, begin: i32, end: i32): void {
  const nx = pass.s.nx, bytes = <usize>nx << 2, joined = pass.xJoined != 0
  for (let j = begin; j < end; j++) {
    const s = pass.s.row(j), y = pass.y.row(j), pressure = pass.pressure.row(j), second = pass.second.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const part = flushed(mul(load(s + x), load(y + x)), pass.least)
      store(second + x, part)
      store(pressure + x, add(load(pressure + x), part))
    }
    closeRow(pressure, nx, joined)
    closeRow(second, nx, joined)
  }
}

@unmanaged
export class CorrectDispersionPass {
  depth: Field
  /** Discharge of the prediction, and after the correction. */
  qx: Field
  qz: Field
  newQx: Field
  newQz: Field
  openness: Field
  pressure: Field
  breaking: Field
  w: Field
  faceX: Field
  tiltX: Field
  faceZ: Field
  tiltZ: Field
  xBefore: Field
  zBefore: Field
  /** ShallowRow of each row. */
  rows: Field
  clock: Field
  gravity: f32
  dry: f32
  thin: f32
  cellSize: f32
  alongX: f32
  alongZ: f32
}

/**
 * Postcondition: the discharge has got the impulse of the pressure; w = d W; the largest wave speed of each row. Breaking columns lose
 * their vertical velocity: behind a bore it would come back as a train of waves.
 */
export function correctDispersion(pass: CorrectDispersionPass, begin: i32, end: i32): void {
  const nx = pass.depth.nx
  const xJoined = kindOf(pass.xBefore, 0) == JOINED, zJoined = kindOf(pass.zBefore, 0) == JOINED
  const dx = pass.cellSize, ratio = splat(<f32>f64.load(pass.clock.origin) / dx)
  const one = splat(1), half = splat(0.5), zero = splat(0), wide = splat(dx)
  const thin = splat(pass.thin), dry = splat(pass.dry), gravity = splat(pass.gravity)
  const alongX = splat(pass.alongX), alongZ = splat(pass.alongZ)
  for (let j = begin; j < end; j++) {
    const depth = pass.depth.row(j), w = pass.w.row(j), breaks = pass.breaking.row(j)
    const qx = pass.qx.row(j), qz = pass.qz.row(j), qUp = rowBefore(pass.qz, j, zJoined), qDown = rowBehind(pass.qz, j, zJoined)
    const newQx = pass.newQx.row(j), newQz = pass.newQz.row(j)
    const p = pass.pressure.row(j), pUp = rowBefore(pass.pressure, j, zJoined), pDown = rowBehind(pass.pressure, j, zJoined)
    const m = pass.openness.row(j), mUp = rowBefore(pass.openness, j, zJoined), mDown = rowBehind(pass.openness, j, zJoined)
    const gx = pass.faceX.row(j), tx = pass.tiltX.row(j)
    const gUp = pass.faceZ.row(j - 1), tUp = pass.tiltZ.row(j - 1), gDown = pass.faceZ.row(j), tDown = pass.tiltZ.row(j)
    let fastest = zero
    for (let i = 0; i < nx; i += 4) {
      const x = <usize>i << 2
      const d = load(depth + x), open = load(m + x), here = load(p + x), real = columnsOf(i, nx)
      const deep = v128.and(greaterThan(d, thin), greaterThan(open, zero))
      const q = load(qx + x), v = load(qz + x)
      const gL = load(gx + x - LANE), gR = load(gx + x), gU = load(gUp + x), gD = load(gDown + x)
      const tL = load(tx + x - LANE), tR = load(tx + x), tU = load(tUp + x), tD = load(tDown + x)
      // Impulses at the four faces.
      const fL = mul(ratio, sub(mul(add(one, tL), here), mul(sub(one, tL), load(p + x - LANE))))
      const fR = mul(ratio, sub(mul(add(one, tR), load(p + x + LANE)), mul(sub(one, tR), here)))
      const fU = mul(ratio, sub(mul(add(one, tU), here), mul(sub(one, tU), load(pUp + x))))
      const fD = mul(ratio, sub(mul(add(one, tD), load(pDown + x)), mul(sub(one, tD), here)))
      const flowL = mul(gL, sub(mul(half, add(load(qx + x - LANE), q)), fL)), flowR = mul(gR, sub(mul(half, add(q, load(qx + x + LANE))), fR))
      const flowU = mul(gU, sub(mul(half, add(load(qUp + x), v)), fU)), flowD = mul(gD, sub(mul(half, add(v, load(qDown + x))), fD))
      const lift = add(
        sub(mul(add(one, tL), flowL), mul(sub(one, tR), flowR)),
        sub(mul(add(one, tU), flowU), mul(sub(one, tD), flowD)),
      )
      const smooth = andNot(v128.and(deep, real), greaterThan(load(breaks + x), zero))
      store(w + x, where(smooth, flushed(div(mul(d, lift), mul(open, wide)), LEAST)))
      const gainX = add(part(gL, open, load(m + x - LANE), fL), part(gR, open, load(m + x + LANE), fR))
      const gainZ = add(part(gU, open, load(mUp + x), fU), part(gD, open, load(mDown + x), fD))
      const q1 = select(deep, sub(q, mul(half, gainX)), q), v1 = select(deep, sub(v, mul(half, gainZ)), v)
      store(newQx + x, q1)
      store(newQz + x, v1)
      const c = root(mul(gravity, d))
      const speed = add(
        mul(alongX, add(magnitude(velocity(q1, d, dry)), c)),
        mul(alongZ, add(magnitude(velocity(v1, d, dry)), c)),
      )
      fastest = maximum(fastest, where(real, speed))
    }
    closeRow(w, nx, xJoined)
    changetype<ShallowRow>(pass.rows.row(j)).speed = <f64>max(
      max(f32x4.extract_lane(fastest, 0), f32x4.extract_lane(fastest, 1)),
      max(f32x4.extract_lane(fastest, 2), f32x4.extract_lane(fastest, 3)),
    )
  }
}

/** The share of an impulse that the open part of a face passes on to a column; the rest of its width is a wall. */
@inline function part(weight: v128, open: v128, beside: v128, impulse: v128): v128 {
  return where(greaterThan(weight, splat(0)), mul(impulse, div(minimum(open, beside), open)))
}

@unmanaged
export class MeasureDispersionPass {
  depth: Field
  openness: Field
  w: Field
  /** A double for each row: the sum of open d w²/3 [m³/s²]. */
  sums: Field
}

/** Postcondition: `sums` are twice the vertical kinetic energy over density and area of a cell. */
export function measureDispersion(pass: MeasureDispersionPass, begin: i32, end: i32): void {
  const nx = pass.depth.nx
  for (let j = begin; j < end; j++) {
    const depth = pass.depth.row(j), openness = pass.openness.row(j), w = pass.w.row(j)
    let sum: f64 = 0
    for (let i = 0; i < nx; i++) sum += <f64>at(openness, i) * <f64>at(depth, i) * <f64>at(w, i) * <f64>at(w, i) / 3
    f64.store(pass.sums.row(j), sum)
  }
}
