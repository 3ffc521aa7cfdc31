/**
 * Finite differences: derivatives from values at a few points.
 *
 * Source: lecture "Fluid Effects: A Height Field Model", pages P11 to P14.
 *
 *     forward            (f(t + dt) - f(t)) / dt                        error  dt/2 f''      first order
 *     backward           (f(t) - f(t - dt)) / dt                        error -dt/2 f''      first order
 *     central            (f(t + dt) - f(t - dt)) / (2 dt)               error  dt²/6 f'''    second order
 *     second derivative  (f(t + dt) + f(t - dt) - 2 f(t)) / dt²         error  dt²/12 f''''  second order
 *
 * The errors are the first terms of the Taylor series that the formulas leave over. The lecture names the orders of the
 * first three and leaves that of the last open; it applies the central difference twice, with half of the distance, and
 * arrives at the same formula in time (P13) and in space (P14). The slides write dt for either distance; it is `step` here.
 *
 * Misprints on the slides, corrected here:
 *
 * - P12 prints the series of f(t - dt) as f + dt f' + dt²/2 f''. The sign of the odd terms is minus, as on P11. With the
 *   printed sign the two series are equal, their difference is zero, and the central difference of the same page would be
 *   zero for every function.
 * - P14 prints the first of its two differences of pressure as dP/dt at i + 1/2. It is dP/dx, like the second: both divide
 *   by the width of a cell.
 *
 * Known defects, kept as they are on the slides:
 *
 * 1. The slides speak of the error of the formula only. A computer also rounds: f is known to about ε = 1.1e-16 of its
 *    size, so a first derivative is off by up to ε/step and a second one by 4 ε/step². Below a certain step the error
 *    grows again; for sin and the central difference the best step is near (3 ε)^(1/3), about 7e-6.
 * 2. The orders hold for smooth functions. At a kink, a shoreline for instance, all four fall to order zero.
 */

/** A function of one variable. */
type Curve = (t: number) => number

/** f'(t) from the value in front, first order: P11. */
export function forwardDifference(f: Curve, t: number, step: number): number {
  return (f(t + step) - f(t)) / step
}

/** f'(t) from the value behind, first order: P11. */
export function backwardDifference(f: Curve, t: number, step: number): number {
  return (f(t) - f(t - step)) / step
}

/** f'(t) from both values, second order: P12. */
export function centralDifference(f: Curve, t: number, step: number): number {
  return (f(t + step) - f(t - step)) / (2 * step)
}

/** f''(t) from the central differences half a step in front and behind, second order: P13 and P14. */
export function secondDifference(f: Curve, t: number, step: number): number {
  const inFront = (f(t + step) - f(t)) / step
  const behind = (f(t) - f(t - step)) / step
  return (inFront - behind) / step
}

/**
 * f(t + step) by the first three terms of its series, or f(t - step) by the series that P12 prints for it.
 *
 * @param derivatives f, f' and f'' at t.
 * @param sign Sign of the odd term: P11 has -1 for f(t - step), P12 prints +1.
 */
export function taylor([f, f1, f2]: readonly [number, number, number], step: number, sign: 1 | -1): number {
  return f + sign * step * f1 + ((step * step) / 2) * f2
}
