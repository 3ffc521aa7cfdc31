// The formulas of kernels/bodies/body-forces.ts, plainly, for one body: what its bits are compared with. Its header has the equations.

import type { Vector } from '../src/bodies/geometry/rotation.js'
import type { SubmergedBody } from '../src/coupling/submersion/submerged-body.js'
import type { AddedMass } from '../src/coupling/virtual-height/added-mass.js'
import { WATER_DENSITY } from '../src/numerics/constants.js'
import { addDirection, addMoments, multiply, solve } from '../src/numerics/spd6.js'
import type { MovedBody } from './moved-body.js'

/** Implicitness θ of stiffness. From 3/8 on no oscillation grows, from 1/2 on not even one that the step does not resolve. */
const THETA = 0.6
/** Fraction of dt Δv by which a body moves within the step (header). */
const POSITION_FRACTION = 5 / 8
/** Factor on the waterplane stiffness: a sinking body first raises the local level by the height it sinks. */
const STIFFENING = 2
/** Added mass over displaced mass: that of a sphere. */
const ADDED_MASS = 0.5
/** Velocity u₀ below which drag is linear, in units of √(g × width). */
const LINEAR_DRAG = 0.05

/** The state and the make of a body. Rates are along x, y, z and about them. */
export type Moved = Readonly<Omit<MovedBody, 'rotation' | 'set'>>

export class PlainForces {
  /** Momentum that the water gives the body in the step: linear [N s] and angular momentum about its centre of mass [N m s]. */
  readonly water = new Float64Array(6)
  /** Momentum from the water and from other forces together, without the weight. */
  readonly all = new Float64Array(6)
  /** Change of the body's rates in the step [m/s, rad/s], without contacts. */
  readonly change = new Float64Array(6)
  /**
   * Upward momentum that the added mass takes up instead of the body [N s], in dispersive water without the buoyancy that belongs to a later
   * moment of the step.
   */
  carried = 0
  readonly #matrix = new Float64Array(36)
  readonly #resistance = new Float64Array(36)
  readonly #stiffness = new Float64Array(36)
  readonly #relative = new Float64Array(6)
  readonly #product = new Float64Array(6)
  /** Upward buoyancy of a later moment: at the present rates, and for changes of heave and of rotation about x and z. */
  readonly #ahead = new Float64Array(4)
  readonly #other = new Float64Array(6)
  readonly #otherMatrix = new Float64Array(36)

  /** Begins a body: sets all other forces to 0. */
  clear(): void {
    this.#other.fill(0)
    this.#otherMatrix.fill(0)
  }

  /** Adds a force [N] that is not of the water, at r from the centre of mass. */
  push([x, y, z]: Vector, [rx, ry, rz]: Vector): void {
    const other = this.#other
    other[0]! += x
    other[1]! += y
    other[2]! += z
    other[3]! += ry * z - rz * y
    other[4]! += rz * x - rx * z
    other[5]! += rx * y - ry * x
  }

