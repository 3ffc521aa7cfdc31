// Solitary waves of the full equations on water of constant depth, solved numerically.
//
// Seen from the crest the flow is steady. It is mapped onto a strip (u, v) as deep as the still water, such that its potential is -c u. With
// lengths in depths and g = 1, the elevation y(u) of the surface satisfies Babenko's equation (Babenko 1987; Clamond and Dutykh, Computers
// and Fluids 84, 2013)
//
//   c² C y - y - C(y²)/2 - y C y = 0,      C: a factor k coth k of a mode, 1 of the mean
//
// and x' = 1 + C y. The wave is even; it is solved by Newton's method at points from the crest to a distance where it has decayed. The
// unknowns are y at these points and c²; the last equation gives the height. The potential of water at rest far ahead is c (x - u).
//
// Checks: c² = 1 + H - H²/20 - 3H³/70 - ... (Fenton, J. Fluid Mech. 53, 1972), and 2 (c² - 1) ∫ y dx = 3 ∫ y² dx (Starr 1947).

import { cos, exp, tanh } from '../numerics/elementary.js'
import { eliminate } from '../numerics/elimination.js'
import { cosineSum, sineSum } from '../numerics/trigonometric-sums.js'
import { STANDARD_GRAVITY, type Water } from './airy.js'

/** Largest height over depth that is solved [1]. The highest solitary wave has 0.833; series of order 5 do not carry it. */
export const HIGHEST_SOLITARY_WAVE = 0.6
/** Numbers of points that are tried. */
const POINTS = [64, 128, 256]
/** Share of the height that the last harmonics may have, and that of the largest number of points. */
const TAIL = 1e-10
const LAST_TAIL = 1e-5
/** Distance from crest to edge, in decay lengths: e^-24 is 4e-11. */
const DECAYS = 24
const MOST_ITERATIONS = 20
/** Nodes of the interpolation in x between two points. */
const NODES_PER_POINT = 8

/** A solitary wave, as functions of the distance s from its crest along its direction [m]. */
export interface SolitaryWave {
  /** Speed of the crest over water at rest [m/s]. */
  readonly speed: number
  /** Elevation over the still water [m]. */
  elevationAt(s: number): number
  /** Potential at the surface [m²/s]; the wave travels towards larger s. It is 0 at the crest. */
  potentialAt(s: number): number
}

/**
 * Computes a solitary wave of the full equations of water with a surface.
 *
 * @param wave Height of the crest over the still water [m]: at most 0.6 depths.
 * @param water Depth and gravity of the water.
 * @returns Its speed, elevation and potential at the surface.
 * @throws RangeError for deep water, and for a wave that is too high for its depth.
 *
 * @example
 * ```ts
 * import { solitaryWave } from 'seiche'
 *
 * const wave = solitaryWave({ height: 0.5 }, { depth: 1 })
 * wave.speed // 3.81 m/s; Serre's equations have 3.84
 * ```
 */
export function solitaryWave({ height }: { height: number }, water: Water): SolitaryWave {
  const { depth, gravity = STANDARD_GRAVITY } = water
  if (!Number.isFinite(depth)) throw new RangeError('deep water has no solitary waves: give it a depth')
  if (!(height > 0 && height <= HIGHEST_SOLITARY_WAVE * depth))
    throw new RangeError(
      `a solitary wave ${height} m high needs deeper water: at a depth of ${depth} m the limit is ${Number((HIGHEST_SOLITARY_WAVE * depth).toPrecision(3))} m`,
    )
  const solution = solve(height / depth)
  if (!solution) throw new RangeError(`no solitary wave of ${height} m was found: make it lower, or the water deeper`)
  const { elevationAt, potentialAt } = inSpace(solution)
  const speed = Math.sqrt(gravity * depth)
  return {
    speed: speed * Math.sqrt(solution.square),
    elevationAt: (s) => depth * elevationAt(Math.abs(s) / depth),
    potentialAt: (s) => Math.sign(s) * speed * depth * potentialAt(Math.abs(s) / depth),
  }
}

interface Solution {
  /** Harmonics a_0 .. a_N of y: y = Σ a_n cos(n π u / length). */
  readonly a: readonly number[]
  /** Distance from crest to edge. */
  readonly length: number
  /** c². */
  readonly square: number
}

function solve(height: number): Solution | undefined {
  // The decay of Serre's wave; that of the exact one is a little faster.
  const length = DECAYS / Math.sqrt((3 * height) / (1 + height))
  for (const count of POINTS) {
    const unknowns = newton(height, count, length)
    if (!unknowns) continue
    const a = harmonicsOf(unknowns.subarray(0, count + 1))
    const tail = Math.max(Math.abs(a[count]!), Math.abs(a[count - 1]!), Math.abs(a[count - 2]!))
    if (tail <= (count === POINTS.at(-1) ? LAST_TAIL : TAIL) * height)
      return { a, length, square: unknowns[count + 1]! }
  }
  return undefined
}

/** k coth k of harmonic n; 1 of the mean. */
function symbolOf(n: number, length: number): number {
  const k = (n * Math.PI) / length
  return n === 0 ? 1 : k / tanh(k)
}

