// The parts of a V-cycle: smoothing and residual on one grid, restriction and prolongation between two. The scheme and the
// order of the passes are in src/operators/poisson/v-cycle.ts, the table of letters in level.ts beside it.
//
// Threads: cells are red where i + y + z is even, black where it is odd. Neighbours have different colours, except across a periodic
// edge of odd length. Along x, such a pair uses each other's value from before the sweep; along y and z, v-cycle.ts sweeps the
// last line or plane in a pass of its own. Hence no thread reads a value that another thread writes in the same pass.

import { Field } from '../abi/field'
import {
  AxisRow, balanceAt, closeLine, evens, facesAbove, facesAfter, facesFront, halted, lineAfter, lineBefore, Matrix, odds, rowAbove,
  rowBack, rowBelow, rowFront, Surface, Volume,
} from './lines'
import { greaterThan, add, at, select, load, LANE, mul, put, splat, store, sub, where, WIDE } from '../abi/simd'

@unmanaged
export class SweepPass extends Matrix {
  halt: Field
  p: Field
  f: Field
  /** f - A p, for `poissonResidual`. */
  r: Field
  /** The block of lines to sweep: `ys` lines from yFirst on, in each of `zs` planes from zFirst on. */
  yFirst: i32
  ys: i32
  zFirst: i32
  zs: i32
  /** 0: red cells; 1: black cells. */
  colour: i32
}

/** Gauss–Seidel on the cells of one colour. Postcondition: their residual is zero. */
export function poissonSweep(pass: SweepPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  if (pass.p.nz > pass.ny) for (let k = begin; k < end; k++) sweepLine<Volume>(pass, k, pass.colour)
  else for (let k = begin; k < end; k++) sweepLine<Surface>(pass, k, pass.colour)
}

/**
 * The first sweep of a cycle, from p = 0. p need not be cleared before: the pass covers all lines and writes zero to the cells that
 * it does not sweep.
 */
export function poissonSweepFirst(pass: SweepPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  const nx = pass.p.nx
  for (let l = begin; l < end; l++) {
    const y = l % pass.ny, z = l / pass.ny
    const p = pass.p.row(l), f = pass.f.row(l), inverse = pass.inverse.row(l)
    const inBlock = y - pass.yFirst < pass.ys && z - pass.zFirst < pass.zs
    const mask = inBlock ? maskOf(pass.colour + y + z) : splat(0)
    for (let x: usize = 0, bytes = <usize>nx << 2; x < bytes; x += WIDE)
      store(p + x, where(mask, mul(load(f + x), load(inverse + x))))
    closeLine(p, nx, pass.xWraps)
  }
}

/** Mask of the lanes of a line that have the colour. */
@inline function maskOf(parity: i32): v128 {
  return parity & 1 ? i32x4(0, -1, 0, -1) : i32x4(-1, 0, -1, 0)
}

@inline function sweepLine<Kind>(pass: SweepPass, k: i32, colour: i32): void {
  const y = pass.yFirst + k % pass.ys, z = pass.zFirst + k / pass.ys
  const nx = pass.p.nx, l = z * pass.ny + y
  const p = pass.p.row(l), f = pass.f.row(l), inverse = pass.inverse.row(l), ax = pass.ax.row(l)
  const pBack = rowBack(pass, pass.p, l, y), pFront = rowFront(pass, pass.p, l, y)
  const pBelow = rowBelow<Kind>(pass, pass.p, l), pAbove = rowAbove<Kind>(pass, pass.p, l)
  const aBack = pass.ay.row(l), aFront = facesFront(pass, l, y), aBelow = pass.az.row(l), aAbove = facesAbove<Kind>(pass, l)
  const mask = maskOf(colour + y + z)
  // Neighbours along x come from registers: an unaligned load that overlaps the previous store would stall. Only the lanes of
  // the other colour are needed of `last`, and the sweep does not change them.
  let last = load(p - WIDE), here = load(p)
  for (let x: usize = 0, bytes = <usize>nx << 2; x < bytes; x += WIDE) {
    const next = load(p + x + WIDE)
    const left = v128.shuffle<f32>(last, here, 3, 4, 5, 6), right = v128.shuffle<f32>(here, next, 1, 2, 3, 4)
    const alongX = add(mul(load(ax + x), left), mul(load(ax + x + LANE), right))
    const alongY = add(mul(load(aBack + x), load(pBack + x)), mul(load(aFront + x), load(pFront + x)))
    let sum = add(load(f + x), add(alongX, alongY))
    if (isFloat<Kind>()) sum = add(sum, add(mul(load(aBelow + x), load(pBelow + x)), mul(load(aAbove + x), load(pAbove + x))))
    store(p + x, select(mask, mul(sum, load(inverse + x)), here))
    last = here
    here = next
  }
  closeLine(p, nx, pass.xWraps)
}

