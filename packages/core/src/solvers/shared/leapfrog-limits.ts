// Damping and stability limit of the solvers that kick a potential and drift an elevation.

import { SceneError } from '../../scene/parse/error.js'
import { MOST_SUBSTEPS } from './limits.js'

/** Fraction of the stability limit that is used: at the limit itself the shortest wave grows linearly. */
export const SAFETY = 0.98

/**
 * Damping factor of phi in a substep. If each step multiplies the momentum of an oscillator by `keep`, its amplitude is multiplied by
 * sqrt(keep). An amplitude of exp(-damping dt) therefore needs exp(-2 damping dt), of which this is the rational approximation. It is a
 * divisor and never 0.
 */
export function keepOf(damping: number, dt: number): number {
  return (1 - damping * dt) / (1 + damping * dt) || Number.EPSILON
}

/** Diffusivity D of phi alone by which waves decay at 2 nu k² (Lamb, Hydrodynamics, §348): the amplitude decays at half of D k². */
export function smoothingOf(viscosity: number): number {
  return 4 * viscosity
}

/** Smallest number of substeps whose length [s] is stable. `advice`: the end of the error message for a scene without one. */
export function minimumSubsteps(timeStep: number, stable: (dt: number) => boolean, advice: string): number {
  let substeps = 1
  while (!stable(timeStep / substeps)) {
    substeps = substeps < 64 ? substeps + 1 : Math.ceil(substeps * 1.05)
    if (substeps > MOST_SUBSTEPS)
      throw SceneError.at(
        ['timeStep'],
        `a step of ${timeStep} s would need more than ${MOST_SUBSTEPS} substeps to be stable; ${advice}`,
      )
  }
  return substeps
}
