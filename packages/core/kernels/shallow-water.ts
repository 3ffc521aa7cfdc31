// Shallow water over ground: one substep (src/solvers/shallow-water.ts has the equations and the references).
//
// Finite volumes in the manner of MUSCL and Hancock, both directions at once:
//
//   primitives   eta = d + bed, u = q/d                                       rows j-1, j, j+1
//   slopes       of eta, u, v and the ground, limited (monotonised central); that of d follows
//   half a step  of the equations in every column, with its own slopes
//   faces        the four rims of each column; fluxes through the faces by kernels/riemann.ts
//   drain        theta: what a column gives away is no more than it has; every flux times theta of the column it leaves
//   update       d, q from the fluxes; friction; the largest wave speed for the next substep
//
// Everything of a row waits in scratch of the thread, in the first cache, until the rows beside it have come as far: the
// fields are read once and written once, into a second set, so that no thread reads what another writes. A thread works on
// blocks of columns, with three columns and rows of its neighbours done twice.

import { depthBeyond, FLUX, inwardOf, JOINED, kindOf, levelOf, velocityBeyond, WALL } from './edge-water'
import { foldIndex, PERIODIC, REFLECT } from './edges'
import { Field } from './field'
import { inverseCubeRoot } from './cube-root'
import { ALONG, ACROSS, BEFORE, BEHIND, CARRIED, DEPTH, ETA, faceFlux, wallPush, wallPushOne } from './riemann'
import { above, abs as magnitude, add, at, both, choose, div, least, load, most, mul, neg, put, splat, sqrt as root, store, sub, where, WIDE } from './wide'

@unmanaged
export class ShallowPass {
  /** Depth [m], what rounding left of it, and discharge per width [m2/s]: before the substep. */
  depth: Field
  residue: Field
  qx: Field
  qz: Field
  /** The same after it. */
  newDepth: Field
  newResidue: Field
  newQx: Field
  newQz: Field
  /** Elevation of the ground [m]. */
  bed: Field
  /** Openness of each cell; only read by the kernel among solids. */
  matte: Field
  /** What lies beyond the edges; kernels/edge-water.ts. */
  xBefore: Field
  xAfter: Field
  zBefore: Field
  zAfter: Field
  /** A double: length of the substep [s]. */
  clock: Field
  /** Two doubles a row: the largest wave speed [m/s], and what came in through edges so far [m of one cell]. */
  rows: Field
  /** For each thread a row of bytes. */
  scratch: Field
  gravity: f32
  /** g n² of Manning's friction. */
  friction: f32
  /** Depth below which water is slowed down [m]. */
  dry: f32
  cellSize: f32
  /** 1 if water can move along the axis, else 0. */
  alongX: f32
  alongZ: f32
}

/** Columns of a block, and floats of a scratch row, which has eight more on either side. */
const BLOCK: i32 = 128
const MARGIN: i32 = 8
/** Bytes of a scratch row. */
const PITCH: usize = 4 * <usize>(BLOCK + 2 * MARGIN)

/** Scratch rows: the primitives of three rows; the rims of one, but two of the rims towards z+; fluxes of three rows; and so on. */
const PRIMITIVES: usize = 0
const RIM_RIGHT: usize = 12
const RIM_LEFT: usize = 16
const RIM_UP: usize = 20
const RIM_DOWN: usize = 24
const FLUX_X: usize = 32
const FLUX_Z: usize = 44
const THETA: usize = 56
const PULL_X: usize = 59
const PULL_Z: usize = 62
const OPENNESS: usize = 65
const SCRATCH_ROWS: usize = 68

/** Bytes of scratch that a thread needs; src/solvers/shallow-water.ts knows it too. */
export const SHALLOW_SCRATCH: usize = SCRATCH_ROWS * PITCH

/** Which third of a ring of three a row has. */
@inline function third(row: i32): usize { return <usize>((row + 6) % 3) }

/** Address of cell c0 in scratch row `slot`. */
@inline function lineOf(scratch: usize, slot: usize): usize { return scratch + slot * PITCH + 4 * MARGIN }

/** Velocity from discharge and depth; goes to zero with depth below `dry` (Kurganov and Petrova, Commun. Math. Sci. 5, 2007). */
@inline function velocity(q: v128, d: v128, dry: v128): v128 {
  const deep = most(d, dry)
  return div(mul(mul(splat(2), d), q), add(mul(d, d), mul(deep, deep)))
}

