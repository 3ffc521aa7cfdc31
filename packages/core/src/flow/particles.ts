// Particles that a flow carries: x' = u(x), by the midpoint rule, which is second order (error of a turn in a rotation: 4 times
// smaller for half the step) and needs two looks at the flow. The flow stands still during a step.
//
// They begin at places that are a hash of their number, their life and a seed, so that any run repeats and no order matters.

import { scramble } from '../numerics/scramble.js'
import { carry, lostAt } from './carrier.js'
import type { Flow, Periodic } from './flow.js'
import { FlowReader } from './reader.js'

/** Options of {@link Particles}. */
export interface ParticlesOptions {
  /** How many. */
  readonly count: number
  /** The flow that they begin in; tells the box. */
  readonly flow: Flow
  /** Mean time from birth to rebirth somewhere else [s]; each has its own, from half to one and a half of it. Default: for ever. */
  readonly lifetime?: number
  /** Where they are born: corners with the lowest and highest x, y, z [m]. Default: all of the box. */
  readonly region?: { readonly low: readonly number[]; readonly high: readonly number[] }
  /** Along which axes the flow comes again at its end. Default: none. */
  readonly periodic?: Periodic
  /** Another number, other places. Default 1. */
  readonly seed?: number
}

/** Tries to be born outside solids. */
const TRIES = 8
/** Purposes of chance beside the three coordinates. */
const FIRST_AGE = 3
const LONGEVITY = 4

/**
 * Particles that a flow carries. The same flow, options and steps give the same bits on every machine.
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
  /** Share of its life that each has behind it, 0 to 1; 1/2 for those that live for ever. */
  readonly ages: Float32Array
  readonly #lifetime: number
  readonly #region: ParticlesOptions['region']
  readonly #periodic: Periodic
  readonly #seed: number
  /** How many lives each has had. */
  readonly #lives: Uint32Array
  /** Share of its life that each lives in a second [1/s]. */
  readonly #aging: Float32Array

  /**
   * @param options Number of particles, the flow that they begin in, and how long they live.
   * @throws RangeError for a number or a lifetime that cannot be, and for a flow whose arrays do not fit together.
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
      this.#bear(p, reader)
      // At the start they are of all ages: else all would be reborn at once.
      if (lifetime !== undefined) this.ages[p] = chance(p, 0, FIRST_AGE, seed)
    }
  }

  /**
   * Carries all particles by the flow as it is now, which stands still during the step.
   *
   * @param flow The flow, with the cells of the first one.
   * @param dt Time step [s].
   * @throws RangeError for a flow whose arrays do not fit together.
   */
  step(flow: Flow, dt: number): void {
    const reader = new FlowReader(flow, this.#periodic)
    this.#age(reader, dt)
    const losses = carry(this, reader, this.#periodic, dt)
    for (let n = 0; n < losses; n++) this.#bear(lostAt(n, this.count), reader)
  }

  /** Those whose life is over begin a new one. */
  #age(reader: FlowReader, dt: number): void {
    if (this.#lifetime === Number.POSITIVE_INFINITY) return
    for (let p = 0; p < this.count; p++) {
      const age = this.ages[p]! + dt * this.#aging[p]!
      this.ages[p] = age
      if (age >= 1) this.#bear(p, reader)
    }
  }

  /**
   * A new life, at a place of its own. Along the slowest axis of memory particles are born in their order, which spreads them evenly and lets
   * those that are carried together look at the same part of the flow: 128³ cells are gone through nearly twice as fast. What falls into
   * a solid tries again, anywhere.
   */
  #bear(p: number, { cells, cellSize, open, u, v, w }: FlowReader): void {
    const life = this.#lives[p]!
    this.#lives[p] = life + 1
    const slowest = w ? 2 : 1
    const c = 3 * p
    for (let attempt = 0; attempt < TRIES; attempt++) {
      for (let axis = 0; axis < 3; axis++) {
        const side = cells[axis]! * cellSize
        const low = this.#region?.low[axis] ?? -0.5 * side
        const high = this.#region?.high[axis] ?? 0.5 * side
        let share = chance(p, life * TRIES + attempt, axis, this.#seed)
        if (axis === slowest && attempt === 0) share = (p + share) / this.count
        // A flat flow lies in the middle of its cell.
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
    // A life of half to one and a half of the mean.
    this.#aging[p] = 1 / (this.#lifetime * (0.5 + chance(p, life, LONGEVITY, this.#seed)))
  }
}

/** A number from 0 to 1. */
function chance(p: number, life: number, purpose: number, seed: number): number {
  return scramble(scramble(p, purpose, seed), life, seed) / 4294967296
}
