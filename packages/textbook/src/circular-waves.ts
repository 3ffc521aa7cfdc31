/**
 * Water as a sum of circular waves from point sources.
 *
 * Source: He Wang (王鹤), lecture "Animation & Simulation", slide "Still water and small-amplitude waves", which adds up
 * "waves from different sources". The slide has no formula. The shortest reading of it is the sinusoid of sinusoids.ts
 * with the distance r from the source in place of the distance s along a direction:
 *
 *     eta(x, z, t) = Σ A(r) cos(2π (r - C t)/L + φ),    r = sqrt((x - xs)² + (z - zs)²),    C = L/T
 *
 * Amplitude: two laws.
 *
 *     'constant'   A(r) = A                   the sinusoid as it is
 *     'energy'     A(r) = A / sqrt(1 + r/L)   the energy of a ring spreads over its circumference 2πr, so that A² r is
 *                                             constant far from the source; the 1 keeps it finite at the source
 *
 * The slope along r is A'(r) cos(...) - A(r) k sin(...), and (x - xs)/r and (z - zs)/r of it lie along x and z.
 *
 * Where the crests of two sources meet, the surface is twice as high; where a crest meets a trough, it is flat. With
 * equal wavelengths these places stand still, on hyperbolas where the distances to the sources differ by a whole or half
 * number of wavelengths.
 *
 * Known defects, kept:
 *
 * 1. With the amplitude 'constant' a ring at 2r carries twice the energy of one at r: energy comes from nowhere.
 * 2. The surface has a corner at the source: along a line through it the slope jumps by 2 A k sin(2π C t/L - φ). The wave
 *    of linear theory is a Bessel function there, J0(kr) where it is smooth, and infinite in the part that carries energy.
 * 3. Near the source the waves are too long: those of linear theory run as H0(kr), and are shorter by 7 % at kr = 1. With
 *    equal phases far away, the phases at the source differ by an eighth of a turn.
 * 4. Period and wavelength are free, as in sinusoids.ts, and nothing reflects, breaks or fades.
 */

/** How the amplitude changes with the distance: not at all, or as the energy of a ring requires. */
export type CircularAmplitude = 'constant' | 'energy'

/** A wave with circular crests around its source. */
export interface CircularWave {
  /** Place of the source along x [m]. */
  x: number
  /** Place of the source along z [m]. */
  z: number
  /** Amplitude A at the source [m]. */
  amplitude: number
  /** Wavelength L [m], positive. */
  wavelength: number
  /** Period T [s], positive. */
  period: number
  /** Phase φ at the source at t = 0 [rad]; 0 puts a crest there. Default 0. */
  phase?: number
}

/** Elevation of the surface [m] at the place x, z [m] and the time t [s]. */
export function circularHeight(
  waves: readonly CircularWave[],
  law: CircularAmplitude,
  x: number,
  z: number,
  t: number,
): number {
  let eta = 0
  for (const wave of waves) {
    const r = Math.hypot(x - wave.x, z - wave.z)
    eta += amplitudeAt(wave, law, r) * Math.cos(angle(wave, r, t))
  }
  return eta
}

/** Slope of the surface along x and z [1] at the place x, z [m] and the time t [s]; that of a source itself is left out there. */
export function circularSlope(
  waves: readonly CircularWave[],
  law: CircularAmplitude,
  x: number,
  z: number,
  t: number,
): { x: number; z: number } {
  const slope = { x: 0, z: 0 }
  for (const wave of waves) {
    const r = Math.hypot(x - wave.x, z - wave.z)
    if (r === 0) continue
    const a = amplitudeAt(wave, law, r)
    const k = (2 * Math.PI) / wave.wavelength
    const growth = law === 'energy' ? -a / (2 * (wave.wavelength + r)) : 0
    const alongR = growth * Math.cos(angle(wave, r, t)) - a * k * Math.sin(angle(wave, r, t))
    slope.x += (alongR * (x - wave.x)) / r
    slope.z += (alongR * (z - wave.z)) / r
  }
  return slope
}

/** Amplitude [m] at the distance r [m] from the source. */
function amplitudeAt({ amplitude, wavelength }: CircularWave, law: CircularAmplitude, r: number): number {
  return law === 'energy' ? amplitude / Math.sqrt(1 + r / wavelength) : amplitude
}

/** Argument of a wave's cosine [rad]. */
function angle({ wavelength, period, phase = 0 }: CircularWave, r: number, t: number): number {
  return 2 * Math.PI * (r / wavelength - t / period) + phase
}
