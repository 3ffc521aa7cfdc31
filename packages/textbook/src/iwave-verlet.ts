/**
 * Interactive surface waves with two heights and no potential: the Verlet form of iWave.
 *
 * Source: Jerry Tessendorf, "Simulation of Interactive Surface Waves" (2008), which names Verlet beside leapfrog on the
 * slides "Mass Conserving Surface Equations" and prints leapfrog alone. The program `iwave_paint`, to which the last slide
 * refers (SIGGRAPH course notes of 2004), steps in this form.
 *
 * The potential is eliminated from the equations of `iwave.ts`: d²h/dt² = Λ (S - g h) + dT/dt. The second derivative
 * becomes h(t + dt) - 2 h(t) + h(t - dt) over dt²:
 *
 *     for all cells:  D = sum over the window of W (S - g h)
 *     for all cells:  hNew = 2 h - hOld + dt² D + dt (T - TOld)
 *                     hNew = matte hNew
 *
 * The leapfrog of `iwave.ts` gives the same heights: subtract its height equation at t from the one at t + dt, and the
 * half steps of phi between them add up to dt (S - g h). A run from rest begins with h(-dt) = h(dt), which is
 * h + dt²/2 Λ (S - g h); `iwaveVerletFromRest` sets it.
 *
 * `iwave_paint` adds friction, as a rate alpha [1/s]:
 *
 *     hNew = (h (2 - alpha dt) - hOld + dt² D) / (1 + alpha dt)
 *
 * Known defects, kept:
 *
 * 1. All of `iwave.ts`, by the same weights.
 * 2. The friction has a wrong sign. From h'' + alpha h' = D with the backward-looking difference (hNew - h)/dt for h', the
 *    first factor is 2 + alpha dt. With 2 - alpha dt the step solves h'' + alpha h' + (2 alpha/dt) h = D: each point has a
 *    spring of its own to the rest level. With the program's alpha = 0.3/s and dt = 0.03 s, flat water swings at 4.5 rad/s
 *    by that spring alone. The spring also hides defect 4 of `iwave.ts`, because 2 alpha/dt = 20/s² exceeds the
 *    0.0867 g = 0.85/s² by which stripes would grow.
 * 3. A source of height that is added to hNew in every step, as the program does with its brush, is an acceleration: the
 *    next step takes the gain for a velocity. Here T enters by its change.
 * 4. A fraction of the matte multiplies the height alone, and its predecessor keeps the factor of its own step; the
 *    leapfrog multiplies height and potential. Only mattes of 0 and 1 give the same waves in both forms.
 */

import { type IwaveParameters, verticalDerivative } from './iwave.js'

/** A rectangle of grid points, row-major: cell (i, j) is element `j * nx + i`. */
export interface IwaveVerlet {
  /** Cells along x. */
  nx: number
  /** Cells along z. */
  nz: number
  /** Elevation of the water surface above its rest level [m]. */
  eta: Float64Array
  /** The elevation one step earlier [m]. */
  etaOld: Float64Array
}

export interface IwaveVerletParameters extends IwaveParameters {
  /** Height source T of the step before [m/s]. None if left out. */
  tOld?: Float64Array
  /** Friction of `iwave_paint` [1/s], defect 2. Default 0. */
  alpha?: number
}

/** Sets the earlier heights of water that is at rest now. */
export function iwaveVerletFromRest(water: IwaveVerlet, parameters: IwaveParameters): void {
  const { eta, etaOld } = water
  const push = acceleration(water, parameters)
  for (let cell = 0; cell < eta.length; cell++) etaOld[cell] = eta[cell]! + 0.5 * parameters.dt ** 2 * push[cell]!
}

/** One step of iWave in Verlet's form, in place. The limits are those of `iwaveStep`. */
export function iwaveVerlet(water: IwaveVerlet, parameters: IwaveVerletParameters): void {
  const { eta, etaOld } = water
  const { dt, t, tOld, matte, alpha = 0 } = parameters
  const push = acceleration(water, parameters)

  for (let cell = 0; cell < eta.length; cell++) {
    const here = eta[cell]!
    eta[cell] = (here * (2 - alpha * dt) - etaOld[cell]! + dt * dt * push[cell]!) / (1 + alpha * dt)
    if (t) eta[cell]! += dt * t[cell]!
    if (tOld) eta[cell]! -= dt * tOld[cell]!
    if (matte) eta[cell]! *= matte[cell]!
    etaOld[cell] = here
  }
}

/** Λ (S - g h) by the window, at every cell [m/s²]. */
function acceleration({ nx, nz, eta }: IwaveVerlet, { weights, g, s, edges }: IwaveParameters): Float64Array {
  const force = eta.map((height, cell) => (s ? s[cell]! : 0) - g * height)
  return verticalDerivative(nx, nz, force, weights, edges)
}
