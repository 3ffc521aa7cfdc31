// Primitives of shallow water: surface, depth and velocity of the columns of a row, with ghost columns and rows beyond the edges, which
// represent walls, open water, rivers or the opposite edge.

import { depthBeyond, FLUX, inwardOf, JOINED, kindOf, levelOf, velocityBeyond, WALL } from './boundary-data'
import { foldIndex, PERIODIC, REFLECT } from '../boundary/edges'
import { Field } from '../abi/field'
import { ACROSS, ALONG, DEPTH, ETA } from './riemann'
import { lineOf, OPENNESS, PITCH, PRIMITIVES, third } from './shallow-scratch'
import { ShallowPass } from './shallow-water'
import { greaterThan, add, at, div, load, maximum, mul, put, splat, store } from '../abi/simd'

/** Velocity from discharge and depth; below `dry` it goes to zero with the depth (Kurganov and Petrova, Commun. Math. Sci. 5, 2007). */
@inline export function velocity(q: v128, d: v128, dry: v128): v128 {
  const deep = maximum(d, dry)
  return div(mul(mul(splat(2), d), q), add(mul(d, d), mul(deep, deep)))
}

@inline export function velocityOne(q: f32, d: f32, dry: f32): f32 {
  const deep = max(d, dry)
  return 2 * d * q / (d * d + deep * deep)
}

/** Primitives of one cell of a row, at column `to` of the block's scratch. */
@inline export function primitiveOne(pass: ShallowPass, line: usize, to: i32, row: i32, column: i32): void {
  const d = at(pass.depth.row(row), column)
  put(line + ETA * PITCH, to, d + at(pass.bed.row(row), column))
  put(line + DEPTH * PITCH, to, d)
  put(line + ACROSS * PITCH, to, velocityOne(at(pass.qx.row(row), column), d, pass.dry))
  put(line + ALONG * PITCH, to, velocityOne(at(pass.qz.row(row), column), d, pass.dry))
}

/** Copies the primitives of one cell of scratch to another. */
@inline export function copyOne(line: usize, to: i32, source: usize, from: i32): void {
  for (let k: usize = 0; k < 4; k++) put(line + k * PITCH, to, at(source + k * PITCH, from))
}

/**
 * Primitives of the cell beyond an edge. `from`: those of the edge cell at column `i` of scratch; `normal`, `along`: rows of
 * the velocities; `side` +1 where inwards is the positive direction.
 */
export function beyond(
  pass: ShallowPass, edge: Field, cell: i32, line: usize, to: i32, source: usize, i: i32, bed: f32,
  normal: usize, side: f32,
): void {
  const kind = kindOf(edge, cell)
  const level = levelOf(edge, cell), inward = inwardOf(edge, cell)
  const d = at(source + DEPTH * PITCH, i), u = side * at(source + normal * PITCH, i)
  const deep = depthBeyond(kind, level, inward, d, u, bed, pass.gravity)
  copyOne(line, to, source, i)
  put(line + ETA * PITCH, to, at(source + ETA * PITCH, i) + (deep - d))
  put(line + DEPTH * PITCH, to, deep)
  put(line + normal * PITCH, to, side * velocityBeyond(kind, level, inward, d, u, bed, pass.gravity))
}

/**
 * Fills the ghost columns beyond x- or x+ in the primitives of a row. `row`: the row of the fields, or the image of a row beyond an edge.
 * Returns whether there is water in these columns or water enters through them. Only three columns have meaning; copies complete the last
 * vectors, whose lanes would otherwise look like dry terrain, for which there are slower kernels.
 */
export function ghostColumns(pass: ShallowPass, line: usize, row: i32, c0: i32, c1: i32): bool {
  const nx = pass.depth.nx
  let wet = false
  if (c0 == 0) {
    const kind = kindOf(pass.xBefore, row)
    for (let k = 1; k <= 3; k++)
      if (kind == JOINED) primitiveOne(pass, line, -k, row, foldIndex(-k, nx, PERIODIC, PERIODIC))
      else if (kind == WALL) {
        copyOne(line, -k, line, min(k - 1, nx - 1))
        put(line + ACROSS * PITCH, -k, -at(line + ACROSS * PITCH, -k))
      } else beyond(pass, pass.xBefore, row, line, -k, line, 0, at(pass.bed.row(row), 0), ACROSS, 1)
    copyOne(line, -4, line, -3)
    wet = brings(pass.xBefore, row) || at(line + DEPTH * PITCH, -1) > 0 || at(line + DEPTH * PITCH, -2) > 0
  }
  if (c1 == nx) {
    const kind = kindOf(pass.xAfter, row)
    const end = nx - c0
    for (let k = 0; k < 3; k++)
      if (kind == JOINED) primitiveOne(pass, line, end + k, row, foldIndex(nx + k, nx, PERIODIC, PERIODIC))
      else if (kind == WALL) {
        copyOne(line, end + k, line, max(end - 1 - k, -c0))
        put(line + ACROSS * PITCH, end + k, -at(line + ACROSS * PITCH, end + k))
      } else beyond(pass, pass.xAfter, row, line, end + k, line, end - 1, at(pass.bed.row(row), nx - 1), ACROSS, -1)
    for (let k = 3; k < 7; k++) copyOne(line, end + k, line, end + 2)
    wet = wet || brings(pass.xAfter, row) || at(line + DEPTH * PITCH, end) > 0 || at(line + DEPTH * PITCH, end + 1) > 0
  }
  return wet
}

