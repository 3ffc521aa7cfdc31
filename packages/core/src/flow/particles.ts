// Particles advected by a flow: x' = u(x), by the midpoint rule, which is second order (half the step makes the error of a full
// rotation 4 times smaller) and needs two interpolations. The flow is constant during a step.
//
// Initial positions are a hash of the particle's index, the number of its life and a seed: runs are repeatable in any order.

import { scramble } from '../numerics/scramble.js'
import { advectParticles, lostParticle } from './carrier.js'
import type { Flow, Periodic } from './flow.js'
import { FlowReader } from './reader.js'

/** Options of {@link Particles}. */
export interface ParticlesOptions {
  /** Number of particles. */
  readonly count: number
  /** The flow at the start; it defines the box. */
  readonly flow: Flow
  /** Mean lifetime [s], after which a particle restarts at another position; each has its own, from 0.5 to 1.5 of the mean. Default: infinite. */
  readonly lifetime?: number
  /** Region of the initial positions: corners with the lowest and highest x, y, z [m]. Default: the whole box. */
  readonly region?: { readonly low: readonly number[]; readonly high: readonly number[] }
  /** Axes along which the flow is periodic. Default: none. */
  readonly periodic?: Periodic
  /** Seed of the initial positions. Default 1. */
  readonly seed?: number
}

/** Attempts to find an initial position outside solids. */
const TRIES = 8
/** Streams of random numbers besides those of the three coordinates. */
const FIRST_AGE = 3
const LONGEVITY = 4

/**
 * Particles advected by a flow. The same flow, options and steps give the same bits on every machine.
 *
 * @example
 * ```ts
 * import { Particles } from 'seiche'
 *
 * const particles = new Particles({ count: 10_000, flow: sim, lifetime: 4 })
 * particles.step(sim, 1 / 60)
 * console.log(particles.positions.subarray(0, 3))
 * ```
 */
export class Particles {
  /** Number of particles. */
  readonly count: number
  /** x, y, z of each [m]. */
  readonly positions: Float32Array
  /** Velocity of each along x, y, z in the middle of its last step [m/s]. */
  readonly velocities: Float32Array
  /** Age of each relative to its lifetime, 0 to 1; 1/2 for infinite lifetimes. */
  readonly ages: Float32Array
  readonly #lifetime: number
  readonly #region: ParticlesOptions['region']
  readonly #periodic: Periodic
  readonly #seed: number
  /** Number of lives of each so far. */
  readonly #lives: Uint32Array
  /** Reciprocal of the lifetime of each [1/s]. */
  readonly #aging: Float32Array

  /**
   * @param options Number of particles, the flow at the start, and lifetime.
   * @throws RangeError for a number that is not whole, a lifetime that is not positive, and a flow whose arrays do not fit together.
   */
  constructor({ count, flow, lifetime, region, periodic = [false, false, false], seed = 1 }: ParticlesOptions) {
    if (!(Number.isInteger(count) && count >= 0)) throw new RangeError(`count must be a whole number, got ${count}`)
    if (lifetime !== undefined && !(lifetime > 0))
      throw new RangeError(`lifetime must be a positive number, got ${lifetime}`)
    this.count = count
    this.positions = new Float32Array(3 * count)
    this.velocities = new Float32Array(3 * count)
    this.ages = new Float32Array(count).fill(0.5)
    this.#lifetime = lifetime ?? Number.POSITIVE_INFINITY
    this.#region = region
    this.#periodic = periodic
    this.#seed = seed
    this.#lives = new Uint32Array(count)
    this.#aging = new Float32Array(count)
    const reader = new FlowReader(flow, periodic)
    for (let p = 0; p < count; p++) {
      this.#restart(p, reader)
      // Initial ages are random: otherwise all particles would restart at once.
      if (lifetime !== undefined) this.ages[p] = randomUnit(p, 0, FIRST_AGE, seed)
    }
  }

  /**
   * Advects all particles by the present flow, which is constant during the step.
   *
   * @param flow The flow, with the cells of the first one.
   * @param dt Time step [s].
   * @throws RangeError for a flow whose arrays do not fit together.
   */
  step(flow: Flow, dt: number): void {
    const reader = new FlowReader(flow, this.#periodic)
    this.#age(reader, dt)
    const lost = advectParticles(this, reader, this.#periodic, dt)
    for (let n = 0; n < lost; n++) this.#restart(lostParticle(n, this.count), reader)
  }

  /** Ages all particles and restarts those at the end of their lifetime. */
  #age(reader: FlowReader, dt: number): void {
    if (this.#lifetime === Number.POSITIVE_INFINITY) return
    for (let p = 0; p < this.count; p++) {
      const age = this.ages[p]! + dt * this.#aging[p]!
      this.ages[p] = age
      if (age >= 1) this.#restart(p, reader)
    }
  }

  /**
   * Starts a new life at a new position. Along the slowest axis of memory, positions are in the order of the particles. This spreads
   * them evenly, and successive particles read the same part of the flow: advection in 128³ cells is nearly twice as fast. After a
   * position inside a solid, the next attempt is anywhere.
   */
  #restart(p: number, { cells, cellSize, open, u, v, w }: FlowReader): void {
    const life = this.#lives[p]!
    this.#lives[p] = life + 1
    const slowest = w ? 2 : 1
    const c = 3 * p
    for (let attempt = 0; attempt < TRIES; attempt++) {
      for (let axis = 0; axis < 3; axis++) {
        const side = cells[axis]! * cellSize
        const low = this.#region?.low[axis] ?? -0.5 * side
        const high = this.#region?.high[axis] ?? 0.5 * side
        let share = randomUnit(p, life * TRIES + attempt, axis, this.#seed)
        if (axis === slowest && attempt === 0) share = (p + share) / this.count
        // A 2-D flow lies in the middle of its cell.
        this.positions[c + axis] = axis === 2 && !w ? 0 : low + share * (high - low)
      }
      const x = this.positions[c]! / cellSize + 0.5 * cells[0]
      const y = this.positions[c + 1]! / cellSize + 0.5 * cells[1]
      const z = this.positions[c + 2]! / cellSize + 0.5 * cells[2]
      this.velocities[c] = u.at(x, y, z)
      this.velocities[c + 1] = v.at(x, y, z)
      this.velocities[c + 2] = w ? w.at(x, y, z) : 0
      if (!open || open.at(x, y, z) >= 0.5) break
    }
    if (this.#lifetime === Number.POSITIVE_INFINITY) return
    this.ages[p] = 0
    // A lifetime of 0.5 to 1.5 of the mean.
    this.#aging[p] = 1 / (this.#lifetime * (0.5 + randomUnit(p, life, LONGEVITY, this.#seed)))
  }
}

/** A random number from 0 to 1 of particle p in one of its lives. */
function randomUnit(p: number, life: number, purpose: number, seed: number): number {
  return scramble(scramble(p, purpose, seed), life, seed) / 4294967296
}
