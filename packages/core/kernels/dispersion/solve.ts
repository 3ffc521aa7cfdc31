// The dynamic pressure P of dispersive shallow water: conjugate gradients for a symmetric positive definite system.
//
//   β open dx²/d³ P + α Σ over faces of the column                                 = dx²/dt open (W(q) - wStar/d)
//
// divided by its diagonal e on both sides, y = P sqrt(e), s = 1/sqrt(e): the matrix has ones on the diagonal and `offX`, `offZ` beside it.
// s = 0 where there is no dynamic pressure: in thin, solid and breaking columns P = 0. The pressures of two layers have different α and β
// and the same right-hand side: they are solved for one after the other.
//
//   assembleDispersion   s, right-hand side, and the first guess from the last P
//   scaleDispersion      the matrix beside the diagonal
//   startDispersion      residual
//   directDispersion     direction p = r + beta p, and A p
//   moveDispersion       y += alpha p, r -= alpha A p
//
// Threads: every pass leaves sums of each row in doubles, and every thread of the next pass adds all rows in their order. No pass has to
// wait for one thread that adds them.

import { JOINED, kindOf } from '../terrain/boundary-data'
import { Field } from '../abi/field'
import { columnsOf, flushed, rowBefore, rowBehind } from './faces'
import {
  add, and, andNot, at, div, greaterThan, LANE, load, mul, put, splat, sqrt as root, store, sub, where, WIDE,
} from '../abi/simd'

/** Least residual and direction: their squares are normal numbers. */
const LEAST: f32 = 1e-18

/** Sums of a row. */
@unmanaged
export class DispersionSums {
  /** r · r of the even and of the odd iterations. */
  even: f64
  odd: f64
  /** p · A p. */
  curvature: f64
  /** Square of the right-hand side. */
  right: f64
}

/** The course of a solve. */
@unmanaged
export class DispersionState {
  /** Not zero: the residual is small enough. */
  halt: f64
  iterations: f64
  /** Norm of the residual over that of the right-hand side, before the last iteration. */
  residual: f64
}

@unmanaged
export class AssembleDispersionPass {
  depth: Field
  /** Discharge of the prediction. */
  qx: Field
  qz: Field
  openness: Field
  wStar: Field
  newBreaking: Field
  pressure: Field
  faceX: Field
  tiltX: Field
  faceZ: Field
  tiltZ: Field
  s: Field
  r: Field
  y: Field
  xBefore: Field
  zBefore: Field
  clock: Field
  alpha: f32
  beta: f32
  thin: f32
  cellSize: f32
}

/** Postcondition: s, the right-hand side in r, and the first guess y. */
export function assembleDispersion(pass: AssembleDispersionPass, begin: i32, end: i32): void {
  const nx = pass.depth.nx, nz = pass.depth.nz
  const xJoined = kindOf(pass.xBefore, 0) == JOINED, zJoined = kindOf(pass.zBefore, 0) == JOINED
  const dx = pass.cellSize, rate = splat(dx / <f32>f64.load(pass.clock.origin))
  const one = splat(1), half = splat(0.5), zero = splat(0)
  const alpha = splat(pass.alpha), thin = splat(pass.thin), inertia = splat(pass.beta * dx * dx), wide = splat(dx)
  for (let j = begin; j < end; j++) {
    const depth = pass.depth.row(j), openness = pass.openness.row(j), wStar = pass.wStar.row(j), breaks = pass.newBreaking.row(j)
    const qx = pass.qx.row(j), qz = pass.qz.row(j), qUp = rowBefore(pass.qz, j, zJoined), qDown = rowBehind(pass.qz, j, zJoined)
    const gx = pass.faceX.row(j), tx = pass.tiltX.row(j)
    const gUp = pass.faceZ.row(j - 1), tUp = pass.tiltZ.row(j - 1), gDown = pass.faceZ.row(j), tDown = pass.tiltZ.row(j)
    const s = pass.s.row(j), r = pass.r.row(j), y = pass.y.row(j), pressure = pass.pressure.row(j)
    // Nothing flows through an edge because of the pressure: the same P is beyond it.
    const insideUp = j > 0 || zJoined ? one : zero, insideDown = j + 1 < nz || zJoined ? one : zero
    for (let i = 0; i < nx; i += 4) {
      const x = <usize>i << 2
      const d = load(depth + x), m = load(openness + x), q = load(qx + x), v = load(qz + x)
      const gL = load(gx + x - LANE), gR = load(gx + x), gU = load(gUp + x), gD = load(gDown + x)
      const left = add(one, load(tx + x - LANE)), right = sub(one, load(tx + x))
      const up = add(one, load(tUp + x)), down = sub(one, load(tDown + x))
      const liftX = sub(mul(mul(left, gL), add(load(qx + x - LANE), q)), mul(mul(right, gR), add(q, load(qx + x + LANE))))
      const liftZ = sub(mul(mul(up, gU), add(load(qUp + x), v)), mul(mul(down, gD), add(v, load(qDown + x))))
      let inL = one, inR = one
      if (!xJoined && i == 0) inL = f32x4.replace_lane(inL, 0, 0)
      if (!xJoined && i + 4 >= nx) inR = where(i32x4.ne(i32x4(0, 1, 2, 3), i32x4.splat(nx - 1 - i)), inR)
      const around = add(
        add(mul(inL, mul(gL, mul(left, left))), mul(inR, mul(gR, mul(right, right)))),
        add(mul(insideUp, mul(gU, mul(up, up))), mul(insideDown, mul(gD, mul(down, down)))),
      )
      const active = andNot(and(and(greaterThan(d, thin), greaterThan(m, zero)), columnsOf(i, nx)), greaterThan(load(breaks + x), zero))
      const e = add(div(mul(inertia, m), mul(d, mul(d, d))), mul(alpha, around))
      const size = where(active, root(e)), inverse = where(active, div(one, size))
      const source = sub(mul(half, add(liftX, liftZ)), div(mul(m, mul(load(wStar + x), wide)), d))
      store(s + x, inverse)
      store(r + x, where(active, mul(inverse, mul(rate, source))))
      store(y + x, where(active, mul(load(pressure + x), size)))
    }
    closeWith(s, nx, xJoined)
    closeWith(y, nx, xJoined)
  }
}

