// Sums of wave trains at one time.
//
// A plane train is separable: with α = kx x of a column and β = kz z + phase - ωt of a row,
//   a cos(α + β) = (a cos β) cos α + (-a sin β) sin α,      b sin(α + β) = (b sin β) cos α + (b cos β) sin α,
// so that the sum over all trains is a product of two narrow matrices: the factors of each row, which depend on the time
// (src/solvers/waves/train-field.ts updates them), and the constant cosines and sines of each column. It takes two multiplications
// and additions for each cell and train, and no cosine.
//
// A train on a slope and a circular wave are not separable in space, but have one frequency (src/solvers/waves/quadrature-field.ts):
//   a cos(P - ωt) = (a cos P) cos ωt + (a sin P) sin ωt,
// a sum of two constant fields for each frequency, in phase and in quadrature, with factors that depend on the time.
//
// Every cell is summed separately, in the order of the trains, so that neither threads nor blocks change the result.

import { Field } from '../abi/field'
import { add, load, mul, splat, store, WIDE } from '../abi/simd'

/** Bytes of a block: four vectors, so that a row's factor is loaded once for sixteen cells. */
const BLOCK: usize = 4 * WIDE

@unmanaged
export class TrainsPass {
  /** The sum. Whole vectors may run into its padding. */
  target: Field
  /** Two rows for each train, cos(kx x) and sin(kx x), with one value for each column. */
  columns: Field
  /** Their factors in each row of the target: two values for each train. */
  rows: Field
}

/** Postcondition: target = rows × columns. The outer loop is over columns: a block of their table stays in the first-level cache. */
export function sumTrains(pass: TrainsPass, begin: i32, end: i32): void {
  const bytes = <usize>pass.target.nx << 2
  let x: usize = 0
  for (; x + BLOCK <= bytes; x += BLOCK) {
    let j = begin
    for (; j + 1 < end; j += 2) twoRows(pass, x, j)
    if (j < end) oneRow(pass, x, j)
  }
  for (; x < bytes; x += WIDE)
    for (let j = begin; j < end; j++) fourCells(pass, x, j)
}

function twoRows(pass: TrainsPass, x: usize, j: i32): void {
  const stride = <usize>pass.columns.stride
  let wave = pass.columns.origin + x
  let upper = pass.rows.row(j), lower = pass.rows.row(j + 1)
  let a0 = splat(0), a1 = splat(0), a2 = splat(0), a3 = splat(0)
  let b0 = splat(0), b1 = splat(0), b2 = splat(0), b3 = splat(0)
  for (let n = pass.columns.nz; n > 0; n--) {
    const p = splat(f32.load(upper)), q = splat(f32.load(lower))
    const w0 = load(wave), w1 = load(wave + WIDE), w2 = load(wave + 2 * WIDE), w3 = load(wave + 3 * WIDE)
    a0 = add(a0, mul(p, w0))
    a1 = add(a1, mul(p, w1))
    a2 = add(a2, mul(p, w2))
    a3 = add(a3, mul(p, w3))
    b0 = add(b0, mul(q, w0))
    b1 = add(b1, mul(q, w1))
    b2 = add(b2, mul(q, w2))
    b3 = add(b3, mul(q, w3))
    wave += stride
    upper += 4
    lower += 4
  }
  storeFour(pass.target.row(j) + x, a0, a1, a2, a3)
  storeFour(pass.target.row(j + 1) + x, b0, b1, b2, b3)
}

function oneRow(pass: TrainsPass, x: usize, j: i32): void {
  const stride = <usize>pass.columns.stride
  let wave = pass.columns.origin + x
  let row = pass.rows.row(j)
  let a0 = splat(0), a1 = splat(0), a2 = splat(0), a3 = splat(0)
  for (let n = pass.columns.nz; n > 0; n--) {
    const p = splat(f32.load(row))
    a0 = add(a0, mul(p, load(wave)))
    a1 = add(a1, mul(p, load(wave + WIDE)))
    a2 = add(a2, mul(p, load(wave + 2 * WIDE)))
    a3 = add(a3, mul(p, load(wave + 3 * WIDE)))
    wave += stride
    row += 4
  }
  storeFour(pass.target.row(j) + x, a0, a1, a2, a3)
}

function fourCells(pass: TrainsPass, x: usize, j: i32): void {
  const stride = <usize>pass.columns.stride
  let wave = pass.columns.origin + x
  let row = pass.rows.row(j)
  let sum = splat(0)
  for (let n = pass.columns.nz; n > 0; n--) {
    sum = add(sum, mul(splat(f32.load(row)), load(wave)))
    wave += stride
    row += 4
  }
  store(pass.target.row(j) + x, sum)
}

@inline function storeFour(address: usize, a: v128, b: v128, c: v128, d: v128): void {
  store(address, a)
  store(address + WIDE, b)
  store(address + 2 * WIDE, c)
  store(address + 3 * WIDE, d)
}

@unmanaged
export class PhasesPass {
  /** The sum. */
  target: Field
  /** The in-phase and quadrature fields, one below the other, each with as many rows as the target. */
  quadratures: Field
  /** One row: the factor of each of these fields at this time. */
  shares: Field
  /** 1 to add the sum to the target, 0 to replace the target by it. */
  adds: i32
}

/** Postcondition: target = sum of the in-phase and quadrature fields, each times its share; plus the target before, if asked for. */
export function mixPhases(pass: PhasesPass, begin: i32, end: i32): void {
  const bytes = <usize>pass.target.nx << 2
  const apart = <usize>pass.quadratures.stride * <usize>pass.target.nz
  const count = pass.shares.nx
  for (let j = begin; j < end; j++) {
    const target = pass.target.row(j), first = pass.quadratures.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      let field = first + x
      let share = pass.shares.origin
      let sum = pass.adds ? load(target + x) : splat(0)
      for (let n = count; n > 0; n--) {
        sum = add(sum, mul(splat(f32.load(share)), load(field)))
        field += apart
        share += 4
      }
      store(target + x, sum)
    }
  }
}
