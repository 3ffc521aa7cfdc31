// The operators of Poisson's problem on all grids, from the openness of the cells and faces of the finest grid. The scheme is in
// src/operators/poisson/operator.ts, the table of letters in level.ts beside it. Each pass writes only to its own lines, from fields
// that earlier passes have finished.

import { putAfter } from '../boundary/edges'
import { Field } from '../abi/field'
import { AxisRow, closeLine, Coefficients, evens, facesAfter, lineAfter, lineBefore, odds } from './lines'
import { greaterThan, add, at, select, div, load, LANE, mul, put, splat, store, sub, where, WIDE } from '../abi/simd'

/** Meaning of the field of cells. */
export const enum CellKind {
  /** None: all cells are open. */
  open,
  /** Openness of cells, 0 to 1; the rest of a cell is solid. */
  solids,
  /** p is unknown where the field is > 0, and zero elsewhere. */
  mask,
}

@unmanaged
export class FacesPass extends Coefficients {
  cells: Field
  /** Openness of the faces towards lower x, y and z, if `given`. */
  xFaces: Field
  yFaces: Field
  zFaces: Field
  kind: i32
  given: i32
  ny: i32
  xWraps: i32
  yWraps: i32
  zWraps: i32
  /** 1 at edges on which p is zero. */
  xBefore: i32
  xAfter: i32
  yBefore: i32
  yAfter: i32
  zBefore: i32
  zAfter: i32
}

/** Postcondition: v is the volume fraction of each cell, 0 beyond the ends of the lines. */
export function poissonCells(pass: FacesPass, begin: i32, end: i32): void {
  const nx = pass.v.nx, bytes = <usize>nx << 2
  for (let l = begin; l < end; l++) {
    const v = pass.v.row(l)
    if (pass.kind == CellKind.solids) memory.copy(v, pass.cells.row(l), bytes)
    else
      for (let x: usize = 0; x < bytes; x += WIDE) {
        const known = pass.kind == CellKind.open ? splat(1) : where(greaterThan(load(pass.cells.row(l) + x), splat(0)), splat(1))
        store(v + x, known)
      }
    putAfter(v, nx, 0)
    closeLine(v, nx, pass.xWraps)
  }
}

/** Openness of the faces between two cells with these volume fractions. */
@inline function between(kind: i32, here: v128, there: v128): v128 {
  return kind == CellKind.solids ? mul(here, there) : splat(1)
}

/** Postcondition: a and b of the finest grid, whose cells have width 1. */
export function poissonFaces(pass: FacesPass, begin: i32, end: i32): void {
  const deep = pass.v.nz > pass.ny
  for (let l = begin; l < end; l++) {
    facesAlongX(pass, l)
    facesAcross(pass, l, false)
    if (deep) facesAcross(pass, l, true)
  }
}

@inline function facesAlongX(pass: FacesPass, l: i32): void {
  const nx = pass.v.nx, bytes = <usize>nx << 2
  const v = pass.v.row(l), a = pass.ax.row(l), b = pass.bx.row(l), given = pass.xFaces.row(l)
  for (let x: usize = 0; x < bytes; x += WIDE) {
    const open = between(pass.kind, load(v + x), load(v + x - LANE))
    store(a + x, pass.given ? mul(open, load(given + x)) : open)
    store(b + x, splat(0))
  }
  if (!pass.xWraps) put(a, 0, 0)
  putAfter(a, nx, pass.xWraps ? at(a, 0) : 0)
  // The edge is half a cell from the centre, which doubles the coefficient.
  if (pass.xBefore) put(b, 0, at(b, 0) + 2 * at(v, 0) * at(v, 0))
  if (pass.xAfter) put(b, nx - 1, at(b, nx - 1) + 2 * at(v, nx - 1) * at(v, nx - 1))
  putAfter(b, nx, 0)
}

@inline function facesAcross(pass: FacesPass, l: i32, alongZ: bool): void {
  const nx = pass.v.nx, ny = pass.ny, planes = pass.v.nz / ny, bytes = <usize>nx << 2
  const place = alongZ ? l / ny : l % ny, n = alongZ ? planes : ny
  const back = lineBefore(l, place, n, alongZ ? ny : 1, alongZ ? pass.zWraps : pass.yWraps)
  const a = (alongZ ? pass.az : pass.ay).row(l), b = (alongZ ? pass.bz : pass.by).row(l)
  const given = (alongZ ? pass.zFaces : pass.yFaces).row(l)
  const v = pass.v.row(l), vBack = pass.v.row(back)
  let edges = 0
  if (place == 0) edges += alongZ ? pass.zBefore : pass.yBefore
  if (place == n - 1) edges += alongZ ? pass.zAfter : pass.yAfter
  const bond = splat(2 * <f32>edges)
  for (let x: usize = 0; x < bytes; x += WIDE) {
    const here = load(v + x)
    const open = back == l ? splat(0) : between(pass.kind, here, load(vBack + x))
    store(a + x, pass.given ? mul(open, load(given + x)) : open)
    store(b + x, mul(bond, mul(here, here)))
  }
  putAfter(a, nx, 0)
  putAfter(b, nx, 0)
}

