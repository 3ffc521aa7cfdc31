// Implicit flow along lines of cells, one line in each SIMD lane: the tridiagonal solves of `kass-miller`
// (src/solvers/terrain/kass-miller.ts has the equations).
//
// The unknowns are the new flows t = q dt/dx [m] through the faces, in units of the rise of one cell in one step. Face f is between
// the cells f and f + 1; faces -1 and n - 1 are the ends. With w = 1/openness and K = g dt²/dx² D,
//
//   level    δ[f] = w[f] (t[f-1] - t[f])
//   flow     t[f] = s[f] - K[f] (δ[f+1] - δ[f]),   s[f] = (1 - τ) tOld[f] - K[f] (eta[f+1] - eta[f])
//
// Substituting the first into the second gives one equation for every face:
//
//   -K[f] w[f] t[f-1] + (1 + K[f] (w[f] + w[f+1])) t[f] - K[f] w[f+1] t[f+1] = s[f]
//
// The unknowns are flows, not levels, because a flow computed from a rounded level has K times its error, and K reaches thousands.
// For water at rest s = 0 everywhere, and therefore t = 0 exactly.
//
// Elimination gives t[f] = y[f] + (1 - h[f]) t[f+1], with
//
//   h[f] = open/pivot,   y[f] = (s[f] + K w[f] y[f-1])/pivot,   open = 1 + K w[f] h[f-1],   pivot = open + K w[f+1]:
//
// sums of positive numbers only, so that there is no cancellation for any time step.
//
// Periodic lines: t[f] = y[f] + (1 - h[f] - z[f]) t[f+1] + z[f] x with x = t[n-1] = t[-1] satisfies the same recurrences with an
// additional z[f] = K w[f] z[f-1]/pivot, which is also added to the pivot. Then t[0] = Y + (1 - H) x with Y = Σ P[f-1] y[f],
// H = Σ P[f-1] h[f], P[f] the product of 1 - h - z up to f, and x is the only unknown in the equation of the last face. The
// formula of Sherman and Morrison would need a second solve.
//
// Limiter: a cell gives no more water than it has. The outflow through a face is limited to the content of its cell plus the inflow
// through its other face; a cell that gives to both sides reserves half for each. Flows to the left are limited from right to left,
// so that the inflow of a cell is known before its outflow; then flows to the right from left to right. A thin sheet of water
// therefore passes on the water that flows over it. Water only moves between cells, so that every body of water keeps its volume.
// A part of 2^-22 stays in the cell, so that rounding cannot make it negative. Most lines need no limiting; the back substitution
// detects those that do.
//
// Flows and factors decay by a factor from cell to cell and would soon become subnormal floats, which processors handle slowly.
// They are set to zero before.

import { greaterThan, abs, add, select, div, minimum, load, maximum, mul, neg, splat, store, sub, where, WIDE } from '../abi/simd'

/** Flows below 2^-66 m are set to zero. */
const NOTHING: f32 = 1.3552527e-20
/** Flows up to this part of a cell's content need no limiting: through both faces together they move less than all of it. */
const CALM: f32 = 0.49

/** The part of a cell's content and inflow that may leave: 1 - 2^-22. */
const ALL: f32 = 0.99999976

/** A group of lines: addresses of its quantities, at cell 0 of the first line, and their distances to the next cell [bytes]. */
@unmanaged
export class Lines {
  /** Cells of a line. */
  n: i32
  /** Lanes of the group, in bytes. */
  bytes: usize
  /** Depth [m]. */
  depth: usize
  depthStep: usize
  /** Elevation of the terrain [m]. */
  bed: usize
  bedStep: usize
  /** A copy of the bed of the first cells: h may have overwritten it when a periodic line needs it. */
  firstBed: usize
  /** Discharge per width through the face after each cell, before the step [m2/s]. */
  q: usize
  qStep: usize
  /** Openness. */
  openness: usize
  opennessStep: usize
  /** h of each face; may overwrite the bed, which is read before. */
  h: usize
  hStep: usize
  /** y of each face, then its flow; may overwrite the discharge. */
  t: usize
  tStep: usize
  /** z of each face; only for periodic lines. */
  z: usize
  zStep: usize
  /** K and s of the first and of the last face, one value for each line. */
  firstK: usize
  firstS: usize
  lastK: usize
  lastS: usize
  /** 1 for periodic lines, else 0. */
  joined: usize
  /** P, Y and H of periodic lines, one after the other. */
  sums: usize
  /** g dt²/dx² [1/m]. */
  k: f32
  /** dt/dx [s/m]. */
  r: f32
  /** 1 - τ. */
  keep: f32
  /** Faces of a smaller depth are closed [m]. */
  dry: f32
  // Constants in memory: as literals, a vector of four equal lanes would take several instructions at every use.
  one: f32
  half: f32
  nothing: f32
  calm: f32
}

