// The lines of cells of Poisson's problem, and its operator. src/operators/poisson/level.ts has the table of all letters.
// A volume of nx × ny × planes cells is a field of ny × planes lines: line l has y = l mod ny and lies in plane l div ny. A
// surface is a volume of one plane.
//
//   A p = Σ over the faces of a cell of a (p - p') + e p
//
// ax, ay, az of a cell belong to its faces towards lower x, y and z. A face that does not exist has a = 0, and p' is then read
// from the cell's own line. Loops therefore need no branch for each cell, and no ghost cells except at the ends of the lines
// of a periodic x axis.

import { Field } from '../abi/field'
import { add, at, load, LANE, mul, put, sub } from '../abi/simd'

/** The operator of one grid: volume fractions v of cells, face coefficients a, and coefficients b of faces on fixed edges. */
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

/** The matrix A of one grid and the lines of that grid. */
@unmanaged
export class Matrix {
  ax: Field
  ay: Field
  az: Field
  e: Field
  /** 1 over the diagonal of A; 0 in cells without an equation. */
  inverse: Field
  /** Lines of a plane. */
  ny: i32
  xWraps: i32
  yWraps: i32
  zWraps: i32
}

/**
 * Kinds of grids, as type arguments of functions that are compiled for each kind; `isFloat` tells them apart. A boolean argument is not
 * enough: the compiler merges the copies for true and false into one, which branches for every vector of cells and keeps the addresses
 * of all six neighbours in registers. A solve on a surface then took 12 % longer.
 */
export type Surface = i32
export type Volume = f32

/** Rows of the table of an axis (src/operators/poisson/axis.ts). */
export const enum AxisRow {
  /** Prolongation weight of the cell's own coarse cell: 1, or less next to a fixed edge. */
  keep,
  /** Prolongation weight of the difference to the neighbouring coarse cell, times `keep`. */
  lean,
  /** Width of the cell over that of its coarse cell. */
  share,
  /** Distance of the fine centres across a coarse face over that of the coarse centres. */
  nearer,
  /** Width, in cells of the finest grid. */
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
  /** Sum of the solution x. */
  level: f64
  /** Largest residual of a cell. */
  largest: f64
}

/** Result of the search for singular components (components.ts). */
@unmanaged
export class ComponentsFound {
  /** 0: no component is singular; 1: all cells form one singular component; 2: any other case. */
  singular: f64
  /** Number of singular components. */
  count: f64
}

/** Whether all cells form one singular component. */
@inline export function isSingular(found: Field): bool { return changetype<ComponentsFound>(found.origin).singular == 1 }

/** The line before this one along an axis of n lines that are `step` apart; the line itself if there is none. */
@inline export function lineBefore(l: i32, place: i32, n: i32, step: i32, wraps: i32): i32 {
  return place > 0 ? l - step : wraps ? l + (n - 1) * step : l
}

/** The line after this one along an axis; the line itself if there is none. */
@inline export function lineAfter(l: i32, place: i32, n: i32, step: i32, wraps: i32): i32 {
  return place < n - 1 ? l + step : wraps ? l - (n - 1) * step : l
}

/** Coefficients of the faces towards the next line: those of that line, or the halo row, which always holds zeros. */
@inline export function facesAfter(faces: Field, l: i32, after: i32): usize {
  return faces.row(after == l ? -1 : after)
}

// The neighbours of line l, which is at place y of its plane: back and front along y, below and above along z. A line that does not
// exist is replaced by line l itself, and the coefficients of the faces towards it are zero. Surfaces have none below and above.
// Each function has one address as its result. With two of them in one 64-bit register, a solve took 8 to 13 % longer: loops extract
// them again for every vector of cells.

@inline function lineFront(matrix: Matrix, l: i32, y: i32): i32 { return lineAfter(l, y, matrix.ny, 1, matrix.yWraps) }

/** As `lineAfter`, without a division by ny: the planes are ny lines apart, and the last one begins at nz - ny. */
@inline function lineAbove(matrix: Matrix, l: i32): i32 {
  const ny = matrix.ny, last = matrix.inverse.nz - ny
  return l < last ? l + ny : matrix.zWraps ? l - last : l
}

@inline export function rowBack(matrix: Matrix, field: Field, l: i32, y: i32): usize {
  return field.row(lineBefore(l, y, matrix.ny, 1, matrix.yWraps))
}
@inline export function rowFront(matrix: Matrix, field: Field, l: i32, y: i32): usize {
  return field.row(lineFront(matrix, l, y))
}
@inline export function rowBelow<Kind>(matrix: Matrix, field: Field, l: i32): usize {
  if (!isFloat<Kind>()) return 0
  const ny = matrix.ny
  return field.row(l >= ny ? l - ny : matrix.zWraps ? l + matrix.inverse.nz - ny : l)
}
@inline export function rowAbove<Kind>(matrix: Matrix, field: Field, l: i32): usize {
  return isFloat<Kind>() ? field.row(lineAbove(matrix, l)) : 0
}
@inline export function facesFront(matrix: Matrix, l: i32, y: i32): usize {
  return facesAfter(matrix.ay, l, lineFront(matrix, l, y))
}
@inline export function facesAbove<Kind>(matrix: Matrix, l: i32): usize {
  return isFloat<Kind>() ? facesAfter(matrix.az, l, lineAbove(matrix, l)) : 0
}

/** Whether the solve has ended: the first double of the record is not zero. */
@inline export function halted(halt: Field): bool {
  return f64.load(halt.origin) != 0
}

/** Fills the ghost cells of a line of a periodic axis. */
@inline export function closeLine(row: usize, nx: i32, wraps: i32): void {
  if (!wraps) return
  put(row, -1, at(row, nx - 1))
  put(row, nx, at(row, 0))
}

@inline export function evens(a: v128, b: v128): v128 { return v128.shuffle<f32>(a, b, 0, 2, 4, 6) }
@inline export function odds(a: v128, b: v128): v128 { return v128.shuffle<f32>(a, b, 1, 3, 5, 7) }

/**
 * A p of the four cells at x; `rest`: distance in bytes from p to the field of the same shape that is meant instead of p. Written in
 * differences: constants give exactly zero, and the subtraction of neighbours that are close to each other is exact.
 */
@inline export function balanceAt<Kind>(
  x: usize, ax: usize, e: usize, aBack: usize, aFront: usize, aBelow: usize, aAbove: usize,
  rest: usize, p: usize, pBack: usize, pFront: usize, pBelow: usize, pAbove: usize,
): v128 {
  const c = x + rest, here = load(p + c)
  const alongX = add(
    mul(load(ax + x), sub(here, load(p + c - LANE))), mul(load(ax + x + LANE), sub(here, load(p + c + LANE))),
  )
  const alongY = add(mul(load(aBack + x), sub(here, load(pBack + c))), mul(load(aFront + x), sub(here, load(pFront + c))))
  let sum = add(alongX, alongY)
  if (isFloat<Kind>())
    sum = add(sum, add(
      mul(load(aBelow + x), sub(here, load(pBelow + c))), mul(load(aAbove + x), sub(here, load(pAbove + c))),
    ))
  return add(sum, mul(load(e + x), here))
}
