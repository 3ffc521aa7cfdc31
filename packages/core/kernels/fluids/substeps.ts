// Substeps of explicit advection. Their number follows the fastest flow.

import { Field } from '../abi/field'

/** The substeps of a step. */
@unmanaged
export class FluidSubsteps {
  /** Not zero: all substeps are made. */
  halt: f64
  /** Substeps that are left. */
  left: f64
  /** dt/dx of a substep [s/m]. */
  rate: f64
  /** Length of the step [s] and of a cell [m]. */
  timeStep: f64
  cellSize: f64
  /** Largest Courant number of a substep, summed over the axes. */
  courant: f64
  /** Limit of the divergence over the largest velocity (project.ts). */
  tolerance: f64
}

@unmanaged
export class FluidSubstepsPass {
  /** FluidSubsteps. */
  substeps: Field
  /** A double: the limit of the divergence, from which the largest velocity follows. */
  limit: Field
  /** Number of axes. */
  axes: i32
  /** Most substeps in a step. A faster flow is advected over a part of the step only. */
  most: i32
}

/** Postcondition: number and length of the substeps, by the limit. The pass has one row, so that exactly one thread executes it. */
export function fluidChooseSubsteps(pass: FluidSubstepsPass, begin: i32, end: i32): void {
  if (begin == end) return
  const substeps = changetype<FluidSubsteps>(pass.substeps.origin)
  // The largest velocity bounds all components.
  const speed = <f64>pass.axes * f64.load(pass.limit.origin) / substeps.tolerance
  const count = min<f64>(<f64>pass.most, max<f64>(1, ceil(speed * substeps.timeStep / (substeps.cellSize * substeps.courant))))
  substeps.rate = min(substeps.timeStep / count / substeps.cellSize, speed > 0 ? substeps.courant / speed : Infinity)
  substeps.left = count
  substeps.halt = count > 0 ? 0 : 1
}

/** Postcondition: one substep less is left. The pass has one row. */
export function fluidCountSubstep(pass: FluidSubstepsPass, begin: i32, end: i32): void {
  if (begin == end) return
  const substeps = changetype<FluidSubsteps>(pass.substeps.origin)
  substeps.left = substeps.left - 1
  substeps.halt = substeps.left > 0 ? 0 : 1
}

/** dt/dx of a substep [s/m]. */
@inline export function rateOf(substeps: Field): f32 { return <f32>changetype<FluidSubsteps>(substeps.origin).rate }
