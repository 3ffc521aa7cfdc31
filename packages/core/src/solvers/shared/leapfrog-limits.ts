// What solvers that kick a potential and drift an elevation share: fading, and how long a substep may be.

import { SceneError } from '../../scene/parse/error.js'
import { MOST_SUBSTEPS } from './limits.js'

/** Share of the stability limit that is used: at the limit itself the shortest wave grows linearly. */
export const SAFETY = 0.98

/**
 * What a substep of damping leaves of phi. An oscillator whose momentum is multiplied by `keep` each step loses
 * sqrt(keep) of its amplitude, so exp(-damping dt) asks for exp(-2 damping dt); this is its rational approximation.
 * Never 0, so that it can be divided by.
 */
export function keepOf(damping: number, dt: number): number {
  return (1 - damping * dt) / (1 + damping * dt) || Number.EPSILON
}

/** Diffusivity of phi alone that makes waves fade at 2 nu k² (Lamb, Hydrodynamics, §348): half of D k² shows in the amplitude. */
export function smoothingOf(viscosity: number): number {
  return 4 * viscosity
}

/** Smallest number of substeps whose length [s] is stable. `advice`: what to change in a scene that has none. */
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
