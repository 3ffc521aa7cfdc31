// Shallow water over terrain: one substep (src/solvers/terrain/shallow-water.ts has the equations and the references).
//
// Finite volumes by the MUSCL-Hancock scheme, unsplit:
//
//   primitives   eta = d + bed, u = q/d                                       rows j-1, j, j+1
//   slopes       of eta, u, v and the bed, limited (monotonised central); the slope of d follows. Thin water over steps of the bed:
//                shallow-thin-water.ts
//   half a step  of the equations in every column, with its own slopes
//   faces        states of each column at its four faces (shallow-face-states.ts); fluxes through the faces (riemann.ts)
//   theta        limiter: a column gives no more water than it has; every flux is multiplied by theta of its upstream column
//   update       d, q from the fluxes; friction; the largest wave speed for the next substep
//
// Intermediate rows stay in scratch of the thread, in the second-level cache, until the neighbouring rows are available. Fields are
// read once and written once, into a second set, so that no thread reads values that another writes. A thread works on blocks of
// columns; three columns and rows of the neighbouring blocks are computed twice.

import { Field } from '../abi/field'
import { insideOf, primitives } from './shallow-columns'
import { fluxesX, fluxesZ, noFluxes } from './shallow-fluxes'
import { anySurfaceSlopes, deepFaceStates, deepSurfaceSlopes, faceStates, surfaceSlopesAmongSolids } from './shallow-face-states'
import { limitOutflow } from './shallow-outflow'
import { BLOCK, FLUX_X, FLUX_Z, lineOf, third } from './shallow-scratch'
import { updateAmongSolids, updateFree, updateLimited } from './shallow-update'
import { load, splat, store } from '../abi/simd'

/** Results of a row after a substep. */
@unmanaged
export class ShallowRow {
  /** The largest wave speed [m/s]. */
  speed: f64
  /** Water that has entered through edges so far [m of one cell]. */
  entered: f64
}

@unmanaged
export class ShallowPass {
  /** Depth [m], its compensation term, and discharge per width [m²/s], before the substep. */
  depth: Field
  depthError: Field
  qx: Field
  qz: Field
  /** The same after it. */
  newDepth: Field
  newDepthError: Field
  newQx: Field
  newQz: Field
  /** Elevation of the terrain [m]. */
  bed: Field
  /** Openness of each cell; only read by the kernel among solids. */
  openness: Field
  /** Boundary data beyond the edges (boundary-data.ts). */
  xBefore: Field
  xAfter: Field
  zBefore: Field
  zAfter: Field
  /** A double: length of the substep [s]. */
  clock: Field
  /** ShallowRow of each row. */
  rows: Field
  /** A row of bytes for each thread. */
  scratch: Field
  gravity: f32
  /** g n² of Manning's friction. */
  friction: f32
  /** Depth below which the velocity is reduced [m]. */
  dry: f32
  cellSize: f32
  /** 1 if water can move along the axis, else 0. */
  alongX: f32
  alongZ: f32
}

@inline function sweep(pass: ShallowPass, begin: i32, end: i32, thread: i32, solids: bool): void {
  const scratch = pass.scratch.row(thread)
  const dt = <f32>f64.load(pass.clock.origin)
  const nx = pass.depth.nx
  for (let c0 = 0, c1 = 0; c0 < nx; c0 = c1) {
    c1 = min(nx, c0 + BLOCK)
    // No block ends within three columns of the edge, so that only the last block needs the boundary data beyond it.
    if (c1 < nx && nx - c1 < 4) c1 -= 4
    // Bit k: whether row - k + 1 is wet. Dry rows without wet neighbours are skipped.
    let wet = <i32>primitives(pass, scratch, begin - 3, c0, c1, solids)
    // Bit k: whether outflow is limited in row - k - 1.
    let limited = 0
    // Whether the last row of the block had no thin water: the next one has none either, most often.
    let deep = true
    wet = wet << 1 | <i32>primitives(pass, scratch, begin - 2, c0, c1, solids)
    for (let row = begin - 2; row <= end + 1; row++) {
      wet = wet << 1 | <i32>primitives(pass, scratch, row + 1, c0, c1, solids)
      if (wet & 0b111) {
        if (!solids && deep) deep = deepSurfaceSlopes(pass, scratch, row, c1 - c0)
        if (!solids && deep) deepFaceStates(pass, scratch, row, c1 - c0, <f32>0.5 * dt)
        else {
          deep = solids ? surfaceSlopesAmongSolids(pass, scratch, row, c1 - c0) : anySurfaceSlopes(pass, scratch, row, c1 - c0)
          faceStates(pass, scratch, row, c1 - c0, <f32>0.5 * dt)
        }
      }
      if (wet & 0b010) fluxesX(pass, scratch, row, insideOf(pass, row), c0, c1, solids)
      else noFluxes(lineOf(scratch, FLUX_X + 4 * third(row)), c1 - c0)
      if (row > begin - 2) {
        if (wet & 0b110) fluxesZ(pass, scratch, row, c0, c1, solids)
        else noFluxes(lineOf(scratch, FLUX_Z + 4 * third(row)), c1 - c0)
      }
      if (row > begin - 1) limited = limited << 1 | <i32>limitOutflow(pass, scratch, row - 1, c0, c1, dt / pass.cellSize, solids)
      if (row - 2 >= begin) {
        if (!(wet & 0b11100)) stayDry(pass, row - 2, c0, c1)
        else if (solids) updateAmongSolids(pass, scratch, row - 2, c0, c1, dt)
        else if (limited & 0b111) updateLimited(pass, scratch, row - 2, c0, c1, dt)
        else updateFree(pass, scratch, row - 2, c0, c1, dt)
      }
    }
  }
}

/** Copies a row of the block that is dry and has no water next to it. */
function stayDry(pass: ShallowPass, row: i32, c0: i32, c1: i32): void {
  const zero = splat(0)
  for (let i = c0; i < c1; i += 4) {
    const x = <usize>i << 2
    store(pass.newDepth.row(row) + x, zero)
    store(pass.newDepthError.row(row) + x, load(pass.depthError.row(row) + x))
    store(pass.newQx.row(row) + x, zero)
    store(pass.newQz.row(row) + x, zero)
  }
  if (c0 == 0) changetype<ShallowRow>(pass.rows.row(row)).speed = 0
}

/** Postcondition: the second set of fields holds the water after a substep. */
export function shallowStep(pass: ShallowPass, begin: i32, end: i32, thread: i32): void {
  sweep(pass, begin, end, thread, false)
}

/** The same among solids. */
export function shallowStepAmongSolids(pass: ShallowPass, begin: i32, end: i32, thread: i32): void {
  sweep(pass, begin, end, thread, true)
}