/** Sets the constants. */
@inline export function setConstants(lines: Lines): void {
  lines.one = 1
  lines.half = 0.5
  lines.nothing = NOTHING
  lines.calm = CALM
}

@inline function flush(a: v128, nothing: v128): v128 { return where(greaterThan(abs(a), nothing), a) }

/** K over the openness of a cell; 0 in solid cells. */
@inline function overOpenness(K: v128, m: v128): v128 { return where(greaterThan(m, splat(0)), div(K, m)) }

/** Content of a cell [m]. */
@inline function held(openness: bool, depth: usize, m: usize): v128 {
  return openness ? mul(load(depth), load(m)) : load(depth)
}

/**
 * Depth of a face [m]. If both surfaces are above the higher bed, the mean of the two depths. Otherwise the depth above the higher bed
 * on the side that has the higher surface, which is zero if only the lower side is wet or both are dry.
 */
@inline function faceDepth(d: v128, bed: v128, dNext: v128, bedNext: v128, eta: v128, etaNext: v128, half: v128): v128 {
  const sill = maximum(bed, bedNext)
  const mean = mul(half, add(d, dNext))
  return select(greaterThan(minimum(eta, etaNext), sill), mean, sub(maximum(eta, etaNext), sill))
}

/** The first face, and the initial values of the sums of periodic lines. */
@inline function begin(lines: Lines, openness: bool, joined: bool): void {
  const h = lines.h - lines.hStep, t = lines.t - lines.tStep, z = lines.z - lines.zStep
  const bytes = lines.bytes, sums = lines.sums
  for (let x: usize = 0; x < bytes; x += WIDE) {
    const K = openness ? overOpenness(load(lines.firstK + x), load(lines.openness + x)) : load(lines.firstK + x)
    const over = div(splat(1), add(splat(1), K))
    const turn = joined ? load(lines.joined + x) : splat(0)
    store(t + x, mul(load(lines.firstS + x), over))
    store(h + x, sub(over, turn))
    if (joined) {
      store(z + x, turn)
      store(sums + x, turn)
      store(sums + bytes + x, splat(0))
      store(sums + 2 * bytes + x, splat(0))
    }
  }
}

/** Forward elimination. Postcondition: h, y (and z) of all faces but the last. */
@inline function eliminate(lines: Lines, openness: bool, joined: bool): void {
  const bytes = lines.bytes, sums = lines.sums
  const depthStep = lines.depthStep, bedStep = lines.bedStep, opennessStep = lines.opennessStep
  const hStep = lines.hStep, tStep = lines.tStep, zStep = lines.zStep
  const k = splat(lines.k), inertia = splat(lines.r * lines.keep), dry = splat(lines.dry)
  const one = splat(lines.one), half = splat(lines.half), nothing = splat(lines.nothing)
  let depth = lines.depth, bed = lines.bed, q = lines.q, m = lines.openness, h = lines.h, t = lines.t, z = lines.z
  for (let f = 0, last = lines.n - 1; f < last; f++) {
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const d = load(depth + x), dNext = load(depth + depthStep + x)
      const b = load(bed + x), bNext = load(bed + bedStep + x)
      const eta = add(d, b), etaNext = add(dNext, bNext)
      let deep = faceDepth(d, b, dNext, bNext, eta, etaNext, half)
      if (openness) deep = mul(deep, minimum(load(m + x), load(m + opennessStep + x)))
      const wet = greaterThan(deep, dry)
      const K = where(wet, mul(k, deep))
      const s = sub(where(wet, mul(inertia, load(q + x))), mul(K, sub(etaNext, eta)))
      const left = openness ? overOpenness(K, load(m + x)) : K
      const right = openness ? overOpenness(K, load(m + opennessStep + x)) : K
      const open = add(one, mul(left, load(h - hStep + x)))
      let pivot = add(open, right)
      if (joined) pivot = add(pivot, mul(left, load(z - zStep + x)))
      const over = div(one, pivot)
      const y = flush(mul(add(s, mul(left, load(t - tStep + x))), over), nothing)
      const hNew = mul(open, over)
      store(h + x, hNew)
      store(t + x, y)
      if (joined) {
        const p = load(sums + x)
        store(z + x, flush(mul(mul(left, load(z - zStep + x)), over), nothing))
        store(sums + x, flush(mul(p, mul(right, over)), nothing))
        store(sums + bytes + x, add(load(sums + bytes + x), mul(p, y)))
        store(sums + 2 * bytes + x, add(load(sums + 2 * bytes + x), mul(p, hNew)))
      }
    }
    depth += depthStep
    bed += bedStep
    q += lines.qStep
    m += opennessStep
    h += hStep
    t += tStep
    z += zStep
  }
}

