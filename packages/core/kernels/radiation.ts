// Open edges: Higdon's condition of second order (Math. Comp. 47, 1986), the product of two one-way wave equations,
//
//   (d/dt + c d/dn) (d/dt + (c / cos a) d/dn + e) phi = 0,
//
// which lets waves through that come head on and at the angle a. Each factor is discretised by a box of two cells and
// two times, so the product links the ghost beyond the edge with its two nearest cells at three times. Nothing couples
// neighbours along the edge, so corners need no care. The small rate e lets a level above the rest level run out: without
// it the product accepts a potential that falls for ever.
//
// The new ghost is a sum of eight terms. Six are known before the potential is kicked (`before`), two after.
// What a row remembers from one substep ago lies in its own padding; a halo row has three rows of a field for it.
//
// With the weights of the first factor alone (the others zero) it is the condition of first order, for scenes with
// solids: see src/solvers/open-edges.ts.

import { Field } from './field'
import { add, at, load, mul, put, splat, store, WIDE } from './wide'

@unmanaged
export class RadiationWeights {
  /** Weights of the nearest and second cell after the kick. */
  firstNew: f32
  secondNew: f32
  /** Weights of ghost, nearest and second cell before the kick. */
  ghostOld: f32
  firstOld: f32
  secondOld: f32
  /** The same a substep earlier. */
  ghostOlder: f32
  firstOlder: f32
  secondOlder: f32
}

/** The weights, kept in the eight cells of a field. */
@inline export function weightsOf(radiation: Field): RadiationWeights {
  return changetype<RadiationWeights>(radiation.origin)
}

/**
 * The part of a ghost column's new value that is known before the kick. Remembers what the next substep will need:
 * `memory` is the index of three floats in the row's padding.
 */
export function columnBefore(weights: RadiationWeights, row: usize, ghost: i32, first: i32, second: i32, memory: i32): f32 {
  const g = at(row, ghost), a = at(row, first), b = at(row, second)
  const part =
    weights.ghostOld * g + weights.firstOld * a + weights.secondOld * b +
    weights.ghostOlder * at(row, memory) + weights.firstOlder * at(row, memory + 1) +
    weights.secondOlder * at(row, memory + 2)
  put(row, memory, g)
  put(row, memory + 1, a)
  put(row, memory + 2, b)
  return part
}

/** The rest of it, after the kick. */
@inline export function columnAfter(weights: RadiationWeights, row: usize, first: i32, second: i32): f32 {
  return weights.firstNew * at(row, first) + weights.secondNew * at(row, second)
}

/** `columnBefore` for a whole halo row, into the halo row; `memory` has three rows from `slot` on. */
export function rowBefore(
  weights: RadiationWeights, ghost: usize, first: usize, second: usize, memory: Field, slot: i32,
): void {
  const ghostOlder = memory.row(slot), firstOlder = memory.row(slot + 1), secondOlder = memory.row(slot + 2)
  const bytes = <usize>memory.nx << 2
  for (let x: usize = 0; x < bytes; x += WIDE) {
    const g = load(ghost + x), a = load(first + x), b = load(second + x)
    const old = add(add(mul(splat(weights.ghostOld), g), mul(splat(weights.firstOld), a)), mul(splat(weights.secondOld), b))
    const older = add(
      add(mul(splat(weights.ghostOlder), load(ghostOlder + x)), mul(splat(weights.firstOlder), load(firstOlder + x))),
      mul(splat(weights.secondOlder), load(secondOlder + x)),
    )
    store(ghostOlder + x, g)
    store(firstOlder + x, a)
    store(secondOlder + x, b)
    store(ghost + x, add(old, older))
  }
}
