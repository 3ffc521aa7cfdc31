/**
 * Water that swings in a paraboloid: W. C. Thacker, "Some exact solutions to the nonlinear shallow-water wave equations",
 * Journal of Fluid Mechanics 107 (1981).
 *
 *     bed = h0 (r²/a² - 1),   rest level 0: the lake at rest has radius a and depth h0 in the middle.
 *
 * Two motions with a shoreline that moves and a surface that stays simple:
 *
 * - `tilting`: the surface is a plane that goes round, ω = sqrt(2 g h0)/a. All water has one velocity, and the shoreline
 *   is a circle of radius a whose centre runs on a circle of radius σ.
 * - `breathing`: the surface is a paraboloid that rises and sinks, ω = sqrt(8 g h0)/a. With D = 1 - A cos ωt,
 *
 *       depth = h0 (sqrt(1 - A²)/D - (1 - A²) r²/(a² D²)),   radial velocity = ω r A sin ωt/(2 D),
 *
 *   so the shoreline has r² = a² D/sqrt(1 - A²), and A = (a⁴ - r0⁴)/(a⁴ + r0⁴) makes it r0 at the start.
 */
import { DRY, type Flow, G } from './flow.js'

export interface Paraboloid {
  /** Radius of the lake at rest, a [m]. */
  readonly radius: number
  /** Depth in its middle, h0 [m]. */
  readonly depth: number
}

export interface Swing {
  /** Elevation of the ground [m]. */
  bed(x: number, z: number): number
  at(x: number, z: number, t: number): Flow
  /** How far the wet side of the shore reaches towards x+ along z = 0 [m]. */
  shoreline(t: number): number
  /** Angular frequency [rad/s]. */
  readonly omega: number
  /** Period [s]. */
  readonly period: number
}

/** A plane that goes round; `offset` is σ [m], how far the middle of the water is from the middle of the bowl. */
export function tilting({ radius: a, depth: h0 }: Paraboloid, offset: number, g = G): Swing {
  const omega = Math.sqrt(2 * g * h0) / a
  const bed = ground(a, h0)
  return {
    bed,
    at(x, z, t) {
      const cosine = Math.cos(omega * t)
      const sine = Math.sin(omega * t)
      const eta = ((offset * h0) / (a * a)) * (2 * x * cosine + 2 * z * sine - offset)
      const depth = eta - bed(x, z)
      return depth > 0 ? { depth, u: -offset * omega * sine, w: offset * omega * cosine } : DRY
    },
    shoreline(t) {
      const x = offset * Math.cos(omega * t)
      const z = offset * Math.sin(omega * t)
      return x + Math.sqrt(a * a - z * z)
    },
    omega,
    period: (2 * Math.PI) / omega,
  }
}

/** A paraboloid that rises and sinks; `start` is the radius of the water at t = 0, where it is at rest [m]. */
export function breathing({ radius: a, depth: h0 }: Paraboloid, start: number, g = G): Swing {
  const omega = Math.sqrt(8 * g * h0) / a
  const A = (a ** 4 - start ** 4) / (a ** 4 + start ** 4)
  const root = Math.sqrt(1 - A * A)
  const spread = (t: number) => 1 - A * Math.cos(omega * t)
  return {
    bed: ground(a, h0),
    at(x, z, t) {
      const D = spread(t)
      const depth = h0 * (root / D - (root * root * (x * x + z * z)) / (a * a * D * D))
      const rate = (omega * A * Math.sin(omega * t)) / (2 * D)
      return depth > 0 ? { depth, u: rate * x, w: rate * z } : DRY
    },
    shoreline: (t) => a * Math.sqrt(spread(t) / root),
    omega,
    period: (2 * Math.PI) / omega,
  }
}

function ground(a: number, h0: number): Swing['bed'] {
  return (x, z) => h0 * ((x * x + z * z) / (a * a) - 1)
}
