// The water under a floating body cannot rise through it: pressure presses it out from under the body as the body comes down.
//
// In the columns of a body the level is to be the calm level around it. With h = level - calm, a virtual height v of water on top
// presses on the flow for the length of a step and so takes
//
//   α Σ (v - v') = what h would become,        α = g H dt²/dx²,  v = 0 beside the body
//
// out of each column (the Poisson equation of the lecture on coupling, packages/textbook/src/virtual-height.ts). What h would become:
// what it is, taken back over a few steps, what flows in, and what the body pushes aside as it moves, of which a plane counts: a
// heave and two tilts. So v = Σ aⱼ ψⱼ with ψⱼ the answers to the loads 1, x, z, and the lift of the body is ρ g times what is wet of it
// by the level in its columns, and ρ g ∫ v. The latter depends on how fast the body will be: its added mass, ρ dx²/H ∫ c ψ, is part of the equations for
// that (forces.ts), so that bodies of any lightness stay calm.
//
// Water does not pull: v is made smaller where it would.

import type { BodyWorld } from '../bodies/world.js'
import type { Grid } from '../fields/grid.js'
import { cellX, cellZ } from '../fields/grid.js'
import { WATER_DENSITY } from '../numerics/constants.js'
import { PlaneFit } from './plane-fit.js'
import { flowingDepth } from './pressing.js'
import { LocalLevel, type SubmergedBody, type Submersion } from './submersion.js'
import type { UnitResponses } from './unit-responses.js'
import type { WaterCoupling } from './water-coupling.js'

/** Time in which a wrong level is put right, in times √(width / g). */
const RELAXATION = 2

/**
 * Part of what flowed in within the last step that is pressed out in the next. The answers take the depth that flows for that of a smooth load; to a load
 * of a cell or two, deep water answers up to 3.6 times as much (the mean of |k| over that of the equation), and beyond twice it would swing ever wider.
 */
const FLOW = 0.5

/** Part of a mass below which it is rounding. */
const LEAST = 1e-6

/** One body's part of it. */
export class AddedMass {
  /** Cells under it that count. */
  cells: number[] = []
  /** Added mass for heave and the two tilts, 3 × 3 [kg, kg m, kg m²]. */
  readonly mass = new Float64Array(9)
  /** Speed at which the water is to go out from under it if its rates stay [m/s, 1/s], and the part of that which happens. */
  readonly speeds = new Float64Array(3)
  share = 1
  /** Momentum that the body gets if its rates stay: heave [N s] and two tilts [N m s], as coefficients of 1, x, z. */
  readonly push = new Float64Array(3)
  /** What has flowed into its cells in the last step, a plane [m]. */
  readonly flow = new LocalLevel()
  /** Mean depth under it that takes part [m]. */
  depth = 0
}

export class VirtualHeight {
  readonly addedMasses: AddedMass[] = []
  readonly #responses: UnitResponses
  readonly #water: WaterCoupling
  readonly #grid: Grid
  #masked: number[] = []
  /** Levels after the last exchange, by cells [m]; NaN where no body was. */
  readonly #levels: Float64Array
  readonly #known: number[] = []
  readonly #over = new LocalLevel()
  readonly #fit: PlaneFit

  constructor(responses: UnitResponses, water: WaterCoupling) {
    this.#responses = responses
    this.#water = water
    this.#grid = water.grid
    this.#fit = new PlaneFit(water.grid.cellSize)
    this.#levels = new Float64Array(water.grid.nx * water.grid.nz).fill(Number.NaN)
  }

  get iterations(): number {
    return this.#responses.iterations
  }

  get residual(): number {
    return this.#responses.residual
  }

  /** Cells and levels that it remembers, in turn. */
  get state(): number[] {
    return this.#known.flatMap((cell) => [cell, this.#levels[cell]!])
  }

