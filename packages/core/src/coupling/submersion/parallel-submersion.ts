// The submersion of all bodies by passes on all threads (kernels/bodies/locate-bodies.ts, measure-bodies.ts). The passes have the formulas of
// level-fits.ts, submerged-sums.ts and submersion.ts, which compute where columns are in a memory of their own, and the same bits.

import { setMatrix } from '../../bodies/geometry/rotation.js'
import type { BodyWorld, LoadedBody } from '../../bodies/world.js'
import { BodyRecord } from '../../generated/layouts/bodies/body-record.js'
import { type ExchangeMemory, MOST_BODIES } from '../exchange-memory.js'
import type { WaterCoupling } from '../water-coupling.js'
import type { LocalLevel } from './local-level.js'
import type { SubmergedBody } from './submerged-body.js'
import type { SubmergedSums } from './submerged-sums.js'

const { double: D, word: W, doubles: DOUBLES, words: WORDS } = BodyRecord

export class ParallelSubmersion {
  readonly #memory: ExchangeMemory
  readonly #water: WaterCoupling
  readonly #matrix = new Float64Array(9)
  /** Records of all bodies. */
  readonly doubles: Float64Array
  readonly #words: Int32Array
  readonly #waterDoubles: Float64Array
  readonly #waterWords: Int32Array

  constructor(memory: ExchangeMemory, water: WaterCoupling) {
    this.#memory = memory
    this.#water = water
    this.doubles = memory.doubles
    this.#words = memory.words
    this.#waterDoubles = memory.water
    this.#waterWords = memory.waterWords
  }

  /**
   * Begins a pass over bodies whose columns are described by a record at an address. Returns false if the bodies have to be computed one by one: columns
   * without such a record, water that the kernels do not know, or too many bodies.
   */
  begin(columns: number, bodies: number, dt: number): boolean {
    const isKnown = this.#water.describe?.(this.#waterWords, this.#waterDoubles) ?? false
    if (!isKnown || columns === 0 || bodies > MOST_BODIES) return false
    this.#memory.begin(columns, dt)
    return true
  }

  /** Writes a body for `locate`. `mayHeave`: whether it may heave by the level through its draught. */
  writeLocated(
    body: number,
    submerged: SubmergedBody,
    { solid }: LoadedBody,
    world: BodyWorld,
    mayHeave: boolean,
  ): void {
    const { positions, rotations, centers } = world
    const doubles = this.doubles
    const words = this.#words
    const at = body * DOUBLES
    const word = body * WORDS
    words[word + W.first] = submerged.first
    words[word + W.end] = submerged.end
    words[word + W.wasOverWater] = Number(submerged.wasOverWater)
    words[word + W.mayHeave] = Number(mayHeave)
    doubles[at + D.centerX] = centers[3 * body]!
    doubles[at + D.centerY] = centers[3 * body + 1]!
    doubles[at + D.centerZ] = centers[3 * body + 2]!
    const m = this.#matrix
    setMatrix(m, rotations, 4 * body)
    const x = m[0]! * solid.center[0] + m[1]! * solid.center[1] + m[2]! * solid.center[2]
    const z = m[6]! * solid.center[0] + m[7]! * solid.center[1] + m[8]! * solid.center[2]
    doubles[at + D.solidX] = positions[3 * body]! + x - centers[3 * body]!
    doubles[at + D.solidZ] = positions[3 * body + 2]! + z - centers[3 * body + 2]!
    doubles[at + D.solidVolume] = solid.volume
    doubles[at + D.undisturbedRate] = submerged.undisturbedRate
    this.#writeLevels(at, submerged)
  }

  #writeLevels(at: number, { undisturbed, local, heave }: SubmergedBody): void {
    writeLevel(this.doubles, at + D.undisturbed, undisturbed)
    writeLevel(this.doubles, at + D.local, local)
    writeLevel(this.doubles, at + D.throughDraught, heave.level)
  }

  /** Finds undisturbed level and displaced heights of so many bodies. */
  locate(bodies: number): void {
    this.#memory.locating.run(bodies)
  }

  /** Reads a body after `locate`. Returns whether it has a waterplane to heave with; its moments are then in the record. */
  readLocated(body: number, submerged: SubmergedBody): boolean {
    const doubles = this.doubles
    const words = this.#words
    const at = body * DOUBLES
    const word = body * WORDS
    submerged.isOverWater = words[word + W.isOverWater] !== 0
    submerged.isInsideGrid = words[word + W.isInsideGrid] !== 0
    submerged.offsetX = doubles[at + D.offsetX]!
    submerged.offsetZ = doubles[at + D.offsetZ]!
    if (words[word + W.heaves] !== 0) return true
    submerged.wasOverWater = words[word + W.wasOverWater] !== 0
    submerged.undisturbedRate = doubles[at + D.undisturbedRate]!
    readLevel(doubles, at + D.undisturbed, submerged.undisturbed)
    readLevel(doubles, at + D.local, submerged.local)
    return false
  }

  /** Displaced heights of a body after `locate`, summed with the openness as weights [m]. */
  displacedOf(body: number): number {
    return this.doubles[body * DOUBLES + D.displaced]!
  }

  /** Measures the submerged part of all bodies. */
  measure(bodies: readonly SubmergedBody[], sums: SubmergedSums): void {
    const doubles = this.doubles
    const words = this.#words
    for (let body = 0; body < bodies.length; body++) {
      words[body * WORDS + W.heaves] = Number(bodies[body]!.heave.added > 0)
      this.#writeLevels(body * DOUBLES, bodies[body]!)
    }
    this.#memory.measuring.run(bodies.length)
    for (let body = 0; body < bodies.length; body++) {
      const submerged = bodies[body]!
      const at = body * DOUBLES
      submerged.isOverWater = words[body * WORDS + W.isOverWater] !== 0
      readLevel(doubles, at + D.local, submerged.local)
      readLevel(doubles, at + D.buoyancy, submerged.buoyancyLevel)
      sums.read(submerged, doubles, at)
    }
  }
}

function writeLevel(doubles: Float64Array, at: number, { height, slopeX, slopeZ }: LocalLevel): void {
  doubles[at] = height
  doubles[at + 1] = slopeX
  doubles[at + 2] = slopeZ
}

function readLevel(doubles: Float64Array, at: number, level: LocalLevel): void {
  level.set(doubles[at]!, doubles[at + 1]!, doubles[at + 2]!)
}
