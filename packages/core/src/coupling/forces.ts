// The forces on bodies: what a kernel needs to solve them for many bodies at once (kernels/bodies/body-forces.ts has the equations), and its results.

import type { LoadedBody } from '../bodies/world.js'
import {
  ALL,
  BodyForces,
  CARRIED,
  CHANGE,
  ForceSettings,
  RESULTS,
  WATER,
} from '../generated/layouts/bodies/body-forces.js'
import { addDirection, setDirection } from '../numerics/spd6.js'
import type { ForceMemory } from './force-memory.js'
import type { SubmergedBody } from './submersion/submerged-body.js'
import type { AddedMass } from './virtual-height/added-mass.js'

const { double: D, word: W, doubles: DOUBLES, words: WORDS } = BodyForces
const MATRIX = 6

/** The state of all bodies that the forces depend on: a part of `BodyWorld`. */
export interface MovedBodies {
  readonly masses: Float64Array
  readonly rotations: Float64Array
  readonly velocities: Float64Array
  readonly angularVelocities: Float64Array
}

export class Forces {
  /** Results of the kernel, to be read from the index that a `…Of` returns on. */
  readonly results: Float64Array
  readonly #memory: ForceMemory
  readonly #doubles: Float64Array
  readonly #words: Int32Array
  readonly #inertias: Float64Array
  readonly #moments: Float64Array
  readonly #virtual: Float64Array
  /** Other forces and the matrices of their damping. */
  readonly #outside: Float64Array
  // Kept, so that nothing is allocated.
  readonly #matrix = new Float64Array(36)
  readonly #direction = new Float64Array(6)
  readonly #force = new Float64Array(3)
  /** The body of each row. */
  readonly #loaded: LoadedBody[] = []
  /** Row of the body that was written last. */
  #row = 0

  constructor(memory: ForceMemory) {
    this.#memory = memory
    this.#doubles = memory.bodies.data
    this.#words = new Int32Array(this.#doubles.buffer, this.#doubles.byteOffset, 2 * this.#doubles.length)
    this.#inertias = memory.inertias.data
    this.#moments = memory.moments.data
    this.#outside = memory.outside.data
    this.#virtual = memory.virtual.data
    this.results = memory.results.data
  }

