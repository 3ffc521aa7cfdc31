// The modes of an ocean at a given time, and their inverse transforms along z (src/solvers/ocean/ocean.ts has the equations).
//
// The amplitude of wave k of a cascade is h(k, t) = h0(k) e^(-iωt) + h0*(-k) e^(iωt). Every quantity of the surface is h times a
// real even factor (elevation: 1) or i times a real odd one (displacement along x: kx G). After the transform along z a factor of kx
// can still be applied, because it does not depend on kz. Eight quantities therefore need only five transforms along z, the partial sums
//
//   S = Σ h,   SG = Σ G h,   SZ = Σ kz h,   SZG = Σ kz G h,   SZZG = -Σ kz² G h      over kz, times e^(ikz z)
//
// with G = choppiness/(k tanh(k d)), and these only for one of k and -k: at -kx all are conjugate. ocean-surface.ts combines them.
//
// The velocity and the potential have few quantities, and are transformed at k and at -k. One even and one odd quantity are packed
// into one complex field: with multipliers E and iO
//   (E + i·iO) h = (E - O) h  at k,      (E + O) h*  at -k,
// so that after the inverse transform the real part is the even quantity and the imaginary part the odd one.
//
// A task is four waves along x, with all modes along z. Rows of tiles hold four rows of the *grid*, not of the cascade; the table `rows`
// maps between them.
//
// Threads: a task uses the scratch of its thread and writes to the columns of its own waves.

import { Axis, axisOf, intoValues } from '../spectral/axis'
import { Field } from '../abi/field'
import { COMPLEX, IM } from '../spectral/lifting'
import { cosineOf, cosineSeries, fractionsOf, quadrantsOf, sineOf, sineSeries, wholeQuarters } from './sine'
import { storeTransposed } from '../spectral/spectrum'
import { add, load, mul, splat, store, sub, WIDE } from '../abi/simd'

@unmanaged
export class OceanModesPass {
  tiles: Field
  /** The table of the axis z. */
  axis: Field
  /** A row for each task, see `Column`. */
  columns: Field
  /** A row for each task: kx, then for each mode along z the sums and differences of amplitudes (see `fill`) and 1/(k tanh(k d)). */
  waves: Field
  /** A row of doubles for each task: frequencies in quarter turns per second, four for each mode along z. */
  rates: Field
  /** A row for each cascade: kz of each position in the buffer. */
  kz: Field
  /** A row for each cascade: byte offset in the buffer of the values of each row of the grid. */
  rows: Field
  /** `PARTIALS` rows for each thread: transforms along z. */
  scratch: Field
  /** One double, the time [s]. */
  clock: Field
  /** Factor of the horizontal displacement; 1 is that of linear theory. */
  choppiness: f32
}

/** A quarter turn [rad]. */
const QUARTER: f32 = 1.5707963267948966
/** Vectors of four waves in the table: sums and differences of the amplitudes of opposite waves, and 1/(k tanh(k d)). */
export const enum Wave { sumRe, sumIm, differenceRe, differenceIm, inverseSymbol }
export const WAVE_VECTORS: i32 = Wave.inverseSymbol + 1
const WAVE: usize = <usize>WAVE_VECTORS * WIDE
/**
 * Words of a task: byte offsets of four waves among the modes along x, of their opposites, and of the four in a row of partial sums; the
 * cascade.
 */
export const enum Column { wave, opposite = 4, partial = 8, cascade = 12 }
export const COLUMN_WORDS: i32 = 16
/** Partial sums of a cascade. */
export const enum Partial { S, SG, SZ, SZG, SZZG }
export const PARTIALS: i32 = Partial.SZZG + 1
/** Packs of a cascade, and the quantities in them: the real part of each pack, then its imaginary part (ocean-surface.ts). */
export const PACKS: i32 = 4
export const enum Part { eta, dx, dxx, dz, dzz, slopeX, dxz, slopeZ }
export const PARTS: i32 = 2 * PACKS