/** Postcondition: the flow through the last face, with which the back substitution begins. */
@inline function solveLast(lines: Lines, openness: bool, joined: bool): void {
  const last = <usize>(lines.n - 1), bytes = lines.bytes, sums = lines.sums
  const depth = lines.depth + last * lines.depthStep, bed = lines.bed + last * lines.bedStep
  const m = lines.openness + last * lines.opennessStep, q = lines.q + last * lines.qStep
  const t = lines.t + last * lines.tStep, h = lines.h + last * lines.hStep - lines.hStep
  for (let x: usize = 0; x < bytes; x += WIDE) {
    let K = load(lines.lastK + x), s = load(lines.lastS + x)
    if (joined) {
      const d = load(depth + x), b = load(bed + x), d0 = load(lines.depth + x), b0 = load(lines.firstBed + x)
      const eta = add(d, b), eta0 = add(d0, b0)
      let deep = faceDepth(d, b, d0, b0, eta, eta0, splat(0.5))
      if (openness) deep = mul(deep, minimum(load(m + x), load(lines.openness + x)))
      const wet = greaterThan(deep, splat(lines.dry)), isJoined = greaterThan(load(lines.joined + x), splat(0))
      K = select(isJoined, where(wet, mul(splat(lines.k), deep)), K)
      s = select(isJoined, sub(where(wet, mul(splat(lines.r * lines.keep), load(q + x))), mul(K, sub(eta0, eta))), s)
    }
    const left = openness ? overOpenness(K, load(m + x)) : K
    let pivot = add(splat(1), mul(left, load(h + x)))
    let sum = add(s, mul(left, load(t - lines.tStep + x)))
    if (joined) {
      const right = openness ? overOpenness(K, load(lines.openness + x)) : K
      sum = add(sum, mul(right, load(sums + bytes + x)))
      pivot = add(pivot, mul(right, load(sums + 2 * bytes + x)))
    }
    store(t + x, flush(div(sum, pivot), splat(NOTHING)))
  }
}

/** Back substitution. Postcondition: all flows. Returns whether a cell may give more than it has. */
@inline function substitute(lines: Lines, openness: bool, joined: bool): bool {
  const bytes = lines.bytes, depthStep = lines.depthStep, opennessStep = lines.opennessStep
  const hStep = lines.hStep, tStep = lines.tStep, zStep = lines.zStep
  const last = <usize>(lines.n - 1), end = lines.t + last * tStep, first = lines.t - tStep
  const nothing = splat(lines.nothing), calm = splat(lines.calm)
  let depth = lines.depth + last * depthStep, m = lines.openness + last * opennessStep
  let h = lines.h + last * hStep - hStep, z = lines.z + last * zStep - zStep
  let excess = splat(0)
  for (let t = end; t != first; t -= tStep) {
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const right = load(t + x)
      let left = sub(add(load(t - tStep + x), right), mul(load(h + x), right))
      if (joined) left = add(left, mul(load(z + x), sub(load(end + x), right)))
      const size = abs(left)
      store(t - tStep + x, where(greaterThan(size, nothing), left))
      excess = maximum(excess, sub(maximum(size, abs(right)), mul(calm, held(openness, depth + x, m + x))))
    }
    depth -= depthStep
    m -= opennessStep
    h -= hStep
    z -= zStep
  }
  return v128.any_true(greaterThan(excess, splat(0)))
}

/** A flow to the left, limited to the water that its cell can give while `right` flows through its right face. */
@inline function cutLeft(t: v128, held: v128, right: v128): v128 {
  return maximum(t, mul(splat(-ALL), maximum(mul(splat(0.5), held), sub(held, right))))
}

/** Limits the flow through the face between the ends of a periodic line to the content of the cell: its inflow is not known yet. */
@inline function cutSeam(lines: Lines, openness: bool): void {
  const last = <usize>(lines.n - 1), tStep = lines.tStep
  const first = lines.t - tStep, end = lines.t + last * tStep
  const depth = lines.depth + last * lines.depthStep, m = lines.openness + last * lines.opennessStep
  for (let x: usize = 0; x < lines.bytes; x += WIDE) {
    const outRight = maximum(splat(0), load(lines.t + x)), outLeft = neg(minimum(splat(0), load(end - tStep + x)))
    const flow = load(end + x)
    const toLeft = cutLeft(flow, held(openness, lines.depth + x, lines.openness + x), outRight)
    const cut = neg(cutLeft(neg(toLeft), held(openness, depth + x, m + x), outLeft))
    const isJoined = greaterThan(load(lines.joined + x), splat(0))
    store(end + x, select(isJoined, cut, flow))
    store(first + x, select(isJoined, cut, load(first + x)))
  }
}

