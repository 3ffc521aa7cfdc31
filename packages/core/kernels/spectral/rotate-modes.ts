// Operations on the modes of a field, four modes along x at a time: forward transform along z, the operation on each mode, inverse
// transform along z. The tiles are read and written once.
//
// Threads: a task uses the scratch of its thread and changes only the columns of its own modes and of their conjugates.

import { Axis, axisOf, intoModes, intoValues } from './axis'
import { Field } from '../abi/field'
import { COMPLEX, IM } from './lifting'
import { gatherModes, scatterModes } from './spectrum'
import { add, load, mul, store, sub, WIDE } from '../abi/simd'

/** Vectors of the symbols of `rotateModes` for each mode along z: the shears t and s, and the factor f. */
export const enum RotationSymbol { t, s, f }
export const ROTATION_SYMBOLS: i32 = RotationSymbol.f + 1
const SYMBOLS: usize = <usize>ROTATION_SYMBOLS * WIDE

@unmanaged
export class RotateModesPass {
  tiles: Field
  /** The table of the axis z. */
  axis: Field
  /** A row for each four modes along x: their byte offsets in a row of tiles, then those of their conjugates. */
  columns: Field
  /** A row for each four modes along x: the symbols, in the order in which they are used. */
  symbols: Field
  /** A row for each thread: two sets of transforms along z. */
  scratch: Field
  /** 1 if modes along x are pairs k, -k (periodic), 0 if each is its own partner. */
  paired: i32
}

@inline function offset(columns: usize, lane: i32): usize { return <usize>i32.load(columns + (<usize>lane << 2)) }

@inline function gather(pass: RotateModesPass, axis: Axis, data: usize, columns: usize): void {
  gatherModes(pass.tiles, axis, data, offset(columns, 0), offset(columns, 1), offset(columns, 2), offset(columns, 3))
  intoModes(axis, data)
}

@inline function scatter(pass: RotateModesPass, axis: Axis, data: usize, columns: usize): void {
  intoValues(axis, data)
  scatterModes(pass.tiles, axis, data, offset(columns, 0), offset(columns, 1), offset(columns, 2), offset(columns, 3))
}

/**
 * One exact step of free waves, dE/dt = BP and dP/dt = -AE for the elevation E and the potential P of a mode. They are rotated into
 * each other by three shears,
 *   P -= tE,  E += sP,  P -= tE,   then both times f,
 * with t = sqrt(A/B) tan(ωdt/2), s = sqrt(B/A) sin(ωdt), ω² = AB. The determinant is 1 however t and s are rounded, so that the
 * rounding of the tables neither adds nor removes energy.
 */
export function rotateModes(pass: RotateModesPass, begin: i32, end: i32, thread: i32): void {
  const axis = axisOf(pass.axis.origin)
  const here = pass.scratch.row(thread)
  const there = here + <usize>axis.n * COMPLEX
  for (let task = begin; task < end; task++) {
    const columns = pass.columns.row(task)
    let symbols = pass.symbols.row(task)
    gather(pass, axis, here, columns)
    if (pass.paired) {
      gather(pass, axis, there, columns + WIDE)
      // Waves (kx, kz) and (kx, -kz) are equally long and have the same symbols.
      for (let j = 0; j < axis.n; j++) {
        const place = <usize>j * COMPLEX, partner = partnerOf(axis, j)
        if (partner < place) continue
        rotatePair(here + place, there + partner, symbols)
        if (partner > place) rotatePair(here + partner, there + place, symbols)
        symbols += SYMBOLS
      }
      scatter(pass, axis, there, columns + WIDE)
    } else {
      for (let j = 0; j < axis.n; j++) {
        const partner = partnerOf(axis, j)
        if (partner < <usize>j * COMPLEX) continue
        rotatePair(here + <usize>j * COMPLEX, here + partner, symbols)
        symbols += SYMBOLS
      }
    }
    scatter(pass, axis, here, columns)
  }
}

@inline function partnerOf(axis: Axis, j: i32): usize { return <usize>i32.load(axis.partners + (<usize>j << 2)) }

/** Rotates the modes k at `p` and -k at `q`: separates elevation and potential, rotates them, and combines them again. */
@inline export function rotatePair(p: usize, q: usize, symbols: usize): void {
  const a = load(p), b = v128.load(p, IM), c = load(q), d = v128.load(q, IM)
  const t = load(symbols + <usize>RotationSymbol.t * WIDE), s = load(symbols + <usize>RotationSymbol.s * WIDE), f = load(symbols + <usize>RotationSymbol.f * WIDE)
  let eR = add(a, c), eI = sub(b, d), pR = add(b, d), pI = sub(c, a)
  pR = sub(pR, mul(t, eR))
  pI = sub(pI, mul(t, eI))
  eR = add(eR, mul(s, pR))
  eI = add(eI, mul(s, pI))
  pR = mul(f, sub(pR, mul(t, eR)))
  pI = mul(f, sub(pI, mul(t, eI)))
  eR = mul(f, eR)
  eI = mul(f, eI)
  store(p, sub(eR, pI))
  v128.store(p, add(eI, pR), IM)
  store(q, add(eR, pI))
  v128.store(q, sub(pR, eI), IM)
}

/** Multiplies every mode of both fields by a real factor that is even in k. */
export function multiplyModes(pass: RotateModesPass, begin: i32, end: i32, thread: i32): void {
  const axis = axisOf(pass.axis.origin)
  const data = pass.scratch.row(thread)
  for (let task = begin; task < end; task++) {
    const columns = pass.columns.row(task)
    const symbols = pass.symbols.row(task)
    gather(pass, axis, data, columns)
    for (let x: usize = 0, p = data, length = <usize>axis.n * WIDE; x < length; x += WIDE, p += COMPLEX) {
      const factor = load(symbols + x)
      store(p, mul(load(p), factor))
      v128.store(p, mul(v128.load(p, IM), factor), IM)
    }
    scatter(pass, axis, data, columns)
  }
}
