/**
 * A dam at x = 0 that is gone at t = 0: still water on flat ground, deep at x < 0, shallow or none at x > 0.
 *
 * Along the fan that runs back into the deep water u + 2c is what it was there, 2 c0, and u - c = x/t, hence
 *
 *     c = (2 c0 - x/t)/3,   u = 2 (c0 + x/t)/3,   c = sqrt(g d).
 *
 * A. Ritter, "Die Fortpflanzung der Wasserwellen", Zeitschrift des VDI 36 (1892): on dry ground the fan ends where the depth
 * does, at x = 2 c0 t. J. J. Stoker, Water Waves (1957), section 10.8: over water the fan ends in a middle state, of depth m,
 * that pushes a shock ahead. Water and momentum pass the shock unchanged when
 *
 *     u = (m - d1) sqrt(g (m + d1)/(2 m d1)),   speed of the shock s = m u/(m - d1),
 *
 * and the fan gives u = 2 (c0 - sqrt(g m)): one equation for m.
 */
import { bisect } from './bisect.js'
import { DRY, type Flow, G } from './flow.js'

export interface DamBreak {
  /** Depth, and velocity where the ground is level, at x [m] and t > 0 [s]. */
  at(x: number, t: number): Flow
  /** Speed of the foot of the fan, in the deep water [m/s]; negative, it runs backwards. */
  readonly tail: number
  /** Speed of the foremost point that is not at rest [m/s]: front on dry ground, shock on water. */
  readonly front: number
}

/** What stands between fan and shock. */
export interface MiddleState {
  readonly depth: number
  readonly u: number
  /** Speed of the shock [m/s]. */
  readonly shock: number
  /** Speed of the fore end of the fan [m/s]. */
  readonly head: number
}

/** Onto dry ground, from `depth` [m] of water. */
export function ritter(depth: number, g = G): DamBreak {
  const c0 = Math.sqrt(g * depth)
  const at = (x: number, t: number): Flow => {
    if (x <= -c0 * t) return { depth, u: 0, w: 0 }
    if (x >= 2 * c0 * t) return DRY
    return fan(x / t, c0, g)
  }
  return { at, tail: -c0, front: 2 * c0 }
}

/** Onto `shallow` [m] of water, from `deep` [m]. */
export function stoker(deep: number, shallow: number, g = G): DamBreak & { readonly middle: MiddleState } {
  if (!(deep > shallow && shallow > 0)) throw new Error('a wet dam break needs deep > shallow > 0')
  const c0 = Math.sqrt(g * deep)
  const behindFan = (m: number) => 2 * (c0 - Math.sqrt(g * m))
  const behindShock = (m: number) => (m - shallow) * Math.sqrt((g * (m + shallow)) / (2 * m * shallow))
  const depth = bisect((m) => behindShock(m) - behindFan(m), shallow, deep)
  const u = behindFan(depth)
  const middle = { depth, u, shock: (depth * u) / (depth - shallow), head: u - Math.sqrt(g * depth) }
  const at = (x: number, t: number): Flow => {
    if (x <= -c0 * t) return { depth: deep, u: 0, w: 0 }
    if (x <= middle.head * t) return fan(x / t, c0, g)
    if (x <= middle.shock * t) return { depth, u, w: 0 }
    return { depth: shallow, u: 0, w: 0 }
  }
  return { at, tail: -c0, front: middle.shock, middle }
}

function fan(speed: number, c0: number, g: number): Flow {
  const c = (2 * c0 - speed) / 3
  return { depth: (c * c) / g, u: (2 * (c0 + speed)) / 3, w: 0 }
}
