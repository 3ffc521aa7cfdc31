// The series of the higher-order spectral method on the grid (Dommermuth and Yue, J. Fluid Mech. 184, 1987; West et al., J. Geophys. Res.
// 92, 1987). packages/textbook/src/higher-order-waves.ts has the equations in a row of loops.
//
//   phi_m = - sum over l = 1 .. m-1 of eta^l/l! ∂^l phi_(m-l)          ∂: d/dy at y = 0, a factor k tanh(k d) or k² of a mode
//   w_m   =   sum over l = 0 .. m-1 of eta^l/l! ∂^(l+1) phi_(m-l)
//
// A set is the modes along x of two real fields, in groups of four rows as in kernels/spectral/spectrum.ts, but only the modes that are
// kept: at order 3 they are half of all. All fields of a stage are sets, in this order:
//
//   slopes along x     eta_x, psi_x
//   slopes along z     eta_z, psi_z
//   level 1            eta, ∂psi | ∂²psi, ∂³psi | ... ∂^M psi                psi = phi_1
//   level m < M        ∂phi_m, ∂²phi_m | ... ∂^(M-m+1) phi_m
//   rates              non-linear parts of deta/dt and dpsi/dt | phi_M
//
// phi_m is one real field: two groups are its real and imaginary part in one transform, and of its modes along x only one of each pair of
// conjugates is stored.
//
// A kernel transforms the modes of its fields into values, in the scratch of its thread, multiplies them, and transforms the products into
// modes. Values stay at their positions in the transform's buffer: the order is the same in all fields, and products need no other. Values
// are not stored: to transform a set again takes less time than to read and write it in memory.
//
// dpsi/dt needs w_1 .. w_(M-1) only. In deta/dt, ∂phi_M stands alone: it is added to the modes (stages.ts), without a transform.
//
// Threads: a pair of groups of four rows is processed by one thread.

import { Axis, axisOf, intoModes, partnerAt } from '../spectral/axis'
import { Field } from '../abi/field'
import { bandIntoValues, bandPlace, intoBand } from '../spectral/band'
import { COMPLEX, IM } from '../spectral/lifting'
import { slopesIntoValues } from '../spectral/differentiate'
import { gatherRows, scatterRows } from '../spectral/spectrum'
import { add, load, mul, splat, store, sub, WIDE } from '../abi/simd'

/** The first sets: slopes along x and z, level 1. */
export const enum SeriesSet { slopesX, slopesZ, level1 }
/**
 * Complex vectors between the values of two sets in scratch: lengths are often powers of two, and products would read all their factors
 * from the same lines of the cache.
 */
export const SCRATCH_GAP: i32 = 2

@unmanaged
export class SeriesPass {
  /** A row of modes for each set and group of four rows, set after set. */
  sets: Field
  /** Elevation and potential, and the factor of each cell's values at the end of a step if `fades` is 1. */
  eta: Field
  psi: Field
  keep: Field
  fades: i32
  /** A row for each thread: the values of all sets. */
  scratch: Field
  /** Tables of the axis x: for values, for slopes along x, and of the derivative. */
  axis: Field
  slopeAxis: Field
  slopes: Field
  /** 1 if the axis x is periodic. */
  turns: i32
  /** The modes along x that are kept, in the order of the sets, first one of each pair of conjugates. Number of all, and of pairs. */
  band: Field
  count: i32
  halfCount: i32
  /** Groups of four rows. */
  groups: i32
  /** Order M of the method, and order m of the term phi_m to be computed. */
  order: i32
  term: i32
  /** Indices of the first set of levels 2, 3 and 4, and of the rates. */
  level2: i32
  level3: i32
  level4: i32
  rates: i32
  /** A row of `Breaking` for each group. */
  breaking: Field
  /** Largest slope squared [1] of a surface that can be followed. */
  limit: f32
}

/** Where the surface of a group of four rows is too steep, in the first stage in which it is: a stage later it may be so everywhere. */
@unmanaged
export class Breaking {
  /** The slope squared at the first such point; 0 if there is none, NaN where it is not a number. */
  slope: f64
  /** Its position along x in the buffer of the transform, and its row in the group. */
  place: f64
  lane: f64
}

@inline function rowOf(pass: SeriesPass, set: i32, g: i32): usize { return pass.sets.row(set * pass.groups + g) }
@inline function firstSet(pass: SeriesPass, level: i32): i32 {
  return level == 1 ? SeriesSet.level1 : level == 2 ? pass.level2 : level == 3 ? pass.level3 : level == 4 ? pass.level4 : pass.rates
}

