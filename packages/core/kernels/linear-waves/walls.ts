// Λ between impermeable walls, as a polynomial of the five-point Laplacian (src/numerics/surface-polynomial.ts):
//
//   A b = 1/m sum over the faces of a cell of a (b - b')        m: open area of the cell, a: open width of the face
//   Λ phi = p(A) A phi,   p(A) = sum_k c_k T_k(1 - αA/2),   α = 4 / (upper bound of the eigenvalues of A)
//
// The sum is evaluated by Clenshaw's recurrence in the form of Reinsch, from the last term down: with g = αA phi and c' = c/α,
//
//   d = d - αA b + c'_k g,   b = b + d       for k = n - 1 … 1, from b = d = 0
//   Λ phi = c'_0 g + d - αA b / 2
//
// This is a leapfrog of the wave equation. All sums of fluxes: constants give exactly zero, the flow through a closed face is zero,
// and the sum of m Λphi vanishes to rounding in each body of water by itself. Clenshaw's usual form, b_k = 2x b_k+1 - b_k+2 + c_k g, has
// rounding errors that grow with n² in the mean.
//
// A row writes its own ghost cells: mirrored, odd at a fixed edge, or wrapped. The first and the last row also write the halo rows. Each
// pass reads neighbours only in `b`, which it does not write.
//
// C. H. Reinsch, in: J. Stoer and R. Bulirsch, "Introduction to Numerical Analysis" (1980), §2.3.2.

import { FIXED, PERIODIC } from '../boundary/edges'
import { Field } from '../abi/field'
import { laplacian } from './stencil'
import { add, at, LANE, load, mul, put, splat, store, sub, WIDE } from '../abi/simd'

/** The part of a row in which some cell or face is not fully open, in vectors: the first one, and the one behind the last. */
@unmanaged
export class WallSpan {
  first: f64
  end: f64
}

@unmanaged
export class WallsPass {
  /** Potential. */
  phi: Field
  /** Result [m/s]. */
  rise: Field
  /** b, and b after this pass. */
  b: Field
  next: Field
  d: Field
  g: Field
  /** Open widths of the faces towards lower x and z [cells]. */
  xFaces: Field
  zFaces: Field
  /** α/m; 0 in solid cells. */
  overArea: Field
  /** WallSpan of each row. */
  spans: Field
  /** c'_k; in `finishWalls` c'_0. */
  coefficient: f32
  /** α. */
  alpha: f32
  /** Inverse of the cell size [1/m]. */
  scale: f32
  xBefore: i32
  xAfter: i32
  zBefore: i32
  zAfter: i32
}

/** αA b of four cells anywhere. */
@inline function amongWalls(
  x: usize, b: usize, up: usize, down: usize, xFaces: usize, zFaces: usize, zFacesDown: usize, overArea: usize,
): v128 {
  const c = load(b + x)
  const alongX = add(
    mul(load(xFaces + x), sub(c, load(b + x - LANE))), mul(load(xFaces + x + LANE), sub(c, load(b + x + LANE))),
  )
  const alongZ = add(mul(load(zFaces + x), sub(c, load(up + x))), mul(load(zFacesDown + x), sub(c, load(down + x))))
  return mul(load(overArea + x), add(alongX, alongZ))
}

/** -αA b of four cells whose faces are all open. */
@inline function inTheOpen(alpha: v128, x: usize, b: usize, up: usize, down: usize): v128 {
  return mul(alpha, laplacian(b + x, load(b + x), load(up + x), load(down + x)))
}

/** Fills the ghost cells of row j, and the halo row beside it. */
function closeRow(pass: WallsPass, field: Field, j: i32): void {
  const nx = field.nx, nz = field.nz, row = field.row(j)
  put(row, -1, pass.xBefore == PERIODIC ? at(row, nx - 1) : pass.xBefore == FIXED ? -at(row, 0) : at(row, 0))
  put(row, nx, pass.xAfter == PERIODIC ? at(row, 0) : pass.xAfter == FIXED ? -at(row, nx - 1) : at(row, nx - 1))
  if (pass.zBefore == PERIODIC) {
    if (j == nz - 1) mirrorRow(field.row(-1), row, nx, 1)
    if (j == 0) mirrorRow(field.row(nz), row, nx, 1)
    return
  }
  if (j == 0) mirrorRow(field.row(-1), row, nx, pass.zBefore == FIXED ? -1 : 1)
  if (j == nz - 1) mirrorRow(field.row(nz), row, nx, pass.zAfter == FIXED ? -1 : 1)
}