/** Fills the ghost columns: the opposite edge, or 0. */
@inline function closeWith(row: usize, nx: i32, joined: bool): void {
  put(row, -1, joined ? at(row, nx - 1) : 0)
  put(row, nx, joined ? at(row, 0) : 0)
}

@unmanaged
export class SolveDispersionPass {
  faceX: Field
  tiltX: Field
  faceZ: Field
  tiltZ: Field
  s: Field
  offX: Field
  offZ: Field
  r: Field
  y: Field
  /** Direction of the iteration before, and of this one. */
  pOld: Field
  p: Field
  /** A p. */
  product: Field
  /** Two rows for each thread. */
  scratch: Field
  /** DispersionSums of each row. */
  sums: Field
  /** DispersionState. */
  state: Field
  alpha: f32
  tolerance: f32
  xJoined: i32
  zJoined: i32
  /** 1 in the first iteration, which has no direction before. */
  first: i32
  /** 1 in odd iterations. */
  isOdd: i32
}

@inline function total(sum: v128): f64 {
  return (<f64>f32x4.extract_lane(sum, 0) + <f64>f32x4.extract_lane(sum, 1)) + (<f64>f32x4.extract_lane(sum, 2) + <f64>f32x4.extract_lane(sum, 3))
}

@inline function sumOf(sums: Field, column: usize): f64 {
  let sum: f64 = 0
  for (let j = 0, nz = sums.nz; j < nz; j++) sum += f64.load(sums.row(j) + column)
  return sum
}

/** A row beyond an edge that is not periodic is a halo row, which is 0. */
@inline function before(field: Field, j: i32, joined: i32): usize { return field.row(j > 0 || !joined ? j - 1 : field.nz - 1) }
@inline function behind(field: Field, j: i32, joined: i32): usize { return field.row(j + 1 < field.nz || !joined ? j + 1 : 0) }

/** Postcondition: offX and offZ are the matrix between a column and those behind it. */
export function scaleDispersion(pass: SolveDispersionPass, begin: i32, end: i32): void {
  const nx = pass.s.nx, nz = pass.s.nz, one = splat(1), scale = splat(-pass.alpha)
  for (let j = begin; j < end; j++) {
    const s = pass.s.row(j), sDown = behind(pass.s, j, pass.zJoined)
    const gx = pass.faceX.row(j), tx = pass.tiltX.row(j), gz = pass.faceZ.row(j), tz = pass.tiltZ.row(j)
    const offX = pass.offX.row(j), offZ = pass.offZ.row(j)
    for (let i = 0; i < nx; i += 4) {
      const x = <usize>i << 2
      const real = columnsOf(i, nx), here = mul(scale, load(s + x)), t = load(tx + x), u = load(tz + x)
      store(offX + x, where(real, mul(mul(here, load(s + x + LANE)), mul(load(gx + x), sub(one, mul(t, t))))))
      store(offZ + x, where(real, mul(mul(here, load(sDown + x)), mul(load(gz + x), sub(one, mul(u, u))))))
    }
    put(offX, -1, pass.xJoined ? at(offX, nx - 1) : 0)
    if (j + 1 == nz && pass.zJoined) memory.copy(pass.offZ.row(-1), offZ, <usize>nx << 2)
  }
}

/** A times a row, whose neighbours are given. */
@inline function applied(here: usize, up: usize, down: usize, x: usize, offX: usize, offUp: usize, offDown: usize): v128 {
  const along = add(mul(load(offX + x), load(here + x + LANE)), mul(load(offX + x - LANE), load(here + x - LANE)))
  return add(load(here + x), add(along, add(mul(load(offDown + x), load(down + x)), mul(load(offUp + x), load(up + x)))))
}

