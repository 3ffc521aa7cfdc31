// Boundary data of water over terrain. Each edge is a field whose rows have one value for every edge cell;
// src/solvers/terrain/boundary-data.ts fills them.

import { Field } from '../abi/field'
import { at } from '../abi/simd'

export const WALL: i32 = 0
/** Water at a prescribed level. */
export const LEVEL: i32 = 1
/** Open water: waves leave, and incident waves may enter. */
export const OPEN: i32 = 2
/** A prescribed discharge. */
export const FLUX: i32 = 3
/** Periodic: connected to the opposite edge. */
export const JOINED: i32 = 4

/** Rows of an edge: the kind, a level [m], and a discharge per width [m2/s] or a velocity [m/s], inwards. */
export const enum EdgeRow { kind, level, inward }
export const EDGE_ROWS: i32 = EdgeRow.inward + 1

@inline export function kindOf(edge: Field, cell: i32): i32 { return <i32>at(edge.row(EdgeRow.kind), cell) }
@inline export function levelOf(edge: Field, cell: i32): f32 { return at(edge.row(EdgeRow.level), cell) }
@inline export function inwardOf(edge: Field, cell: i32): f32 { return at(edge.row(EdgeRow.inward), cell) }

/**
 * Depth beyond an edge cell of depth d and inward velocity u over terrain at `bed`, from the Riemann invariants u - 2c, which leaves
 * the domain, and u + 2c, which enters it. If the terrain is above the level outside, the water flows out freely. Beyond open edges
 * flow that is faster than its waves has both invariants from one side: water that leaves faster has those inside, water that enters
 * faster those outside.
 *
 * Written as d plus a difference, so that water at rest at the level outside has a difference of exactly zero.
 */
export function depthBeyond(kind: i32, level: f32, inward: f32, d: f32, u: f32, bed: f32, gravity: f32): f32 {
  const outside = level - bed
  if (kind == LEVEL) return max(<f32>0, outside)
  if (kind != OPEN || outside <= 0) return d
  const c = sqrt(gravity * d), far = sqrt(gravity * outside)
  if (inward >= far) return outside
  if (leavesFast(d, u, c)) return d
  const near = max(<f32>0, <f32>0.5 * (c + far) + <f32>0.25 * (inward - u))
  return max(<f32>0, d + (near - c) * (near + c) / gravity)
}

/** Inward velocity beyond an edge cell, by the same invariants. */
export function velocityBeyond(kind: i32, level: f32, inward: f32, d: f32, u: f32, bed: f32, gravity: f32): f32 {
  const outside = max(<f32>0, level - bed)
  if (kind == FLUX || (kind == OPEN && outside == 0)) return min(u, <f32>0)
  const c = sqrt(gravity * d), far = sqrt(gravity * outside)
  if (kind == LEVEL) return u + 2 * (far - c)
  if (inward >= far) return inward
  return leavesFast(d, u, c) ? u : <f32>0.5 * (u + inward) + (far - c)
}

/** Whether water leaves faster than its waves of speed c. */
@inline function leavesFast(d: f32, u: f32, c: f32): bool { return d > 0 && -u >= c }
