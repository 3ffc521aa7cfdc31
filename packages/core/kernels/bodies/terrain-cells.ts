// The cells under and around bodies, in water over terrain (src/solvers/terrain/terrain-coupling.ts). The lists are in the memory of the fields;
// one thread calls these functions between two substeps. All fields of one grid have the same layout. Arithmetic is in doubles.

import { Field } from '../abi/field'
import { at, cellAt, put, rowFor, valueAt } from './cell-list'

/** The cells that have changed since the last settlement: first and last column and row; `right` is -1 if there are none. */
@unmanaged
export class TouchedCells {
  left: i32
  right: i32
  back: i32
  front: i32
}

@inline function touch(touched: TouchedCells, j: i32, left: i32, right: i32): void {
  if (right < left) return
  const isFirst = touched.right < 0
  touched.left = isFirst ? left : min(touched.left, left)
  touched.right = isFirst ? right : max(touched.right, right)
  touched.back = isFirst ? j : min(touched.back, j)
  touched.front = isFirst ? j : max(touched.front, j)
}

/** Fills `levels` with depth + bed, and with -Infinity in solids and on dry ground. */
export function readTerrainLevels(
  depth: Field, bed: Field, openness: Field, dry: f64, cells: usize, first: i32, end: i32, levels: usize,
): void {
  if (!OPEN_WATER) unreachable()
  const nx = depth.nx
  let start = 0, after = -1
  let row: usize = 0, bedRow: usize = 0, openRow: usize = 0
  for (let k = first; k < end; k++) {
    const cell = cellAt(cells, k)
    if (cell >= after || cell < start) {
      const j = cell / nx
      start = j * nx
      after = start + nx
      row = rowFor(depth, j, start)
      bedRow = rowFor(bed, j, start)
      openRow = rowFor(openness, j, start)
    }
    const x = <usize>cell << 2
    const deep = valueAt(row + x)
    const isWet = deep > dry && f32.load(openRow + x) > 0 && deep > 0
    put(levels, k, isWet ? deep + valueAt(bedRow + x) : -Infinity)
  }
}

/** Fills `wetness` with the openness of cells with water; 0 if a cell is dry. */
export function readTerrainWetness(
  depth: Field, openness: Field, dry: f64, cells: usize, first: i32, end: i32, wetness: usize,
): void {
  if (!OPEN_WATER) unreachable()
  const nx = depth.nx
  let start = 0, after = -1
  let row: usize = 0, openRow: usize = 0
  for (let k = first; k < end; k++) {
    const cell = cellAt(cells, k)
    if (cell >= after || cell < start) {
      const j = cell / nx
      start = j * nx
      after = start + nx
      row = rowFor(depth, j, start)
      openRow = rowFor(openness, j, start)
    }
    const x = <usize>cell << 2
    put(wetness, k, valueAt(row + x) > dry ? valueAt(openRow + x) : 0)
  }
}

/** Fills `flowX` and `flowZ`: discharge over depth. `onFaces`: whether discharges are those through the faces ahead of the cells. */
export function readTerrainFlow(
  depth: Field, qx: Field, qz: Field, dry: f64, onFaces: bool, cells: usize, first: i32, end: i32, flowX: usize, flowZ: usize,
): void {
  if (!OPEN_WATER) unreachable()
  const nx = depth.nx
  const stride = <usize>qz.stride
  let start = 0, after = -1, j = 0
  let row: usize = 0, rowX: usize = 0, rowZ: usize = 0
  for (let k = first; k < end; k++) {
    const cell = cellAt(cells, k)
    if (cell >= after || cell < start) {
      j = cell / nx
      start = j * nx
      after = start + nx
      row = rowFor(depth, j, start)
      rowX = rowFor(qx, j, start)
      rowZ = rowFor(qz, j, start)
    }
    const x = <usize>cell << 2
    const deep = valueAt(row + x)
    let u: f64 = 0, w: f64 = 0
    if (!(deep <= dry)) {
      const alongX = valueAt(rowX + x), alongZ = valueAt(rowZ + x)
      const beforeX: f64 = onFaces && cell > start ? valueAt(rowX + x - 4) : 0
      const beforeZ: f64 = onFaces && j > 0 ? valueAt(rowZ + x - stride) : 0
      u = (onFaces ? 0.5 * (beforeX + alongX) : alongX) / deep
      w = (onFaces ? 0.5 * (beforeZ + alongZ) : alongZ) / deep
    }
    put(flowX, k, u)
    put(flowZ, k, w)
  }
}

