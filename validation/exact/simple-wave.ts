/**
 * A smooth wave that runs one way over flat ground until it breaks (B. Riemann 1860; Stoker, Water Waves, section 10.3).
 *
 * Into still water of depth d0 the invariant u - 2c is what it was there, -2 c0, so u = 2 (c - c0) everywhere, and each depth
 * travels unchanged at u + c = 3c - 2 c0: deep water faster, so the front becomes steeper and breaks when the first two
 * of these lines cross.
 */
import { bisect } from './bisect.js'
import { type Flow, G } from './flow.js'

export interface SimpleWave {
  /** Depth and velocity at x [m] and t [s], before the wave breaks. */
  at(x: number, t: number): Flow
  /** Velocity potential at the start [m²/s], 0 far behind the wave: water flows up its slope. */
  phi(x: number): number
}

export interface Hump {
  /** Still depth d0 [m]. */
  readonly depth: number
  /** Height over it [m], and distance from the crest at which it has fallen to 1/e [m]. */
  readonly height: number
  readonly width: number
}

/** The wave that is a Gaussian hump around x = 0 at the start. */
export function simpleWave({ depth: d0, height, width }: Hump, g = G): SimpleWave {
  const c0 = Math.sqrt(g * d0)
  const start = (x: number) => d0 + height * Math.exp(-((x / width) ** 2))
  const speed = (x: number) => 3 * Math.sqrt(g * start(x)) - 2 * c0
  const velocity = (depth: number) => 2 * (Math.sqrt(g * depth) - c0)
  return {
    at(x, t) {
      // Where what is here now has come from: not faster than from the crest, not slower than in still water.
      const from = t === 0 ? x : bisect((s) => s + speed(s) * t - x, x - speed(0) * t - 1e-9, x - c0 * t + 1e-9)
      const depth = start(from)
      return { depth, u: velocity(depth), w: 0 }
    },
    phi(x) {
      const far = -8 * width
      const pieces = 2000
      const dx = (x - far) / pieces
      let sum = 0
      for (let k = 0; k < pieces; k++) sum += velocity(start(far + (k + 0.5) * dx))
      return sum * dx
    },
  }
}