@inline function velocityOne(q: f32, d: f32, dry: f32): f32 {
  const deep = max(d, dry)
  return 2 * d * q / (d * d + deep * deep)
}

/** Slope over a cell from the differences to its neighbours: monotonised central. Zero if either is zero. */
@inline function slopeOf(before: v128, here: v128, behind: v128): v128 {
  const zero = splat(0)
  const a = sub(here, before), b = sub(behind, here)
  const a2 = add(a, a), b2 = add(b, b), mean = mul(splat(0.5), add(a, b))
  return add(most(zero, least(least(a2, b2), mean)), least(zero, most(most(a2, b2), mean)))
}

/**
 * Slope of the depth over a cell: that of the surface less that of the ground, so that the ground of neighbours meets at
 * their face, at shores as well; no steeper than leaves water on both rims.
 */
@inline function depthSlope(etaSlope: v128, bedBefore: v128, bed: v128, bedBehind: v128, d: v128): v128 {
  const most2 = add(d, d)
  return most(neg(most2), least(most2, sub(etaSlope, slopeOf(bedBefore, bed, bedBehind))))
}

/** Primitives of one cell of a row, at column `to` of the block's scratch. */
@inline function primitiveOne(pass: ShallowPass, line: usize, to: i32, row: i32, column: i32): void {
  const d = at(pass.depth.row(row), column)
  put(line + ETA * PITCH, to, d + at(pass.bed.row(row), column))
  put(line + DEPTH * PITCH, to, d)
  put(line + ACROSS * PITCH, to, velocityOne(at(pass.qx.row(row), column), d, pass.dry))
  put(line + ALONG * PITCH, to, velocityOne(at(pass.qz.row(row), column), d, pass.dry))
}

/** Copies the primitives of one cell of scratch onto another. */
@inline function copyOne(line: usize, to: i32, source: usize, from: i32): void {
  for (let k: usize = 0; k < 4; k++) put(line + k * PITCH, to, at(source + k * PITCH, from))
}

/**
 * Primitives of the cell beyond an edge. `from`: those of the edge cell at column `i` of scratch; `normal`, `along`: rows of
 * the velocities; `side` +1 where inwards is the positive direction.
 */
function beyond(
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

/** Columns beyond x- or x+ in the primitives of a row. `row`: the row of the fields that it is or stands for. Returns whether there is water in them, or comes from them. */
function ghostColumns(pass: ShallowPass, line: usize, row: i32, c0: i32, c1: i32): bool {
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
    wet = wet || brings(pass.xAfter, row) || at(line + DEPTH * PITCH, end) > 0 || at(line + DEPTH * PITCH, end + 1) > 0
  }
  return wet
}

/**
 * Primitives of a row of the block, from three columns before it to three behind; row may lie beyond z- or z+. Returns whether
 * there is any water in it, or comes through its edges.
 */
