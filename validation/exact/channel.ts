/**
 * Steady flow in a wide channel with Manning's friction, slope of the head Sf = n² q²/d^(10/3).
 *
 * Uniform: the ground falls as fast as friction takes, d = (n q/sqrt(S))^(3/5), the normal depth.
 *
 * Not uniform: I. MacDonald, M. J. Baines, N. K. Nichols and P. G. Samuels, "Analytic benchmark solutions for open-channel
 * flows", Journal of Hydraulic Engineering 123 (1997), turn the problem round. Choose the depth, and
 *
 *     d/dx (q²/d + g d²/2) = -g d (bed' + Sf)   or   bed' = (q²/(g d³) - 1) d' - n² q²/d^(10/3)
 *
 * says over which ground it is steady.
 */
import { type Flow, G } from './flow.js'

export interface Friction {
  /** Discharge per width q, towards x+ [m²/s]. */
  readonly discharge: number
  /** Manning's n [s/m^(1/3)]. */
  readonly manning: number
}

/** Depth of uniform flow down a slope [m]; the slope is the fall per length, no unit. */
export function normalDepth({ discharge, manning }: Friction, slope: number): number {
  return ((manning * discharge) / Math.sqrt(slope)) ** 0.6
}

export interface Channel {
  /** Elevation of the ground [m], 0 at x = 0. */
  bed(x: number): number
  at(x: number): Flow
}

/** The channel in which that depth [m] is steady; `rise` is its derivative along x, no unit. */
export function channelOf(
  depth: (x: number) => number,
  rise: (x: number) => number,
  { discharge: q, manning: n }: Friction,
  g = G,
): Channel {
  const slope = (x: number) => {
    const d = depth(x)
    return ((q * q) / (g * d ** 3) - 1) * rise(x) - (n * n * q * q) / d ** (10 / 3)
  }
  return {
    bed: (x) => integral(slope, 0, x),
    at: (x) => ({ depth: depth(x), u: q / depth(x), w: 0 }),
  }
}

/** Gauss's rule of five points on 200 pieces: exact to rounding for ground as smooth as this. */
function integral(f: (x: number) => number, from: number, to: number): number {
  const pieces = 200
  const half = (to - from) / pieces / 2
  let sum = 0
  for (let piece = 0; piece < pieces; piece++) {
    const middle = from + (2 * piece + 1) * half
    for (const [node, weight] of GAUSS) sum += weight * (f(middle - node * half) + f(middle + node * half))
  }
  return half * sum
}

/** Nodes 0, ± and weights of Gauss's five points; the middle one is met twice, so it has half its weight. */
const GAUSS = [
  [0, 64 / 225],
  [Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, (322 + 13 * Math.sqrt(70)) / 900],
  [Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3, (322 - 13 * Math.sqrt(70)) / 900],
] as const
