// The windows of the lesson, and the frequencies that theory gives them.

import { iwaveSymbol, iwaveWeights, laplaceWeights } from '@seiche/textbook'
import type { SpringsValues } from './springs.settings.js'

/** Gravity [m/s²]. */
export const gravity = 9.81
/** Depth of the water of the Laplace window [m]: with it the springs are a wave equation of speed sqrt(g depth). */
export const depth = 1
/** Strength of the published weights relative to Λ: defect 1 of `iwave.ts`. */
const tooStrong = 8 * Math.sqrt(Math.PI)

/** A window of the textbook on cells of 1 m. */
export interface Window {
  /** (2 halfWidth + 1)² weights [1/m], row by row. */
  weights: Float64Array
  halfWidth: number
  isLaplace: boolean
}

/** Half the width of a window [cells]; 1 for the four neighbors. */
export function halfWidthOf(name: SpringsValues['window']): number {
  return name === 'laplace' ? 1 : (Number.parseInt(name, 10) - 1) / 2
}

/** The textbook's weights. The published ones are divided by the factor that they are too strong, so that g is 9.81 m/s². */
export function windowOf(name: SpringsValues['window']): Window {
  const halfWidth = halfWidthOf(name)
  return name === 'laplace'
    ? { weights: laplaceWeights().map((weight) => -depth * weight), halfWidth, isLaplace: true }
    : { weights: iwaveWeights(halfWidth).map((weight) => weight / tooStrong), halfWidth, isLaplace: false }
}

/** Frequency of real water [rad/s]: deep, or shallow for the Laplace window. `k` in rad/m. */
export function exactFrequency(k: number, isLaplace: boolean): number {
  return isLaplace ? Math.sqrt(gravity * depth) * k : Math.sqrt(gravity * k)
}

/** The motion of one wave: it oscillates [rad/s], grows [1/s], or both. */
export interface Motion {
  omega: number
  growth: number
}

/** Of a wave whose symbol is `lambda` [1/m], stepped by leapfrog or Verlet: sin²(ω dt/2) = g λ dt²/4. */
export function steppedMotion(lambda: number, dt: number): Motion {
  return motionOf(1 - (gravity * lambda * dt * dt) / 2, dt)
}

/** From the cosine of the angle that one step turns: beyond ±1 the wave grows. */
export function motionOf(cosine: number, dt: number): Motion {
  if (cosine > 1) return { omega: 0, growth: Math.acosh(cosine) / dt }
  if (cosine < -1) return { omega: Math.PI / dt, growth: Math.acosh(-cosine) / dt }
  return { omega: Math.acos(cosine) / dt, growth: 0 }
}

/** The longest time step at which no wave of a window exceeds the limit of leapfrog [s]. */
export function timeStepLimit({ weights }: Window): number {
  let largest = 0
  const samples = 48
  for (let j = 0; j <= samples; j++)
    for (let i = 0; i <= j; i++)
      largest = Math.max(largest, iwaveSymbol(weights, (Math.PI * i) / samples, (Math.PI * j) / samples))
  return 2 / Math.sqrt(gravity * largest)
}
