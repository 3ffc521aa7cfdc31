// One straight-crested train of waves: eta = a cos(kx x + kz z - ω t + phase).

import { cos, sin } from '../numerics/elementary.js'
import { angularFrequency, orbitAt, type Water, wavenumberOf } from './airy.js'

/** One straight-crested train of waves: eta = a cos(kx x + kz z - ω t + phase). */
export interface Train {
  /** Amplitude a [m], half the height. */
  amplitude: number
  /** Wavenumber along x [rad/m]. */
  kx: number
  /** Wavenumber along z [rad/m]. */
  kz: number
  /** Angular frequency ω [rad/s]. */
  omega: number
  /** Phase at the origin at t = 0 [rad]; 0 is a crest. */
  phase: number
}

/** A train as a person describes it: by its period or by its wavelength. */
export type TrainDescription = {
  /** Height H from crest to trough [m]. */
  height: number
  /** Direction of travel [rad], from +x toward +z. */
  direction: number
  /** Phase at the origin at t = 0 [rad]; 0 is a crest. Default 0. */
  phase?: number
} & ({ period: number; wavelength?: never } | { wavelength: number; period?: never })

/**
 * Makes a train of waves from its description: the dispersion relation gives the missing one of wavelength and period.
 *
 * @param described Height and direction, with the period or the wavelength.
 * @param water The water that it runs on.
 * @returns The train.
 *
 * @example
 * ```ts
 * const train = airy.trainOf({ height: 0.4, period: 8, direction: 0 }, { depth: 3 })
 * airy.elevationAt(train, 0, 0, 0) // .2 m: a crest
 * ```
 */
export function trainOf(described: TrainDescription, water: Water): Train {
  const { height, direction, phase = 0, period, wavelength } = described
  const k = period === undefined ? (2 * Math.PI) / wavelength : wavenumberOf((2 * Math.PI) / period, water)
  const omega = period === undefined ? angularFrequency(k, water) : (2 * Math.PI) / period
  return { amplitude: height / 2, kx: k * cos(direction), kz: k * sin(direction), omega, phase }
}

/** Argument of the train's cosine [rad] at the point x, z [m] and the time t [s]. */
export function angleAt({ kx, kz, omega, phase }: Train, x: number, z: number, t: number): number {
  // Whole turns of ω t are subtracted before the phase of the position is added: long runs keep their precision.
  return kx * x + kz * z + phase - wrapped(omega * t)
}

/** An angle modulo 2π, from -π to π [rad]. */
export function wrapped(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}

/**
 * Elevation of the surface of a train.
 *
 * @param train The train.
 * @param x Position along x [m].
 * @param z Position along z [m].
 * @param t Time [s].
 * @returns Elevation over the rest level [m].
 *
 * @example
 * ```ts
 * const train = airy.trainOf({ height: 0.4, period: 8, direction: 0 }, { depth: 3 })
 * const eta = airy.elevationAt(train, 10, 0, 2.5)
 * ```
 */
export function elevationAt(train: Train, x: number, z: number, t: number): number {
  return train.amplitude * cos(angleAt(train, x, z, t))
}

/**
 * Slope of the surface of a train.
 *
 * @param train The train.
 * @param x Position along x [m].
 * @param z Position along z [m].
 * @param t Time [s].
 * @returns Slope along x and along z [1].
 *
 * @example
 * ```ts
 * const train = airy.trainOf({ height: 0.4, period: 8, direction: 0 }, { depth: 3 })
 * const [alongX, alongZ] = airy.slopeAt(train, 10, 0, 2.5)
 * ```
 */
export function slopeAt(train: Train, x: number, z: number, t: number): [number, number] {
  const steepest = -train.amplitude * sin(angleAt(train, x, z, t))
  return [steepest * train.kx, steepest * train.kz]
}

/**
 * Velocity of the water under a train.
 *
 * @param train The train.
 * @param water The water that it runs on.
 * @param x Position along x [m].
 * @param y Rest height [m]: 0 at the surface, -depth at the bed.
 * @param z Position along z [m].
 * @param t Time [s].
 * @returns Velocity along x, y and z [m/s].
 *
 * @example
 * ```ts
 * const water = { depth: 3 }
 * const train = airy.trainOf({ height: 0.4, period: 8, direction: 0 }, water)
 * const [u, v, w] = airy.velocityAt(train, water, 10, -1, 0, 2.5)
 * ```
 */
export function velocityAt(
  train: Train,
  water: Water,
  x: number,
  y: number,
  z: number,
  t: number,
): [number, number, number] {
  const { amplitude, kx, kz, omega } = train
  const k = Math.sqrt(kx * kx + kz * kz)
  if (!(k > 0)) return [0, 0, 0] // no direction to move in
  const orbit = orbitAt(y, amplitude, k, water)
  const angle = angleAt(train, x, z, t)
  const along = (omega * orbit.along * cos(angle)) / k
  return [along * kx, omega * orbit.up * sin(angle), along * kz]
}
