// Steady waves of finite height on water of constant depth, which Stokes (1847) gave as a series: solved numerically to rounding.
//
// Seen from the crest the flow is steady. It is mapped onto a strip (u, v) whose upper edge v = 0 is the surface, such that its potential
// is -c u (Stokes 1880). With lengths in 1/k, g = 1, and h the depth of the strip, the surface is
//
//   x = u + Σ a_n coth(n h) sin(n u)        y = a_0 + Σ a_n cos(n u),  n = 1 .. N           h = d + a_0: the bed is at -d
//
// and Bernoulli's equation there, speed² = c²/(x'² + y'²):
//
//   (b - y) (x'² + y'²) = c²/2
//
// at N + 1 points from crest to trough. Two more equations give the mean level 0 and the height; the unknowns are a_0 .. a_N, c² and b.
// Newton's method solves them for a height that grows in steps. Expansions in the physical plane (Rienecker and Fenton, J. Fluid Mech. 104,
// 1981) contain e^(N y): more than 20 harmonics lose all digits. These equations have none of it.
//
// The water has no mean current: c is Stokes's first definition of the speed. The potential of water at rest on average is c (x - u).

import { cos, exp, sin, tanh } from '../numerics/elementary.js'
import { eliminate } from '../numerics/elimination.js'
import { cosineSum, sineSum } from '../numerics/trigonometric-sums.js'
import { STANDARD_GRAVITY, type Water } from './airy.js'

/** Largest kH/2 on deep water that is solved [1]; the highest wave has 0.443. On finite depth it is times tanh(k d), as Miche's limit. */
export const STEEPEST_STOKES_WAVE = 0.44
/** Numbers of harmonics that are tried. */
const HARMONICS = [16, 32, 64, 128, 256]
/** Share of the height that the last harmonics may have. */
const TAIL = 1e-14
/** The same for a wave so steep that the largest number of harmonics does not resolve it to rounding. */
const STEEP_TAIL = 1e-3
/** Largest growth of kH/2, relative to the limit, in a step towards the height. */
const HEIGHT_STEP = 0.07
const MOST_ITERATIONS = 20

/** A steady wave, as functions of the distance s from a crest along its direction [m]. */
export interface StokesWave {
  /** Speed of the crests over water at rest on average [m/s]. */
  readonly speed: number
  /** Elevation [m]. Its mean is 0. */
  elevationAt(s: number): number
  /** Potential at the surface [m²/s]; the wave travels towards larger s. */
  potentialAt(s: number): number
}

/** A description of a steady wave. */
export interface StokesDescription {
  /** Distance between crests [m]. */
  wavelength: number
  /** kH/2, k the wavenumber and H the height from trough to crest [1]: at most 0.44 on deep water. */
  steepness: number
}

/**
 * Computes a steady wave of finite height: Stokes's wave, to machine precision.
 *
 * @param wave Length and steepness.
 * @param water Depth and gravity of the water.
 * @returns Its speed, elevation and potential at the surface.
 * @throws RangeError for a wave that is steeper than any that exists.
 *
 * @example
 * ```ts
 * import { stokesWave } from 'seiche'
 *
 * const wave = stokesWave({ wavelength: 10, steepness: 0.3 }, { depth: Infinity })
 * wave.speed // 4.6 % faster than a low wave of this length
 * ```
 */
export function stokesWave({ wavelength, steepness }: StokesDescription, water: Water): StokesWave {
  const { gravity = STANDARD_GRAVITY } = water
  const k = (2 * Math.PI) / wavelength
  const depth = k * water.depth
  const limit = STEEPEST_STOKES_WAVE * tanh(depth)
  if (!(steepness <= limit))
    throw new RangeError(
      `no steady wave has a steepness of ${steepness}: at this depth the limit is ${Number(limit.toPrecision(3))}`,
    )
  const solution = solve(steepness, depth)
  if (!solution)
    throw new RangeError(`no steady wave of steepness ${steepness} was found: make it lower, or the water deeper`)
  const { elevations, potentials } = inSpace(solution)
  // Distances are reduced to one wave, for the precision of the cosines.
  const reduced = (s: number) => k * (s - wavelength * Math.round(s / wavelength))
  return {
    speed: Math.sqrt((solution.square * gravity) / k),
    elevationAt: (s) => cosineSum(elevations, reduced(s)) / k,
    potentialAt: (s) => (sineSum(potentials, reduced(s)) * Math.sqrt(gravity / k)) / k,
  }
}