/**
 * Raises the cells of a list that are from `from` to before `to`: depth with its rounding error, and the surface. Each height becomes the height by
 * which its cell rose. Where discharges are those of cells, water that is removed takes its momentum along; otherwise the rest would speed up.
 */
export function raiseTerrain(
  depth: Field, depthError: Field, eta: Field, openness: Field, qx: Field, qz: Field, onFaces: bool,
  cells: usize, first: i32, end: i32, heights: usize, from: i32, to: i32, touched: TouchedCells,
): void {
  if (!OPEN_WATER) unreachable()
  const nx = depth.nx
  let start = 0, after = -1, least = nx, most = -1
  let row: usize = 0
  const error = depthError.origin - depth.origin, surface = eta.origin - depth.origin, open = openness.origin - depth.origin
  const alongX = qx.origin - depth.origin, alongZ = qz.origin - depth.origin
  for (let k = first; k < end; k++) {
    const cell = cellAt(cells, k)
    if (cell < from || cell >= to) continue
    if (cell >= after || cell < start) {
      touch(touched, start / nx, least, most)
      least = nx
      most = -1
      const j = cell / nx
      start = j * nx
      after = start + nx
      row = rowFor(depth, j, start)
    }
    const here = row + (<usize>cell << 2)
    if (f32.load(here + open) === 0) {
      put(heights, k, 0)
      continue
    }
    const value = at(heights, k)
    const before = valueAt(here) + valueAt(here + error)
    const now = Math.max(before + value, Math.min(before, 0))
    const deep = <f32>Math.max(0, now)
    const rest = <f32>(now - <f64>deep)
    f32.store(here, deep)
    f32.store(here + error, rest)
    if (value < 0 && !onFaces) {
      const share: f64 = before > 0 ? Math.max(0, now) / before : 0
      f32.store(here + alongX, <f32>(valueAt(here + alongX) * share))
      f32.store(here + alongZ, <f32>(valueAt(here + alongZ) * share))
    }
    const rise = <f64>deep + <f64>rest - before
    f32.store(here + surface, <f32>(valueAt(here + surface) + rise))
    put(heights, k, rise)
    least = min(least, cell - start)
    most = max(most, cell - start)
  }
  touch(touched, start / nx, least, most)
}

/** Adds impulses to the sums of their cells, doubles. */
export function pressTerrain(sums: Field, cells: usize, first: i32, end: i32, impulses: usize, touched: TouchedCells): void {
  if (!OPEN_WATER) unreachable()
  const nx = sums.nx
  let start = 0, after = -1, j = 0
  for (let k = first; k < end; k++) {
    const cell = cellAt(cells, k)
    if (cell >= after || cell < start) {
      j = cell / nx
      start = j * nx
      after = start + nx
    }
    put(sums.origin, cell, at(sums.origin, cell) + at(impulses, k))
    touch(touched, j, cell - start, cell - start)
  }
}

