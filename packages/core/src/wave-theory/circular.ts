// A circular wave around a source.
//
// Over a level bed a wave of one frequency obeys ∇²eta + k²eta = 0 in the plane. Around a point its outgoing solution is the Hankel
// function H0(kr):
//
//   eta = Re(a F(r) e^(i(phase - ωt)))      F(r) = H0(kr)/H0(kR)      r ≥ R
//
// Amplitude law: a |F|, which is a at the rim r = R of the source and falls as sqrt(1/r). The energy that crosses a circle,
// r a²|F|² dθ/dr with θ the phase of F, is the same for every circle. H0 is infinite at the point itself: whatever makes the waves has a
// size. Inside its radius R the surface is a paraboloid that continues value and slope of the rim, F = α + β r². There, and only
// there, water rises and falls without flowing in from around: that is the source.
//
// Far away F is sqrt(R/r) e^(ikr) times a constant, to 1/(8kr): the circular sinusoid of the textbook's circular-waves.ts.

import { cos, sin } from '../numerics/elementary.js'
import { hankel0 } from '../numerics/hankel.js'
import { angularFrequency, orbitAt, type Water, wavenumberOf } from './airy.js'
import { wrapped } from './train.js'

/** Radius of a source where none is given [wavelengths]. */
const USUAL_RADIUS = 1 / 4

/** A circular wave as a person describes it: by its period or by its wavelength. */
export type CircularDescription = {
  /** Position of the source along x [m]. */
  x: number
  /** Position of the source along z [m]. */
  z: number
  /** Height H at the rim of the source, crest to trough [m]. It falls with the square root of the distance. */
  height: number
  /** Radius R of the source [m]. Default a quarter of the wavelength. */
  radius?: number
  /** Phase at the rim of the source at t = 0 [rad]; 0 is a crest. Default 0. */
  phase?: number
} & ({ period: number; wavelength?: never } | { wavelength: number; period?: never })

/** A circular wave at a point: eta = Re(value e^(-iωt)), and its slopes likewise. */
export interface CircularAmplitudes {
  /** Real and imaginary part of the complex amplitude [m]. */
  readonly value: readonly [number, number]
  /** Real and imaginary part of its derivative along x [1]. */
  readonly slopeX: readonly [number, number]
  /** Real and imaginary part of its derivative along z [1]. */
  readonly slopeZ: readonly [number, number]
}

/**
 * A circular wave around a source, over a level bed. Outside the radius of the source it is exact in linear theory.
 *
 * @example
 * ```ts
 * const wave = new airy.CircularWave({ x: 0, z: 0, wavelength: 2, height: 0.1 }, { depth: 1 })
 * wave.elevationAt(4, 0, 0.5) // two wavelengths from the source, after half a second [m]
 * ```
 */
export class CircularWave {
  /** Wavenumber k [rad/m]. */
  readonly k: number
  /** Angular frequency ω [rad/s]. */
  readonly omega: number
  /** Amplitude a at the rim of the source [m]. */
  readonly amplitude: number
  /** Radius R of the source [m]. */
  readonly radius: number
  readonly #x: number
  readonly #z: number
  readonly #water: Water
  /** a e^(i phase)/H0(kR): the factor of H0(kr). */
  readonly #scale: readonly [number, number]

  /**
   * @param described Source and wave.
   * @param water The water that it runs on.
   * @throws RangeError if radius or height is not a positive number.
   */
  constructor(described: CircularDescription, water: Water) {
    const { x, z, height, phase = 0, period, wavelength } = described
    this.k = period === undefined ? (2 * Math.PI) / wavelength : wavenumberOf((2 * Math.PI) / period, water)
    this.omega = period === undefined ? angularFrequency(this.k, water) : (2 * Math.PI) / period
    this.radius = described.radius ?? (USUAL_RADIUS * 2 * Math.PI) / this.k
    this.amplitude = height / 2
    if (!(this.radius > 0 && height > 0))
      throw new RangeError(
        `A source of waves needs a positive radius and height, not ${this.radius} m and ${height} m.`,
      )
    this.#x = x
    this.#z = z
    this.#water = water
    const { re, im } = hankel0(this.k * this.radius)
    const [c, s] = [this.amplitude * cos(phase), this.amplitude * sin(phase)]
    const square = re * re + im * im
    this.#scale = [(c * re + s * im) / square, (s * re - c * im) / square]
  }

  /**
   * Complex amplitudes at a position.
   *
   * @param x Position along x [m].
   * @param z Position along z [m].
   * @returns Those of the elevation and of its slopes.
   */
  at(x: number, z: number): CircularAmplitudes {
    const [dx, dz] = [x - this.#x, z - this.#z]
    const r = Math.sqrt(dx * dx + dz * dz)
    const from = Math.max(r, this.radius)
    const { re, im, reSlope, imSlope } = hankel0(this.k * from)
    const [a, b] = this.#scale
    const steep = [this.k * (a * reSlope - b * imSlope), this.k * (a * imSlope + b * reSlope)] as const
    // Inside the source the slope grows from 0 at the centre as r; integrated, the paraboloid lies (R² - r²)/2R times the rim's slope lower.
    const below = r < from ? (from * from - r * r) / (2 * from) : 0
    const [unitX, unitZ] = [dx / from, dz / from]
    return {
      value: [a * re - b * im - below * steep[0], a * im + b * re - below * steep[1]],
      slopeX: [steep[0] * unitX, steep[1] * unitX],
      slopeZ: [steep[0] * unitZ, steep[1] * unitZ],
    }
  }

  /**
   * Elevation of the surface.
   *
   * @param x Position along x [m].
   * @param z Position along z [m].
   * @param t Time [s].
   * @returns Elevation over the rest level [m].
   */
  elevationAt(x: number, z: number, t: number): number {
    return this.#realPart(this.at(x, z).value, t)
  }

  /**
   * Slope of the surface.
   *
   * @param x Position along x [m].
   * @param z Position along z [m].
   * @param t Time [s].
   * @returns Slope along x and along z [1].
   */
  slopeAt(x: number, z: number, t: number): [number, number] {
    const { slopeX, slopeZ } = this.at(x, z)
    return [this.#realPart(slopeX, t), this.#realPart(slopeZ, t)]
  }

  /**
   * Velocity of the water: the potential is g/ω times the elevation, a quarter period later, and decays with depth as under a train.
   *
   * @param x Position along x [m].
   * @param y Rest height [m]: 0 at the surface, -depth at the bed.
   * @param z Position along z [m].
   * @param t Time [s].
   * @returns Velocity along x, y and z [m/s].
   */
  velocityAt(x: number, y: number, z: number, t: number): [number, number, number] {
    const { value, slopeX, slopeZ } = this.at(x, z)
    const orbit = orbitAt(y, 1, this.k, this.#water)
    const along = (this.omega * orbit.along) / this.k
    return [
      along * this.#later(slopeX, t),
      this.omega * orbit.up * this.#later(value, t),
      along * this.#later(slopeZ, t),
    ]
  }

  /** Re(c e^(-iωt)). */
  #realPart([re, im]: readonly [number, number], t: number): number {
    const angle = wrapped(this.omega * t)
    return re * cos(angle) + im * sin(angle)
  }

  /** Re(-i c e^(-iωt)): a quarter period later. */
  #later([re, im]: readonly [number, number], t: number): number {
    const angle = wrapped(this.omega * t)
    return im * cos(angle) - re * sin(angle)
  }
}