/** Bytes between the values of two sets in scratch. */
@inline function stepOf(axis: Axis): usize { return <usize>(axis.n + SCRATCH_GAP) * COMPLEX }

/** The values of the sets `first` to `end` of a group, in scratch. */
function values(pass: SeriesPass, axis: Axis, g: i32, first: i32, end: i32, scratch: usize): void {
  const step = stepOf(axis)
  for (let set = first; set < end; set++) {
    const data = scratch + <usize>set * step, modes = rowOf(pass, set, g)
    if (set == SeriesSet.slopesX)
      slopesIntoValues(pass.slopes, axis, axisOf(pass.slopeAxis.origin), pass.band, pass.count, modes, data + step, data)
    else bandIntoValues(axis, pass.band, pass.count, modes, data)
  }
}

/** Transforms the values of a set in scratch into modes. */
@inline function modes(pass: SeriesPass, axis: Axis, g: i32, set: i32, scratch: usize): void {
  intoBand(axis, pass.band, pass.count, scratch + <usize>set * stepOf(axis), rowOf(pass, set, g))
}

/** Transforms the values of phi of two groups, the real and imaginary parts of a set in scratch, into the modes of each. */
function potentialModes(pass: SeriesPass, axis: Axis, g: i32, set: i32, scratch: usize): void {
  const data = scratch + <usize>set * stepOf(axis)
  intoModes(axis, data)
  const half = splat(0.5), zero = splat(0), hasSecond = g + 1 < pass.groups
  let first = rowOf(pass, set, g), second = hasSecond ? rowOf(pass, set, g + 1) : first
  for (let j = 0; j < pass.halfCount; j++, first += COMPLEX, second += COMPLEX) {
    const place = bandPlace(pass.band, j), p = data + place
    const a = load(p), b = load(p + IM)
    if (pass.turns) {
      const q = data + partnerAt(axis, place)
      const c = load(q), d = load(q + IM)
      store(first, mul(half, add(a, c)))
      store(first + IM, mul(half, sub(b, d)))
      if (!hasSecond) continue
      store(second, mul(half, add(b, d)))
      store(second + IM, mul(half, sub(c, a)))
    } else {
      store(first, a)
      store(first + IM, zero)
      if (!hasSecond) continue
      store(second, b)
      store(second + IM, zero)
    }
  }
}

/** The last group may have no second one: the imaginary part of its set in scratch is 0. */
function clearPart(axis: Axis, set: i32, scratch: usize): void {
  const data = scratch + <usize>set * stepOf(axis) + IM, end = data + <usize>axis.n * COMPLEX, zero = splat(0)
  for (let p = data; p < end; p += COMPLEX) store(p, zero)
}

/** Field number `index` of a level whose first set has the row `level`. */
@inline function field(level: usize, step: usize, index: i32, x: usize): v128 {
  return load(level + <usize>(index >> 1) * step + <usize>(index & 1) * IM + x)
}

// Sums over l of eta^l/l! ∂^(l+s) phi_(m-l), l from 1 to m - 1: -phi_m for s = 0, w_m without its first term for s = 1. h1 .. h4: the
// powers of eta over their factorials. l1 .. l4: rows of the levels.

@inline function series2(s: i32, l1: usize, step: usize, x: usize, h1: v128): v128 {
  return mul(h1, field(l1, step, 1 + s, x))
}
@inline function series3(s: i32, l1: usize, l2: usize, step: usize, x: usize, h1: v128, h2: v128): v128 {
  return add(mul(h1, field(l2, step, s, x)), mul(h2, field(l1, step, 2 + s, x)))
}
@inline function series4(
  s: i32, l1: usize, l2: usize, l3: usize, step: usize, x: usize, h1: v128, h2: v128, h3: v128,
): v128 {
  return add(mul(h1, field(l3, step, s, x)), add(mul(h2, field(l2, step, 1 + s, x)), mul(h3, field(l1, step, 3 + s, x))))
}
@inline function series5(
  s: i32, l1: usize, l2: usize, l3: usize, l4: usize, step: usize, x: usize, h1: v128, h2: v128, h3: v128, h4: v128,
): v128 {
  return add(
    add(mul(h1, field(l4, step, s, x)), mul(h2, field(l3, step, 1 + s, x))),
    add(mul(h3, field(l2, step, 2 + s, x)), mul(h4, field(l1, step, 4 + s, x))),
  )
}

