// The modes of the higher-order spectral method: vertical derivatives, and the stages of a step in time.
//
// The linear part of the equations rotates elevation E and potential P of every mode into each other. R is this rotation for half a step,
// exact. The non-linear rest N is integrated by classical Runge and Kutta in the rotating frame ("integrating factor"). With Y the modes
// at the start of the step h:
//
//   stage 1   y = R(Y + h/2 N),   Y' = R(Y),   sum = Y' + (y - Y')/3
//   stage 2   y = Y' + h/2 N,     sum += h/3 N
//   stage 3   y = R(Y' + h N),    sum = R(sum + h/3 N)
//   stage 4   y = sum + h/6 N
//
// N is computed from the y of the stage before; stage 0 sets Y and y from the fields. Where N = 0, the step is two exact rotations.
//
// Four modes along x are a task, as in kernels/spectral/rotate-modes.ts. Modes beyond the cut-off are not computed at all: they are in no
// task along x, and not in the band along z, which Y, the sum, the symbols and the work space have.
//
// phi_m is one real field: its modes -k are the conjugates of the modes k, and only those are transformed along z.
//
// Threads: a task uses the scratch of its thread, and changes only its own modes and their conjugates.

import { Axis, axisOf } from '../spectral/axis'
import { Field } from '../abi/field'
import { bandIntoValues, intoBand } from '../spectral/band'
import { COMPLEX, IM } from '../spectral/lifting'
import { slopesIntoValues } from '../spectral/differentiate'
import { rotatePair } from '../spectral/rotate-modes'
import { gatherModes, scatterModes } from '../spectral/spectrum'
import { SeriesSet } from './series'
import { add, load, mul, splat, store, sub, WIDE } from '../abi/simd'

/**
 * Vectors of the symbols of each mode: shears and factor of the rotation by half a step, first as in `rotatePair`; scale of the transforms,
 * 0 for the mean; the same with the mean; k tanh(k d) [1/m]; k² [1/m²]; factor of the filter; weight of the energy that the filter removes.
 */
export const enum StageSymbol { t, s, f, scale, meanScale, rise, square, filter, loss }
export const STAGE_SYMBOLS: i32 = StageSymbol.loss + 1
const SYMBOLS: usize = <usize>STAGE_SYMBOLS * WIDE

/** The stages of `advanceStage`; `rates` computes d/dt of the fields instead of a stage. */
export const enum Stage { start, first, second, third, fourth, rates }

@unmanaged
export class StagePass {
  /** All sets: see series.ts. */
  sets: Field
  groups: i32
  /** Tables of the axis z: for values, for slopes along z, and of the derivative. */
  axis: Field
  slopeAxis: Field
  slopes: Field
  /** The modes along z that are kept, their number, and the byte offset in the band of each one's conjugate. */
  band: Field
  count: i32
  partners: Field
  /** A row for each task: byte offsets in a set of four modes along x, then those of their conjugates. */
  columns: Field
  symbols: Field
  /** Rows for each task: Y, and the sum. */
  modes: Field
  sum: Field
  /** A row for each thread: three times two sets of modes along z, and one of values. */
  scratch: Field
  /** 1 if modes along x are pairs k, -k (periodic), 0 if each is its own partner. */
  paired: i32
  /** First set, and the index behind the last one: of a level in `derivePotential`, of level 1 in `advanceStage`. */
  first: i32
  end: i32
  /** Index of the first set of the rates. */
  rates: i32
  stage: i32
  /** Factors of N in y and in the sum [s]. */
  step: f32
  sumStep: f32
  /** Gravity [m/s²]. */
  gravity: f32
  /** For each task, twice the energy that the filter has removed, for a density and cells of size 1 [m³/s²]. */
  lost: Field
}

@inline function offset(columns: usize, lane: i32): usize { return <usize>i32.load(columns + (<usize>lane << 2)) }
/** Bytes of the modes of one side, k or -k, of a task. */
@inline function bandBytes(pass: StagePass): usize { return <usize>pass.count * COMPLEX }
@inline function symbol(symbols: usize, which: i32): v128 { return load(symbols + <usize>which * WIDE) }
/** Byte offset in the band of the conjugate of mode j. */
@inline function partnerOf(pass: StagePass, j: i32): usize { return <usize>i32.load(pass.partners.row(0) + (<usize>j << 2)) }
/** Whether the pair of mode j has been processed already, as that of its partner. */
@inline function isSecond(pass: StagePass, partner: usize, j: i32): bool {
  return !pass.paired && partner < <usize>j * COMPLEX
}

