// Trains of steep waves: steady ones, solitary ones, and Peregrine's breather. Elevation, and the potential of the water at the surface.
//
// The breather is a solution of the non-linear Schrödinger equation for the envelope q of a train on deep water (Peregrine, J. Austral. Math.
// Soc. B 25, 1983; Chabchoub et al., Phys. Rev. Lett. 106, 2011). With ε = k a the steepness of the train, and t = 0 at the focus:
//
//   q = a e^(-iε²ωt/2) (4 (1 - iε²ωt) / (1 + 8ε²k²(s - cg t)² + ε⁴ω²t²) - 1)      cg = ω/2k
//   eta = Re (q e^(iθ) + k q² e^(2iθ)/2)       psi = Im (ω/k q e^(iθ) + ω q² e^(2iθ)/2)        θ = k s - ω t
//
// The second terms are the bound waves of the second order.

import { RADIANS_PER_DEGREE } from '../../numerics/constants.js'
import { cos, sin } from '../../numerics/elementary.js'
import { type SolitaryWave, solitaryWave } from '../../wave-theory/solitary-wave.js'
import type { StokesWave } from '../../wave-theory/stokes.js'
import { stokesWave } from '../../wave-theory/stokes.js'
import type { BreatherShape, EulerSolitaryShape, StokesShape } from '../schema/shape.js'
import type { TrainShape } from './shapes.js'

type OfPosition = (x: number, z: number) => number

/** Distance of a point along a direction [degrees] from a point [m]. */
function along(direction: number, [x0, z0]: readonly [number, number]): OfPosition {
  const [c, s] = [cos(direction * RADIANS_PER_DEGREE), sin(direction * RADIANS_PER_DEGREE)]
  return (x, z) => (x - x0) * c + (z - z0) * s
}

function waveOf({ wavelength, steepness, depth = Number.POSITIVE_INFINITY }: StokesShape, gravity: number): StokesWave {
  return stokesWave({ wavelength, steepness }, { depth, gravity })
}

/** Distance from a crest [m]. */
function fromCrest({ direction, phase, wavelength }: StokesShape): OfPosition {
  const distance = along(direction, [0, 0])
  return (x, z) => distance(x, z) - (phase / 360) * wavelength
}

/** Elevation of a steady wave [m]. It does not depend on gravity. */
function stokesElevation(shape: StokesShape): OfPosition {
  const [wave, distance] = [waveOf(shape, 1), fromCrest(shape)]
  return (x, z) => wave.elevationAt(distance(x, z))
}

/** Potential of a steady wave at the surface [m²/s]. */
function stokesPotential(shape: StokesShape, gravity: number): OfPosition {
  const [wave, distance] = [waveOf(shape, gravity), fromCrest(shape)]
  return (x, z) => wave.potentialAt(distance(x, z))
}

function solitaryOf({ height, depth = Number.POSITIVE_INFINITY }: EulerSolitaryShape, gravity: number): SolitaryWave {
  return solitaryWave({ height }, { depth, gravity })
}

/** Elevation of a solitary wave [m]. It does not depend on gravity. */
function solitaryElevation(shape: EulerSolitaryShape): OfPosition {
  const [wave, distance] = [solitaryOf(shape, 1), along(shape.direction, shape.center)]
  return (x, z) => wave.elevationAt(distance(x, z))
}

/** Potential of a solitary wave at the surface [m²/s]. */
function solitaryPotential(shape: EulerSolitaryShape, gravity: number): OfPosition {
  const [wave, distance] = [solitaryOf(shape, gravity), along(shape.direction, shape.center)]
  return (x, z) => wave.potentialAt(distance(x, z))
}

/** q e^(iθ) over a, as a function of the distance from the middle of the group [m]. There is a crest in the middle at the focus. */
function breatherEnvelope({
  wavelength,
  steepness,
  periods,
}: BreatherShape): (s: number) => { re: number; im: number } {
  const k = (2 * Math.PI) / wavelength
  // ωt, before the focus.
  const time = -2 * Math.PI * periods
  const slow = steepness * steepness * time
  return (s) => {
    const denominator = 1 + 8 * steepness * steepness * k * s * k * s + slow * slow
    const [re, im] = [4 / denominator - 1, (-4 * slow) / denominator]
    const angle = k * s - time / 2 - slow / 2
    const [c, n] = [cos(angle), sin(angle)]
    return { re: re * c - im * n, im: re * n + im * c }
  }
}

/** Elevation of a breather [m]. */
function breatherElevation(shape: BreatherShape): OfPosition {
  const { wavelength, steepness, direction, center } = shape
  const [envelope, distance] = [breatherEnvelope(shape), along(direction, center)]
  const amplitude = (steepness * wavelength) / (2 * Math.PI)
  return (x, z) => {
    const { re, im } = envelope(distance(x, z))
    return amplitude * (re + (steepness / 2) * (re * re - im * im))
  }
}

/** Potential of a breather at the surface [m²/s]. */
function breatherPotential(shape: BreatherShape, gravity: number): OfPosition {
  const { wavelength, steepness, direction, center } = shape
  const [envelope, distance] = [breatherEnvelope(shape), along(direction, center)]
  const k = (2 * Math.PI) / wavelength
  const amplitude = (Math.sqrt(gravity / k) * steepness) / k
  return (x, z) => {
    const { re, im } = envelope(distance(x, z))
    return amplitude * (im + steepness * re * im)
  }
}

/** Elevation of a train [m]. */
export function trainElevation(shape: TrainShape): OfPosition {
  if (shape.shape === 'stokes') return stokesElevation(shape)
  return shape.shape === 'breather' ? breatherElevation(shape) : solitaryElevation(shape)
}

/** Potential of a train at the surface [m²/s]. */
export function trainPotential(shape: TrainShape, gravity: number): OfPosition {
  if (shape.shape === 'stokes') return stokesPotential(shape, gravity)
  return shape.shape === 'breather' ? breatherPotential(shape, gravity) : solitaryPotential(shape, gravity)
}