/** Postcondition: r = f - A p in cells with an equation, else 0; the ghost cells of periodic lines are filled for `poissonRestrict`. */
export function poissonResidual(pass: SweepPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  if (pass.p.nz > pass.ny) for (let l = begin; l < end; l++) residualLine<Volume>(pass, l)
  else for (let l = begin; l < end; l++) residualLine<Surface>(pass, l)
}

@inline function residualLine<Kind>(pass: SweepPass, l: i32): void {
  const nx = pass.p.nx, y = l % pass.ny
  const p = pass.p.row(l), ax = pass.ax.row(l), e = pass.e.row(l), inverse = pass.inverse.row(l)
  const pBack = rowBack(pass, pass.p, l, y), pFront = rowFront(pass, pass.p, l, y)
  const pBelow = rowBelow<Kind>(pass, pass.p, l), pAbove = rowAbove<Kind>(pass, pass.p, l)
  const aBack = pass.ay.row(l), aFront = facesFront(pass, l, y), aBelow = pass.az.row(l), aAbove = facesAbove<Kind>(pass, l)
  const f = pass.f.row(l), r = pass.r.row(l)
  for (let x: usize = 0, bytes = <usize>nx << 2; x < bytes; x += WIDE) {
    const flow = balanceAt<Kind>(x, ax, e, aBack, aFront, aBelow, aAbove, 0, p, pBack, pFront, pBelow, pAbove)
    store(r + x, where(greaterThan(load(inverse + x), splat(0)), sub(load(f + x), flow)))
  }
  if (pass.xWraps) {
    // The first child of the next coarse cell is at 2 I + 2 = nx, or at nx + 1 if the last coarse cell has one child.
    put(r, -1, at(r, nx - 1))
    put(r, nx, at(r, 0))
    put(r, nx + 1, at(r, 0))
  }
}

/** Transfer between a grid and the next coarser one. A coarse cell has two children along each axis, or one at an odd end. */
@unmanaged
export class TransferPass {
  halt: Field
  /** The fine grid: residual, solution, openness of faces, and 1 over the diagonal. */
  r: Field
  p: Field
  ox: Field
  oy: Field
  oz: Field
  inverse: Field
  /** The coarse grid: right-hand side, solution, and 1 over the diagonal. */
  fCoarse: Field
  pCoarse: Field
  inverseCoarse: Field
  /** Tables of the fine grid's axes (src/operators/poisson/axis.ts). */
  xTable: Field
  yTable: Field
  zTable: Field
  ny: i32
  nyCoarse: i32
  xWraps: i32
  yWraps: i32
  zWraps: i32
}

/** Sum of `keep` r over the two children along x, for four coarse cells. */
@inline function children(r: usize, keep: usize, x: usize): v128 {
  const a = mul(load(r + 2 * x), load(keep + 2 * x)), b = mul(load(r + 2 * x + WIDE), load(keep + 2 * x + WIDE))
  return add(evens(a, b), odds(a, b))
}

/** Sum of `keep` r o over the two children along x, for four coarse cells. */
@inline function productChildren(r: usize, o: usize, keep: usize, x: usize): v128 {
  const a = mul(mul(load(r + 2 * x), load(o + 2 * x)), load(keep + 2 * x))
  const b = mul(mul(load(r + 2 * x + WIDE), load(o + 2 * x + WIDE)), load(keep + 2 * x + WIDE))
  return add(evens(a, b), odds(a, b))
}

/** Piecewise constant restriction. Postcondition: fCoarse is the sum of the children's residuals, weighted by `keep`. */
export function poissonCollect(pass: TransferPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  for (let l = begin; l < end; l++) {
    collectLine(pass, l)
    clearUnknown(pass, l)
  }
}

/**
 * Postcondition: fCoarse = Pᵀ r, with P of `poissonProlong`. By the transpose, a fine cell adds to a neighbouring coarse cell, and
 * subtracts from its own, the part of its residual by which it interpolates from that neighbour.
 */
export function poissonRestrict(pass: TransferPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  const deep = pass.r.nz > pass.ny
  for (let l = begin; l < end; l++) {
    collectLine(pass, l)
    passAlongX(pass, l)
    passAcross(pass, l, false)
    if (deep) passAcross(pass, l, true)
    clearUnknown(pass, l)
  }
}

@inline function clearUnknown(pass: TransferPass, l: i32): void {
  const f = pass.fCoarse.row(l), inverse = pass.inverseCoarse.row(l)
  for (let x: usize = 0, bytes = <usize>pass.fCoarse.nx << 2; x < bytes; x += WIDE)
    store(f + x, where(greaterThan(load(inverse + x), splat(0)), load(f + x)))
}