/** Applies the limiter. Postcondition: no cell gives more than it has. */
@inline function cut(lines: Lines, openness: bool, joined: bool): void {
  if (joined) cutSeam(lines, openness)
  const bytes = lines.bytes, tStep = lines.tStep
  const last = <usize>(lines.n - 1), end = lines.t + last * tStep, first = lines.t - tStep
  let depth = lines.depth + last * lines.depthStep, m = lines.openness + last * lines.opennessStep
  for (let t = end; t != first; t -= tStep, depth -= lines.depthStep, m -= lines.opennessStep)
    for (let x: usize = 0; x < bytes; x += WIDE)
      store(t - tStep + x, cutLeft(load(t - tStep + x), held(openness, depth + x, m + x), load(t + x)))
  for (let t = first; t != end; t += tStep) {
    depth += lines.depthStep
    m += lines.opennessStep
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const available = mul(splat(ALL), maximum(splat(0), add(held(openness, depth + x, m + x), load(t + x))))
      store(t + tStep + x, minimum(load(t + tStep + x), available))
    }
  }
}

/** One implicit step. Postcondition: the new flows in `t`. Returns whether flows had to be limited. */
export function flowAlong(lines: Lines, openness: bool, joined: bool): bool {
  if (openness) return joined ? flowInRingAmongSolids(lines) : flowInLineAmongSolids(lines)
  return joined ? flowInRing(lines) : flowInLine(lines)
}

// One program for each case, which both directions share.
function flowInLine(lines: Lines): bool { return flowIn(lines, false, false) }
function flowInLineAmongSolids(lines: Lines): bool { return flowIn(lines, true, false) }
function flowInRing(lines: Lines): bool { return flowIn(lines, false, true) }
function flowInRingAmongSolids(lines: Lines): bool { return flowIn(lines, true, true) }

@inline function flowIn(lines: Lines, openness: bool, joined: bool): bool {
  begin(lines, openness, joined)
  eliminate(lines, openness, joined)
  solveLast(lines, openness, joined)
  const wild = substitute(lines, openness, joined)
  if (wild) cut(lines, openness, joined)
  return wild
}

/**
 * Adds the inflow `before` to a cell and subtracts the outflow `flow`. The rounding error of the depth goes to `depthError`, and so does
 * a depth below zero. If flows were not limited (not `wild`), the change is not larger than the depth, and its rounding error takes
 * fewer operations, with the same bits.
 */
@inline export function changeDepth(depth: usize, depthError: usize, before: v128, flow: v128, wild: bool): void {
  const d = load(depth), y = add(sub(before, flow), load(depthError)), sum = add(d, y)
  if (wild) {
    const part = sub(sum, d)
    const error = add(sub(d, sub(sum, part)), sub(y, part))
    store(depth, maximum(splat(0), sum))
    store(depthError, add(error, minimum(splat(0), sum)))
  } else {
    const s = maximum(splat(0), sum)
    store(depth, s)
    store(depthError, sub(y, sub(s, d)))
  }
}

/** The same in a partly open cell; in f64, because the rounding error of a quotient in f32 would not be compensated. */
@inline export function changeOpenDepth(depth: usize, depthError: usize, before: v128, flow: v128, m: v128): void {
  const d = load(depth), r = load(depthError)
  const low = openDepth(d, r, before, flow, m)
  const high = openDepth(upper(d), upper(r), upper(before), upper(flow), upper(m))
  const s = maximum(splat(0), together(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high)))
  store(depth, s)
  store(depthError, together(twoSumError(low, s), twoSumError(high, upper(s))))
}

@inline function upper(a: v128): v128 { return v128.shuffle<f32>(a, a, 2, 3, 2, 3) }
@inline function together(low: v128, high: v128): v128 { return v128.shuffle<f32>(low, high, 0, 1, 4, 5) }

/** New depth, compensation included, of the cells in the lower two lanes, in f64; solid cells do not change. */
@inline function openDepth(d: v128, r: v128, before: v128, flow: v128, m: v128): v128 {
  const open = f64x2.promote_low_f32x4(m)
  const change = f64x2.div(f64x2.sub(f64x2.promote_low_f32x4(before), f64x2.promote_low_f32x4(flow)), open)
  const old = f64x2.add(f64x2.promote_low_f32x4(d), f64x2.promote_low_f32x4(r))
  return f64x2.add(old, where(f64x2.gt(open, f64x2.splat(0)), change))
}

/** Difference between two doubles and the floats in the lower two lanes of `s`. */
@inline function twoSumError(total: v128, s: v128): v128 {
  return f32x4.demote_f64x2_zero(f64x2.sub(total, f64x2.promote_low_f32x4(s)))
}