  set state(state: readonly number[]) {
    for (const cell of this.#known) this.#levels[cell] = Number.NaN
    this.#known.length = 0
    for (let k = 0; k < state.length; k += 2) {
      this.#known.push(state[k]!)
      this.#levels[state[k]!] = state[k + 1]!
    }
  }

  /** Finds the cells under all bodies, and what has flowed into them, before the water is raised. */
  cover(submersion: Submersion, world: BodyWorld): void {
    for (const cell of this.#masked) this.#set(cell, 0, 0, 0, 0)
    this.#masked = []
    for (let body = 0; body < submersion.bodies.length; body++) {
      this.addedMasses[body] ??= new AddedMass()
      this.#cover(body, submersion, world.centers)
      this.#measureFlow(this.addedMasses[body]!, world.centers, body)
    }
  }

  #measureFlow({ cells, flow }: AddedMass, centers: Float64Array, body: number): void {
    this.#fit.clear()
    for (const cell of cells) {
      const before = this.#levels[cell]!
      const now = this.#water.levelAt(cell)
      if (Number.isNaN(before) || now === Number.NEGATIVE_INFINITY) continue
      const i = cell % this.#grid.nx
      const x = cellX(this.#grid, i) - centers[3 * body]!
      const z = cellZ(this.#grid, (cell - i) / this.#grid.nx) - centers[3 * body + 2]!
      this.#fit.add(1, x, z, now - before)
    }
    if (this.#fit.solve(flow)) return
    flow.height = flow.slopeX = flow.slopeZ = 0
  }

  /** Remembers the levels of all cells that bodies cover. */
  #remember({ spans }: Submersion): void {
    for (const cell of this.#known) this.#levels[cell] = Number.NaN
    this.#known.length = 0
    for (let k = 0; k < spans.count; k++) {
      const cell = spans.cell[k]!
      const level = this.#water.levelAt(cell)
      if (level === Number.NEGATIVE_INFINITY || !Number.isNaN(this.#levels[cell]!)) continue
      this.#levels[cell] = level
      this.#known.push(cell)
    }
  }

  /** Finds added masses and pushes of all bodies, once the water has been raised. */
  find(submersion: Submersion, world: BodyWorld, dt: number): void {
    const { bodies: submersions } = submersion
    this.#remember(submersion)
    if (this.#masked.length > 0) this.#responses.solve()
    for (let body = 0; body < submersions.length; body++) this.#load(body, submersions[body]!, world, dt)
  }

  #set(cell: number, mask: number, one: number, x: number, z: number): void {
    const { mask: field, rhs: loads } = this.#responses
    const i = cell % this.#grid.nx
    const at = field.offset + ((cell - i) / this.#grid.nx) * field.stride + i
    field.data[at] = mask
    loads[0].data[at] = one
    loads[1].data[at] = x
    loads[2].data[at] = z
  }

  /** Cells that are mostly covered by a body that reaches into the water and out of it. */
  #cover(body: number, { bodies: submersions, spans, undisturbed }: Submersion, centers: Float64Array): void {
    const addedMass = this.addedMasses[body]!
    const submerged = submersions[body]!
    const { nx } = this.#grid
    addedMass.cells.length = 0
    let depth = 0
    for (let k = submerged.first; k < submerged.end; k++) {
      const cell = spans.cell[k]!
      if (undisturbed[k] === 0 || spans.coverage[k]! < 0.5 || this.#water.opennessAt(cell) < 0.5) continue
      const i = cell % nx
      const x = cellX(this.#grid, i) - centers[3 * body]!
      const z = cellZ(this.#grid, (cell - i) / nx) - centers[3 * body + 2]!
      if (spans.top[k]! < submerged.undisturbed.at(x, z)) continue
      // Where two bodies share a cell, the first has it.
      if (this.#isMasked(cell)) continue
      addedMass.cells.push(cell)
      this.#masked.push(cell)
      this.#set(cell, 1, 1, x, z)
      depth += this.#water.depthAt(cell)
    }
    const count = addedMass.cells.length
    const radius = Math.sqrt((count * this.#grid.cellSize * this.#grid.cellSize) / Math.PI)
    addedMass.depth = count > 0 ? flowingDepth(this.#water, depth / count, radius) : 0
  }

  #isMasked(cell: number): boolean {
    const { mask } = this.#responses
    const i = cell % this.#grid.nx
    return mask.at(i, (cell - i) / this.#grid.nx) > 0
  }

  /** Added mass and push of a body, from the answers in its cells. */
  #load(body: number, submerged: SubmergedBody, world: BodyWorld, dt: number): void {
    const addedMass = this.addedMasses[body]!
    const { mass, push, flow, cells, speeds } = addedMass
    mass.fill(0)
    push.fill(0)
    addedMass.share = 1
    if (cells.length === 0 || !this.#water.isTwoWay) return
    this.#sumMass(addedMass, world.centers, body)
    const over = this.#overUndisturbed(addedMass, submerged, world, body)
    const [rise, turnX, turnZ] = [
      world.velocities[3 * body + 1]!,
      world.angularVelocities[3 * body]!,
      world.angularVelocities[3 * body + 2]!,
    ]
    // What the level would become: taken back, pushed aside by the body, flowed in as in the step before.
    const width = Math.sqrt(cells.length) * this.#grid.cellSize
    const time = dt + RELAXATION * Math.sqrt(width / this.#water.gravity)
    speeds[0] = over.height / time - rise
    speeds[1] = over.slopeX / time - turnZ
    speeds[2] = over.slopeZ / time + turnX
    speeds[0]! += (FLOW * flow.height) / dt
    speeds[1]! += (FLOW * flow.slopeX) / dt
    speeds[2]! += (FLOW * flow.slopeZ) / dt
    for (let row = 0; row < 3; row++)
      push[row] = mass[3 * row]! * speeds[0]! + mass[3 * row + 1]! * speeds[1]! + mass[3 * row + 2]! * speeds[2]!
    // Water does not pull: with what it displaces the body feels no less than nothing.
    const lift = WATER_DENSITY * this.#water.gravity * dt * submerged.displaced
    if (push[0]! >= -lift) return
    const share = -lift / push[0]!
    for (let k = 0; k < 9; k++) mass[k]! *= share
    for (let k = 0; k < 3; k++) push[k]! *= share
    addedMass.share = share
  }

  /** By how much the level in the cells of a body stands over the calm one. Cells beside them, where the water goes, do not count. */
  #overUndisturbed(
    { cells }: AddedMass,
    { undisturbed }: SubmergedBody,
    { centers }: BodyWorld,
    body: number,
  ): LocalLevel {
    this.#fit.clear()
    for (const cell of cells) {
      // A cell may have fallen dry since it was found to be covered.
      const level = this.#water.levelAt(cell)
      if (level === Number.NEGATIVE_INFINITY) continue
      const i = cell % this.#grid.nx
      const x = cellX(this.#grid, i) - centers[3 * body]!
      const z = cellZ(this.#grid, (cell - i) / this.#grid.nx) - centers[3 * body + 2]!
      this.#fit.add(1, x, z, level - undisturbed.at(x, z))
    }
    if (!this.#fit.solve(this.#over)) this.#over.height = this.#over.slopeX = this.#over.slopeZ = 0
    return this.#over
  }

  #sumMass({ cells, mass, depth }: AddedMass, centers: Float64Array, body: number): void {
    const { solutions: answers } = this.#responses
    const { nx, cellSize } = this.#grid
    for (const cell of cells) {
      const i = cell % nx
      const j = (cell - i) / nx
      const x = cellX(this.#grid, i) - centers[3 * body]!
      const z = cellZ(this.#grid, j) - centers[3 * body + 2]!
      for (let column = 0; column < 3; column++) {
        const answer = answers[column]!.at(i, j)
        mass[column]! += answer
        mass[3 + column]! += x * answer
        mass[6 + column]! += z * answer
      }
    }
    const scale = (WATER_DENSITY * cellSize * cellSize * cellSize * cellSize) / depth
    for (let k = 0; k < 9; k++) mass[k]! *= scale
    makeMass(mass)
  }

  /** Presses the water out from under a body whose rates have changed: upward [m/s], about x and z [rad/s]. Returns the downward momentum that was felt [N s]. */
  press(body: number, rise: number, turnX: number, turnZ: number): number {
    const { solutions: answers } = this.#responses
    const { nx, cellSize } = this.#grid
    const { cells, depth, speeds, share } = this.addedMasses[body]!
    const [a0, a1, a2] = [share * (speeds[0]! - rise), share * (speeds[1]! - turnZ), share * (speeds[2]! + turnX)]
    let felt = 0
    for (const cell of cells) {
      const i = cell % nx
      const j = (cell - i) / nx
      const answer = a0 * answers[0].at(i, j) + a1 * answers[1].at(i, j) + a2 * answers[2].at(i, j)
      felt += this.#water.press(cell, (answer * cellSize * cellSize) / depth) * this.#water.opennessAt(cell)
    }
    return felt * WATER_DENSITY * cellSize * cellSize
  }
}

/**
 * The nearest thing to a mass: symmetric, and no motion without energy. Answers are exact to their tolerance only, and where two
 * bodies touch each answers to the other's loads too. By L D Lᵀ with D >= 0.
 */
function makeMass(m: Float64Array): void {
  const [xy, xz, yz] = [0.5 * (m[1]! + m[3]!), 0.5 * (m[2]! + m[6]!), 0.5 * (m[5]! + m[7]!)]
  const first = Math.max(0, m[0]!)
  const [l1, l2] = first > 0 ? [xy / first, xz / first] : [0, 0]
  const second = Math.max(0, m[4]! - l1 * l1 * first)
  const l3 = second > LEAST * Math.abs(m[4]!) ? (yz - l1 * l2 * first) / second : 0
  const third = Math.max(0, m[8]! - l2 * l2 * first - l3 * l3 * second)
  m[0] = first
  m[1] = m[3] = l1 * first
  m[2] = m[6] = l2 * first
  m[4] = l1 * l1 * first + second
  m[5] = m[7] = l1 * l2 * first + l3 * second
  m[8] = l2 * l2 * first + l3 * l3 * second + third
}
