// A standing wave in a trough over ground: surface, velocities, the factor of one step, and the matrix of the implicit step.

import type { Values } from '../../settings.js'
import type { LessonModel } from '../../worker/model.js'
import { factorOfStep } from '../factor-of-step.js'
import type { DownhillValues } from './downhill.settings.js'
import { type System, systemOf } from './elimination.js'
import { amplitude, bedOf, cells, depth, dx, gravity, openTrough, type Trough, waveOf } from './trough.js'

/** The run stops when the surface is this far from its rest level [m]. */
const farthest = 5
/** Up to this distance from rest the wave is low enough for linear theory [m]. */
const linear = 2 * amplitude
/** Longest history that is shown [steps]. */
const longestHistory = 2000

export interface DownhillFrame {
  /** Width of a cell [m]. */
  dx: number
  /** Surface and ground [m], one per cell. */
  eta: Float64Array
  bed: Float64Array
  /** Velocity on the inner faces [m/s]. */
  u: Float64Array
  steps: number
  time: number
  /** Time [s] and amplitude of the wave [m] after each step. */
  times: Float64Array
  amplitudes: Float64Array
  /** Factor of the wave in one step: measured, and by theory over flat ground. NaN where there is none. */
  growth: number
  growthInTheory: number
  /** Water over its first volume. */
  volume: number
  /** Largest distance of the wet surface from rest [m]. */
  highest: number
  /** The implicit step of six wide columns; undefined for an explicit one. */
  system: System | undefined
}

export async function openModel(values: DownhillValues): Promise<LessonModel<DownhillFrame>> {
  return new DownhillModel(values, await openTrough(values))
}

class DownhillModel implements LessonModel<DownhillFrame> {
  private readonly bed: Float64Array
  private readonly shape: Float64Array
  private readonly firstVolume: number
  private times: number[] = [0]
  private amplitudes: number[]
  private growth = Number.NaN
  private steps = 0
  /** Time that has passed on the page and was not stepped yet [s]. */
  private due = 0

  constructor(
    private values: DownhillValues,
    private readonly trough: Trough,
  ) {
    this.bed = bedOf(values.ground)
    this.shape = waveOf(values.waves)
    this.amplitudes = [this.amplitudeOf(trough.eta())]
    this.firstVolume = this.volumeOf(trough.eta())
  }

  advance(seconds: number): void {
    this.due += seconds
    for (; this.due >= this.values.dt; this.due -= this.values.dt) this.step()
  }

  step(): void {
    if (this.outOfBounds()) return
    this.trough.step()
    this.steps++
    const eta = this.trough.eta()
    this.times.push(this.steps * this.values.dt)
    this.amplitudes.push(this.amplitudeOf(eta))
    if (this.times.length > longestHistory) for (const list of [this.times, this.amplitudes]) list.shift()
    if (this.highestOf(eta) < linear) this.growth = factorOfStep(this.amplitudes)
  }

  change(next: Values): boolean {
    const values = next as DownhillValues
    const others = (Object.keys(values) as (keyof DownhillValues)[]).filter((name) => name !== 'stage')
    if (others.some((name) => values[name] !== this.values[name])) return false
    this.values = values
    return true
  }

  frame(): DownhillFrame {
    const { bed, values, trough } = this
    const eta = trough.eta()
    return {
      dx,
      eta,
      bed,
      u: trough.u(),
      steps: this.steps,
      time: this.steps * values.dt,
      times: Float64Array.from(this.times),
      amplitudes: Float64Array.from(this.amplitudes),
      growth: this.growth,
      growthInTheory: growthInTheory(values),
      volume: this.volumeOf(eta) / this.firstVolume,
      highest: this.highestOf(eta),
      system: values.method === 'implicit' ? systemOf({ eta, etaOld: trough.etaOld(), bed }, values) : undefined,
    }
  }

  outOfBounds(): string | undefined {
    if (this.highestOf(this.trough.eta()) < farthest) return undefined
    return `Stopped: after ${this.steps} steps the surface is more than ${farthest} m from its rest level. The wave was ${amplitude} m high.`
  }

  dispose(): void {
    this.trough.dispose?.()
  }

  private amplitudeOf(eta: Float64Array): number {
    const square = this.shape.reduce((sum, value) => sum + value * value, 0)
    return eta.reduce((sum, level, i) => sum + level * this.shape[i]!, 0) / square
  }

  private volumeOf(eta: Float64Array): number {
    // The explicit step of the textbook has negative depths, and keeps the sum that counts them.
    const least = this.values.by === 'textbook' && this.values.method === 'explicit' ? Number.NEGATIVE_INFINITY : 0
    return eta.reduce((sum, level, i) => sum + Math.max(least, level - this.bed[i]!) * dx, 0)
  }

  /** Dry cells have no surface. Infinite if a value is not a number. */
  private highestOf(eta: Float64Array): number {
    const isBroken = eta.some((level) => !Number.isFinite(level))
    const wet = (level: number, i: number) =>
      level > this.bed[i]! || this.values.method === 'explicit' ? Math.abs(level) : 0
    return isBroken ? Number.POSITIVE_INFINITY : eta.reduce((most, level, i) => Math.max(most, wet(level, i)), 0)
  }
}

/** Factor of a low wave in one step over flat ground; NaN over other ground and for the engine's explicit solver. */
export function growthInTheory({ by, method, ground, dt, tau, waves }: DownhillValues): number {
  if (ground !== 'flat' || (by === 'engine' && method === 'explicit')) return Number.NaN
  const turn = ((2 * Math.sqrt(gravity * depth)) / dx) * Math.sin((Math.PI * waves) / (2 * cells)) * dt
  const square = turn * turn
  if (method === 'explicit') return Math.sqrt(1 + square)
  // (1 + X²) λ² - (2 - τ) λ + (1 - τ) = 0.
  const [half, product] = [(2 - tau) / (2 * (1 + square)), (1 - tau) / (1 + square)]
  const inner = half * half - product
  return inner <= 0 ? Math.sqrt(product) : half + Math.sqrt(inner)
}
