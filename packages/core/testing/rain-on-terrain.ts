// Rain on random terrain, an hour later: where is the water, against where it would be if it ran down slowly? For a property test, and with
// more terrains for `npm run soak -- --only rain`.

import { fractalNoise } from '../src/numerics/noise.js'
import { uniformAt } from '../src/numerics/random.js'
import { besideFirstOrder, fastest } from './beside-first-order.js'
import type { Ground } from './first-order-shallow.js'
import { OUTLET } from './water-at-rest.js'

/** Time that the water has [s]. */
const HOUR = 3600
/** Speed at the end, at most [m/s]. */
const CALM = 1
/** Water that may be missing, as a share of the rain. */
const LOST = 1e-6
/** Water that may be neither in a hollow nor gone, as a share of the rain. */
const ASTRAY = 1e-3
/**
 * By how much more than with the scheme of first order, as a share of the rain: a wave of tenths of a millimetre in a pond without friction,
 * which that scheme has damped sooner.
 */
const SWING = 1e-4

/** Water an hour after the rain. Amounts are shares of the rain. */
export interface RainResult {
  readonly name: string
  /** Water that is not at rest, by the engine and by the scheme of first order. */
  readonly distance: number
  readonly plainDistance: number
  /** The fastest water [m/s]. */
  readonly speed: number
  readonly missing: number
}

/** Terrain number `seed`: rough slopes, hills, terraces and rough hills, between walls or with an outlet, with friction or without. */
export function rainGround(seed: number): { ground: Ground; rain: number; name: string } {
  let thrown = 0
  const between = (low: number, high: number) => low + (high - low) * uniformAt(thrown++, 0, seed, 14)
  const kind = (['rough slope', 'hills', 'terraces', 'rough hills'] as const)[seed % 4]!
  const side = Math.floor(between(8, 15))
  const cellSize = between(0.5, 2)
  // Films on level ground with friction take days: nothing that an hour could tell.
  const manning = kind === 'terraces' || between(0, 1) < 0.4 ? 0 : between(0.01, 0.06)
  const isOpen = between(0, 1) < 0.5
  const [height, slope, width] = [between(0.05, 1) * cellSize, between(0.02, 0.5) * cellSize, between(2, 6)]
  const bed = new Float64Array(side * side)
  const level = (b: number) => Math.floor(b / (2 * height)) * 2 * height
  for (let j = 0; j < side; j++)
    for (let i = 0; i < side; i++) {
      const rough = height * (uniformAt(i, j, seed, 15) - 0.5)
      const hills = 2 * height * fractalNoise((i + 0.37) / width, (j + 0.61) / width, seed, 2)
      const fall = slope * (side - i)
      const part = {
        'rough slope': 2 * rough,
        hills,
        terraces: level(fall + hills) - fall,
        'rough hills': hills + rough,
      }
      bed[j * side + i] = fall + part[kind]
    }
  const lowest = bed.reduce((low, b) => Math.min(low, b), Infinity)
  // Above the level of 0 m beyond the open edge.
  for (let k = 0; k < bed.length; k++) bed[k]! += 10 * cellSize - lowest
  if (isOpen)
    for (let j = 0; j < side; j++)
      for (let k = 0; k < OUTLET; k++) bed[j * side + side - OUTLET + k] = (9 - k) * cellSize
  const ground = { nx: side, nz: side, cellSize, manning, bed, isOpen }
  const name = `${seed}: ${kind}, ${side}² cells of ${cellSize.toFixed(2)} m, n ${manning.toFixed(3)}, ${isOpen ? 'outlet' : 'walls'}`
  return { ground, rain: between(0.01, 0.05), name }
}

/** Lets rain fall on terrain number `seed`, and waits for an hour. */
export async function rainOn(seed: number): Promise<RainResult> {
  const { ground, rain, name } = rainGround(seed)
  const { engine, firstOrder } = await besideFirstOrder(
    ground,
    ground.bed.map(() => rain),
    HOUR,
  )
  const whole = rain * ground.bed.length * ground.cellSize ** 2
  return {
    name,
    distance: engine.distance / whole,
    plainDistance: firstOrder.distance / whole,
    speed: fastest(engine),
    missing: engine.missing / whole,
  }
}

/** A sentence about a result that is not as it must be; undefined if all is well. */
export function rainTrouble({ name, distance, plainDistance, speed, missing }: RainResult): string | undefined {
  if (!(missing <= LOST)) return `${name}: ${missing} of the water is missing`
  if (!(speed <= CALM)) return `${name}: water still moves at ${speed} m/s`
  if (!(distance <= ASTRAY)) return `${name}: ${distance} of the water is neither in a hollow nor gone`
  if (!(distance <= plainDistance + SWING))
    return `${name}: ${distance} of the water is not at rest, by the scheme of first order ${plainDistance}`
  return undefined
}