/** The band of a set: forward transform along z of the columns of a task, in `work`. */
function analyze(pass: StagePass, axis: Axis, set: i32, columns: usize, work: usize, modes: usize): void {
  const at = <usize>(set * pass.groups * pass.sets.stride)
  gatherModes(
    pass.sets, axis, work, at + offset(columns, 0), at + offset(columns, 1), at + offset(columns, 2), at + offset(columns, 3),
  )
  intoBand(axis, pass.band, pass.count, work, modes)
}

/** The inverse of `analyze`. */
function synthesize(pass: StagePass, axis: Axis, set: i32, columns: usize, modes: usize, work: usize): void {
  bandIntoValues(axis, pass.band, pass.count, modes, work)
  scatter(pass, axis, set, columns, work)
}

function scatter(pass: StagePass, axis: Axis, set: i32, columns: usize, values: usize): void {
  const at = <usize>(set * pass.groups * pass.sets.stride)
  scatterModes(
    pass.sets, axis, values, at + offset(columns, 0), at + offset(columns, 1), at + offset(columns, 2), at + offset(columns, 3),
  )
}

/** `synthesize` for the modes of a task and their conjugates. */
@inline function synthesizeAll(pass: StagePass, axis: Axis, set: i32, columns: usize, modes: usize, work: usize): void {
  if (pass.paired) synthesize(pass, axis, set, columns + WIDE, modes + bandBytes(pass), work)
  synthesize(pass, axis, set, columns, modes, work)
}

/** Postcondition: the sets of a level hold the modes along x of the derivatives ∂, ∂², ... of phi, whose modes were in its first set. */
export function derivePotential(pass: StagePass, begin: i32, end: i32, thread: i32): void {
  const axis = axisOf(pass.axis.origin)
  const size = <usize>axis.n * COMPLEX, band = bandBytes(pass)
  const first = pass.scratch.row(thread), out = first + size + size, work = out + size
  for (let task = begin; task < end; task++) {
    const columns = pass.columns.row(task), symbols = pass.symbols.row(task)
    analyze(pass, axis, pass.first, columns, work, first)
    for (let x: usize = 0, at = symbols; x < band; x += COMPLEX, at += SYMBOLS) {
      const scale = symbol(at, StageSymbol.scale)
      store(first + x, mul(scale, load(first + x)))
      store(first + x + IM, mul(scale, load(first + x + IM)))
    }
    if (pass.paired) conjugate(pass, first, first + band)
    for (let side = 0; side <= pass.paired; side++) {
      const phi = side ? first + band : first
      for (let set = pass.first; set < pass.end; set++) {
        // Odd derivatives are the real part, even ones the imaginary part. Each set adds a factor k².
        for (let x: usize = 0, at = symbols; x < band; x += COMPLEX, at += SYMBOLS) {
          const rise = symbol(at, StageSymbol.rise), square = symbol(at, StageSymbol.square)
          const a = load(phi + x), b = load(phi + x + IM), squareA = mul(square, a), squareB = mul(square, b)
          store(out + x, sub(mul(rise, a), squareB))
          store(out + x + IM, add(mul(rise, b), squareA))
          store(phi + x, squareA)
          store(phi + x + IM, squareB)
        }
        synthesize(pass, axis, set, side ? columns + WIDE : columns, out, work)
      }
    }
  }
}

/** The modes -k of a real field from its modes k. */
function conjugate(pass: StagePass, modes: usize, conjugates: usize): void {
  for (let j = 0, count = pass.count; j < count; j++) {
    const from = modes + partnerOf(pass, j), to = conjugates + <usize>j * COMPLEX
    store(to, load(from))
    store(to + IM, f32x4.neg(load(from + IM)))
  }
}

/** The rotation by half a step of all modes of a task. */
function rotateAll(pass: StagePass, data: usize, symbols: usize): void {
  const there = pass.paired ? data + bandBytes(pass) : data
  for (let j = 0, count = pass.count; j < count; j++, symbols += SYMBOLS) {
    const partner = partnerOf(pass, j)
    if (!isSecond(pass, partner, j)) rotatePair(data + <usize>j * COMPLEX, there + partner, symbols)
  }
}

/** `to` = `from` + factor × `rates`, for all numbers of a task. */
@inline function addScaled(to: usize, from: usize, factor: f32, rates: usize, bytes: usize): void {
  const h = splat(factor)
  for (let x: usize = 0; x < bytes; x += WIDE) store(to + x, add(load(from + x), mul(h, load(rates + x))))
}

/**
 * Executes a stage. Postcondition, stages 0 to 3: the sets of the slopes and of level 1 hold the modes along x of y. Stage 4: the first
 * set holds those of elevation and potential at the end of the step. `rates`: those of d/dt of both, dpsi/dt without -g eta.
 */