function mirrorRow(to: usize, from: usize, nx: i32, sign: f32): void {
  const bytes = <usize>nx << 2, factor = splat(sign)
  for (let x: usize = 0; x < bytes; x += WIDE) store(to + x, mul(factor, load(from + x)))
}

/** Postcondition: b = phi, with ghost cells. */
export function beginWalls(pass: WallsPass, begin: i32, end: i32): void {
  for (let j = begin; j < end; j++) {
    memory.copy(pass.b.row(j), pass.phi.row(j), <usize>pass.phi.nx << 2)
    closeRow(pass, pass.b, j)
  }
}

/** Precondition: b = phi. Postcondition: g = αA phi, d = c'_n-1 g, and `next` is the first b of the recurrence, which equals d. */
export function startWalls(pass: WallsPass, begin: i32, end: i32): void {
  const bytes = <usize>pass.b.nx << 2, coefficient = splat(pass.coefficient)
  for (let j = begin; j < end; j++) {
    const b = pass.b.row(j), up = pass.b.row(j - 1), down = pass.b.row(j + 1), overArea = pass.overArea.row(j)
    const xFaces = pass.xFaces.row(j), zFaces = pass.zFaces.row(j), zFacesDown = pass.zFaces.row(j + 1)
    const g = pass.g.row(j), d = pass.d.row(j), next = pass.next.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const value = amongWalls(x, b, up, down, xFaces, zFaces, zFacesDown, overArea)
      const first = mul(coefficient, value)
      store(g + x, value)
      store(d + x, first)
      store(next + x, first)
    }
    closeRow(pass, pass.next, j)
  }
}

/** Postcondition: d and `next` are those of one more term. */
export function stepWalls(pass: WallsPass, begin: i32, end: i32): void {
  const bytes = <usize>pass.b.nx << 2, coefficient = splat(pass.coefficient), alpha = splat(pass.alpha)
  for (let j = begin; j < end; j++) {
    const b = pass.b.row(j), up = pass.b.row(j - 1), down = pass.b.row(j + 1), overArea = pass.overArea.row(j)
    const xFaces = pass.xFaces.row(j), zFaces = pass.zFaces.row(j), zFacesDown = pass.zFaces.row(j + 1)
    const g = pass.g.row(j), d = pass.d.row(j), next = pass.next.row(j), span = changetype<WallSpan>(pass.spans.row(j))
    const first = <usize>span.first * WIDE, last = <usize>span.end * WIDE
    let x: usize = 0
    for (; x < first; x += WIDE) openStep(coefficient, alpha, x, b, up, down, g, d, next)
    for (; x < last; x += WIDE) {
      const flux = amongWalls(x, b, up, down, xFaces, zFaces, zFacesDown, overArea)
      const change = add(load(d + x), sub(mul(coefficient, load(g + x)), flux))
      store(d + x, change)
      store(next + x, add(load(b + x), change))
    }
    for (; x < bytes; x += WIDE) openStep(coefficient, alpha, x, b, up, down, g, d, next)
    closeRow(pass, pass.next, j)
  }
}

@inline function openStep(
  coefficient: v128, alpha: v128, x: usize, b: usize, up: usize, down: usize, g: usize, d: usize, next: usize,
): void {
  const change = add(load(d + x), add(mul(coefficient, load(g + x)), inTheOpen(alpha, x, b, up, down)))
  store(d + x, change)
  store(next + x, add(load(b + x), change))
}

/** Postcondition: `rise` is Λ phi. */
export function finishWalls(pass: WallsPass, begin: i32, end: i32): void {
  const bytes = <usize>pass.b.nx << 2, coefficient = splat(pass.coefficient), half = splat(0.5), scale = splat(pass.scale)
  for (let j = begin; j < end; j++) {
    const b = pass.b.row(j), up = pass.b.row(j - 1), down = pass.b.row(j + 1), overArea = pass.overArea.row(j)
    const xFaces = pass.xFaces.row(j), zFaces = pass.zFaces.row(j), zFacesDown = pass.zFaces.row(j + 1)
    const g = pass.g.row(j), d = pass.d.row(j), rise = pass.rise.row(j)
    for (let x: usize = 0; x < bytes; x += WIDE) {
      const flux = amongWalls(x, b, up, down, xFaces, zFaces, zFacesDown, overArea)
      const sum = add(mul(coefficient, load(g + x)), sub(load(d + x), mul(half, flux)))
      store(rise + x, mul(scale, sum))
    }
  }
}