interface Solution {
  /** a_0 .. a_N. */
  readonly a: Float64Array
  /** c². */
  readonly square: number
  /** Depth of the strip. */
  readonly depth: number
}

/** The wave of a steepness on water of depth k d; undefined if Newton's method does not converge. */
function solve(steepness: number, depth: number): Solution | undefined {
  for (const count of HARMONICS) {
    const unknowns = climbed(count, depth, steepness)
    if (!unknowns) continue
    const tail = Math.max(Math.abs(unknowns[count]!), Math.abs(unknowns[count - 1]!))
    if (tail <= (count === HARMONICS.at(-1) ? STEEP_TAIL : TAIL) * steepness)
      return { a: unknowns.slice(0, count + 1), square: unknowns[count + 1]!, depth: depth + unknowns[0]! }
  }
  return undefined
}

/**
 * The unknowns a_0 .. a_N, c² and b of a wave, from those of Airy's wave in steps of the height. Each step starts from the two before it,
 * extrapolated, and is halved until it converges; undefined if that does not help.
 */
function climbed(count: number, depth: number, steepness: number): Float64Array | undefined {
  const widest = HEIGHT_STEP * tanh(depth)
  let before = new Float64Array(count + 3)
  before[count + 1] = tanh(depth)
  before[count + 2] = tanh(depth) / 2
  let here = before.slice()
  let [reached, step, lastStep] = [0, Math.min(widest, steepness), 1]
  while (reached < steepness) {
    const next = here.map((value, n) => value + ((value - before[n]!) * step) / lastStep)
    if (reached === 0) next[1] = step
    if (newton(next, count, depth, reached + step)) {
      before = here
      here = next
      lastStep = step
      reached = steepness - reached - step < 1e-12 ? steepness : reached + step
      step = Math.min(widest, steepness - reached)
    } else {
      step /= 2
      if (step < widest / 1000) return undefined
    }
  }
  return here
}

/** Solves the equations for a steepness, in place. Returns whether it has converged to rounding. */
function newton(unknowns: Float64Array, count: number, depth: number, steepness: number): boolean {
  const size = unknowns.length
  let last = Number.POSITIVE_INFINITY
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    const { matrix, residuals } = linearize(unknowns, count, depth, steepness)
    const correction = eliminate(matrix, residuals, size)
    if (!correction) return false
    let largest = 0
    for (let n = 0; n < size; n++) {
      unknowns[n]! -= correction[n]!
      largest = Math.max(largest, Math.abs(correction[n]!))
    }
    if (!(largest < 1)) return false
    // Corrections shrink quadratically until rounding stops them.
    if (largest < 1e-15 || (largest < 1e-11 && largest >= last / 4)) return true
    last = largest
  }
  return last < 1e-11
}

/** coth(n h), and its derivative by h. */
function hyperbolicCotangent(n: number, h: number): { value: number; slope: number } {
  const e = exp(-2 * n * h)
  return { value: (1 + e) / (1 - e), slope: (-4 * n * e) / ((1 - e) * (1 - e)) }
}

