// The lines of cells of Poisson's problem (src/operators/poisson/poisson.ts). A volume of nx × ny × planes cells is a field of ny × planes
// lines: line l is y = l mod ny of plane l div ny, and a surface is a volume of one plane.
//
//   A p = Σ over the faces of a cell of a (p - p') + e p
//
// ax, ay, az of a cell are of its faces towards lower x, y and z. A face that does not exist has a = 0, and its p' is then the
// cell's own line: no branch per cell, no ghosts but those of periodic x, which are each line's own.

import { Field } from '../abi/field'
import { add, at, load, LANE, mul, put, sub } from '../abi/simd'

/** What the operator of a grid is made of: how much of its cells counts, the coefficients of its faces, and bonds to fixed edges. */
@unmanaged
export class Coefficients {
  v: Field
  ax: Field
  ay: Field
  az: Field
  bx: Field
  by: Field
  bz: Field
}

/** Rows of the table of an axis (src/operators/poisson/axis.ts). */
export const enum AxisRow {
  /** What a cell takes of its own coarse cell, less than 1 before a fixed edge. */
  keep,
  /** What it takes of the next one's difference, times `keep`. */
  lean,
  /** Part that it has of its coarse cell. */
  share,
  /** Distance of centres across coarse faces, fine to coarse. */
  nearer,
  width,
}
export const AXIS_ROWS: i32 = AxisRow.width + 1

/** Sums of one line of a right-hand side. */
@unmanaged
export class RhsSums {
  sum: f64
  squares: f64
}

/** Sums of one line of a residual and of x. */
@unmanaged
export class ResidualSums {
  squares: f64
  sum: f64
  /** Sum of x. */
  level: f64
  /** Largest residual of a cell. */
  largest: f64
}

/** What is known of the lakes (poisson-lakes.ts). */
@unmanaged
export class ComponentsFound {
  /** 0 if no lake is loose, 1 if all cells are one loose lake, else 2. */
  loose: f64
  /** How many are loose. */
  count: f64
}

/** Whether all cells are one lake that nothing holds. */
@inline export function isOneLake(found: Field): bool { return changetype<ComponentsFound>(found.origin).loose == 1 }

/** The line before this one along an axis of n lines, `step` apart; the line itself if there is none. */
@inline export function lineBefore(l: i32, place: i32, n: i32, step: i32, wraps: i32): i32 {
  return place > 0 ? l - step : wraps ? l + (n - 1) * step : l
}

/** The line after this one along an axis; the line itself if there is none. */
@inline export function lineAfter(l: i32, place: i32, n: i32, step: i32, wraps: i32): i32 {
  return place < n - 1 ? l + step : wraps ? l - (n - 1) * step : l
}

/** The faces towards the next line: those of that line, or the halo row, which is never written and stays zero. */
@inline export function facesAfter(faces: Field, l: i32, after: i32): usize {
  return faces.row(after == l ? -1 : after)
}

/** Whether the pass has nothing left to do: the first double of the record is not zero. */
@inline export function halted(halt: Field): bool {
  return f64.load(halt.origin) != 0
}

/** Ghosts of a line of a periodic axis. */
@inline export function closeLine(row: usize, nx: i32, wraps: i32): void {
  if (!wraps) return
  put(row, -1, at(row, nx - 1))
  put(row, nx, at(row, 0))
}

@inline export function evens(a: v128, b: v128): v128 { return v128.shuffle<f32>(a, b, 0, 2, 4, 6) }
@inline export function odds(a: v128, b: v128): v128 { return v128.shuffle<f32>(a, b, 1, 3, 5, 7) }

/**
 * Four cells of A p; `deep` with the third axis. As differences: constants give exactly zero, and close neighbours subtract
 * without rounding.
 */
@inline export function balanceAt(
  x: usize, deep: bool, p: usize, ax: usize, e: usize, pBack: usize, pFront: usize, aBack: usize, aFront: usize,
  pBelow: usize, pAbove: usize, aBelow: usize, aAbove: usize,
): v128 {
  const here = load(p + x)
  const alongX = add(
    mul(load(ax + x), sub(here, load(p + x - LANE))), mul(load(ax + x + LANE), sub(here, load(p + x + LANE))),
  )
  const alongY = add(mul(load(aBack + x), sub(here, load(pBack + x))), mul(load(aFront + x), sub(here, load(pFront + x))))
  let sum = add(alongX, alongY)
  if (deep)
    sum = add(sum, add(
      mul(load(aBelow + x), sub(here, load(pBelow + x))), mul(load(aAbove + x), sub(here, load(pAbove + x))),
    ))
  return add(sum, mul(load(e + x), here))
}