function primitives(pass: ShallowPass, scratch: usize, row: i32, c0: i32, c1: i32, solids: bool): bool {
  const nz = pass.depth.nz
  const line = lineOf(scratch, PRIMITIVES + 4 * third(row))
  if (solids) openness(pass, lineOf(scratch, OPENNESS + third(row)), insideOf(pass, row), c0, c1)
  if (row >= 0 && row < nz) return primitivesInside(pass, line, row, c0, c1)
  const edge = row < 0 ? pass.zBefore : pass.zAfter
  if (kindOf(edge, 0) == JOINED) return primitivesInside(pass, line, foldIndex(row, nz, PERIODIC, PERIODIC), c0, c1)
  // A mirror image for walls, and for what is no wall a state that depends on the edge cell.
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

/** Openness of a row of the block with three columns on either side; beyond an edge that of the cells which stand for it. */
function openness(pass: ShallowPass, line: usize, row: i32, c0: i32, c1: i32): void {
  const nx = pass.depth.nx
  const matte = pass.matte.row(row)
  for (let i = c0 - 4; i < c1 + 4; i += 4) store(line + (<usize>(i - c0) << 2), load(matte + (<usize>i << 2)))
  const kind = kindOf(pass.xBefore, row) == JOINED ? PERIODIC : REFLECT
  if (c0 == 0) for (let k = 1; k <= 3; k++) put(line, -k, at(matte, foldIndex(-k, nx, kind, kind)))
  if (c1 == nx) for (let k = 0; k < 3; k++) put(line, nx - c0 + k, at(matte, foldIndex(nx + k, nx, kind, kind)))
}

/** Whether water may come through an edge cell into dry ground. */
@inline function brings(edge: Field, cell: i32): bool { return kindOf(edge, cell) == FLUX }

function primitivesInside(pass: ShallowPass, line: usize, row: i32, c0: i32, c1: i32): bool {
  const dry = splat(pass.dry)
  let deepest = splat(0)
  const depth = pass.depth.row(row), bed = pass.bed.row(row), qx = pass.qx.row(row), qz = pass.qz.row(row)
  for (let i = c0 - 4; i < c1 + 4; i += 4) {
    const x = <usize>i << 2, to = line + (<usize>(i - c0) << 2)
    const d = load(depth + x)
    deepest = most(deepest, d)
    store(to + ETA * PITCH, add(d, load(bed + x)))
    store(to + DEPTH * PITCH, d)
    store(to + ACROSS * PITCH, velocity(load(qx + x), d, dry))
    store(to + ALONG * PITCH, velocity(load(qz + x), d, dry))
  }
  return ghostColumns(pass, line, row, c0, c1) || v128.any_true(above(deepest, splat(0)))
}

/** Slopes, half a step, rims and the pull of the surface's slope for a row whose neighbours' primitives are there. */
@inline function rims(pass: ShallowPass, scratch: usize, row: i32, count: i32, halfStep: f32, solids: bool): void {
  const here = lineOf(scratch, PRIMITIVES + 4 * third(row))
  const up = lineOf(scratch, PRIMITIVES + 4 * third(row - 1)), down = lineOf(scratch, PRIMITIVES + 4 * third(row + 1))
  const right = lineOf(scratch, RIM_RIGHT), left = lineOf(scratch, RIM_LEFT)
  const top = lineOf(scratch, RIM_UP), bottom = lineOf(scratch, RIM_DOWN + 4 * <usize>(row & 1))
  const pullX = lineOf(scratch, PULL_X + third(row)), pullZ = lineOf(scratch, PULL_Z + third(row))
  const dry = splat(pass.dry), gravity = splat(pass.gravity), half = splat(0.5), time = splat(halfStep / pass.cellSize)
  const matte = lineOf(scratch, OPENNESS + third(row))
  const matteUp = lineOf(scratch, OPENNESS + third(row - 1)), matteDown = lineOf(scratch, OPENNESS + third(row + 1))
  for (let i = -4; i < count + 4; i += 4) {
    const x = <usize>i << 2
    const p = here + x, a = up + x, b = down + x
    const d = load(p + DEPTH * PITCH)
    const dLeft = load(p + DEPTH * PITCH - 4), dRight = load(p + DEPTH * PITCH + 4)
    const dUp = load(a + DEPTH * PITCH), dDown = load(b + DEPTH * PITCH)
    // No slope in a dry column, nor beside a solid. Beside dry ground there is: still water has none, since one of its
    // differences is zero, and without it water on its way back from a shore would stay behind.
    const wet = above(d, dry)
    const wetX = solids ? both(wet, betweenOpen(matte + x - 4, matte + x + 4)) : wet
    const wetZ = solids ? both(wet, betweenOpen(matteUp + x, matteDown + x)) : wet
    const eta = load(p), u = load(p + ACROSS * PITCH), v = load(p + ALONG * PITCH)
    const etaX = where(wetX, slopeOf(load(p - 4), eta, load(p + 4)))
    const etaZ = where(wetZ, slopeOf(load(a), eta, load(b)))
    const bed = sub(eta, d)
    const dX = where(wetX, depthSlope(etaX, sub(load(p - 4), dLeft), bed, sub(load(p + 4), dRight), d))
    const dZ = where(wetZ, depthSlope(etaZ, sub(load(a), dUp), bed, sub(load(b), dDown), d))
    const uX = where(wetX, slopeOf(load(p + ACROSS * PITCH - 4), u, load(p + ACROSS * PITCH + 4)))
    const uZ = where(wetZ, slopeOf(load(a + ACROSS * PITCH), u, load(b + ACROSS * PITCH)))
    const vX = where(wetX, slopeOf(load(p + ALONG * PITCH - 4), v, load(p + ALONG * PITCH + 4)))
    const vZ = where(wetZ, slopeOf(load(a + ALONG * PITCH), v, load(b + ALONG * PITCH)))
    // Half a step of the equations as they stand for eta, u and v.
    const spread = add(add(mul(u, dX), mul(v, dZ)), mul(d, add(uX, vZ)))
    const least2 = mul(half, most(magnitude(dX), magnitude(dZ)))
    const deep = most(sub(d, mul(time, spread)), least2)
    const surface = add(eta, sub(deep, d))
    const across = sub(u, mul(time, add(add(mul(u, uX), mul(v, uZ)), mul(gravity, etaX))))
    const along = sub(v, mul(time, add(add(mul(u, vX), mul(v, vZ)), mul(gravity, etaZ))))
    store(pullX + x, mul(mul(gravity, deep), etaX))
    store(pullZ + x, mul(mul(gravity, deep), etaZ))
    rim(right + x, left + x, ETA, surface, mul(half, etaX))
    rim(right + x, left + x, DEPTH, deep, mul(half, dX))
    rim(right + x, left + x, ACROSS, across, mul(half, uX))
    rim(right + x, left + x, ALONG, along, mul(half, vX))
    rim(bottom + x, top + x, ETA, surface, mul(half, etaZ))
    rim(bottom + x, top + x, DEPTH, deep, mul(half, dZ))
    rim(bottom + x, top + x, ACROSS, across, mul(half, uZ))
    rim(bottom + x, top + x, ALONG, along, mul(half, vZ))
  }
}

/** Where neither of two cells is solid. */
@inline function betweenOpen(before: usize, behind: usize): v128 {
  const zero = splat(0)
  return both(above(load(before), zero), above(load(behind), zero))
}

@inline function rim(behind: usize, before: usize, quantity: usize, middle: v128, half: v128): void {
  store(behind + quantity * PITCH, add(middle, half))
  store(before + quantity * PITCH, sub(middle, half))
}

/** What part of a face is open, as seen from the cell before it and from the one behind: less of the momentum goes through, the rest meets a wall. */
@inline function narrow(
  flux: usize, before: usize, behind: usize, normal: usize, openBefore: v128, openBehind: v128, gravity: v128,
): void {
  const open = least(openBefore, openBehind), one = splat(1)
  const shareBefore = div(open, most(openBefore, splat(f32.MIN_NORMAL_VALUE)))
  const shareBehind = div(open, most(openBehind, splat(f32.MIN_NORMAL_VALUE)))
  const wallBefore = wallPush(load(before + DEPTH * PITCH), neg(load(before + normal * PITCH)), gravity)
  const wallBehind = wallPush(load(behind + DEPTH * PITCH), load(behind + normal * PITCH), gravity)
  store(flux, mul(open, load(flux)))
  store(flux + BEFORE * PITCH,
    add(mul(shareBefore, load(flux + BEFORE * PITCH)), mul(sub(one, shareBefore), wallBefore)))
  store(flux + BEHIND * PITCH,
    add(mul(shareBehind, load(flux + BEHIND * PITCH)), mul(sub(one, shareBehind), wallBehind)))
}

/** Flux through the face of an edge cell where it is a wall or a given discharge. `at` the flux; `rim` the cell's own rim there; `inside`: which side of the face the cell is. */
function edgeFlux(pass: ShallowPass, edge: Field, cell: i32, flux: usize, rimLine: usize, i: i32, normal: usize, side: f32): void {
  const kind = kindOf(edge, cell)
  const inside = side > 0 ? BEHIND : BEFORE
  const d = at(rimLine + DEPTH * PITCH, i), u = side * at(rimLine + normal * PITCH, i)
  const to = flux + (<usize>i << 2)
  if (kind == WALL) {
    f32.store(to, 0)
    f32.store(to + inside * PITCH, wallPushOne(d, u, pass.gravity))
  } else if (kind == FLUX) {
    const q = inwardOf(edge, cell)
    // At least as deep as critical flow, so that a river can enter over dry ground.
    const critical = criticalDepth(q, pass.gravity)
    const deep = max(d, critical)
    const pressure = <f32>0.5 * pass.gravity * (deep - d) * (deep + d)
    f32.store(to, side * q)
    f32.store(to + inside * PITCH, deep > 0 ? q * q / deep + pressure : 0)
  }
}

/** (q²/g)^(1/3). */
@inline function criticalDepth(q: f32, gravity: f32): f32 {
  const cube = q * q / gravity
  if (cube <= f32.MIN_NORMAL_VALUE) return 0
  const inverse = f32x4.extract_lane(inverseCubeRoot(splat(cube)), 0)
  return cube * inverse * inverse
}

/** Fluxes along x in a row: flux i is that between columns i and i + 1. */
@inline function fluxesX(pass: ShallowPass, scratch: usize, row: i32, inside: i32, c0: i32, c1: i32, solids: bool): void {
  const right = lineOf(scratch, RIM_RIGHT), left = lineOf(scratch, RIM_LEFT)
  const flux = lineOf(scratch, FLUX_X + 4 * third(row))
  const gravity = splat(pass.gravity)
  const matte = lineOf(scratch, OPENNESS + third(row))
  for (let i = -4; i < c1 - c0 + 4; i += 4) {
    const x = <usize>i << 2
    faceFlux(right + x, left + x + 4, flux + x, PITCH, ACROSS, ALONG, gravity)
    if (solids) narrow(flux + x, right + x, left + x + 4, ACROSS, load(matte + x), load(matte + x + 4), gravity)
  }
  const nx = pass.depth.nx
  if (c0 == 0) edgeFluxX(pass, pass.xBefore, inside, flux, left, -1, 0, 1)
  if (c1 == nx) edgeFluxX(pass, pass.xAfter, inside, flux, right, nx - 1 - c0, nx - 1 - c0, -1)
}

/** The flux of an x edge: `face` its place in the fluxes, `i` that of the edge cell. */
function edgeFluxX(pass: ShallowPass, edge: Field, cell: i32, flux: usize, rimLine: usize, face: i32, i: i32, side: f32): void {
  edgeFlux(pass, edge, cell, flux + (<usize>(face - i) << 2), rimLine, i, ACROSS, side)
}

/** Fluxes along z through the faces between a row and the one before it. */
@inline function fluxesZ(pass: ShallowPass, scratch: usize, row: i32, c0: i32, c1: i32, solids: bool): void {
  const before = lineOf(scratch, RIM_DOWN + 4 * <usize>((row - 1) & 1)), behind = lineOf(scratch, RIM_UP)
  const flux = lineOf(scratch, FLUX_Z + 4 * third(row))
  const gravity = splat(pass.gravity)
  const nz = pass.depth.nz
  const matteBefore = lineOf(scratch, OPENNESS + third(row - 1)), matteBehind = lineOf(scratch, OPENNESS + third(row))
  for (let i = -4; i < c1 - c0 + 4; i += 4) {
    const x = <usize>i << 2
    faceFlux(before + x, behind + x, flux + x, PITCH, ALONG, ACROSS, gravity)
    if (solids) narrow(flux + x, before + x, behind + x, ALONG, load(matteBefore + x), load(matteBehind + x), gravity)
  }
  const nx = pass.depth.nx
  const edge = row == 0 ? pass.zBefore : pass.zAfter
  if ((row == 0 || row == nz) && kindOf(edge, 0) != JOINED)
    for (let i = -1; i <= c1 - c0; i++) {
      const cell = insideColumn(pass, c0 + i)
      if (row == 0) edgeFlux(pass, edge, cell, flux, behind, i, ALONG, 1)
      else edgeFlux(pass, edge, cell, flux, before, i, ALONG, -1)
    }
}

/** The row of the fields that a row beyond an edge is or stands for. */
function insideOf(pass: ShallowPass, row: i32): i32 {
  const nz = pass.depth.nz
  if (row >= 0 && row < nz) return row
  const joined = kindOf(pass.zBefore, 0) == JOINED
  return joined ? foldIndex(row, nz, PERIODIC, PERIODIC) : foldIndex(row, nz, REFLECT, REFLECT)
}

/** The same for columns. */
@inline function insideColumn(pass: ShallowPass, column: i32): i32 {
  const nx = pass.depth.nx
  if (column >= 0 && column < nx) return column
  const kind = kindOf(pass.xBefore, 0) == JOINED ? PERIODIC : REFLECT
  return foldIndex(column, nx, kind, kind)
}

/** theta of a row: how much of what its columns would give away they have. Beyond the edges there is always enough. */
@inline function drain(pass: ShallowPass, scratch: usize, row: i32, c0: i32, c1: i32, ratio: f32, solids: bool): void {
  const theta = lineOf(scratch, THETA + third(row))
  const nx = pass.depth.nx, nz = pass.depth.nz
  const one = splat(1), zero = splat(0)
  const count = c1 - c0
  if ((row < 0 || row >= nz) && kindOf(row < 0 ? pass.zBefore : pass.zAfter, 0) != JOINED) {
    for (let i = -4; i < count + 4; i += 4) store(theta + (<usize>i << 2), one)
    return
  }
  const depth = lineOf(scratch, PRIMITIVES + 4 * third(row) + DEPTH)
  const x1 = lineOf(scratch, FLUX_X + 4 * third(row))
  const z0 = lineOf(scratch, FLUX_Z + 4 * third(row)), z1 = lineOf(scratch, FLUX_Z + 4 * third(row + 1))
  const matte = lineOf(scratch, OPENNESS + third(row))
  for (let i = -4; i < count + 4; i += 4) {
    const x = <usize>i << 2
    const out = add(
      sub(most(zero, load(x1 + x)), least(zero, load(x1 + x - 4))),
      sub(most(zero, load(z1 + x)), least(zero, load(z0 + x))),
    )
    const has = solids ? mul(load(depth + x), load(matte + x)) : load(depth + x)
    store(theta + x, least(one, div(has, most(mul(splat(ratio), out), splat(f32.MIN_NORMAL_VALUE)))))
  }
  if (c0 == 0 && kindOf(pass.xBefore, insideOf(pass, row)) != JOINED) put(theta, -1, 1)
  if (c1 == nx && kindOf(pass.xAfter, insideOf(pass, row)) != JOINED) put(theta, count, 1)
}

/** What rounding left of the sum of two numbers, exactly (Knuth). */
@inline function leftOf(sum: v128, a: v128, b: v128): v128 {
  const part = sub(sum, a)
  return add(sub(a, sub(sum, part)), sub(b, part))
}

/** Depth and discharge of a row after the substep. Returns nothing; writes its largest wave speed. */
@inline function update(pass: ShallowPass, scratch: usize, row: i32, c0: i32, c1: i32, dt: f32, solids: bool): void {
  const x0 = <usize>c0 << 2
  const fx = lineOf(scratch, FLUX_X + 4 * third(row))
  const fz0 = lineOf(scratch, FLUX_Z + 4 * third(row)), fz1 = lineOf(scratch, FLUX_Z + 4 * third(row + 1))
  const theta = lineOf(scratch, THETA + third(row))
  const thetaUp = lineOf(scratch, THETA + third(row - 1)), thetaDown = lineOf(scratch, THETA + third(row + 1))
  const pullX = lineOf(scratch, PULL_X + third(row)), pullZ = lineOf(scratch, PULL_Z + third(row))
  const depth = pass.depth.row(row) + x0, residue = pass.residue.row(row) + x0
  const qx = pass.qx.row(row) + x0, qz = pass.qz.row(row) + x0
  const newDepth = pass.newDepth.row(row) + x0, newResidue = pass.newResidue.row(row) + x0
  const newQx = pass.newQx.row(row) + x0, newQz = pass.newQz.row(row) + x0
  const matte = pass.matte.row(row) + x0
  const count = c1 - c0
  const zero = splat(0), ratio = splat(dt / pass.cellSize), dry = splat(pass.dry), gravity = splat(pass.gravity)
  const friction = splat(pass.friction * dt), rough = pass.friction > 0
  const alongX = splat(pass.alongX), alongZ = splat(pass.alongZ)
  let fastest = zero
  for (let i = 0; i < count; i += 4) {
    const x = <usize>i << 2
    // Each flux times theta of the column that it leaves.
    const mLeft = load(fx + x - 4), mRight = load(fx + x), mUp = load(fz0 + x), mDown = load(fz1 + x)
    const t = load(theta + x)
    const tLeft = choose(above(mLeft, zero), load(theta + x - 4), t), tRight = choose(above(mRight, zero), t, load(theta + x + 4))
    const tUp = choose(above(mUp, zero), load(thetaUp + x), t), tDown = choose(above(mDown, zero), t, load(thetaDown + x))
    const inLeft = mul(tLeft, mLeft), outRight = mul(tRight, mRight), inUp = mul(tUp, mUp), outDown = mul(tDown, mDown)
    const m = solids ? load(matte + x) : zero
    const scale = solids ? choose(above(m, zero), div(ratio, m), zero) : ratio
    const d0 = load(depth + x)
    // Sums with what rounding leaves of them: through a river far more water runs than is in it. A debt stays in the residue
    // until water comes.
    const netX = sub(inLeft, outRight), netZ = sub(inUp, outDown), net = add(netX, netZ)
    const lost = add(leftOf(net, netX, netZ), add(leftOf(netX, inLeft, neg(outRight)), leftOf(netZ, inUp, neg(outDown))))
    const y = add(mul(scale, net), add(load(residue + x), mul(scale, lost)))
    const sum = add(d0, y)
    const d = most(zero, sum)
    const kept = add(leftOf(sum, d0, y), sub(sum, d))
    let px = sub(
      sub(mul(tLeft, load(fx + BEHIND * PITCH + x - 4)), mul(tRight, load(fx + BEFORE * PITCH + x))),
      load(pullX + x),
    )
    let pz = sub(
      sub(mul(tUp, load(fz0 + BEHIND * PITCH + x)), mul(tDown, load(fz1 + BEFORE * PITCH + x))),
      load(pullZ + x),
    )
    let sx = sub(mul(inUp, load(fz0 + CARRIED * PITCH + x)), mul(outDown, load(fz1 + CARRIED * PITCH + x)))
    let sz = sub(mul(inLeft, load(fx + CARRIED * PITCH + x - 4)), mul(outRight, load(fx + CARRIED * PITCH + x)))
    let gainX = add(mul(ratio, px), mul(scale, sx)), gainZ = add(mul(ratio, pz), mul(scale, sz))
    let u = velocity(add(load(qx + x), gainX), d, dry), v = velocity(add(load(qz + x), gainZ), d, dry)
    if (rough) {
      const speed = root(add(mul(u, u), mul(v, v)))
      const inverse = inverseCubeRoot(most(d, dry))
      const inverse2 = mul(inverse, inverse)
      const slow = div(splat(1), add(splat(1), mul(mul(friction, speed), mul(inverse2, inverse2))))
      u = mul(slow, u)
      v = mul(slow, v)
    }
    if (i + 4 > count) {
      // Columns of the last four that are beyond the edge.
      const real = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(count - i))
      u = where(real, u)
      v = where(real, v)
    }
    const c = root(mul(gravity, d))
    const speed = add(mul(alongX, add(magnitude(u), c)), mul(alongZ, add(magnitude(v), c)))
    fastest = most(fastest, i + 4 > count ? where(i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(count - i)), speed) : speed)
    store(newDepth + x, d)
    store(newResidue + x, kept)
    store(newQx + x, mul(d, u))
    store(newQz + x, mul(d, v))
  }
  const record = pass.rows.row(row)
  const speed = max(
    max(f32x4.extract_lane(fastest, 0), f32x4.extract_lane(fastest, 1)),
    max(f32x4.extract_lane(fastest, 2), f32x4.extract_lane(fastest, 3)),
  )
  f64.store(record, c0 == 0 ? <f64>speed : max(f64.load(record), <f64>speed))
  f64.store(record + 8, f64.load(record + 8) + throughEdges(pass, scratch, row, c0, c1, dt / pass.cellSize))
}