/** Residuals of all equations, and their derivatives by the unknowns, row by row. */
function linearize(unknowns: Float64Array, count: number, depth: number, steepness: number) {
  const size = unknowns.length
  const matrix = new Float64Array(size * size)
  const residuals = new Float64Array(size)
  const [square, b] = [unknowns[count + 1]!, unknowns[count + 2]!]
  const cotangents = Array.from({ length: count + 1 }, (_, n) =>
    n === 0 ? { value: 0, slope: 0 } : hyperbolicCotangent(n, depth + unknowns[0]!),
  )
  const cosines = Float64Array.from({ length: 2 * count }, (_, j) => cos((j * Math.PI) / count))
  const sines = Float64Array.from({ length: 2 * count }, (_, j) => sin((j * Math.PI) / count))
  for (let m = 0; m <= count; m++) {
    const row = m * size
    let [y, xU, yU, xUByDepth] = [unknowns[0]!, 1, 0, 0]
    for (let n = 1; n <= count; n++) {
      const a = unknowns[n]!
      const angle = (n * m) % (2 * count)
      y += a * cosines[angle]!
      xU += n * cotangents[n]!.value * a * cosines[angle]!
      yU -= n * a * sines[angle]!
      xUByDepth += n * cotangents[n]!.slope * a * cosines[angle]!
    }
    const metric = xU * xU + yU * yU
    residuals[m] = (b - y) * metric - square / 2
    matrix[row] = -metric + 2 * (b - y) * xU * xUByDepth
    for (let n = 1; n <= count; n++) {
      const angle = (n * m) % (2 * count)
      matrix[row + n] =
        -cosines[angle]! * metric + 2 * (b - y) * n * (xU * cotangents[n]!.value * cosines[angle]! - yU * sines[angle]!)
    }
    matrix[row + count + 1] = -0.5
    matrix[row + count + 2] = metric
  }
  // The mean of y x'; the elevation of the crest over the trough.
  const [level, height] = [(count + 1) * size, (count + 2) * size]
  residuals[count + 1] = unknowns[0]!
  matrix[level] = 1
  residuals[count + 2] = -2 * steepness
  for (let n = 1; n <= count; n++) {
    const a = unknowns[n]!
    residuals[count + 1]! += (n * cotangents[n]!.value * a * a) / 2
    matrix[level + n] = n * cotangents[n]!.value * a
    matrix[level]! += (n * cotangents[n]!.slope * a * a) / 2
    if (n % 2 === 0) continue
    residuals[count + 2]! += 2 * a
    matrix[height + n] = 2
  }
  return { matrix, residuals }
}

/** Harmonics in x of the elevation (cosines) and of the potential (sines), from those in u. */
function inSpace({ a, square, depth }: Solution): { elevations: number[]; potentials: number[] } {
  const count = 2 * (a.length - 1)
  const slopes = Array.from(a, (value, n) => (n === 0 ? 0 : value * hyperbolicCotangent(n, depth).value))
  const derivatives = slopes.map((value, n) => n * value)
  const points = Array.from({ length: count + 1 }, (_, m) => {
    // x(u) = x by Newton's method; x' > 0 for a wave that does not overhang.
    const x = (m * Math.PI) / count
    let u = x
    for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++)
      u -= (u + sineSum(slopes, u) - x) / (1 + cosineSum(derivatives, u))
    return { y: cosineSum(Array.from(a), u), potential: Math.sqrt(square) * (x - u) }
  })
  const harmonic = (j: number, of: (m: number) => number) => {
    let sum = 0
    for (let m = 0; m <= count; m++) sum += (m === 0 || m === count ? 0.5 : 1) * of(m)
    return ((j === 0 || j === count ? 1 : 2) * sum) / count
  }
  const angle = (j: number, m: number) => (((j * m) % (2 * count)) * Math.PI) / count
  const indices = Array.from({ length: count + 1 }, (_, j) => j)
  return withoutTail(
    indices.map((j) => harmonic(j, (m) => points[m]!.y * cos(angle(j, m)))),
    indices.map((j) => (j === count ? 0 : harmonic(j, (m) => points[m]!.potential * sin(angle(j, m))))),
  )
}

/** Leaves out the highest harmonics, which are rounding errors. */
function withoutTail(elevations: number[], potentials: number[]) {
  const largest = Math.max(...elevations.map(Math.abs))
  let end = elevations.length
  while (
    end > 2 &&
    Math.abs(elevations[end - 1]!) < 1e-15 * largest &&
    Math.abs(potentials[end - 1]!) < 1e-15 * largest
  )
    end--
  return { elevations: elevations.slice(0, end), potentials: potentials.slice(0, end) }
}