export function advanceStage(pass: StagePass, begin: i32, end: i32, thread: i32): void {
  const axis = axisOf(pass.axis.origin), stage = pass.stage
  const size = <usize>axis.n * COMPLEX, bytes: usize = pass.paired ? 2 * bandBytes(pass) : bandBytes(pass)
  const rates = pass.scratch.row(thread), y = rates + size + size, out = y + size + size, work = out + size + size
  for (let task = begin; task < end; task++) {
    const columns = pass.columns.row(task), symbols = pass.symbols.row(task)
    const modes = pass.modes.row(task), sum = pass.sum.row(task)
    if (stage == Stage.start) {
      loadFields(pass, axis, columns, symbols, modes, work)
      memory.copy(y, modes, bytes)
    } else loadRates(pass, axis, columns, symbols, rates, y, work)
    if (stage == Stage.first) {
      addScaled(y, modes, pass.step, rates, bytes)
      rotateAll(pass, y, symbols)
      rotateAll(pass, modes, symbols)
      const third = splat(1.0 / 3)
      for (let x: usize = 0; x < bytes; x += WIDE)
        store(sum + x, add(load(modes + x), mul(third, sub(load(y + x), load(modes + x)))))
    } else if (stage == Stage.second) {
      addScaled(y, modes, pass.step, rates, bytes)
      addScaled(sum, sum, pass.sumStep, rates, bytes)
    } else if (stage == Stage.third) {
      addScaled(y, modes, pass.step, rates, bytes)
      rotateAll(pass, y, symbols)
      addScaled(sum, sum, pass.sumStep, rates, bytes)
      rotateAll(pass, sum, symbols)
    } else if (stage == Stage.fourth) {
      addScaled(y, sum, pass.step, rates, bytes)
      f64.store(pass.lost.row(task), f64.load(pass.lost.row(task)) + filter(pass, y, rates, symbols))
    } else if (stage == Stage.rates) {
      memory.copy(y, rates, bytes)
      addRise(pass, modes, y, symbols)
    }
    if (stage < Stage.fourth) spreadFields(pass, axis, columns, symbols, y, out, work)
    else synthesizeAll(pass, axis, SeriesSet.slopesX, columns, y, work)
  }
}

/** The modes of elevation and potential. */
function loadFields(pass: StagePass, axis: Axis, columns: usize, symbols: usize, modes: usize, work: usize): void {
  const band = bandBytes(pass)
  for (let side: usize = 0; side <= <usize>pass.paired; side++) {
    const data = modes + side * band
    analyze(pass, axis, SeriesSet.slopesX, columns + side * WIDE, work, data)
    for (let x: usize = 0, at = symbols; x < band; x += COMPLEX, at += SYMBOLS) {
      const scale = symbol(at, StageSymbol.meanScale)
      store(data + x, mul(scale, load(data + x)))
      store(data + x + IM, mul(scale, load(data + x + IM)))
    }
  }
}

/**
 * The modes of N: those of the rates, with ∂phi_M added to the elevation. The means are 0: volume is conserved, and psi has no mean. `top`
 * has room for the modes of phi_M.
 */
function loadRates(pass: StagePass, axis: Axis, columns: usize, symbols: usize, rates: usize, top: usize, work: usize): void {
  const band = bandBytes(pass)
  analyze(pass, axis, pass.rates + 1, columns, work, top)
  if (pass.paired) conjugate(pass, top, top + band)
  for (let side: usize = 0; side <= <usize>pass.paired; side++) {
    const data = rates + side * band, phi = top + side * band
    analyze(pass, axis, pass.rates, columns + side * WIDE, work, data)
    for (let x: usize = 0, at = symbols; x < band; x += COMPLEX, at += SYMBOLS) {
      const scale = symbol(at, StageSymbol.scale), rise = symbol(at, StageSymbol.rise)
      store(data + x, mul(scale, add(load(data + x), mul(rise, load(phi + x)))))
      store(data + x + IM, mul(scale, add(load(data + x + IM), mul(rise, load(phi + x + IM)))))
    }
  }
}

