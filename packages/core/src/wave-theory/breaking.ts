// Breaking criteria. That of the lecture slides, water particles faster than the crest, gives H/L > 1/π at any depth. Miche's
// is the steepest wave of permanent form in deep water and H = .89 d on a beach
// (R. Miche, "Mouvements ondulatoires de la mer en profondeur constante ou décroissante", Annales des Ponts et
// Chaussées 1944).

import { tanh } from '../numerics/elementary.js'
import { angularFrequency, phaseSpeed, type Water } from './airy.js'

/** Miche's steepness H/L in deep water [1]. */
const MICHE_STEEPNESS = 0.142

/**
 * Mean speed of a surface particle on its orbit, Q = πH/T.
 *
 * @param height Height of the wave H, crest to trough [m].
 * @param k Wavenumber [rad/m].
 * @param water The water that it runs on.
 * @returns Speed Q [m/s].
 *
 * @example
 * ```ts
 * airy.orbitSpeed(0.4, airy.wavenumberOf(2 * Math.PI / 8, { depth: 3 }), { depth: 3 }) // .16 m/s
 * ```
 */
export function orbitSpeed(height: number, k: number, water: Water): number {
  return (height * angularFrequency(k, water)) / 2
}

/**
 * Tells whether a wave breaks by the rule Q > C: its surface particles are faster than its crests.
 *
 * @param height Height of the wave H, crest to trough [m].
 * @param k Wavenumber [rad/m].
 * @param water The water that it runs on.
 * @returns True if it breaks. {@link breaksByMiche} is the stricter rule.
 *
 * @example
 * ```ts
 * airy.breaksBySlides(4, 2 * Math.PI / 10, { depth: Infinity }) // true: H/L > 1/π
 * ```
 */
export function breaksBySlides(height: number, k: number, water: Water): boolean {
  return orbitSpeed(height, k, water) > phaseSpeed(k, water)
}

/**
 * Greatest height of a wave before it breaks, by Miche's rule: .142 L tanh(k d).
 *
 * @param k Wavenumber [rad/m].
 * @param depth Depth of the water [m].
 * @returns Height H, crest to trough [m]; 0 without water.
 *
 * @example
 * ```ts
 * airy.micheHeight(2 * Math.PI / 40, 3) // 2.5 m
 * ```
 */
export function micheHeight(k: number, depth: number): number {
  return depth > 0 ? (MICHE_STEEPNESS * 2 * Math.PI * tanh(k * depth)) / k : 0
}

/**
 * Tells whether a wave breaks by Miche's rule: it is higher than {@link micheHeight}.
 *
 * @param height Height of the wave H, crest to trough [m].
 * @param k Wavenumber [rad/m].
 * @param water The water that it runs on.
 * @returns True if it breaks.
 *
 * @example
 * ```ts
 * airy.breaksByMiche(3, 2 * Math.PI / 40, { depth: 3 }) // true
 * ```
 */
export function breaksByMiche(height: number, k: number, { depth }: Water): boolean {
  return height > micheHeight(k, depth)
}