/** Postcondition: the first set of level m holds the modes along x of phi_m, m = term < M. */
export function seriesPotential(pass: SeriesPass, begin: i32, end: i32, thread: i32): void {
  const axis = axisOf(pass.axis.origin), m = pass.term
  const scratch = pass.scratch.row(thread)
  for (let pair = begin; pair < end; pair++) {
    const g = 2 * pair
    potential(pass, axis, g, m, scratch, 0)
    if (g + 1 < pass.groups) potential(pass, axis, g + 1, m, scratch, IM)
    else clearPart(axis, firstSet(pass, m), scratch)
    potentialModes(pass, axis, g, firstSet(pass, m), scratch)
  }
}

/** The values of phi_m of a group, in the real or imaginary part of its set in scratch. */
function potential(pass: SeriesPass, axis: Axis, g: i32, m: i32, scratch: usize, part: usize): void {
  const size = <usize>axis.n * COMPLEX, step = stepOf(axis)
  const l1 = scratch + <usize>SeriesSet.level1 * step, l2 = scratch + <usize>pass.level2 * step, l3 = scratch + <usize>pass.level3 * step
  const to = scratch + <usize>firstSet(pass, m) * step + part
  // eta and the derivatives of psi up to m - 1; of phi_j up to m - j.
  values(pass, axis, g, SeriesSet.level1, SeriesSet.level1 + ((m - 1) >> 1) + 1, scratch)
  for (let level = 2; level < m; level++)
    values(pass, axis, g, firstSet(pass, level), firstSet(pass, level) + ((m - level - 1) >> 1) + 1, scratch)
  const half = splat(0.5), third = splat(1.0 / 3)
  for (let x: usize = 0; x < size; x += COMPLEX) {
    const h1 = load(l1 + x), h2 = mul(half, mul(h1, h1)), h3 = mul(third, mul(h1, h2))
    const sum = m == 2 ? series2(0, l1, step, x, h1)
      : m == 3 ? series3(0, l1, l2, step, x, h1, h2)
      : series4(0, l1, l2, l3, step, x, h1, h2, h3)
    store(to + x, f32x4.neg(sum))
  }
}

/** Postcondition: the sets `rates` hold the modes along x of the rates, without the linear terms and ∂phi_M, and of phi_M. */
export function seriesRates(pass: SeriesPass, begin: i32, end: i32, thread: i32): void {
  const axis = axisOf(pass.axis.origin)
  const scratch = pass.scratch.row(thread)
  for (let pair = begin; pair < end; pair++) {
    const g = 2 * pair
    ratesOf(pass, axis, g, scratch, 0)
    if (g + 1 < pass.groups) ratesOf(pass, axis, g + 1, scratch, IM)
    else clearPart(axis, pass.rates + 1, scratch)
    potentialModes(pass, axis, g, pass.rates + 1, scratch)
  }
}

/** The rates of a group, and the values of its phi_M in the real or imaginary part of the last set in scratch. */
function ratesOf(pass: SeriesPass, axis: Axis, g: i32, scratch: usize, part: usize): void {
  const order = pass.order
  values(pass, axis, g, SeriesSet.slopesX, pass.rates, scratch)
  if (order == 2) rates(pass, axis, g, 2, scratch, part)
  else if (order == 3) rates(pass, axis, g, 3, scratch, part)
  else if (order == 4) rates(pass, axis, g, 4, scratch, part)
  else rates(pass, axis, g, 5, scratch, part)
  modes(pass, axis, g, pass.rates, scratch)
}

