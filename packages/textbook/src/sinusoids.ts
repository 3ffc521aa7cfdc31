/**
 * Water as a sum of sinusoids.
 *
 * Source: He Wang (王鹤), lecture "Animation & Simulation", slides "Still water and small-amplitude waves" and "The
 * anatomy of waves".
 *
 * Nothing is simulated. The surface is a formula of place and time: straight-crested waves, each with its own
 * amplitude, direction, wavelength, phase and speed, added up.
 *
 *     eta(x, z, t) = Σ A cos(2π (s - C t)/L + φ),    s = x cos(direction) + z sin(direction),    C = L/T
 *
 * The slides use the sum in two ways. For heights it moves the surface. For normals alone (bump mapping) the surface
 * stays flat and only its shading is perturbed, by the normal the moved surface would have:
 *
 *     n = (-∂eta/∂x, 1, -∂eta/∂z) / |...|
 *
 * The slope is the derivative of the sum, written out, so a normal needs no neighbours and no grid:
 *
 *     ∂eta/∂x = -Σ A k cos(direction) sin(2π (s - C t)/L + φ),    with sin(direction) for ∂eta/∂z and k = 2π/L.
 *
 * The slides also speak of waves from different sources, which have circular crests: circular-waves.ts. The first of the
 * three ways, blue below a depth, is in still-water.ts.
 *
 * Known defects, kept as they are on the slides:
 *
 * 1. Period and wavelength are free, so a wave may travel at any speed. On water they are tied by the dispersion
 *    relation; airy.ts gives the one that belongs to the other.
 * 2. A sinusoid has crests as round as its troughs. Steep water has narrow crests and wide troughs.
 * 3. Waves pass through shores, bodies and each other's crests; nothing reflects, breaks or fades. A few of them repeat
 *    visibly, in space and in time.
 * 4. With normals alone the silhouette stays flat, and so does the line where the water meets a wall.
 */

/** One straight-crested wave. Its motion is given by the period or by the speed, whichever is at hand. */
export type Sinusoid = {
  /** Amplitude A [m], half the height from crest to trough. */
  amplitude: number
  /** Direction of travel [rad], from +x toward +z. */
  direction: number
  /** Wavelength L [m], positive. */
  wavelength: number
  /** Phase φ at the origin at t = 0 [rad]; 0 puts a crest there. Default 0. */
  phase?: number
} & (
  | {
      /** Period T [s], positive. */
      period: number
      speed?: never
    }
  | {
      /** Speed of the crests C [m/s]; 0 freezes the wave. */
      speed: number
      period?: never
    }
)

/** The slope of the surface. */
export interface SinusoidSlope {
  /** ∂eta/∂x [1]. */
  x: number
  /** ∂eta/∂z [1]. */
  z: number
}

/** A unit vector; y is up. */
export interface SinusoidNormal {
  /** Component along x [1]. */
  x: number
  /** Component along y [1]. */
  y: number
  /** Component along z [1]. */
  z: number
}

/** Elevation of the surface [m] at the place x, z [m] and the time t [s]. */
export function sinusoidHeight(waves: readonly Sinusoid[], x: number, z: number, t: number): number {
  let eta = 0
  for (const wave of waves) eta += wave.amplitude * Math.cos(angle(wave, x, z, t))
  return eta
}

/** Slope of the surface at the place x, z [m] and the time t [s]. */
export function sinusoidSlope(waves: readonly Sinusoid[], x: number, z: number, t: number): SinusoidSlope {
  const slope = { x: 0, z: 0 }
  for (const wave of waves) {
    const k = (2 * Math.PI) / wave.wavelength
    const alongTravel = -wave.amplitude * k * Math.sin(angle(wave, x, z, t))
    slope.x += alongTravel * Math.cos(wave.direction)
    slope.z += alongTravel * Math.sin(wave.direction)
  }
  return slope
}

/** Normal of the surface at the place x, z [m] and the time t [s]. On a flat surface it makes a bump map. */
export function sinusoidNormal(waves: readonly Sinusoid[], x: number, z: number, t: number): SinusoidNormal {
  const slope = sinusoidSlope(waves, x, z, t)
  const length = Math.hypot(slope.x, 1, slope.z)
  return { x: -slope.x / length, y: 1 / length, z: -slope.z / length }
}

/** Argument of a wave's cosine [rad]. */
function angle(wave: Sinusoid, x: number, z: number, t: number): number {
  const { direction, wavelength, phase = 0 } = wave
  const speed = wave.speed ?? wavelength / wave.period
  const s = x * Math.cos(direction) + z * Math.sin(direction)
  return ((2 * Math.PI) / wavelength) * (s - speed * t) + phase
}
