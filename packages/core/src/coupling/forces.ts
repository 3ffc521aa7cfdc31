// What the water does to a body in one step, as momentum along and about three axes.
//
//   lift         ρ g × wet volume, at its centre, at right angles to the plane of the water
//   drag         ½ ρ C A √(u² + u₀²) u against the water, along the body's own horizontal axes and up, with torque
//   added mass   the water that has to speed up with the body, half of what it displaces
//
// A light body on water is a stiff spring, and drag at speed is stiffer still; both are taken where the body will be, not where it
// is: with v' = v + Δv,
//
//   (M + Mₐ + dt C + θ dt² K) Δv = dt (F - C (v - u) - θ dt K v),      K = ρ g ∫ c cᵀ over the waterplane, C = Σ drag
//
// which no density and no time step can make unstable. For ω dt << 1 the damping that this adds is θ' ω dt / 2, θ' = θ - 3/8: the
// rigid-body engine spreads a force over four parts of a step, so a body ends at x + dt v + 5/8 dt Δv.
//
// Drag gives the water at most the momentum that its added mass could take on: C dt <= Mₐ. A ball that hits the water at 20 m/s
// would otherwise be thrown back by it.

import { WATER_DENSITY } from '../numerics/constants.js'
import { addDirection, addMoments, multiply, solve } from '../numerics/spd6.js'
import type { SubmergedBody } from './submersion.js'
import type { AddedMass } from './virtual-height.js'

/** How far into the step forces are taken; from 3/8 on nothing grows, from 1/2 on not even what is stiffer than the step. */
const THETA = 0.6
/** Share of the step's change of speed that a body moves by within it. */
const WITHIN = 5 / 8
/** Sinking by a height raises the level under the body by as much before it flows away. */
const STIFFENING = 2
/** Added mass over displaced mass: that of a ball. */
const ADDED_MASS = 0.5
/** Below this part of √(g × width) drag is in proportion to speed. */
const UNDISTURBED = 0.05

/** A body's state and make, as forces need it. Rates are along x, y, z and about them. */
export interface Moved {
  /** [kg]; Infinity if nothing moves it. */
  readonly mass: number
  /** Inertia about the centre of mass in the scene's axes, row by row [kg m²]. */
  readonly inertia: Float64Array
  /** Three velocities [m/s], three spins [rad/s]. */
  readonly rates: Float64Array
  /** Drag coefficient [1]. */
  readonly drag: number
  /** Horizontal direction of the body's own x axis. */
  readonly forwardX: number
  readonly forwardZ: number
  /** Extent of the wet part along that axis and across it [m]. */
  readonly length: number
  readonly width: number
}

export class Forces {
  /** What the water gives the body in the step: momentum [N s] and angular momentum about its centre of mass [N m s]. */
  readonly water = new Float64Array(6)
  /** What it gets from water and from outside together, without its weight. */
  readonly all = new Float64Array(6)
  /** How the body's rates change [m/s, rad/s], contacts apart. */
  readonly change = new Float64Array(6)
  /** What of it goes into the added mass: upward momentum that the body does not get [N s]. */
  carried = 0
  readonly #matrix = new Float64Array(36)
  readonly #resistance = new Float64Array(36)
  readonly #stiffness = new Float64Array(36)
  readonly #relative = new Float64Array(6)
  readonly #product = new Float64Array(6)
  readonly #outside = new Float64Array(6)
  readonly #outsideMatrix = new Float64Array(36)

  /** Begins a body. */
  clear(): void {
    this.#outside.fill(0)
    this.#outsideMatrix.fill(0)
  }

  /** Adds a force [N] from outside the water, at r from the centre of mass. */
  push(x: number, y: number, z: number, rx: number, ry: number, rz: number): void {
    const outside = this.#outside
    outside[0]! += x
    outside[1]! += y
    outside[2]! += z
    outside[3]! += ry * z - rz * y
    outside[4]! += rz * x - rx * z
    outside[5]! += rx * y - ry * x
  }

