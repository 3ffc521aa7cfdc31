// Solitary waves: elevation, and the velocity of their water.
//
// Over still water of depth d the solitary wave of height H after Serre (1953), which Green and Naghdi's equations (1976) have as an exact
// solution, is eta = H sech²(s/w), w = sqrt(4 d² (d + H) / (3 H)), at the speed c = sqrt(g (d + H)). Conservation of volume in the frame of
// the wave gives the velocity of its water, constant over the depth: u = c eta / (d + eta).

import { RADIANS_PER_DEGREE } from '../../numerics/constants.js'
import { cos, exp, log, sin, tanh } from '../../numerics/elementary.js'
import type { SolitaryShape } from '../schema/shape.js'

export function sechSquared(s: number): number {
  const e = exp(-Math.abs(s))
  const secant = (2 * e) / (1 + e * e)
  return secant * secant
}

/** Distance of a point from the crest along the direction of a wave [m]. */
export function distanceAlong({ center, direction }: SolitaryShape): (x: number, z: number) => number {
  const [c, s] = [cos(direction * RADIANS_PER_DEGREE), sin(direction * RADIANS_PER_DEGREE)]
  return (x, z) => (x - center[0]) * c + (z - center[1]) * s
}

/** Width of a wave [m]: given, or that of a solitary wave. */
export function widthOf({ width, depth = 1, height }: SolitaryShape): number {
  return width ?? Math.sqrt((4 * depth * depth * (depth + height)) / (3 * height))
}

/**
 * The potential of the water of a wave [m²/s], whose slope along the direction is its velocity; 0 far behind the crest. `isLinear`: for water
 * whose waves do not depend on their height, u = sqrt(g/d) eta.
 */
export function solitaryPotential(
  wave: SolitaryShape & { depth: number },
  gravity: number,
  isLinear: boolean,
): (x: number, z: number) => number {
  const { depth, height } = wave
  const along = distanceAlong(wave)
  const width = widthOf(wave)
  if (isLinear) return (x, z) => Math.sqrt(gravity / depth) * height * width * (1 + tanh(along(x, z) / width))
  const speed = Math.sqrt(gravity * (depth + height))
  // With T = tanh(s/w), eta = H (1 - T²) and ds = w dT / (1 - T²): u ds = c w H dT / (d + H - H T²), whose integral is
  // c w b artanh(b T), b = sqrt(H / (d + H)).
  const b = Math.sqrt(height / (depth + height))
  const artanh = (value: number) => 0.5 * log((1 + value) / (1 - value))
  return (x, z) => speed * width * b * (artanh(b) + artanh(b * tanh(along(x, z) / width)))
}