/** What came into a row of the block through edges [m of one cell]. */
function throughEdges(pass: ShallowPass, scratch: usize, row: i32, c0: i32, c1: i32, ratio: f32): f64 {
  const fx = lineOf(scratch, FLUX_X + 4 * third(row))
  const theta = lineOf(scratch, THETA + third(row))
  const nx = pass.depth.nx, nz = pass.depth.nz
  let sum: f64 = 0
  if (c0 == 0 && kindOf(pass.xBefore, row) != JOINED) sum += entering(at(fx, -1), at(theta, 0), ratio)
  if (c1 == nx && kindOf(pass.xAfter, row) != JOINED) sum += entering(-at(fx, nx - 1 - c0), at(theta, nx - 1 - c0), ratio)
  if (row == 0 && kindOf(pass.zBefore, 0) != JOINED) {
    const fz = lineOf(scratch, FLUX_Z + 4 * third(row))
    for (let i = 0; i < c1 - c0; i++) sum += entering(at(fz, i), at(theta, i), ratio)
  }
  if (row == nz - 1 && kindOf(pass.zAfter, 0) != JOINED) {
    const fz = lineOf(scratch, FLUX_Z + 4 * third(row + 1))
    for (let i = 0; i < c1 - c0; i++) sum += entering(-at(fz, i), at(theta, i), ratio)
  }
  return sum
}

