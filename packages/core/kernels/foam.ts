// Foam: how white the water is, 0 to 1. It is made where a surface rises too fast for its depth, as the front of a breaking
// wave or a bore does (Kennedy, Chen, Kirby and Dalrymple, J. Waterway Port Coast. Ocean Eng. 126, 2000), and where water
// shoots faster than its waves; it goes with the water and fades.

import { foldIndex, PERIODIC, REFLECT } from './edges'
import { Field } from './field'
import { at, put } from './wide'

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
  /** What a step leaves of foam, and how much of what is not white it can whiten. */
  keep: f32
  whiten: f32
  /** Depth below which there is none [m]. */
  dry: f32
  /** 1 if the x edges, the z edges are joined. */
  xJoined: i32
  zJoined: i32
}

/** Rise of the surface over the speed of long waves at which breaking begins and is complete. */
const RISE_FROM: f32 = 0.2
const RISE_TO: f32 = 0.5
/** The same for the Froude number. */
const SHOOT_FROM: f32 = 1.0
const SHOOT_TO: f32 = 2.0

/** 0 up to `from`, 1 from `to` on, smooth between. */
@inline function between(value: f32, from: f32, to: f32): f32 {
  const t = min<f32>(1, max<f32>(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** Foam between four cells; column and row in cells. */
@inline function carried(pass: FoamPass, column: f32, row: f32, kindX: i32, kindZ: i32): f32 {
  const nx = pass.foam.nx, nz = pass.foam.nz
  const i = <i32>floor(column), j = <i32>floor(row)
  const s = column - <f32>i, t = row - <f32>j
  const left = foldIndex(i, nx, kindX, kindX), right = foldIndex(i + 1, nx, kindX, kindX)
  const back = pass.foam.row(foldIndex(j, nz, kindZ, kindZ)), front = pass.foam.row(foldIndex(j + 1, nz, kindZ, kindZ))
  const near = at(back, left) + s * (at(back, right) - at(back, left))
  const far = at(front, left) + s * (at(front, right) - at(front, left))
  return near + t * (far - near)
}

/** Postcondition: newFoam is the foam at the end of the step. */
export function foam(pass: FoamPass, begin: i32, end: i32): void {
  const nx = pass.depth.nx
  const kindX = pass.xJoined ? PERIODIC : REFLECT, kindZ = pass.zJoined ? PERIODIC : REFLECT
  const cells = pass.timeStep / pass.cellSize
  // A step is never taken further back than the grid is long.
  const farthest = <f32>min(pass.depth.nx, pass.depth.nz)
  for (let j = begin; j < end; j++) {
    const depth = pass.depth.row(j), qx = pass.qx.row(j), qz = pass.qz.row(j)
    const bed = pass.bed.row(j), eta = pass.eta.row(j), to = pass.newFoam.row(j)
    for (let i = 0; i < nx; i++) {
      const d = at(depth, i)
      if (d <= pass.dry) {
        put(to, i, 0)
        continue
      }
      const u = at(qx, i) / d, v = at(qz, i) / d
      const back = max(-farthest, min(farthest, u * cells)), aside = max(-farthest, min(farthest, v * cells))
      const old = pass.keep * carried(pass, <f32>i - back, <f32>j - aside, kindX, kindZ)
      const c = sqrt(pass.gravity * d)
      const rise = (d + at(bed, i) - at(eta, i)) / pass.timeStep
      const white = max(between(rise / c, RISE_FROM, RISE_TO), between(sqrt(u * u + v * v) / c, SHOOT_FROM, SHOOT_TO))
      put(to, i, old + (1 - old) * pass.whiten * white)
    }
  }
}