@inline function collectLine(pass: TransferPass, l: i32): void {
  const ny = pass.ny, planes = pass.r.nz / ny
  const Y = l % pass.nyCoarse, Z = l / pass.nyCoarse
  const keep = pass.xTable.row(AxisRow.keep), f = pass.fCoarse.row(l), bytes = <usize>pass.fCoarse.nx << 2
  for (let z = 2 * Z; z < min(2 * Z + 2, planes); z++)
    for (let y = 2 * Y; y < min(2 * Y + 2, ny); y++) {
      const r = pass.r.row(z * ny + y), first = z == 2 * Z && y == 2 * Y
      const weight = splat(at(pass.yTable.row(AxisRow.keep), y) * at(pass.zTable.row(AxisRow.keep), z))
      for (let x: usize = 0; x < bytes; x += WIDE) {
        const sum = mul(weight, children(r, keep, x))
        store(f + x, first ? sum : add(load(f + x), sum))
      }
    }
}

/** Adds the exchange between neighbouring coarse cells along x. */
@inline function passAlongX(pass: TransferPass, l: i32): void {
  const ny = pass.ny, planes = pass.r.nz / ny
  const Y = l % pass.nyCoarse, Z = l / pass.nyCoarse
  const lean = pass.xTable.row(AxisRow.lean), f = pass.fCoarse.row(l), bytes = <usize>pass.fCoarse.nx << 2
  for (let z = 2 * Z; z < min(2 * Z + 2, planes); z++)
    for (let y = 2 * Y; y < min(2 * Y + 2, ny); y++) {
      const r = pass.r.row(z * ny + y), ox = pass.ox.row(z * ny + y)
      const weight = splat(at(pass.yTable.row(AxisRow.keep), y) * at(pass.zTable.row(AxisRow.keep), z))
      for (let x: usize = 0; x < bytes; x += WIDE) {
        const fine = r + 2 * x, leans = lean + 2 * x, o = ox + 2 * x
        const a = mul(load(fine), load(leans)), b = mul(load(fine + WIDE), load(leans + WIDE))
        // The second child of the previous coarse cell, and the first child of the next one.
        const before = mul(load(fine - LANE), load(leans - LANE)), c = mul(load(fine + WIDE - LANE), load(leans + WIDE - LANE))
        const after = mul(load(fine + 2 * LANE), load(leans + 2 * LANE))
        const d = mul(load(fine + WIDE + 2 * LANE), load(leans + WIDE + 2 * LANE))
        const low = mul(evens(load(o), load(o + WIDE)), sub(evens(before, c), evens(a, b)))
        const high = mul(
          evens(load(o + 2 * LANE), load(o + WIDE + 2 * LANE)), sub(evens(after, d), odds(a, b)),
        )
        store(f + x, add(load(f + x), mul(weight, add(low, high))))
      }
    }
}

/** Adds the exchange between neighbouring coarse cells along y or z. */
@inline function passAcross(pass: TransferPass, l: i32, alongZ: bool): void {
  const ny = pass.ny, planes = pass.r.nz / ny, nyCoarse = pass.nyCoarse
  const Y = l % nyCoarse, Z = l / nyCoarse
  const keep = pass.xTable.row(AxisRow.keep), f = pass.fCoarse.row(l), bytes = <usize>pass.fCoarse.nx << 2
  const n = alongZ ? planes : ny, place = alongZ ? Z : Y
  const wraps = alongZ ? pass.zWraps : pass.yWraps, faces = alongZ ? pass.oz : pass.oy
  const leans = (alongZ ? pass.zTable : pass.yTable).row(AxisRow.lean), others = (alongZ ? pass.yTable : pass.zTable).row(AxisRow.keep)
  const m = alongZ ? ny : planes, first = 2 * (alongZ ? Y : Z)
  for (let side = 0; side < 2; side++) {
    // The fine layers on both sides of the coarse face, and the layer that the faces between them belong to.
    const own = 2 * place + side
    let next = side ? 2 * place + 2 : 2 * place - 1
    if (wraps && next < 0) next = n & 1 ? -1 : n - 1
    if (wraps && next >= n) next = 0
    const face = side ? next : own
    if (face >= n) continue
    for (let t = first; t < min(first + 2, m); t++) {
      const other = at(others, t), o = faces.row(alongZ ? face * ny + t : t * ny + face)
      if (own < n) addLayer(f, o, bytes, pass.r.row(alongZ ? own * ny + t : t * ny + own), keep, -at(leans, own) * other)
      if (next >= 0) addLayer(f, o, bytes, pass.r.row(alongZ ? next * ny + t : t * ny + next), keep, at(leans, next) * other)
    }
  }
}