@inline function partOf(wave: usize, part: i32): v128 { return load(wave + <usize>part * WIDE) }

/** Stores one pack at k (`here`) and -k (`there`), with h = a + ib. */
@inline function put(here: usize, there: usize, even: v128, odd: v128, a: v128, b: v128): void {
  const at = sub(even, odd), opposite = add(even, odd)
  store(here, mul(at, a))
  store(here + IM, mul(at, b))
  store(there, mul(opposite, a))
  store(there + IM, f32x4.neg(mul(opposite, b)))
}

@inline function keep(p: usize, re: v128, im: v128): void {
  store(p, re)
  store(p + IM, im)
}

@inline function offset(table: usize, index: i32): usize { return <usize>i32.load(table + (<usize>index << 2)) }

/** Inverse transform of four waves along z, stored to the rows of tiles from `first` on. */
function deliver(pass: OceanModesPass, axis: Axis, data: usize, columns: usize, rows: usize, first: i32): void {
  intoValues(axis, data)
  const q0 = offset(columns, 0), q1 = offset(columns, 1), q2 = offset(columns, 2), q3 = offset(columns, 3)
  for (let j = 0, g = first; j < axis.n; j += 4, g++) {
    const row = pass.tiles.row(g)
    const p0 = data + offset(rows, j), p1 = data + offset(rows, j + 1)
    const p2 = data + offset(rows, j + 2), p3 = data + offset(rows, j + 3)
    storeTransposed(load(p0), load(p1), load(p2), load(p3), row + q0, row + q1, row + q2, row + q3)
    storeTransposed(
      load(p0 + IM), load(p1 + IM), load(p2 + IM), load(p3 + IM),
      row + q0 + IM, row + q1 + IM, row + q2 + IM, row + q3 + IM,
    )
  }
}

/** Angular frequencies [rad/s] from four rates [quarter turns per second]. */
@inline function omegaOf(rates01: v128, rates23: v128): v128 {
  const low = f32x4.demote_f64x2_zero(rates01), high = f32x4.demote_f64x2_zero(rates23)
  return mul(splat(QUARTER), v128.shuffle<f32>(low, high, 0, 1, 4, 5))
}

/**
 * With a = h0(k), b = h0(-k), c = cos ωt, s = sin ωt:
 *   h = (Re(a + b) c + Im(a + b) s) + i (Im(a - b) c - Re(a - b) s);
 * its time derivative over ω has -s instead of c, and c instead of s.
 */