/** y at the points 0 .. N and c², from the elevation of Serre's wave; undefined if Newton's method does not converge. */
function newton(height: number, count: number, length: number): Float64Array | undefined {
  const size = count + 2
  const c = operatorMatrix(count, length)
  const unknowns = new Float64Array(size)
  const decay = Math.sqrt((3 * height) / (4 * (1 + height)))
  for (let j = 0; j <= count; j++) {
    const e = exp((-decay * length * j) / count)
    unknowns[j] = (4 * height * e * e) / ((1 + e * e) * (1 + e * e))
  }
  unknowns[count + 1] = 1 + height
  let last = Number.POSITIVE_INFINITY
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    const { matrix, residuals } = linearize(unknowns, c, count, height)
    const correction = eliminate(matrix, residuals, size)
    if (!correction) return undefined
    let largest = 0
    for (let n = 0; n < size; n++) {
      unknowns[n]! -= correction[n]!
      largest = Math.max(largest, Math.abs(correction[n]!))
    }
    if (!(largest < 1)) return undefined
    // Corrections shrink quadratically until rounding stops them.
    if (largest < 1e-15 || (largest < 1e-12 && largest >= last / 4)) return unknowns
    last = largest
  }
  return last < 1e-11 ? unknowns : undefined
}

/** C for even functions, as a matrix between the values at the points 0 .. N, row by row. */
function operatorMatrix(count: number, length: number): Float64Array {
  const symbols = Float64Array.from({ length: count + 1 }, (_, n) => symbolOf(n, length))
  const cosines = Float64Array.from({ length: 2 * count }, (_, j) => cos((j * Math.PI) / count))
  const kernel = Float64Array.from({ length: 2 * count }, (_, m) => {
    let sum = symbols[0]! + symbols[count]! * cosines[(count * m) % (2 * count)]!
    for (let n = 1; n < count; n++) sum += 2 * symbols[n]! * cosines[(n * m) % (2 * count)]!
    return sum / (2 * count)
  })
  const size = count + 1
  const matrix = new Float64Array(size * size)
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      const mirrored = j === 0 || j === count ? 0 : kernel[(i + j) % (2 * count)]!
      matrix[i * size + j] = kernel[Math.abs(i - j)]! + mirrored
    }
  return matrix
}

/** Residuals of all equations, and their derivatives by the unknowns, row by row. */
function linearize(unknowns: Float64Array, c: Float64Array, count: number, height: number) {
  const [points, size] = [count + 1, count + 2]
  const matrix = new Float64Array(size * size)
  const residuals = new Float64Array(size)
  const square = unknowns[points]!
  for (let i = 0; i < points; i++) {
    let [ofY, ofSquare] = [0, 0]
    for (let j = 0; j < points; j++) {
      const [factor, y] = [c[i * points + j]!, unknowns[j]!]
      ofY += factor * y
      ofSquare += factor * y * y
      matrix[i * size + j] = (square - unknowns[i]! - y) * factor
    }
    residuals[i] = (square - unknowns[i]!) * ofY - unknowns[i]! - ofSquare / 2
    matrix[i * size + i]! -= 1 + ofY
    matrix[i * size + points] = ofY
  }
  residuals[points] = unknowns[0]! - height
  matrix[points * size] = 1
  return { matrix, residuals }
}

/** Harmonics of an even function from its values. */
function harmonicsOf(values: Float64Array): number[] {
  const count = values.length - 1
  return Array.from(values, (_, n) => {
    let sum = 0
    for (let j = 0; j <= count; j++)
      sum += (j === 0 || j === count ? 0.5 : 1) * values[j]! * cos((((n * j) % (2 * count)) * Math.PI) / count)
    return ((n === 0 || n === count ? 1 : 2) * sum) / count
  })
}

/** Elevation and potential as functions of the distance from the crest, by cubic interpolation between many nodes. */
function inSpace({ a, length, square }: Solution) {
  const count = NODES_PER_POINT * (a.length - 1)
  const unit = Math.PI / length
  const ofX = a.map((value, n) => value * symbolOf(n, length))
  const integrals = ofX.map((value, n) => (n === 0 ? 0 : value / (n * unit)))
  const slopes = a.map((value, n) => value * n * unit)
  const c = Math.sqrt(square)
  const nodes = Array.from({ length: count + 1 }, (_, node) => {
    const u = (node * length) / count
    const x = u + ofX[0]! * u + sineSum(integrals, unit * u)
    const xU = 1 + cosineSum(ofX, unit * u)
    return {
      x,
      elevation: { value: cosineSum(a, unit * u), slope: -sineSum(slopes, unit * u) / xU },
      potential: { value: c * (x - u), slope: (c * (xU - 1)) / xU },
    }
  })
  const at = (s: number, which: 'elevation' | 'potential', beyond: number) => {
    if (s >= nodes[count]!.x) return beyond
    let [low, high] = [0, count]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (nodes[middle]!.x <= s) low = middle
      else high = middle
    }
    const [from, to] = [nodes[low]!, nodes[high]!]
    const step = to.x - from.x
    const t = (s - from.x) / step
    const [p, q] = [from[which], to[which]]
    const rise = q.value - p.value
    const [before, after] = [p.slope * step - rise, rise - q.slope * step]
    return p.value + t * (rise + (1 - t) * (before * (1 - t) + after * t))
  }
  return {
    elevationAt: (s: number) => at(s, 'elevation', 0),
    potentialAt: (s: number) => at(s, 'potential', nodes[count]!.potential.value),
  }
}
