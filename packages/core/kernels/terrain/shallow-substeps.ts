// Substeps of shallow water. The step's time is divided by the fastest wave, which changes from substep to substep. Several steps may follow
// each other, with the substeps that each of them would have alone.

import { Field } from '../abi/field'
import { ShallowRow } from './shallow-water'

/** The course of the substeps. */
@unmanaged
export class ShallowSubsteps {
  /** Not zero: there is no further substep. */
  halt: f64
  /** Time that is left [s]. Not zero at the end: the step needs more substeps than it may have. */
  left: f64
  /** Substeps of the step so far. */
  count: f64
  /** Largest wave speed in cells that were changed from outside the kernels [m/s]. */
  changedSpeed: f64
  /** Distance that the fastest wave may travel in a substep [m]. */
  reach: f64
  /** Steps that are to follow this one, and their length [s]. */
  following: f64
  timeStep: f64
}

@unmanaged
export class ChooseSubstepPass {
  /** ShallowSubsteps. */
  substeps: Field
  /** ShallowRow of each row. */
  rows: Field
  /** A double: receives the length of the substep [s]. */
  clock: Field
  /** A double: receives `isHome`. */
  home: Field
  /** 1 if the water is in the first set of fields now, else 0. */
  isHome: i32
  /** Most substeps of a step by the waves at its beginning. A step that comes to need twice as many has no end. */
  most: i32
}

/** Postcondition: `clock` is the length of the next substep, or `halt` is set. The pass has one row, so that exactly one thread executes it. */
export function chooseSubstep(pass: ChooseSubstepPass, begin: i32, end: i32): void {
  if (begin == end) return
  const substeps = changetype<ShallowSubsteps>(pass.substeps.origin)
  f64.store(pass.home.origin, <f64>pass.isHome)
  substeps.halt = 1
  const begins = substeps.left == 0 && substeps.following > 0
  const left = begins ? substeps.timeStep : substeps.left
  if (!(left > 0)) return
  let fastest = substeps.changedSpeed
  for (let j = 0; j < pass.rows.nz; j++) fastest = max(fastest, changetype<ShallowRow>(pass.rows.row(j)).speed)
  const count = max<f64>(1, ceil(left * fastest / substeps.reach))
  if (begins) {
    // The caller refuses a step with too many substeps before the water moves.
    if (!(count <= <f64>pass.most)) return
    substeps.following = substeps.following - 1
    substeps.left = left
    substeps.count = 0
  }
  // Waves of infinite speed would make the step endless.
  substeps.count = substeps.count + 1
  if (substeps.count + count > <f64>(2 * pass.most)) return
  const dt = left / count
  f64.store(pass.clock.origin, dt)
  substeps.left = count > 1 ? left - dt : 0
  substeps.changedSpeed = 0
  substeps.halt = 0
}