@inline function fill(pass: OceanModesPass, begin: i32, end: i32, thread: i32, flow: bool, potential: bool): void {
  const axis = axisOf(pass.axis.origin)
  const n = axis.n, groups = (n + 3) / 4
  const packs = potential ? 1 : 2
  const scratch = pass.scratch.row(thread * PARTIALS), size = <usize>pass.scratch.stride, opposite = <usize>packs * size
  const choppiness = splat(flow ? 1 : pass.choppiness)
  const time = f64x2.splat(f64.load(pass.clock.origin))
  for (let task = begin; task < end; task++) {
    const columns = pass.columns.row(task), cascade = <i32>offset(columns, Column.cascade)
    let wave = pass.waves.row(task)
    let rate = pass.rates.row(task)
    const kzs = pass.kz.row(cascade)
    const kx = load(wave)
    wave += WIDE
    for (let j = 0; j < n; j++, wave += WAVE, rate += 2 * WIDE) {
      const phases01 = f64x2.mul(load(rate), time), phases23 = f64x2.mul(load(rate + WIDE), time)
      const whole01 = wholeQuarters(phases01), whole23 = wholeQuarters(phases23)
      const quadrants = quadrantsOf(whole01, whole23)
      const fractions = fractionsOf(phases01, whole01, phases23, whole23)
      const sine = sineSeries(fractions), cosine = cosineSeries(fractions)
      const s = sineOf(sine, cosine, quadrants), c = cosineOf(sine, cosine, quadrants)
      const sumR = partOf(wave, Wave.sumRe), sumI = partOf(wave, Wave.sumIm)
      const difR = partOf(wave, Wave.differenceRe), difI = partOf(wave, Wave.differenceIm)
      const g = mul(choppiness, partOf(wave, Wave.inverseSymbol))
      const kz = v128.load32_splat(kzs + (<usize>j << 2))
      const here = scratch + <usize>j * COMPLEX, there = scratch + opposite + offset(axis.partners, j)
      if (potential) {
        const omega = omegaOf(load(rate), load(rate + WIDE))
        const a = add(mul(sumR, c), mul(sumI, s)), b = sub(mul(difI, c), mul(difR, s))
        const e = mul(mul(g, omega), sub(mul(sumI, c), mul(sumR, s)))
        const f = mul(mul(g, omega), f32x4.neg(add(mul(difI, s), mul(difR, c))))
        store(here, sub(a, f))
        store(here + IM, add(b, e))
        store(there, add(a, f))
        store(there + IM, sub(e, b))
      } else if (flow) {
        const omega = omegaOf(load(rate), load(rate + WIDE))
        const a = mul(omega, sub(mul(sumI, c), mul(sumR, s)))
        const b = mul(omega, f32x4.neg(add(mul(difI, s), mul(difR, c))))
        put(here, there, splat(1), mul(kx, g), a, b)
        put(here + size, there + size, splat(0), mul(kz, g), a, b)
      } else {
        const a = add(mul(sumR, c), mul(sumI, s)), b = sub(mul(difI, c), mul(difR, s))
        const ga = mul(g, a), gb = mul(g, b), zga = mul(kz, ga), zgb = mul(kz, gb), minus = f32x4.neg(kz)
        keep(here + <usize>Partial.S * size, a, b)
        keep(here + <usize>Partial.SG * size, ga, gb)
        keep(here + <usize>Partial.SZ * size, mul(kz, a), mul(kz, b))
        keep(here + <usize>Partial.SZG * size, zga, zgb)
        keep(here + <usize>Partial.SZZG * size, mul(minus, zga), mul(minus, zgb))
      }
    }
    const rows = pass.rows.row(cascade)
    if (flow) {
      for (let pack = 0; pack < packs; pack++) {
        const data = scratch + <usize>pack * size
        const first = (cascade * packs + pack) * groups
        // A wave that is its own opposite is stored twice, with the same values.
        deliver(pass, axis, data + opposite, columns + (<usize>Column.opposite << 2), rows, first)
        deliver(pass, axis, data, columns, rows, first)
      }
    } else {
      for (let part = 0; part < PARTIALS; part++)
        deliver(pass, axis, scratch + <usize>part * size, columns + (<usize>Column.partial << 2), rows, (cascade * PARTIALS + part) * groups)
    }
  }
}

/** Postcondition: the tiles hold the partial sums of every cascade at the time of the clock. */
export function oceanModes(pass: OceanModesPass, begin: i32, end: i32, thread: i32): void {
  fill(pass, begin, end, thread, false, false)
}

/**
 * Postcondition: the tiles hold the modes of the velocity of the water at the surface: the vertical one in the real part of pack 0,
 * that along x in its imaginary part, that along z in the imaginary part of pack 1. It does not depend on the choppiness.
 */
export function oceanFlowModes(pass: OceanModesPass, begin: i32, end: i32, thread: i32): void {
  fill(pass, begin, end, thread, true, false)
}

/**
 * Postcondition: the tiles hold the modes of elevation and surface potential in one pack, for solvers in which these waves are the
 * ambient waves. Both quantities are even: with the potential e + if = ḣ/(k tanh(k d)), the pack is h + i (e + if) at k and
 * h* + i (e - if) at -k.
 */
export function oceanPotentialModes(pass: OceanModesPass, begin: i32, end: i32, thread: i32): void {
  fill(pass, begin, end, thread, true, true)
}