/** The products of all orders up to `order`, of the values of a group. */
@inline function rates(pass: SeriesPass, axis: Axis, g: i32, order: i32, scratch: usize, part: usize): void {
  const size = <usize>axis.n * COMPLEX, step = stepOf(axis)
  const slopesX = scratch + <usize>SeriesSet.slopesX * step, slopesZ = scratch + <usize>SeriesSet.slopesZ * step
  const l1 = scratch + <usize>SeriesSet.level1 * step, l2 = scratch + <usize>pass.level2 * step
  const l3 = scratch + <usize>pass.level3 * step, l4 = scratch + <usize>pass.level4 * step
  const to = scratch + <usize>pass.rates * step, top = to + step + part
  const half = splat(0.5), third = splat(1.0 / 3), quarter = splat(0.25), two = splat(2), limit = splat(pass.limit)
  let gentle = f32x4.eq(half, half)
  for (let x: usize = 0; x < size; x += COMPLEX) {
    const etaX = load(slopesX + x), psiX = load(slopesX + x + IM), etaZ = load(slopesZ + x), psiZ = load(slopesZ + x + IM)
    const steep = add(mul(etaX, etaX), mul(etaZ, etaZ))
    gentle = v128.and(gentle, f32x4.le(steep, limit))
    const h1 = load(l1 + x), h2 = mul(half, mul(h1, h1)), h3 = mul(third, mul(h1, h2)), h4 = mul(quarter, mul(h1, h3))
    const w1 = field(l1, step, 1, x)
    // Sums of w_a over a <= M - 2, and of w_a w_b over a + b <= M and over a + b <= M - 2.
    let rise = f32x4.neg(add(mul(psiX, etaX), mul(psiZ, etaZ)))
    let squares = mul(w1, w1)
    let phi = series2(0, l1, step, x, h1)
    const s2 = series2(1, l1, step, x, h1)
    rise = add(rise, s2)
    if (order >= 3) {
      const w2 = add(field(l2, step, 0, x), s2)
      const s3 = series3(1, l1, l2, step, x, h1, h2)
      rise = add(add(rise, field(l2, step, 0, x)), s3)
      phi = series3(0, l1, l2, step, x, h1, h2)
      let low = w1
      const w1w2 = mul(two, mul(w1, w2))
      const w1w1 = squares
      squares = add(squares, w1w2)
      if (order >= 4) {
        const w3 = add(field(l3, step, 0, x), s3)
        const s4 = series4(1, l1, l2, l3, step, x, h1, h2, h3)
        rise = add(add(rise, field(l3, step, 0, x)), s4)
        phi = series4(0, l1, l2, l3, step, x, h1, h2, h3)
        low = add(low, w2)
        squares = add(squares, add(mul(two, mul(w1, w3)), mul(w2, w2)))
        let lowSquares = w1w1
        if (order >= 5) {
          const w4 = add(field(l4, step, 0, x), s4)
          rise = add(add(rise, field(l4, step, 0, x)), series5(1, l1, l2, l3, l4, step, x, h1, h2, h3, h4))
          phi = series5(0, l1, l2, l3, l4, step, x, h1, h2, h3, h4)
          low = add(low, w3)
          squares = add(squares, mul(two, add(mul(w1, w4), mul(w2, w3))))
          lowSquares = add(lowSquares, w1w2)
        }
        squares = add(squares, mul(steep, lowSquares))
      }
      rise = add(rise, mul(steep, low))
    }
    store(to + x, rise)
    store(to + x + IM, mul(half, sub(squares, add(mul(psiX, psiX), mul(psiZ, psiZ)))))
    store(top + x, f32x4.neg(phi))
  }
  const breaking = changetype<Breaking>(pass.breaking.row(g))
  if (breaking.slope == 0 && !v128.all_true<i32>(gentle)) locate(pass, slopesX, slopesZ, size, breaking)
}

/** Finds the first point of a group that is too steep. */
function locate(pass: SeriesPass, slopesX: usize, slopesZ: usize, size: usize, breaking: Breaking): void {
  for (let x: usize = 0; x < size; x += COMPLEX)
    for (let lane: usize = 0; lane < WIDE; lane += 4) {
      const etaX = f32.load(slopesX + x + lane), etaZ = f32.load(slopesZ + x + lane)
      const steep = etaX * etaX + etaZ * etaZ
      if (steep <= pass.limit) continue
      breaking.slope = steep
      breaking.place = <f64>(x / COMPLEX)
      breaking.lane = <f64>(lane / 4)
      return
    }
}

/** Postcondition: the first set holds the modes along x of elevation and potential. */
export function seriesFromFields(pass: SeriesPass, begin: i32, end: i32, thread: i32): void {
  const axis = axisOf(pass.axis.origin), data = pass.scratch.row(thread)
  for (let g = begin; g < end; g++) {
    gatherRows(pass.eta, g, axis, data)
    gatherRows(pass.psi, g, axis, data + IM)
    modes(pass, axis, g, SeriesSet.slopesX, data)
  }
}

/** Postcondition: elevation and potential have the values of the modes in the first set, times `keep` if they fade. */
export function seriesIntoFields(pass: SeriesPass, begin: i32, end: i32, thread: i32): void {
  const axis = axisOf(pass.axis.origin), data = pass.scratch.row(thread), fades = pass.fades != 0
  for (let g = begin; g < end; g++) {
    bandIntoValues(axis, pass.band, pass.count, rowOf(pass, SeriesSet.slopesX, g), data)
    scatterRows(pass.eta, g, axis, data, pass.keep, fades)
    scatterRows(pass.psi, g, axis, data + IM, pass.keep, fades)
  }
}
