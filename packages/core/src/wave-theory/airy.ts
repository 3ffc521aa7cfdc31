// Small waves on water of constant depth: Airy's theory (Lamb, "Hydrodynamics", 6th ed. 1932, §§ 229 and 267).
//
//   dispersion     ω² = (g + (γ/ρ) k²) k tanh(k d)
//   phase speed    C  = ω/k
//   group speed    Cg = dω/dk = C/2 ((g + 3 (γ/ρ) k²)/(g + (γ/ρ) k²) + 2 k d/sinh(2 k d))
//
// A train of amplitude a runs as eta = a cos(k s - ω t + phase) along its direction s. At the rest height y (0 at the
// surface, -d at the bed) the water moves with
//
//   along  a ω cosh(k (y + d))/sinh(k d) cos(...)        up  a ω sinh(k (y + d))/sinh(k d) sin(...)
//
// Each formula is written so that it holds to rounding for every depth: hyperbolic functions are multiplied by e^(-k d)
// above and below, differences go through expm1. The textbook's airy.ts is the same with the engine's Math.

import { exp, expm1, log, tanh } from '../numerics/elementary.js'

/** The water that waves run on. */
export interface Water {
  /** Depth at rest d [m]; may be Infinity. Long waves run faster on deeper water. */
  depth: number
  /** Gravity g [m/s²]. Default 9.81. */
  gravity?: number
  /** Surface tension γ [N/m]. Default 0; .0728 for clean water at 20 °C. Speeds up waves of a few centimetres and less. */
  surfaceTension?: number
  /** Density ρ [kg/m³]. Default 1000. Counts only with surface tension. */
  density?: number
}

/** Gravity where none is given [m/s²]. */
export const STANDARD_GRAVITY = 9.81
/** Density where none is given [kg/m³]: water. */
const STANDARD_DENSITY = 1000

/**
 * k tanh(k d) [rad/m]: the symbol of the operator Λ in deta/dt = Λ phi, from the surface's potential to its rise. The square root
 * of the Laplacian on deep water, depth times the Laplacian on shallow.
 */
export function surfaceSymbol(k: number, depth: number): number {
  return k > 0 && depth > 0 ? k * tanh(k * depth) : 0
}

/** Restoring acceleration of a wave of wavenumber k [rad/m], by gravity and surface tension: g + γk²/ρ [m/s²]. */
export function restoringAcceleration(k: number, water: Water): number {
  const { gravity = STANDARD_GRAVITY, surfaceTension = 0, density = STANDARD_DENSITY } = water
  return gravity + (surfaceTension / density) * k * k
}

/**
 * Angular frequency of a wave, by the dispersion relation.
 *
 * @param k Wavenumber, not negative [rad/m].
 * @param water The water that it runs on.
 * @returns Angular frequency ω [rad/s].
 *
 * @example
 * ```ts
 * airy.angularFrequency(2 * Math.PI / 100, { depth: 20 }) // waves of 100 m: .72 rad/s
 * ```
 */
export function angularFrequency(k: number, water: Water): number {
  return Math.sqrt(restoringAcceleration(k, water) * surfaceSymbol(k, water.depth))
}

/**
 * Phase speed of a wave: that of its crests, C = ω/k.
 *
 * @param k Wavenumber, not negative [rad/m].
 * @param water The water that it runs on.
 * @returns Phase speed C [m/s]; for k = 0 its limit sqrt(g d).
 *
 * @example
 * ```ts
 * airy.phaseSpeed(0, { depth: 4000 }) // a tsunami: 198 m/s
 * ```
 */
export function phaseSpeed(k: number, water: Water): number {
  const { depth, gravity = STANDARD_GRAVITY } = water
  return k > 0 ? angularFrequency(k, water) / k : Math.sqrt(gravity * depth)
}

/**
 * Group speed of a wave: that of its energy, Cg = dω/dk.
 *
 * @param k Wavenumber, not negative [rad/m].
 * @param water The water that it runs on.
 * @returns Group speed Cg [m/s].
 *
 * @example
 * ```ts
 * const k = airy.wavenumberOf(2 * Math.PI / 10, { depth: Infinity })
 * airy.groupSpeed(k, { depth: Infinity }) // half the phase speed: 7.8 m/s
 * ```
 */
export function groupSpeed(k: number, water: Water): number {
  return phaseSpeed(k, water) * groupToPhase(k, water)
}

/** Cg/C [1]: 1/2 for deep gravity waves, 1 for shallow, 3/2 for deep capillary ones. The slope of ln ω over ln k. */
export function groupToPhase(k: number, water: Water): number {
  const { depth, gravity = STANDARD_GRAVITY } = water
  const restoring = restoringAcceleration(k, water)
  return (1 + (2 * (restoring - gravity)) / restoring + shallowness(2 * k * depth)) / 2
}

