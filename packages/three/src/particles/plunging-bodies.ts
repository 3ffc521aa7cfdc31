// Air that bodies draw into water when they fall through its surface.
//
// A ball of radius R whose lowest point is s below the surface displaces water at the rate π s (2 R - s) |v|. Behind it a cavity opens and
// closes, and a part of its air stays as bubbles; slow bodies draw in none. The wake of a body that goes on sinking sheds the rest.

import type { WaterSurface } from '../surface/water-surface.js'
import type { BubbleCloud, Entrainment } from './bubble-cloud.js'
import { levelAt } from './surface-level.js'

/** Speed below which no air is drawn in [m/s] (of plunging jets: A. Biń, Chem. Eng. Sci. 48, 1993). */
const slowest = 0.7
/** Volume of bubbles over displaced volume, for a body at twice that speed [1]. */
const airShare = 0.02
/** Part of the rate that the wake of a sunk body has [1], and depth at which it ends, in radii [1]. */
const [wakeShare, wakeDepth] = [0.08, 7]

/** Position [m] and radius [m] of a body that may plunge. */
export interface PlungingBody {
  readonly position: ArrayLike<number>
  readonly radius: number
}

/**
 * Volume of air that a falling ball draws in [m³/s].
 * @param sunk Depth of its lowest point below the surface [m].
 * @param radius Its radius [m].
 * @param fall Its velocity downwards [m/s].
 */
export function entrainedAir(sunk: number, radius: number, fall: number): number {
  if (sunk <= 0 || fall <= slowest) return 0
  const strength = airShare * Math.min(4, fall / slowest - 1)
  const entering = sunk < 2 * radius ? Math.PI * sunk * (2 * radius - sunk) : 0
  const wake = sunk > radius ? wakeShare * Math.PI * radius ** 2 * Math.max(0, 1 - sunk / (wakeDepth * radius)) : 0
  return strength * fall * (entering + wake)
}

/** Drops in the air, as those of a spray. */
export interface FallingDrops {
  /** x, y, z of each [m]. */
  readonly positions: Float32Array
  /** Velocity of each along x, y, z [m/s]. */
  readonly velocities: Float32Array
  /** Radius of each [m]. */
  readonly radii: Float32Array
}

/** Bubbles of a drop that lands [1], and depth of the region that they fill, in radii of the drop [1]. */
const [bubblesPerDrop, dropDepth] = [1.5, 3]

/**
 * Watches bodies from frame to frame, and lets those that plunge make bubbles.
 *
 * @example
 * ```ts
 * const water = new WaterSurface(sim)
 * const bubbles = new BubbleCloud(water)
 * const plunging = new PlungingBodies(water, bubbles)
 * scene.add(water, bubbles)
 * sim.step()
 * plunging.update([{ position: [0, -0.1, 0], radius: 0.2 }], 1 / 60)
 * bubbles.update(sim.time)
 * ```
 */
export class PlungingBodies {
  readonly #water: WaterSurface
  readonly #bubbles: BubbleCloud
  /** x, y, z of each body in the last frame. */
  #before = new Float64Array(0)
  #known = 0
  readonly #at: Entrainment = { x: 0, y: 0, z: 0, vx: 0, vy: 0, vz: 0, reach: 0, count: 0 }

  /**
   * @param water Surface that the bodies fall through.
   * @param bubbles Where their bubbles go.
   */
  constructor(water: WaterSurface, bubbles: BubbleCloud) {
    this.#water = water
    this.#bubbles = bubbles
  }

  /**
   * Entrains air where a body has fallen through the surface since the last call.
   * @param bodies The bodies, in the same order at each call.
   * @param passed Time since the last call [s]; 0 after a jump in time.
   */
  update(bodies: readonly PlungingBody[], passed: number): void {
    if (this.#before.length < 3 * bodies.length) this.#before = new Float64Array(6 * bodies.length)
    const before = this.#before
    for (let body = 0; body < bodies.length; body++) {
      const { position, radius } = bodies[body]!
      const at = 3 * body
      if (passed > 0 && body < this.#known) {
        const vy = (position[1]! - before[at + 1]!) / passed
        if (vy < -slowest) this.#plunge(position, radius, before, at, passed)
      }
      for (let axis = 0; axis < 3; axis++) before[at + axis] = position[axis]!
    }
    this.#known = bodies.length
  }

  /**
   * Entrains air where drops land in the next frame.
   * @param drops The drops in the air.
   * @param count Number of drops.
   * @param passed Time since the last call [s].
   */
  land(drops: FallingDrops, count: number, passed: number): void {
    const { positions, velocities, radii } = drops
    const place = this.#at
    for (let drop = 0; drop < count; drop++) {
      const at = 3 * drop
      const vy = velocities[at + 1]!
      if (!(vy < -slowest)) continue
      place.x = positions[at]!
      place.z = positions[at + 2]!
      const level = levelAt(this.#water, place.x, place.z)
      if (positions[at + 1]! - level > -vy * passed) continue
      place.reach = dropDepth * radii[drop]!
      place.y = level - place.reach
      place.vx = velocities[at]!
      place.vy = vy
      place.vz = velocities[at + 2]!
      place.count = bubblesPerDrop
      this.#bubbles.entrain(place)
    }
  }

  #plunge(position: ArrayLike<number>, radius: number, before: Float64Array, from: number, passed: number): void {
    const place = this.#at
    place.x = position[0]!
    place.z = position[2]!
    place.vx = (position[0]! - before[from]!) / passed
    place.vy = (position[1]! - before[from + 1]!) / passed
    place.vz = (position[2]! - before[from + 2]!) / passed
    const sunk = levelAt(this.#water, place.x, place.z) - (position[1]! - radius)
    place.count = (entrainedAir(sunk, radius, -place.vy) * passed) / this.#bubbles.meanVolume
    if (!(place.count > 0)) return
    // Bubbles leave the rim of the body and the cavity above it, not its middle.
    place.y = position[1]! + 0.4 * radius
    place.reach = 1.25 * radius
    this.#bubbles.entrain(place)
  }
}