@inline function addLayer(f: usize, o: usize, bytes: usize, r: usize, keep: usize, weight: f32): void {
  const w = splat(weight)
  for (let x: usize = 0; x < bytes; x += WIDE)
    store(f + x, add(load(f + x), mul(w, productChildren(r, o, keep, x))))
}

/**
 * Postcondition: p += P pCoarse. P interpolates linearly between the centres of the coarse cell and its nearest neighbour on each axis:
 *
 *   P p = keep (pCoarse + Σ over axes of lean o (pCoarse' - pCoarse)),
 *
 * where o is the openness of the fine cell's face on that side: a wall contributes nothing.
 */
export function poissonProlong(pass: TransferPass, begin: i32, end: i32): void {
  if (halted(pass.halt)) return
  if (pass.r.nz > pass.ny) for (let l = begin; l < end; l++) prolongLine<Volume>(pass, l)
  else for (let l = begin; l < end; l++) prolongLine<Surface>(pass, l)
}

@inline function prolongLine<Kind>(pass: TransferPass, l: i32): void {
  const ny = pass.ny, planes = pass.r.nz / ny, nyCoarse = pass.nyCoarse, planesCoarse = pass.fCoarse.nz / nyCoarse
  const y = l % ny, z = l / ny, Y = y >> 1, Z = z >> 1, L = Z * nyCoarse + Y
  const q = pass.pCoarse.row(L), ox = pass.ox.row(l)
  const qSide = pass.pCoarse.row(
    y & 1 ? lineAfter(L, Y, nyCoarse, 1, pass.yWraps) : lineBefore(L, Y, nyCoarse, 1, pass.yWraps),
  )
  const oSide = y & 1 ? facesAfter(pass.oy, l, lineAfter(l, y, ny, 1, pass.yWraps)) : pass.oy.row(l)
  const qOver = pass.pCoarse.row(
    z & 1 ? lineAfter(L, Z, planesCoarse, nyCoarse, pass.zWraps) : lineBefore(L, Z, planesCoarse, nyCoarse, pass.zWraps),
  )
  const oOver = z & 1 ? facesAfter(pass.oz, l, lineAfter(l, z, planes, ny, pass.zWraps)) : pass.oz.row(l)
  const yKeep = at(pass.yTable.row(AxisRow.keep), y), zKeep = at(pass.zTable.row(AxisRow.keep), z)
  // `lean` in the table of an axis includes `keep` of that axis.
  const yLean = splat(at(pass.yTable.row(AxisRow.lean), y) * zKeep), zLean = splat(at(pass.zTable.row(AxisRow.lean), z) * yKeep)
  const kept = splat(yKeep * zKeep)
  const keep = pass.xTable.row(AxisRow.keep), lean = pass.xTable.row(AxisRow.lean)
  const p = pass.p.row(l), inverse = pass.inverse.row(l)
  for (let x: usize = 0, bytes = <usize>pass.pCoarse.nx << 2; x < bytes; x += WIDE) {
    const here = load(q + x)
    const own = mul(kept, here)
    const side = mul(yLean, sub(load(qSide + x), here)), over = isFloat<Kind>() ? mul(zLean, sub(load(qOver + x), here)) : splat(0)
    const low = mul(kept, sub(load(q + x - LANE), here)), high = mul(kept, sub(load(q + x + LANE), here))
    for (let half: usize = 0; half < 2; half++) {
      const c = 2 * x + half * WIDE
      let value = add(twice(own, half), mul(twice(side, half), load(oSide + c)))
      if (isFloat<Kind>()) value = add(value, mul(twice(over, half), load(oOver + c)))
      // First children use their faces towards lower x, second children those towards higher x: faces 0, 2, 2, 4.
      const o = v128.shuffle<f32>(load(ox + c), load(ox + c + LANE), 0, 5, 2, 7)
      const slope = half ? v128.shuffle<f32>(low, high, 2, 6, 3, 7) : v128.shuffle<f32>(low, high, 0, 4, 1, 5)
      value = add(mul(load(keep + c), value), mul(mul(load(lean + c), o), slope))
      store(p + c, add(load(p + c), where(greaterThan(load(inverse + c), splat(0)), value)))
    }
  }
  closeLine(p, pass.p.nx, pass.xWraps)
}

/** The first two lanes, or the last two, each repeated. */
@inline function twice(a: v128, half: usize): v128 {
  return half ? v128.shuffle<f32>(a, a, 2, 2, 3, 3) : v128.shuffle<f32>(a, a, 0, 0, 1, 1)
}