/** Adds horizontal momentum to cells with water: `x` and `z` [m/s] times the heights [m]. */
export function dragTerrain(
  depth: Field, qx: Field, qz: Field, dry: f64, cells: usize, first: i32, end: i32, heights: usize, x: f64, z: f64,
  touched: TouchedCells,
): void {
  if (!OPEN_WATER) unreachable()
  const nx = depth.nx
  const alongX = qx.origin - depth.origin, alongZ = qz.origin - depth.origin
  let start = 0, after = -1, j = 0
  let row: usize = 0
  for (let k = first; k < end; k++) {
    const cell = cellAt(cells, k)
    if (cell >= after || cell < start) {
      j = cell / nx
      start = j * nx
      after = start + nx
      row = rowFor(depth, j, start)
    }
    const here = row + (<usize>cell << 2)
    if (valueAt(here) <= dry) continue
    const height = at(heights, k)
    f32.store(here + alongX, <f32>(valueAt(here + alongX) + x * height))
    f32.store(here + alongZ, <f32>(valueAt(here + alongZ) + z * height))
    touch(touched, j, cell - start, cell - start)
  }
}

/** Depth of a cell [m]; 0 if it is dry or solid. */
@inline function flowing(here: usize, open: usize, dry: f64): f64 {
  const deep = valueAt(here)
  return deep > dry && f32.load(here + open) > 0 ? deep : 0
}

/** Depth at the face between two cells [m]; 0 if one of them is dry. */
@inline function between(before: f64, after: f64): f64 { return before > 0 && after > 0 ? 0.5 * (before + after) : 0 }

/** Applies d q/dt = -depth grad (p/ρ) within a box. A wall mirrors the pressure. */
export function applyImpulses(
  sums: Field, depth: Field, openness: Field, qx: Field, qz: Field, cellSize: f64, dry: f64, onFaces: bool,
  left: i32, back: i32, wide: i32, deep: i32,
): void {
  if (!OPEN_WATER) unreachable()
  const nx = depth.nx
  // Cells with a neighbour on either side are done in pairs, if discharges are those of cells.
  const from = max(left, 1), pairs = onFaces ? 0 : max(0, (min(left + wide, nx - 1) - from) >> 1)
  for (let j = back; j < back + deep; j++) {
    if (pairs > 0) applyToPairs(sums, depth, openness, qx, qz, cellSize, dry, from, j, pairs)
    for (let i = left; i < left + wide; i++) {
      if (i == from) i += 2 * pairs
      if (i < left + wide) applyToCell(sums, depth, openness, qx, qz, cellSize, dry, onFaces, i, j)
    }
  }
}

@inline function applyToCell(
  sums: Field, depth: Field, openness: Field, qx: Field, qz: Field, cellSize: f64, dry: f64, onFaces: bool, i: i32, j: i32,
): void {
  const nx = depth.nx, nz = depth.nz
  const open = openness.origin - depth.origin, alongX = qx.origin - depth.origin, alongZ = qz.origin - depth.origin
  const scale = (onFaces ? <f64>1 : <f64>0.5) / cellSize
  const cell = j * nx + i
  const p = at(sums.origin, cell)
  const behindX = onFaces || i === 0 ? p : at(sums.origin, cell - 1)
  const behindZ = onFaces || j === 0 ? p : at(sums.origin, cell - nx)
  const slopeX = scale * (behindX - (i + 1 < nx ? at(sums.origin, cell + 1) : p))
  const slopeZ = scale * (behindZ - (j + 1 < nz ? at(sums.origin, cell + nx) : p))
  if (slopeX === 0 && slopeZ === 0) return
  const here = depth.row(j) + (<usize>i << 2)
  const water = flowing(here, open, dry)
  if (water === 0) return
  const atX = onFaces ? between(water, flowing(here + 4, open, dry)) : water
  const atZ = onFaces ? between(water, flowing(here + <usize>depth.stride, open, dry)) : water
  f32.store(here + alongX, <f32>(valueAt(here + alongX) + slopeX * atX))
  f32.store(here + alongZ, <f32>(valueAt(here + alongZ) + slopeZ * atZ))
}

@inline function pairAt(address: usize): v128 { return f64x2.promote_low_f32x4(v128.load64_zero(address)) }