  /** Adds a spring at r from the centre of mass, stretched by a vector [m], with damping relative to the scene. */
  pull(stiffness: number, damping: number, [x, y, z]: Vector, r: Vector, dt: number): void {
    const [rx, ry, rz] = r
    this.push([stiffness * x, stiffness * y, stiffness * z], r)
    const weight = damping + dt * stiffness
    addDirection(this.#otherMatrix, weight, [1, 0, 0, 0, rz, -ry])
    addDirection(this.#otherMatrix, weight, [0, 1, 0, -rz, 0, rx])
    addDirection(this.#otherMatrix, weight, [0, 0, 1, ry, -rx, 0])
  }

  /** Fills `water`, `all`, `change` and `carried` for a step. `addedMass`: that of the water under the body, if coupling is by virtual height. */
  solve(body: Moved, submerged: SubmergedBody, addedMass: AddedMass | undefined, gravity: number, dt: number): void {
    const { mass, inertia, rates } = body
    const matrix = this.#matrix
    const resistance = this.#resistance
    const stiffness = this.#stiffness
    const relative = this.#relative
    const product = this.#product
    const change = this.change
    change.fill(0)
    this.carried = 0
    matrix.fill(0)
    resistance.fill(0)
    stiffness.fill(0)
    this.water.fill(0)
    const volume = submerged.volume[0]!
    let heaveFactor = 0
    this.#ahead.fill(0)
    if (volume > 0) {
      this.#addBuoyancy(submerged, gravity, dt)
      const { heave } = submerged
      this.#addDrag(body, submerged, gravity, dt)
      // Where the body reaches through the surface, the waves already contain the water that moves with it.
      const pierced = heave.added > 0 ? heave.pierced : submerged.waterplane[0]! / submerged.area[0]!
      heaveFactor = ADDED_MASS * Math.max(0, 1 - pierced)
      addMoments(matrix, ADDED_MASS * WATER_DENSITY, 1, 0, 0, submerged.volume)
      addMoments(matrix, ADDED_MASS * WATER_DENSITY, 0, 0, 1, submerged.volume)
      if (addedMass && addedMass.cells.count > 0) this.#addMass(addedMass)
      else {
        addMoments(matrix, heaveFactor * WATER_DENSITY, 0, 1, 0, submerged.volume)
        addMoments(matrix, heave.added * WATER_DENSITY, 0, 1, 0, submerged.waterplane)
      }
      // Relative to the water, which flows and rises as a whole.
      relative.set(rates)
      relative[0]! -= submerged.flowX
      relative[1]! -= submerged.undisturbedRate
      relative[2]! -= submerged.flowZ
      multiply(resistance, relative, product)
      for (let k = 0; k < 6; k++) this.water[k]! -= dt * product[k]!
      if (heave.added > 0) this.#addStiffnessByDraught(submerged, mass, gravity, dt)
      else {
        addMoments(stiffness, WATER_DENSITY * gravity * (addedMass ? 1 : STIFFENING), 0, 1, 0, submerged.waterplane)
        multiply(stiffness, relative, product)
        for (let k = 0; k < 6; k++) this.water[k]! -= THETA * dt * dt * product[k]!
        for (let k = 0; k < 36; k++) matrix[k]! += THETA * POSITION_FRACTION * dt * dt * stiffness[k]!
      }
      for (let k = 0; k < 36; k++) matrix[k]! += dt * resistance[k]!
    }
    const isByDraught = submerged.heave.added > 0
    if (!Number.isFinite(mass)) {
      if (isByDraught) this.carried = -this.#ahead[0]!
      this.all.set(this.water)
      return
    }
    // The stiffness matrix is free now: it keeps the water's part of the system matrix, for the water's share of the change below.
    this.#stiffness.set(matrix)
    for (let k = 0; k < 36; k++) matrix[k]! += dt * this.#otherMatrix[k]!
    for (let k = 0; k < 3; k++) matrix[7 * k]! += mass
    for (let row = 0; row < 3; row++)
      for (let column = 0; column <= row; column++) matrix[6 * (row + 3) + column + 3]! += inertia[3 * row + column]!
    multiply(this.#otherMatrix, rates, product)
    for (let k = 0; k < 6; k++) change[k] = this.water[k]! + dt * (this.#other[k]! - product[k]!)
    change[1]! -= dt * mass * gravity
    solve(matrix, change)
    multiply(this.#stiffness, change, product)
    for (let k = 0; k < 6; k++) this.water[k]! -= product[k]!
    this.carried =
      volume > 0 && !(addedMass && addedMass.cells.count > 0)
        ? WATER_DENSITY *
            (heaveFactor * momentOf(submerged.volume, change) +
              submerged.heave.added * momentOf(submerged.waterplane, change)) -
          this.#momentumAhead()
        : 0
    // The change includes the weight, which the rigid-body engine adds itself.
    for (let k = 0; k < 3; k++) this.all[k] = mass * change[k]!
    this.all[1]! += dt * mass * gravity
    for (let row = 0; row < 3; row++)
      this.all[row + 3] =
        inertia[3 * row]! * change[3]! + inertia[3 * row + 1]! * change[4]! + inertia[3 * row + 2]! * change[5]!
  }

  /**
   * Stiffness of a body that heaves by the level through its draught. Heave is damped by its waves only, as far as steps resolve it. Tilts are
   * damped by the step, as in other water: waves and drag alone would let a box roll for a minute.
   *
   * The part of the buoyancy that belongs to a later moment of the step is kept: the water gives it by the level of that moment, and is
   * not to be pressed for it now.
   */
  #addStiffnessByDraught({ heave, waterplane }: SubmergedBody, mass: number, gravity: number, dt: number): void {
    const ahead = this.#ahead
    const stiffness = this.#stiffness
    const matrix = this.#matrix
    const product = this.#product
    const area = waterplane[0]!
    if (area === 0) return
    const scale = WATER_DENSITY * gravity * dt * dt
    const stiffening = 1 / (1 - heave.feedback)
    const theta = thetaOf((scale * area * stiffening) / (mass + matrix[7]!))
    const tilt = THETA * STIFFENING
    addHeaveAndTilt(stiffness, scale * (theta - heave.lead) * stiffening, scale * (tilt - heave.lead), waterplane)
    multiply(stiffness, this.#relative, product)
    for (let k = 0; k < 6; k++) this.water[k]! -= product[k]!
    const share = scale * theta * stiffening * POSITION_FRACTION
    addHeaveAndTilt(matrix, share, scale * tilt * POSITION_FRACTION, waterplane)
    ahead[0] = -product[1]!
    ahead[1] = -share * area
    ahead[2] = share * waterplane[3]!
    ahead[3] = -share * waterplane[1]!
  }

  /** Upward momentum of the buoyancy that belongs to a later moment [N s]. */
  #momentumAhead(): number {
    const ahead = this.#ahead
    const change = this.change
    return ahead[0]! + ahead[1]! * change[1]! + ahead[2]! * change[3]! + ahead[3]! * change[5]!
  }

  /** The coefficients of 1, x, z are heave, rotation about z and, with the opposite sign, rotation about x. */
  #addMass({ mass, push }: AddedMass): void {
    const water = this.water
    const matrix = this.#matrix
    water[1]! += push[0]!
    water[5]! += push[1]!
    water[3]! -= push[2]!
    matrix[7]! += mass[0]!
    matrix[31]! += mass[3]!
    matrix[19]! -= mass[6]!
    matrix[35]! += mass[4]!
    matrix[33]! -= mass[7]!
    matrix[21]! += mass[8]!
  }

  /** ρ g V, perpendicular to the plane of the water. */
  #addBuoyancy(submerged: SubmergedBody, gravity: number, dt: number): void {
    const volume = submerged.volume[0]!
    const x = submerged.volume[1]!
    const y = submerged.volume[2]!
    const z = submerged.volume[3]!
    const weight = WATER_DENSITY * gravity * dt
    const fx = -weight * submerged.buoyancyLevel.slopeX
    const fz = -weight * submerged.buoyancyLevel.slopeZ
    this.water[0]! += fx * volume
    this.water[1]! += weight * (volume + submerged.dampingVolume)
    this.water[2]! += fz * volume
    this.water[3]! += y * fz - z * weight
    this.water[4]! += z * fx - x * fz
    this.water[5]! += x * weight - y * fx
  }

  /** Drag along the body's own horizontal axes and vertically. */
  #addDrag(
    { rates, drag, forwardX, forwardZ, length, width }: Moved,
    submerged: SubmergedBody,
    gravity: number,
    dt: number,
  ): void {
    const volume = submerged.volume[0]!
    const linearSquared = LINEAR_DRAG * LINEAR_DRAG * gravity * Math.sqrt(submerged.area[0]!)
    const u = rates[0]! - submerged.flowX
    const v = rates[1]! - submerged.undisturbedRate
    const w = rates[2]! - submerged.flowZ
    const spin = rates[3]! * rates[3]! + rates[4]! * rates[4]! + rates[5]! * rates[5]!
    const rotationSquared = (spin * (length * length + width * width)) / 48
    const along = u * forwardX + w * forwardZ
    const across = w * forwardX - u * forwardZ
    const most = (ADDED_MASS * WATER_DENSITY) / dt
    const area = submerged.area[0]!
    const alongSpeed = Math.sqrt(along * along + rotationSquared + linearSquared)
    const acrossSpeed = Math.sqrt(across * across + rotationSquared + linearSquared)
    const upSpeed = Math.sqrt(v * v + rotationSquared + linearSquared)
    // Per volume along and across, per area vertically.
    const alongDrag = resistanceOf(drag, volume / length, volume, most, alongSpeed)
    const acrossDrag = resistanceOf(drag, volume / width, volume, most, acrossSpeed)
    const upDrag = resistanceOf(drag, area, area, (most * volume) / area, upSpeed)
    addMoments(this.#resistance, alongDrag, forwardX, 0, forwardZ, submerged.volume)
    addMoments(this.#resistance, acrossDrag, -forwardZ, 0, forwardX, submerged.volume)
    addMoments(this.#resistance, upDrag, 0, 1, 0, submerged.area)
  }
}

/** Force of drag per speed and amount, ½ ρ C A u / amount, capped at `most`. `area`: A [m²]. */
function resistanceOf(drag: number, area: number, amount: number, most: number, speed: number): number {
  const uncapped = (0.5 * WATER_DENSITY * drag * area * speed) / amount
  return uncapped / (1 + uncapped / most)
}

/** Adds the moments of a waterplane for upward motion: its mean, the heave, and tilts about its centroid, with a weight for each. */
function addHeaveAndTilt(matrix: Float64Array, heave: number, tilt: number, waterplane: Float64Array): void {
  addMoments(matrix, tilt, 0, 1, 0, waterplane)
  const weight = (heave - tilt) * waterplane[0]!
  const x = waterplane[1]! / waterplane[0]!
  const z = waterplane[3]! / waterplane[0]!
  matrix[7]! += weight
  matrix[19]! -= weight * z
  matrix[31]! += weight * x
  matrix[21]! += weight * z * z
  matrix[33]! -= weight * x * z
  matrix[35]! += weight * x * x
}

/**
 * Implicitness for a heave of (ω dt)² = `square`: just no damping where steps resolve it, `THETA` where they do not.
 */
function thetaOf(square: number): number {
  return 3 / 8 + ((THETA - 3 / 8) * 4 * square) / (1 + 4 * square)
}

/** Sum of the upward changes of velocity over an amount, by its moments. */
function momentOf(moments: Float64Array, change: Float64Array): number {
  return moments[0]! * change[1]! + moments[1]! * change[5]! - moments[3]! * change[3]!
}