/** Exactly what the update has of it: the flux is a float, its product with the ratio need not be. */
@inline function entering(inward: f32, theta: f32, ratio: f32): f64 {
  return <f64>(inward < 0 ? theta * inward : inward) * <f64>ratio
}

@inline function sweep(pass: ShallowPass, begin: i32, end: i32, thread: i32, solids: bool): void {
  const scratch = pass.scratch.row(thread)
  const dt = <f32>f64.load(pass.clock.origin)
  const nx = pass.depth.nx
  for (let c0 = 0, c1 = 0; c0 < nx; c0 = c1) {
    c1 = min(nx, c0 + BLOCK)
    // No block ends within three columns of the edge, so that only the last has to know what lies beyond.
    if (c1 < nx && nx - c1 < 4) c1 -= 4
    // Bit k: whether row - k + 1 is wet. Where nothing is wet nothing has to be computed.
    let wet = <i32>primitives(pass, scratch, begin - 3, c0, c1, solids)
    wet = wet << 1 | <i32>primitives(pass, scratch, begin - 2, c0, c1, solids)
    for (let row = begin - 2; row <= end + 1; row++) {
      wet = wet << 1 | <i32>primitives(pass, scratch, row + 1, c0, c1, solids)
      if (wet & 0b111) rims(pass, scratch, row, c1 - c0, <f32>0.5 * dt, solids)
      if (wet & 0b010) fluxesX(pass, scratch, row, insideOf(pass, row), c0, c1, solids)
      else noFluxes(lineOf(scratch, FLUX_X + 4 * third(row)), c1 - c0)
      if (row > begin - 2) {
        if (wet & 0b110) fluxesZ(pass, scratch, row, c0, c1, solids)
        else noFluxes(lineOf(scratch, FLUX_Z + 4 * third(row)), c1 - c0)
      }
      if (row > begin - 1) drain(pass, scratch, row - 1, c0, c1, dt / pass.cellSize, solids)
      if (row - 2 >= begin) {
        if (wet & 0b11100) update(pass, scratch, row - 2, c0, c1, dt, solids)
        else stayDry(pass, row - 2, c0, c1)
      }
    }
  }
}