@unmanaged
export class DiagonalPass extends Coefficients {
  e: Field
  inverse: Field
  /** One double for each line: number of cells with an equation. */
  sums: Field
  /** Tables of this grid's axes. */
  xTable: Field
  yTable: Field
  zTable: Field
  /** Added to the diagonal of a fully open cell. */
  shift: f32
  kind: i32
  ny: i32
  yWraps: i32
  zWraps: i32
}

/**
 * Postcondition: e is the part of the diagonal that does not come from faces between cells: fixed edges and the shift. `inverse` is 1
 * over the diagonal, or 0 in cells without an equation.
 *
 * Under a mask, a coarse cell has an equation only if the mask covers all of it. On coarse grids p then becomes zero one cell beyond the
 * last fully covered one, which is the correct position on average. If partly covered cells had equations, the masked region would
 * grow from grid to grid, and the cycle would overshoot.
 */
export function poissonDiagonal(pass: DiagonalPass, begin: i32, end: i32): void {
  const nx = pass.v.nx, ny = pass.ny, planes = pass.v.nz / ny, bytes = <usize>nx << 2
  const deep = planes > 1, shift = splat(pass.shift), widths = pass.xTable.row(AxisRow.width)
  for (let l = begin; l < end; l++) {
    const y = l % ny, z = l / ny
    const front = lineAfter(l, y, ny, 1, pass.yWraps), over = lineAfter(l, z, planes, ny, pass.zWraps)
    const ax = pass.ax.row(l), ay = pass.ay.row(l), ayFront = facesAfter(pass.ay, l, front)
    const az = pass.az.row(l), azAbove = facesAfter(pass.az, l, over)
    const v = pass.v.row(l), bx = pass.bx.row(l), by = pass.by.row(l), bz = pass.bz.row(l)
    const e = pass.e.row(l), inverse = pass.inverse.row(l)
    const across = splat(at(pass.yTable.row(AxisRow.width), y) * at(pass.zTable.row(AxisRow.width), z))
    for (let x: usize = 0; x < bytes; x += WIDE) {
      let faces = add(add(load(ax + x), load(ax + x + LANE)), add(load(ay + x), load(ayFront + x)))
      let beside = add(add(load(bx + x), load(by + x)), mul(shift, load(v + x)))
      if (deep) {
        faces = add(faces, add(load(az + x), load(azAbove + x)))
        beside = add(beside, load(bz + x))
      }
      const diagonal = add(faces, beside)
      let known = greaterThan(diagonal, splat(0))
      if (pass.kind == CellKind.mask) known = v128.andnot(known, greaterThan(mul(across, load(widths + x)), load(v + x)))
      store(e + x, where(known, beside))
      store(inverse + x, where(known, div(splat(1), select(known, diagonal, splat(1)))))
    }
    putAfter(e, nx, 0)
    putAfter(inverse, nx, 0)
    let count: f64 = 0
    for (let i = 0; i < nx; i++) count += at(inverse, i) > 0 ? 1 : 0
    f64.store(pass.sums.row(l), count)
  }
}

@unmanaged
export class CoarsenPass extends Coefficients {
  ox: Field
  oy: Field
  oz: Field
  vCoarse: Field
  oxCoarse: Field
  oyCoarse: Field
  ozCoarse: Field
  axCoarse: Field
  ayCoarse: Field
  azCoarse: Field
  bxCoarse: Field
  byCoarse: Field
  bzCoarse: Field
  xTable: Field
  yTable: Field
  zTable: Field
  ny: i32
  nyCoarse: i32
  xWraps: i32
}

/** Adds the first child of each coarse cell along x, weighted. */
@inline function addFirsts(to: usize, from: usize, bytes: usize, weight: f32): void {
  const w = splat(weight)
  for (let x: usize = 0; x < bytes; x += WIDE)
    store(to + x, add(load(to + x), mul(w, evens(load(from + 2 * x), load(from + 2 * x + WIDE)))))
}

/** Adds both children of each coarse cell along x, weighted. */
@inline function addPairs(to: usize, from: usize, bytes: usize, weight: f32): void {
  const w = splat(weight)
  for (let x: usize = 0; x < bytes; x += WIDE) {
    const a = load(from + 2 * x), b = load(from + 2 * x + WIDE)
    store(to + x, add(load(to + x), mul(w, add(evens(a, b), odds(a, b)))))
  }
}