  /** Adds a spring at r from the centre of mass, stretched by (x, y, z) [m], whose damping is against what stands still. */
  pull(
    stiffness: number,
    damping: number,
    x: number,
    y: number,
    z: number,
    r: readonly [number, number, number],
    dt: number,
  ): void {
    const [rx, ry, rz] = r
    this.push(stiffness * x, stiffness * y, stiffness * z, rx, ry, rz)
    const weight = damping + dt * stiffness
    addDirection(this.#outsideMatrix, weight, [1, 0, 0, 0, rz, -ry])
    addDirection(this.#outsideMatrix, weight, [0, 1, 0, -rz, 0, rx])
    addDirection(this.#outsideMatrix, weight, [0, 0, 1, ry, -rx, 0])
  }

  /** Fills `water`, `all` and `change` for a step. `squeeze`: how the water under the body is pressed out, if it is. */
  solve(body: Moved, submerged: SubmergedBody, addedMass: AddedMass | undefined, gravity: number, dt: number): void {
    const { mass, inertia, rates } = body
    const [matrix, resistance, stiffness] = [this.#matrix, this.#resistance, this.#stiffness]
    const [relative, product, change] = [this.#relative, this.#product, this.change]
    change.fill(0)
    this.carried = 0
    matrix.fill(0)
    resistance.fill(0)
    stiffness.fill(0)
    this.water.fill(0)
    const volume = submerged.volume[0]!
    let carrying = 0
    if (volume > 0) {
      this.#addBuoyancy(submerged, gravity, dt)
      addMoments(stiffness, WATER_DENSITY * gravity * (addedMass ? 1 : STIFFENING), 0, 1, 0, submerged.plane)
      this.#resist(body, submerged, gravity, dt)
      // The surface moves with a body that reaches through it: that is in the waves already.
      carrying = ADDED_MASS * (1 - submerged.plane[0]! / submerged.area[0]!)
      addMoments(matrix, ADDED_MASS * WATER_DENSITY, 1, 0, 0, submerged.volume)
      addMoments(matrix, ADDED_MASS * WATER_DENSITY, 0, 0, 1, submerged.volume)
      if (addedMass && addedMass.cells.length > 0) this.#addMass(addedMass)
      else addMoments(matrix, carrying * WATER_DENSITY, 0, 1, 0, submerged.volume)
      // Against the water, which flows and rises as a whole.
      relative.set(rates)
      relative[0]! -= submerged.flowX
      relative[1]! -= submerged.undisturbedRate
      relative[2]! -= submerged.flowZ
      multiply(resistance, relative, product)
      for (let k = 0; k < 6; k++) this.water[k]! -= dt * product[k]!
      multiply(stiffness, relative, product)
      for (let k = 0; k < 6; k++) this.water[k]! -= THETA * dt * dt * product[k]!
      for (let k = 0; k < 36; k++) matrix[k]! += dt * resistance[k]! + THETA * WITHIN * dt * dt * stiffness[k]!
    }
    if (!Number.isFinite(mass)) {
      this.all.set(this.water)
      return
    }
    // What the water answers to a change of the body's rates, and what the outside does.
    this.#stiffness.set(matrix)
    for (let k = 0; k < 36; k++) matrix[k]! += dt * this.#outsideMatrix[k]!
    for (let k = 0; k < 3; k++) matrix[7 * k]! += mass
    for (let row = 0; row < 3; row++)
      for (let column = 0; column <= row; column++) matrix[6 * (row + 3) + column + 3]! += inertia[3 * row + column]!
    multiply(this.#outsideMatrix, rates, product)
    for (let k = 0; k < 6; k++) change[k] = this.water[k]! + dt * (this.#outside[k]! - product[k]!)
    change[1]! -= dt * mass * gravity
    solve(matrix, change)
    multiply(this.#stiffness, change, product)
    for (let k = 0; k < 6; k++) this.water[k]! -= product[k]!
    this.carried =
      volume > 0 && !(addedMass && addedMass.cells.length > 0)
        ? carrying *
          WATER_DENSITY *
          (volume * change[1]! + submerged.volume[1]! * change[5]! - submerged.volume[3]! * change[3]!)
        : 0
    // The rest of what changes the body's rates is weight, which the rigid-body engine adds.
    for (let k = 0; k < 3; k++) this.all[k] = mass * change[k]!
    this.all[1]! += dt * mass * gravity
    for (let row = 0; row < 3; row++)
      this.all[row + 3] =
        inertia[3 * row]! * change[3]! + inertia[3 * row + 1]! * change[4]! + inertia[3 * row + 2]! * change[5]!
  }

  /** The coefficients of 1, x, z are the rates of heave, of turning about z and, backwards, about x. */
  #addMass({ mass, push }: AddedMass): void {
    const [water, matrix] = [this.water, this.#matrix]
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

  /** ρ g V, at right angles to the plane of the water. */
  #addBuoyancy(submerged: SubmergedBody, gravity: number, dt: number): void {
    const volume = submerged.volume[0]!
    const x = submerged.volume[1]!
    const y = submerged.volume[2]!
    const z = submerged.volume[3]!
    const weight = WATER_DENSITY * gravity * dt
    const [fx, fz] = [-weight * submerged.felt.slopeX, -weight * submerged.felt.slopeZ]
    this.water[0]! += fx * volume
    this.water[1]! += weight * (volume + submerged.damped)
    this.water[2]! += fz * volume
    this.water[3]! += y * fz - z * weight
    this.water[4]! += z * fx - x * fz
    this.water[5]! += x * weight - y * fx
  }

  /** Drag along the body's own horizontal axes and up. */
  #resist(
    { rates, drag, forwardX, forwardZ, length, width }: Moved,
    submerged: SubmergedBody,
    gravity: number,
    dt: number,
  ): void {
    const volume = submerged.volume[0]!
    const undisturbed = UNDISTURBED * UNDISTURBED * gravity * Math.sqrt(submerged.area[0]!)
    const [u, v, w] = [rates[0]! - submerged.flowX, rates[1]! - submerged.undisturbedRate, rates[2]! - submerged.flowZ]
    const spin = rates[3]! * rates[3]! + rates[4]! * rates[4]! + rates[5]! * rates[5]!
    const reach = (spin * (length * length + width * width)) / 48
    const along = u * forwardX + w * forwardZ
    const across = w * forwardX - u * forwardZ
    const most = (ADDED_MASS * WATER_DENSITY) / dt
    const coefficient = (area: number, amount: number, most: number, speed: number) => {
      const given = (0.5 * WATER_DENSITY * drag * area * Math.sqrt(speed * speed + reach + undisturbed)) / amount
      return given / (1 + given / most)
    }
    // Per volume along and across, per area up.
    addMoments(
      this.#resistance,
      coefficient(volume / length, volume, most, along),
      forwardX,
      0,
      forwardZ,
      submerged.volume,
    )
    addMoments(
      this.#resistance,
      coefficient(volume / width, volume, most, across),
      -forwardZ,
      0,
      forwardX,
      submerged.volume,
    )
    const area = submerged.area[0]!
    addMoments(this.#resistance, coefficient(area, area, (most * volume) / area, v), 0, 1, 0, submerged.area)
  }
}