/**
 * Primitives of a row of the block, from three columns before it to three behind; the row may be beyond z- or z+. Returns whether
 * there is water in it or water enters through its edges.
 */
export function primitives(pass: ShallowPass, scratch: usize, row: i32, c0: i32, c1: i32, solids: bool): bool {
  const nz = pass.depth.nz
  const line = lineOf(scratch, PRIMITIVES + 4 * third(row))
  if (solids) openness(pass, lineOf(scratch, OPENNESS + third(row)), insideOf(pass, row), c0, c1)
  if (row >= 0 && row < nz) return primitivesInside(pass, line, row, c0, c1)
  const edge = row < 0 ? pass.zBefore : pass.zAfter
  if (kindOf(edge, 0) == JOINED) return primitivesInside(pass, line, foldIndex(row, nz, PERIODIC, PERIODIC), c0, c1)
  // The mirror image at walls; at all other edges a state that depends on the edge cell.
  const mirrored = foldIndex(row, nz, REFLECT, REFLECT)
  let wet = primitivesInside(pass, line, mirrored, c0, c1)
  const nx = pass.depth.nx
  const near = row < 0 ? 0 : nz - 1
  const side: f32 = row < 0 ? 1 : -1
  for (let i = -3; i < c1 - c0 + 3; i++) {
    const cell = insideColumn(pass, c0 + i)
    if (kindOf(edge, cell) == WALL) put(line + ALONG * PITCH, i, -at(line + ALONG * PITCH, i))
    else {
      primitiveOne(pass, line, i, near, cell)
      beyond(pass, edge, cell, line, i, line, i, at(pass.bed.row(near), cell), ALONG, side)
      wet = wet || brings(edge, cell) || at(line + DEPTH * PITCH, i) > 0
    }
  }
  return wet
}

/** Openness of a row of the block with three columns on either side; beyond an edge that of the image inside. */
export function openness(pass: ShallowPass, line: usize, row: i32, c0: i32, c1: i32): void {
  const nx = pass.depth.nx
  const openness = pass.openness.row(row)
  for (let i = c0 - 4; i < c1 + 4; i += 4) store(line + (<usize>(i - c0) << 2), load(openness + (<usize>i << 2)))
  const kind = kindOf(pass.xBefore, row) == JOINED ? PERIODIC : REFLECT
  if (c0 == 0) for (let k = 1; k <= 3; k++) put(line, -k, at(openness, foldIndex(-k, nx, kind, kind)))
  if (c1 == nx) for (let k = 0; k < 3; k++) put(line, nx - c0 + k, at(openness, foldIndex(nx + k, nx, kind, kind)))
}

/** Whether water may enter dry terrain through an edge cell. */
@inline export function brings(edge: Field, cell: i32): bool { return kindOf(edge, cell) == FLUX }

export function primitivesInside(pass: ShallowPass, line: usize, row: i32, c0: i32, c1: i32): bool {
  const dry = splat(pass.dry)
  let deepest = splat(0)
  const depth = pass.depth.row(row), bed = pass.bed.row(row), qx = pass.qx.row(row), qz = pass.qz.row(row)
  let i = c0 - 4
  do {
    const x = <usize>i << 2, to = line + (<usize>(i - c0) << 2)
    const d = load(depth + x)
    deepest = maximum(deepest, d)
    store(to + ETA * PITCH, add(d, load(bed + x)))
    store(to + DEPTH * PITCH, d)
    store(to + ACROSS * PITCH, velocity(load(qx + x), d, dry))
    store(to + ALONG * PITCH, velocity(load(qz + x), d, dry))
    i += 4
  } while (i < c1 + 4)
  return ghostColumns(pass, line, row, c0, c1) || v128.any_true(greaterThan(deepest, splat(0)))
}

/** The image inside the grid of a row beyond an edge. */
export function insideOf(pass: ShallowPass, row: i32): i32 {
  const nz = pass.depth.nz
  if (row >= 0 && row < nz) return row
  const joined = kindOf(pass.zBefore, 0) == JOINED
  return joined ? foldIndex(row, nz, PERIODIC, PERIODIC) : foldIndex(row, nz, REFLECT, REFLECT)
}

/** The same for columns. */
@inline export function insideColumn(pass: ShallowPass, column: i32): i32 {
  const nx = pass.depth.nx
  if (column >= 0 && column < nx) return column
  const kind = kindOf(pass.xBefore, 0) == JOINED ? PERIODIC : REFLECT
  return foldIndex(column, nx, kind, kind)
}