/** Adds both children along x, weighted by their shares of the coarse cell. */
@inline function addShares(to: usize, from: usize, share: usize, bytes: usize, weight: f32): void {
  const w = splat(weight)
  for (let x: usize = 0; x < bytes; x += WIDE) {
    const a = mul(load(share + 2 * x), load(from + 2 * x)), b = mul(load(share + 2 * x + WIDE), load(from + 2 * x + WIDE))
    store(to + x, add(load(to + x), mul(w, add(evens(a, b), odds(a, b)))))
  }
}

@inline function clear(row: usize, bytes: usize): void {
  for (let x: usize = 0; x < bytes; x += WIDE) store(row + x, splat(0))
}

/**
 * Postcondition: v, o, a and b of the coarse grid.
 *
 *   v   sum over the children
 *   o   mean over the fine faces that make up a coarse face
 *   a   sum over these faces, times the ratio of the distances between centres, fine to coarse
 *   b   sum over the children at the edge, times the ratio of the distances to the edge, fine to coarse
 */
export function poissonCoarsen(pass: CoarsenPass, begin: i32, end: i32): void {
  const ny = pass.ny, planes = pass.v.nz / ny, nyCoarse = pass.nyCoarse
  const planesCoarse = pass.vCoarse.nz / nyCoarse
  const nx = pass.vCoarse.nx, bytes = <usize>nx << 2, deep = planes > 1
  const share = pass.xTable.row(AxisRow.share), nearer = pass.xTable.row(AxisRow.nearer)
  const yShare = pass.yTable.row(AxisRow.share), zShare = pass.zTable.row(AxisRow.share)
  for (let l = begin; l < end; l++) {
    const Y = l % nyCoarse, Z = l / nyCoarse
    const v = pass.vCoarse.row(l), ox = pass.oxCoarse.row(l), ax = pass.axCoarse.row(l), bx = pass.bxCoarse.row(l)
    const oy = pass.oyCoarse.row(l), ay = pass.ayCoarse.row(l), by = pass.byCoarse.row(l)
    const oz = pass.ozCoarse.row(l), az = pass.azCoarse.row(l), bz = pass.bzCoarse.row(l)
    clear(v, bytes)
    clear(ox, bytes)
    clear(ax, bytes)
    clear(bx, bytes)
    clear(oy, bytes)
    clear(ay, bytes)
    clear(by, bytes)
    if (deep) {
      clear(oz, bytes)
      clear(az, bytes)
      clear(bz, bytes)
    }
    for (let z = 2 * Z; z < min(2 * Z + 2, planes); z++)
      for (let y = 2 * Y; y < min(2 * Y + 2, ny); y++) {
        const fine = z * ny + y
        const ys = at(yShare, y), zs = at(zShare, z)
        addPairs(v, pass.v.row(fine), bytes, 1)
        addFirsts(ox, pass.ox.row(fine), bytes, ys * zs)
        addFirsts(ax, pass.ax.row(fine), bytes, 1)
        addShares(bx, pass.bx.row(fine), share, bytes, 1)
        addPairs(by, pass.by.row(fine), bytes, ys)
        if (deep) addPairs(bz, pass.bz.row(fine), bytes, zs)
        if (y == 2 * Y && nyCoarse > 1) {
          addShares(oy, pass.oy.row(fine), share, bytes, zs)
          addPairs(ay, pass.ay.row(fine), bytes, at(pass.yTable.row(AxisRow.nearer), Y))
        }
        if (deep && z == 2 * Z && planesCoarse > 1) {
          addShares(oz, pass.oz.row(fine), share, bytes, ys)
          addPairs(az, pass.az.row(fine), bytes, at(pass.zTable.row(AxisRow.nearer), Z))
        }
      }
    for (let x: usize = 0; x < bytes; x += WIDE) store(ax + x, mul(load(ax + x), load(nearer + x)))
    // An axis of one cell has no faces, even where it wraps.
    const wraps = pass.xWraps && nx > 1
    if (!wraps) {
      put(ox, 0, 0)
      put(ax, 0, 0)
    }
    putAfter(ox, nx, wraps ? at(ox, 0) : 0)
    putAfter(ax, nx, wraps ? at(ax, 0) : 0)
    putAfter(v, nx, 0)
    putAfter(bx, nx, 0)
    putAfter(oy, nx, 0)
    putAfter(ay, nx, 0)
    putAfter(by, nx, 0)
    if (deep) {
      putAfter(oz, nx, 0)
      putAfter(az, nx, 0)
      putAfter(bz, nx, 0)
    }
  }
}
