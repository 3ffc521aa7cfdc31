// One straight-crested train of waves: eta = a cos(kx x + kz z - ω t + phase).

import { cos, sin } from '../numerics/elementary.js'
import { angularFrequency, orbitAt, type Water, wavenumberOf } from './airy.js'

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

/** The train that belongs to a description on the given water: the dispersion relation supplies what is missing. */
export function trainOf(described: TrainDescription, water: Water): Train {
  const { height, direction, phase = 0, period, wavelength } = described
  const k = period === undefined ? (2 * Math.PI) / wavelength : wavenumberOf((2 * Math.PI) / period, water)
  const omega = period === undefined ? angularFrequency(k, water) : (2 * Math.PI) / period
  return { amplitude: height / 2, kx: k * cos(direction), kz: k * sin(direction), omega, phase }
}

/** Argument of the train's cosine [rad] at the place x, z [m] and the time t [s]. */
function angleAt({ kx, kz, omega, phase }: Train, x: number, z: number, t: number): number {
  // Turns are taken off the clock before it meets the place, so that a long run keeps its digits.
  return kx * x + kz * z + phase - wrapped(omega * t)
}

/** An angle less its whole turns [rad]. */
export function wrapped(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}

/** Elevation of the surface [m] at the place x, z [m] and the time t [s]. */
export function elevationAt(train: Train, x: number, z: number, t: number): number {
  return train.amplitude * cos(angleAt(train, x, z, t))
}

/** Slope of the surface [1], along x and along z. */
export function slopeAt(train: Train, x: number, z: number, t: number): [number, number] {
  const steepest = -train.amplitude * sin(angleAt(train, x, z, t))
  return [steepest * train.kx, steepest * train.kz]
}

/** Velocity of the water [m/s] along x, y and z, at the rest height y [m]: 0 at the surface, -depth at the bed. */
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
