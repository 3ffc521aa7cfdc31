// Foam: coverage of the surface, 0 to 1. It is generated where the surface rises too fast for its depth, as at the front of a breaking
// wave or a bore (Kennedy, Chen, Kirby and Dalrymple, J. Waterway Port Coast. Ocean Eng. 126, 2000), and in supercritical flow,
// which is faster than its waves. It is advected with the water (semi-Lagrangian) and decays.
//
// Threads: `foam` reads `foam` and writes `newFoam`; `foamTaken` copies it back.

import { copyRow, foldIndex, ghostAfter, ghostBefore, PERIODIC, REFLECT } from '../boundary/edges'
import { Field } from '../abi/field'
import {
  greaterThan, abs as magnitude, add, at, and, select, div, LANE, minimum, load, maximum, mul, put, splat, sqrt as root, store, sub, where,
} from '../abi/simd'

@unmanaged
export class FoamPass {
  depth: Field
  qx: Field
  qz: Field
  bed: Field
  /** The surface at the beginning of the step [m]. */
  eta: Field
  foam: Field
  newFoam: Field
  gravity: f32
  /** Length of the step [s]. */
  timeStep: f32
  cellSize: f32
  /** Factor by which foam decays in a step, and the largest part of the uncovered surface that a step can cover. */
  keep: f32
  whiten: f32
  /** Depth below which there is no foam [m]. */
  dry: f32
  /** 1 if the x edges, the z edges are periodic. */
  xJoined: i32
  zJoined: i32
}

/** Velocity of the surface over the speed of long waves at which breaking begins and is complete. */
const RISE_FROM: f32 = 0.2
const RISE_TO: f32 = 0.5
/** Froude number at which foam begins and is complete. */
const SHOOT_FROM: f32 = 1.0
const SHOOT_TO: f32 = 2.0

/** 0 up to `from`, 1 from `to` on, smooth in between. */
@inline function between(value: v128, from: f32, to: f32): v128 {
  const share = mul(sub(value, splat(from)), splat(1 / (to - from)))
  const t = minimum(splat(1), maximum(splat(0), share))
  return mul(mul(t, t), sub(splat(3), add(t, t)))
}

/** Foam at the departure points of four cells, which are less than a cell away, from their row and the two rows next to it. */
@inline function fromBeside(row: usize, up: usize, down: usize, x: usize, alongX: v128, alongZ: v128): v128 {
  const zero = splat(0)
  const here = inRow(row + x, alongX)
  const there = select(greaterThan(alongZ, zero), inRow(up + x, alongX), inRow(down + x, alongX))
  return add(here, mul(magnitude(alongZ), sub(there, here)))
}

@inline function inRow(row: usize, along: v128): v128 {
  const here = load(row)
  const there = select(greaterThan(along, splat(0)), load(row - LANE), load(row + LANE))
  return add(here, mul(magnitude(along), sub(there, here)))
}

/** Foam at one departure point, at any distance; column and row in cells. */
function fromAfar(pass: FoamPass, column: f32, row: f32, kindX: i32, kindZ: i32): f32 {
  const nx = pass.foam.nx, nz = pass.foam.nz
  const i = <i32>floor(column), j = <i32>floor(row)
  const s = column - <f32>i, t = row - <f32>j
  const left = foldIndex(i, nx, kindX, kindX), right = foldIndex(i + 1, nx, kindX, kindX)
  const back = pass.foam.row(foldIndex(j, nz, kindZ, kindZ)), front = pass.foam.row(foldIndex(j + 1, nz, kindZ, kindZ))
  const near = at(back, left) + s * (at(back, right) - at(back, left))
  const far = at(front, left) + s * (at(front, right) - at(front, left))
  return near + t * (far - near)
}

