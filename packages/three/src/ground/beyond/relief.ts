// Hills and hollows of land beyond a grid.

import { hashToUnit } from '../../shared/hash.js'

/** Octaves of the relief, the weight of one over that of the one before, and the ratio of their lengths, near 2 but not a whole number. */
const [octaves, weight, ratio] = [5, 0.5, 2.03]

/**
 * Heights of hills, from about -1 to 1, mostly within a half.
 * @param x Position along x, in lengths of the longest hills [1].
 * @param ridged Share of sharp ridges, as mountains have them [1]; 0 for round hills.
 */
export function reliefAt(x: number, z: number, ridged: number): number {
  let [sum, strength, scale] = [0, 0.5, 1]
  for (let octave = 0; octave < octaves; octave++) {
    const round = 2 * latticeAt(x * scale, z * scale, octave) - 1
    sum += strength * (ridged > 0 ? round * (1 - ridged) + (1 - 2.2 * Math.abs(round)) * ridged : round)
    strength *= weight
    scale *= ratio
  }
  return sum
}

/** Values from 0 to 1 at the points of a lattice, joined smoothly. */
function latticeAt(x: number, z: number, salt: number): number {
  const [i, j] = [Math.floor(x), Math.floor(z)]
  const [u, v] = [eased(x - i), eased(z - j)]
  const near = hashToUnit(i, j, salt) * (1 - u) + hashToUnit(i + 1, j, salt) * u
  const far = hashToUnit(i, j + 1, salt) * (1 - u) + hashToUnit(i + 1, j + 1, salt) * u
  return near * (1 - v) + far * v
}

function eased(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10)
}
