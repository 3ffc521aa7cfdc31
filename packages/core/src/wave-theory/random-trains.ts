// A random sea as a sum of trains. Within a system all have the same variance: there are many where the spectrum is high, few
// where it is low. Their frequencies are incommensurable, so the sum does not repeat.

import { cos, sin } from '../numerics/elementary.js'
import { uniformAt } from '../numerics/random.js'
import { angularFrequency } from './airy.js'
import { type Band, eachPortion } from './quadrature.js'
import type { Sea, WaveSystem } from './sea.js'
import type { Spreading } from './spreading.js'
import type { Train } from './train.js'

/** Streams of random numbers: positions within a portion, directions, phases. */
const PLACE = 0
const TURN = 1
const PHASE = 2
/** Steps of direction in a full turn: a beam of s = 75 is about 18 of them wide. */
const TURNS = 360
/** The golden ratio less 1: any number of its multiples fills a circle evenly. */
const GOLDEN = 0.6180339887498949

/**
 * About `count` trains whose variance is that of the sea, or of the part of it in a band [rad/m]; a system with any
 * variance has one at least. The same seed gives the same trains.
 */
export function randomTrains(sea: Sea, count: number, seed: number, band?: Band): Train[] {
  const portions = sea.systems.map((system) => portionsOf(system, sea, band))
  const total = portions.reduce((sum, { variance }) => sum + variance, 0)
  return portions.flatMap(({ system, wavenumbers, sums, variance }, n) => {
    if (!(variance > 0)) return []
    const trains = Math.max(1, Math.round((count * variance) / total))
    const amplitude = Math.sqrt((2 * variance) / trains)
    const firstTurn = uniformAt(0, n, seed, TURN)
    return Array.from({ length: trains }, (_, i) => {
      const k = quantile(sums, wavenumbers, ((i + uniformAt(i, n, seed, PLACE)) / trains) * variance)
      const omega = angularFrequency(k, sea.water)
      const share = firstTurn + i * GOLDEN
      const direction = system.direction + angleOf(system.spreading, omega, share - Math.floor(share))
      const phase = 2 * Math.PI * uniformAt(i, n, seed, PHASE)
      return { amplitude, kx: k * cos(direction), kz: k * sin(direction), omega, phase }
    })
  })
}

/** The spectrum's wavenumbers with the variance up to each. */
function portionsOf(system: WaveSystem, sea: Sea, band: Band | undefined) {
  const wavenumbers: number[] = []
  const sums: number[] = []
  let variance = 0
  eachPortion(system.spectrum, sea.water, band, (k, portion) => {
    wavenumbers.push(k)
    sums.push(variance + portion / 2)
    variance += portion
  })
  return { system, wavenumbers, sums, variance }
}

/** The angle from the main direction [rad] below which the share 0..1 of the spreading lies. */
function angleOf(spreading: Spreading, omega: number, share: number): number {
  const angles: number[] = []
  const sums: number[] = []
  let sum = 0
  for (let i = 0; i < TURNS; i++) {
    const angle = ((i + 0.5) / TURNS - 0.5) * 2 * Math.PI
    const portion = spreading(cos(angle), omega)
    angles.push(angle)
    sums.push(sum + portion / 2)
    sum += portion
  }
  return quantile(sums, angles, share * sum)
}

/** The value that belongs to a sum, by linear interpolation in rising sums. */
function quantile(sums: readonly number[], values: readonly number[], sum: number): number {
  let [low, high] = [0, sums.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (sums[middle]! <= sum) low = middle
    else high = middle
  }
  const width = sums[high]! - sums[low]!
  const t = width > 0 ? Math.min(1, Math.max(0, (sum - sums[low]!) / width)) : 0
  return values[low]! + t * (values[high]! - values[low]!)
}