/** Foam at the departure points of four cells, one by one. Distances are limited to the length of the grid. */
function fromAfarFour(pass: FoamPass, i: i32, j: i32, alongX: v128, alongZ: v128, kindX: i32, kindZ: i32): v128 {
  const farthest = splat(<f32>min(pass.foam.nx, pass.foam.nz))
  const back = maximum(f32x4.neg(farthest), minimum(farthest, alongX)), aside = maximum(f32x4.neg(farthest), minimum(farthest, alongZ))
  return f32x4(
    fromAfar(pass, <f32>i - f32x4.extract_lane(back, 0), <f32>j - f32x4.extract_lane(aside, 0), kindX, kindZ),
    fromAfar(pass, <f32>(i + 1) - f32x4.extract_lane(back, 1), <f32>j - f32x4.extract_lane(aside, 1), kindX, kindZ),
    fromAfar(pass, <f32>(i + 2) - f32x4.extract_lane(back, 2), <f32>j - f32x4.extract_lane(aside, 2), kindX, kindZ),
    fromAfar(pass, <f32>(i + 3) - f32x4.extract_lane(back, 3), <f32>j - f32x4.extract_lane(aside, 3), kindX, kindZ),
  )
}

/** Postcondition: newFoam is the foam at the end of the step. */
export function foam(pass: FoamPass, begin: i32, end: i32): void {
  const nx = pass.depth.nx, nz = pass.depth.nz
  const kindX = pass.xJoined ? PERIODIC : REFLECT, kindZ = pass.zJoined ? PERIODIC : REFLECT
  const cells = splat(pass.timeStep / pass.cellSize), rate = splat(1 / pass.timeStep)
  const zero = splat(0), one = splat(1), dry = splat(pass.dry), gravity = splat(pass.gravity)
  for (let j = begin; j < end; j++) {
    const depth = pass.depth.row(j), qx = pass.qx.row(j), qz = pass.qz.row(j)
    const bed = pass.bed.row(j), eta = pass.eta.row(j), to = pass.newFoam.row(j)
    const row = pass.foam.row(j)
    const up = pass.foam.row(foldIndex(j - 1, nz, kindZ, kindZ)), down = pass.foam.row(foldIndex(j + 1, nz, kindZ, kindZ))
    for (let i = 0; i < nx; i += 4) {
      const x = <usize>i << 2
      const d = load(depth + x)
      // Lanes beyond the last column are dry.
      const wet = and(greaterThan(d, dry), i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(nx - i)))
      const perDepth = div(one, maximum(d, dry))
      const u = where(wet, mul(load(qx + x), perDepth)), v = where(wet, mul(load(qz + x), perDepth))
      const alongX = mul(u, cells), alongZ = mul(v, cells)
      const afar = v128.any_true(greaterThan(maximum(magnitude(alongX), magnitude(alongZ)), one))
      const came = afar
        ? fromAfarFour(pass, i, j, alongX, alongZ, kindX, kindZ)
        : fromBeside(row, up, down, x, alongX, alongZ)
      const old = mul(splat(pass.keep), came)
      const perSpeed = div(one, root(mul(gravity, maximum(d, dry))))
      const rise = mul(sub(add(d, load(bed + x)), load(eta + x)), rate)
      const speed = root(add(mul(u, u), mul(v, v)))
      const white = maximum(
        between(mul(rise, perSpeed), RISE_FROM, RISE_TO),
        between(mul(speed, perSpeed), SHOOT_FROM, SHOOT_TO),
      )
      store(to + x, where(wet, add(old, mul(mul(sub(one, old), splat(pass.whiten)), maximum(zero, white)))))
    }
  }
}

/** Postcondition: foam is newFoam, and its ghost columns are filled for the next step. */
export function foamTaken(pass: FoamPass, begin: i32, end: i32): void {
  const nx = pass.foam.nx
  const kind = pass.xJoined ? PERIODIC : REFLECT
  for (let j = begin; j < end; j++) {
    const row = pass.foam.row(j)
    copyRow(row, pass.newFoam.row(j), nx)
    put(row, -1, ghostBefore(kind, row, nx))
    put(row, nx, ghostAfter(kind, row, nx))
  }
}