/** The same for pairs of cells, from column i of row j on, none of them at the left or the right edge. */
function applyToPairs(
  sums: Field, depth: Field, openness: Field, qx: Field, qz: Field, cellSize: f64, dry: f64, i: i32, j: i32, pairs: i32,
): void {
  const nx = depth.nx
  const open = openness.origin - depth.origin, alongX = qx.origin - depth.origin, alongZ = qz.origin - depth.origin
  const zero = f64x2.splat(0), scale = f64x2.splat(0.5 / cellSize), dryDepth = f64x2.splat(dry)
  const row = <usize>nx << 3
  let sum = sums.origin + (<usize>(j * nx + i) << 3)
  const behind: usize = j == 0 ? 0 : row, ahead: usize = j + 1 < depth.nz ? row : 0
  let here = depth.row(j) + (<usize>i << 2)
  const end = here + (<usize>pairs << 3)
  do {
    const slopeX = f64x2.mul(scale, f64x2.sub(v128.load(sum - 8), v128.load(sum, 8)))
    const slopeZ = f64x2.mul(scale, f64x2.sub(v128.load(sum - behind), v128.load(sum + ahead)))
    const slopes = v128.or(f64x2.ne(slopeX, zero), f64x2.ne(slopeZ, zero))
    if (v128.any_true(slopes)) {
      const water = pairAt(here)
      const isWet = v128.and(f64x2.gt(water, dryDepth), f64x2.gt(pairAt(here + open), zero))
      // A cell without a slope or without water keeps its bits, the sign of a zero among them.
      const moves = v128.and(slopes, v128.and(isWet, f64x2.ne(water, zero)))
      const oldX = pairAt(here + alongX), oldZ = pairAt(here + alongZ)
      const newX = v128.bitselect(f64x2.add(oldX, f64x2.mul(slopeX, water)), oldX, moves)
      const newZ = v128.bitselect(f64x2.add(oldZ, f64x2.mul(slopeZ, water)), oldZ, moves)
      v128.store64_lane(here + alongX, f32x4.demote_f64x2_zero(newX), 0)
      v128.store64_lane(here + alongZ, f32x4.demote_f64x2_zero(newZ), 0)
    }
    sum += 16
    here += 8
  } while (here < end)
}

/** Largest |u| + |v| + 2 c of the cells of a box that are deeper than `dry` [m/s], at least `fastest`. */
export function fastestWithin(
  depth: Field, qx: Field, qz: Field, gravity: f64, dry: f64, left: i32, back: i32, wide: i32, deep: i32, fastest: f64,
): f64 {
  if (!OPEN_WATER) unreachable()
  const alongX = qx.origin - depth.origin, alongZ = qz.origin - depth.origin
  const end = <usize>(left + wide) << 2
  let most = f64x2.splat(fastest)
  for (let j = back; j < back + deep; j++) {
    const row = depth.row(j)
    for (let x = <usize>left << 2; x < end; x += 8) {
      const here = row + x
      const water = f64x2.promote_low_f32x4(v128.load64_zero(here))
      const flow = f64x2.add(
        f64x2.abs(f64x2.promote_low_f32x4(v128.load64_zero(here + alongX))),
        f64x2.abs(f64x2.promote_low_f32x4(v128.load64_zero(here + alongZ))),
      )
      const waves = f64x2.mul(f64x2.splat(2), f64x2.sqrt(f64x2.mul(f64x2.splat(gravity), water)))
      const speed = f64x2.add(f64x2.div(flow, water), waves)
      // A cell beyond the box and one without water do not count.
      const isWet = v128.not(f64x2.le(water, f64x2.splat(dry)))
      const counts = x + 8 <= end ? isWet : v128.and(isWet, i64x2(-1, 0))
      most = f64x2.max(most, v128.bitselect(speed, most, counts))
    }
  }
  return max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1))
}