/** Postcondition: r = right-hand side - A y, its square, and the square of the right-hand side. */
export function startDispersion(pass: SolveDispersionPass, begin: i32, end: i32): void {
  const bytes = <usize>pass.s.nx << 2
  for (let j = begin; j < end; j++) {
    const y = pass.y.row(j), up = before(pass.y, j, pass.zJoined), down = behind(pass.y, j, pass.zJoined), r = pass.r.row(j)
    const offX = pass.offX.row(j), offUp = pass.offZ.row(j - 1), offDown = pass.offZ.row(j)
    let squares = splat(0), right = splat(0)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const b = flushed(load(r + x), LEAST)
      const rest = where(columnsOf(<i32>(x >> 2), pass.s.nx), flushed(sub(b, applied(y, up, down, x, offX, offUp, offDown)), LEAST))
      store(r + x, rest)
      squares = add(squares, mul(rest, rest))
      right = add(right, mul(b, b))
    }
    const sums = changetype<DispersionSums>(pass.sums.row(j))
    sums.even = total(squares)
    sums.right = total(right)
  }
  if (begin > 0) return
  const state = changetype<DispersionState>(pass.state.origin)
  state.halt = 0
  state.iterations = 0
}

/** Direction of a row into `to`, with its ghost columns. */
@inline function direct(pass: SolveDispersionPass, j: i32, to: usize, beta: v128): usize {
  const nx = pass.s.nx, r = pass.r.row(j), old = pass.pOld.row(j)
  for (let x: usize = 0, bytes = <usize>nx << 2; x < bytes; x += WIDE)
    store(to + x, pass.first ? load(r + x) : flushed(add(load(r + x), mul(beta, load(old + x))), LEAST))
  closeWith(to, nx, pass.xJoined != 0)
  return to
}

/** Direction of a row of another thread, into scratch; a row beyond an edge that is not periodic is 0. */
@inline function directBeside(pass: SolveDispersionPass, j: i32, to: usize, beta: v128): usize {
  const nz = pass.s.nz
  if (j >= 0 && j < nz) return direct(pass, j, to, beta)
  return pass.zJoined ? direct(pass, j < 0 ? nz - 1 : 0, to, beta) : pass.p.row(j)
}

/** Postcondition: p, A p and p · A p; or `halt` is set, because the residual is small enough. A condition follows. */
export function directDispersion(pass: SolveDispersionPass, begin: i32, end: i32, thread: i32): void {
  const even = sumOf(pass.sums, offsetof<DispersionSums>('even')), odd = pass.first ? 0 : sumOf(pass.sums, offsetof<DispersionSums>('odd'))
  const now = pass.isOdd ? odd : even, was = pass.isOdd ? even : odd
  const right = sumOf(pass.sums, offsetof<DispersionSums>('right'))
  const isDone = !(now > <f64>pass.tolerance * <f64>pass.tolerance * right)
  if (begin == 0) {
    const state = changetype<DispersionState>(pass.state.origin)
    state.halt = isDone ? 1 : 0
    state.residual = right > 0 ? sqrt<f64>(now / right) : 0
    if (!isDone) state.iterations += 1
  }
  if (isDone) return
  const beta = splat(pass.first ? 0 : <f32>(now / was)), bytes = <usize>pass.s.nx << 2
  let up = directBeside(pass, begin - 1, pass.scratch.row(2 * thread), beta)
  let here = direct(pass, begin, pass.p.row(begin), beta)
  for (let j = begin; j < end; j++) {
    const down = j + 1 < end
      ? direct(pass, j + 1, pass.p.row(j + 1), beta)
      : directBeside(pass, end, pass.scratch.row(2 * thread + 1), beta)
    const offX = pass.offX.row(j), offUp = pass.offZ.row(j - 1), offDown = pass.offZ.row(j), product = pass.product.row(j)
    let sum = splat(0)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      // Lanes beyond the last column hold the ghost column.
      const value = where(columnsOf(<i32>(x >> 2), pass.s.nx), applied(here, up, down, x, offX, offUp, offDown))
      store(product + x, value)
      sum = add(sum, mul(value, load(here + x)))
    }
    changetype<DispersionSums>(pass.sums.row(j)).curvature = total(sum)
    up = here
    here = down
  }
}

/** Postcondition: y and r after the iteration, and the square of r. */
export function moveDispersion(pass: SolveDispersionPass, begin: i32, end: i32): void {
  const curvature = sumOf(pass.sums, offsetof<DispersionSums>('curvature'))
  const squares = sumOf(pass.sums, pass.isOdd ? offsetof<DispersionSums>('odd') : offsetof<DispersionSums>('even'))
  const alpha = splat(<f32>(squares / curvature)), bytes = <usize>pass.s.nx << 2
  for (let j = begin; j < end; j++) {
    const y = pass.y.row(j), r = pass.r.row(j), p = pass.p.row(j), product = pass.product.row(j)
    let sum = splat(0)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      store(y + x, add(load(y + x), mul(alpha, load(p + x))))
      const rest = flushed(sub(load(r + x), mul(alpha, load(product + x))), LEAST)
      store(r + x, rest)
      sum = add(sum, mul(rest, rest))
    }
    const sums = changetype<DispersionSums>(pass.sums.row(j))
    if (pass.isOdd) sums.even = total(sum)
    else sums.odd = total(sum)
  }
}