/** x/sinh x: 1 in shallow water, 0 in deep. */
function shallowness(x: number): number {
  if (!(x > 0)) return 1
  return x > 745 ? 0 : (2 * x * exp(-x)) / -expm1(-2 * x)
}

/**
 * Wavenumber of a wave, by the dispersion relation, to rounding.
 *
 * @param omega Angular frequency ω, not negative [rad/s].
 * @param water The water that it runs on.
 * @returns Wavenumber k [rad/m]; Infinity where there is no water.
 *
 * @example
 * ```ts
 * const k = airy.wavenumberOf(2 * Math.PI / 8, { depth: 3 })
 * const wavelength = 2 * Math.PI / k // 42 m
 * ```
 */
export function wavenumberOf(omega: number, water: Water): number {
  // Newton's method on ln ω as a function of ln k, k ← k (ω/ω(k))^(C/Cg): a curve whose slope Cg/C stays between 1/2 and 2. It starts
  // within .2% of the gravity wave and doubles its digits, so a step of 1e-8 is the last.
  if (!(omega > 1e-100)) return 0 // its square would underflow
  if (!(water.depth > 0)) return Number.POSITIVE_INFINITY
  let k = nearbyWavenumber(omega, water)
  for (let iteration = 0; iteration < 30; iteration++) {
    const kOld = k
    k *= exp(log(omega / angularFrequency(k, water)) / groupToPhase(k, water))
    if (Math.abs(k - kOld) <= 1e-8 * k) break
  }
  return k
}

/** From this ω²d/g on the bed has no effect: tanh(k d) is 1 to rounding. */
export const BOTTOMLESS = 40

/** The gravity wave within .2%: the rational approximation of Hunt 1979, "Direct solution of wave dispersion equation". */
function nearbyWavenumber(omega: number, { depth, gravity = STANDARD_GRAVITY }: Water): number {
  const y = (omega * omega * depth) / gravity
  if (y > BOTTOMLESS) return (omega * omega) / gravity
  const tail = y * (0.1608465608 + y * (0.0632098765 + y * (0.0217540484 + y * 0.0065407983)))
  return Math.sqrt(y * (y + 1 / (1 + y * (2 / 3 + y * (16 / 45 + tail))))) / depth
}

/**
 * Wavelength of a wave of a given period.
 *
 * @param period Period T, positive [s].
 * @param water The water that it runs on.
 * @returns Wavelength L [m].
 *
 * @example
 * ```ts
 * airy.wavelengthOf(8, { depth: 3 }) // 42 m
 * ```
 */
export function wavelengthOf(period: number, water: Water): number {
  return (2 * Math.PI) / wavenumberOf((2 * Math.PI) / period, water)
}

/**
 * Period of a wave of a given wavelength.
 *
 * @param wavelength Wavelength L, positive [m].
 * @param water The water that it runs on.
 * @returns Period T [s].
 *
 * @example
 * ```ts
 * airy.periodOf(0.017, { depth: 1, surfaceTension: 0.0728 }) // the slowest ripples: .07 s
 * ```
 */
export function periodOf(wavelength: number, water: Water): number {
  return (2 * Math.PI) / angularFrequency((2 * Math.PI) / wavelength, water)
}

/**
 * Amplitude of the potential at the surface [m²/s] of a train of amplitude a [m]: with eta = a cos(θ),
 * phi = a (g + γk²/ρ)/ω sin(θ). Starting values of a solver that keeps eta and phi.
 */
export function potentialAmplitude(a: number, k: number, water: Water): number {
  const omega = angularFrequency(k, water)
  return omega > 0 ? (a * restoringAcceleration(k, water)) / omega : 0
}

/** Half axes of a particle's ellipse. */
export interface Orbit {
  /** Along the direction of travel [m]. */
  along: number
  /** Along y [m]. */
  up: number
}

/**
 * Orbit of a water particle under a train of waves. The theory has water from -depth to 0 only: heights beyond are replaced by the bed and
 * the surface. The water of a crest moves as the surface does.
 *
 * @param y Rest height of the particle [m]: 0 at the surface, -depth at the bed.
 * @param a Amplitude of the train [m].
 * @param k Wavenumber of the train [rad/m].
 * @param water The water that it runs on.
 * @returns Half axes of the ellipse [m].
 *
 * @example
 * ```ts
 * const water = { depth: 3 }
 * const { along, up } = airy.orbitAt(-1, 0.2, airy.wavenumberOf(2 * Math.PI / 8, water), water)
 * ```
 */
export function orbitAt(y: number, a: number, k: number, { depth }: Water): Orbit {
  if (!(k > 0 && depth > 0)) return { along: 0, up: 0 }
  const height = Math.min(0, Math.max(-depth, y))
  const scale = (a * exp(k * height)) / -expm1(-2 * k * depth)
  const aboveBed = -2 * k * (height + depth)
  return { along: scale * (1 + exp(aboveBed)), up: scale * -expm1(aboveBed) }
}
