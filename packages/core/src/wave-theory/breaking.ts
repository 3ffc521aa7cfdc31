// When a wave becomes too steep to stand. Two rules: that of the lecture slides, orbit faster than crest, which says
// H/L > 1/π at any depth; and Miche's, which is the steepest wave of permanent form in deep water and H = .89 d on a beach
// (R. Miche, "Mouvements ondulatoires de la mer en profondeur constante ou décroissante", Annales des Ponts et
// Chaussées 1944).

import { tanh } from '../numerics/elementary.js'
import { angularFrequency, phaseSpeed, type Water } from './airy.js'

/** Miche's steepness H/L in deep water [1]. */
const MICHE_STEEPNESS = 0.142

/** Mean speed of a surface particle on its orbit, Q = πH/T [m/s], of a wave of height H [m], crest to trough. */
export function orbitSpeed(height: number, k: number, water: Water): number {
  return (height * angularFrequency(k, water)) / 2
}

/** Whether a wave of height H [m] breaks by the slides' rule Q > C. */
export function breaksBySlides(height: number, k: number, water: Water): boolean {
  return orbitSpeed(height, k, water) > phaseSpeed(k, water)
}

/** Greatest height H [m] before breaking by Miche's rule, .142 L tanh(k d); 0 without water. */
export function micheHeight(k: number, depth: number): number {
  return depth > 0 ? (MICHE_STEEPNESS * 2 * Math.PI * tanh(k * depth)) / k : 0
}

/** Whether a wave of height H [m] breaks by Miche's rule. */
export function breaksByMiche(height: number, k: number, { depth }: Water): boolean {
  return height > micheHeight(k, depth)
}