  /** Writes what is always the same of a body to a row. */
  #writeMake(row: number, loaded: LoadedBody): void {
    const { drag } = loaded.body
    const { mass } = loaded.solid
    this.#loaded[row] = loaded
    this.#doubles[row * DOUBLES + D.drag] = drag
    this.#doubles[row * DOUBLES + D.amount] = mass.amount
    for (let k = 0; k < 9; k++) this.#inertias[9 * row + k] = mass.inertia[k]!
  }

  /** Writes a body to a row, without other forces. `addedMass`: that of the water under the body, if coupling is by virtual height. */
  write(
    row: number,
    body: number,
    loaded: LoadedBody,
    submerged: SubmergedBody,
    { masses, rotations, velocities, angularVelocities }: MovedBodies,
    addedMass: AddedMass | undefined,
  ): void {
    const doubles = this.#doubles
    const at = row * DOUBLES
    this.#row = row
    if (this.#loaded[row] !== loaded) this.#writeMake(row, loaded)
    doubles[at + D.mass] = masses[body]!
    for (let k = 0; k < 4; k++) doubles[at + D.turnX + k] = rotations[4 * body + k]!
    for (let k = 0; k < 3; k++) doubles[at + D.rates + k] = velocities[3 * body + k]!
    for (let k = 0; k < 3; k++) doubles[at + D.rates + 3 + k] = angularVelocities[3 * body + k]!
    this.#words[row * WORDS + W.isPushed] = 0
    this.#words[row * WORDS + W.virtual] = addedMass ? (addedMass.cells.count > 0 ? 2 : 1) : 0
    if (addedMass) {
      for (let k = 0; k < 9; k++) this.#virtual[12 * row + k] = addedMass.mass[k]!
      for (let k = 0; k < 3; k++) this.#virtual[12 * row + 9 + k] = addedMass.push[k]!
    }
    this.#writeWater(at, 30 * row, submerged)
  }

  #writeWater(at: number, moment: number, submerged: SubmergedBody): void {
    const doubles = this.#doubles
    const moments = this.#moments
    const { volume, area, waterplane, buoyancyLevel, heave } = submerged
    for (let k = 0; k < 10; k++) {
      moments[moment + k] = volume[k]!
      moments[moment + 10 + k] = area[k]!
      moments[moment + 20 + k] = waterplane[k]!
    }
    doubles[at + D.flowX] = submerged.flowX
    doubles[at + D.flowZ] = submerged.flowZ
    doubles[at + D.undisturbedRate] = submerged.undisturbedRate
    doubles[at + D.slopeX] = buoyancyLevel.slopeX
    doubles[at + D.slopeZ] = buoyancyLevel.slopeZ
    doubles[at + D.dampingVolume] = submerged.dampingVolume
    doubles[at + D.added] = heave.added
    doubles[at + D.pierced] = heave.pierced
    doubles[at + D.feedback] = heave.feedback
    doubles[at + D.lead] = heave.lead
  }

  /** Index of the first other force of the body that was written last. The first call clears them. */
  #others(): number {
    const at = 42 * this.#row
    const flag = this.#row * WORDS + W.isPushed
    if (this.#words[flag] === 0) this.#outside.fill(0, at, at + 42)
    this.#words[flag] = 1
    return at
  }

  /** Adds a force [N] that is not of the water to the body that was written last, at r from its centre of mass. */
  push(force: ArrayLike<number>, r: ArrayLike<number>): void {
    const at = this.#others()
    const other = this.#outside
    for (let axis = 0; axis < 3; axis++) {
      const next = (axis + 1) % 3
      const last = (axis + 2) % 3
      other[at + axis]! += force[axis]!
      other[at + 3 + axis]! += r[next]! * force[last]! - r[last]! * force[next]!
    }
  }

  /** Adds a spring at r from the centre of mass, stretched by a vector [m], with damping relative to the scene. */
  pull(stiffness: number, damping: number, stretch: ArrayLike<number>, r: ArrayLike<number>, dt: number): void {
    const force = this.#force
    for (let axis = 0; axis < 3; axis++) force[axis] = stiffness * stretch[axis]!
    this.push(force, r)
    const weight = damping + dt * stiffness
    const matrix = this.#matrix
    const from = this.#others() + MATRIX
    for (let k = 0; k < 36; k++) matrix[k] = this.#outside[from + k]!
    for (let axis = 0; axis < 3; axis++) {
      setDirection(this.#direction, axis, r)
      addDirection(matrix, weight, this.#direction)
    }
    this.#outside.set(matrix, from)
  }

  /** Solves the forces of a step for the bodies of the first rows. */
  solve(rows: number, gravity: number, cellSize: number, dt: number): void {
    const { data } = this.#memory.settings
    data[ForceSettings.double.gravity] = gravity
    data[ForceSettings.double.cellSize] = cellSize
    data[ForceSettings.double.dt] = dt
    this.#memory.solving.run(rows)
  }

  /** Index of the momentum that the water gives the body of a row: three linear [N s], three angular about its centre of mass [N m s]. */
  waterOf(row: number): number {
    return row * RESULTS + WATER
  }

  /** Index of the momentum from the water and from other forces together, without the weight: six numbers. */
  allOf(row: number): number {
    return row * RESULTS + ALL
  }

  /** Index of the change of the body's rates in the step [m/s, rad/s], without contacts: six numbers. */
  changeOf(row: number): number {
    return row * RESULTS + CHANGE
  }

  /** Upward momentum that the added mass takes up instead of the body of a row [N s]. */
  carriedOf(row: number): number {
    return this.results[row * RESULTS + CARRIED]!
  }
}