/** Fluxes of a row where there is nothing to flow. */
@inline function noFluxes(flux: usize, count: i32): void {
  const zero = splat(0)
  for (let k: usize = 0; k < 4; k++)
    for (let i = -4; i < count + 4; i += 4) store(flux + k * PITCH + (<usize>i << 2), zero)
}

/** A row of the block that is dry and has no water beside it. */
function stayDry(pass: ShallowPass, row: i32, c0: i32, c1: i32): void {
  const zero = splat(0)
  for (let i = c0; i < c1; i += 4) {
    const x = <usize>i << 2
    store(pass.newDepth.row(row) + x, zero)
    store(pass.newResidue.row(row) + x, load(pass.residue.row(row) + x))
    store(pass.newQx.row(row) + x, zero)
    store(pass.newQz.row(row) + x, zero)
  }
  if (c0 == 0) f64.store(pass.rows.row(row), 0)
}

/** Postcondition: the second set of fields holds the water after a substep. */
export function shallowStep(pass: ShallowPass, begin: i32, end: i32, thread: i32): void {
  sweep(pass, begin, end, thread, false)
}

/** The same among solids. */
export function shallowStepMatte(pass: ShallowPass, begin: i32, end: i32, thread: i32): void {
  sweep(pass, begin, end, thread, true)
}