/** Writes the sets of the slopes and of level 1. */
function spreadFields(pass: StagePass, axis: Axis, columns: usize, symbols: usize, y: usize, out: usize, work: usize): void {
  const count = pass.count, slopeAxis = axisOf(pass.slopeAxis.origin)
  synthesizeAll(pass, axis, SeriesSet.slopesX, columns, y, work)
  for (let side = <usize>pass.paired + 1; side-- > 0;) {
    slopesIntoValues(pass.slopes, axis, slopeAxis, pass.band, count, y + side * bandBytes(pass), out, work)
    scatter(pass, slopeAxis, SeriesSet.slopesZ, columns + side * WIDE, work)
  }
  const there: usize = pass.paired ? bandBytes(pass) : 0
  const half = splat(0.5)
  for (let set = pass.first; set < pass.end; set++) {
    // The first set: eta and ∂psi. The others: an even derivative of psi, and ∂ of it.
    const isFirst = set == pass.first
    for (let j = 0, at = symbols; j < count; j++, at += SYMBOLS) {
      const partner = partnerOf(pass, j)
      if (isSecond(pass, partner, j)) continue
      const p = <usize>j * COMPLEX, q = there + partner
      const a = load(y + p), b = load(y + p + IM), c = load(y + q), d = load(y + q + IM)
      const rise = symbol(at, StageSymbol.rise), square = symbol(at, StageSymbol.square)
      let pR = mul(half, add(b, d)), pI = mul(half, sub(c, a))
      let factor = splat(1)
      for (let power = pass.first; power < set; power++) factor = mul(factor, square)
      pR = mul(factor, pR)
      pI = mul(factor, pI)
      const eR = isFirst ? mul(half, add(a, c)) : pR, eI = isFirst ? mul(half, sub(b, d)) : pI
      store(out + p, sub(eR, mul(rise, pI)))
      store(out + p + IM, add(eI, mul(rise, pR)))
      store(out + q, add(eR, mul(rise, pI)))
      store(out + q + IM, sub(mul(rise, pR), eI))
    }
    synthesizeAll(pass, axis, set, columns, out, work)
  }
}

/** Adds the linear part of deta/dt, Λpsi, to rates. */
function addRise(pass: StagePass, modes: usize, rates: usize, symbols: usize): void {
  const there: usize = pass.paired ? bandBytes(pass) : 0
  const half = splat(0.5)
  for (let j = 0, at = symbols, count = pass.count; j < count; j++, at += SYMBOLS) {
    const partner = partnerOf(pass, j)
    if (isSecond(pass, partner, j)) continue
    const p = <usize>j * COMPLEX, q = there + partner
    const rise = mul(half, symbol(at, StageSymbol.rise))
    const pR = mul(rise, add(load(modes + p + IM), load(modes + q + IM))), pI = mul(rise, sub(load(modes + q), load(modes + p)))
    store(rates + p, add(load(rates + p), pR))
    store(rates + p + IM, add(load(rates + p + IM), pI))
    if (p == q) continue
    store(rates + q, add(load(rates + q), pR))
    store(rates + q + IM, sub(load(rates + q + IM), pI))
  }
}

/**
 * Applies the filter; returns the energy that it removes, by the derivatives of the energy H: dH/deta = -dpsi/dt and dH/dpsi = deta/dt. The
 * linear parts of these are exact to the second order.
 */
function filter(pass: StagePass, y: usize, rates: usize, symbols: usize): f64 {
  const there: usize = pass.paired ? bandBytes(pass) : 0
  const half = splat(0.5), gravity = splat(pass.gravity)
  let sum: f64 = 0
  for (let j = 0, at = symbols, count = pass.count; j < count; j++, at += SYMBOLS) {
    const partner = partnerOf(pass, j)
    if (isSecond(pass, partner, j)) continue
    const p = <usize>j * COMPLEX, q = there + partner
    const a = load(y + p), b = load(y + p + IM), c = load(y + q), d = load(y + q + IM)
    const eR = mul(half, add(a, c)), eI = mul(half, sub(b, d)), pR = mul(half, add(b, d)), pI = mul(half, sub(c, a))
    const k = load(rates + p), l = load(rates + p + IM), m = load(rates + q), n = load(rates + q + IM)
    const etaR = mul(half, add(k, m)), etaI = mul(half, sub(l, n)), psiR = mul(half, add(l, n)), psiI = mul(half, sub(m, k))
    const rise = symbol(at, StageSymbol.rise)
    const ofEta = add(mul(eR, sub(mul(gravity, eR), psiR)), mul(eI, sub(mul(gravity, eI), psiI)))
    const ofPsi = add(mul(pR, add(mul(rise, pR), etaR)), mul(pI, add(mul(rise, pI), etaI)))
    const lost = mul(symbol(at, StageSymbol.loss), add(ofEta, ofPsi))
    sum += <f64>f32x4.extract_lane(lost, 0) + <f64>f32x4.extract_lane(lost, 1) + <f64>f32x4.extract_lane(lost, 2) + <f64>f32x4.extract_lane(lost, 3)
    const f = symbol(at, StageSymbol.filter)
    store(y + p, mul(f, a))
    store(y + p + IM, mul(f, b))
    if (p == q) continue
    store(y + q, mul(f, c))
    store(y + q + IM, mul(f, d))
  }
  return sum
}
