// Coupling by virtual height. Water under a floating body cannot rise through the body: pressure pushes it out from under the body.
//
// The level in the columns of a body should be the undisturbed level around the body. With h = level - undisturbed level, a virtual height v of
// water on top presses on the flow over a step and removes
//
//   α Σ (v - v') = the h at the end of the step without v,        α = g H dt²/dx²,  v = 0 beside the body
//
// from each column: the Poisson equation of the lecture on coupling (packages/textbook/src/virtual-height.ts). The h at the end of the
// step is the present h, removed over a few steps, plus the inflow, plus the volume that the moving body displaces. All three are
// planes: a heave and two tilts. So v = Σ aⱼ ψⱼ, with ψⱼ the unit responses to the loads 1, x and z.
//
// Buoyancy is ρ g times the volume submerged by the local level, plus ρ g ∫ v. The latter depends on the new velocity of the body: its
// added mass ρ dx²/H ∫ c ψ is part of the equations of motion (forces.ts), so that bodies of any density are stable.
//
// Water does not pull: v is reduced where the body would be pulled down.

import type { BodyWorld } from '../../bodies/world.js'
import type { Grid } from '../../fields/grid.js'
import { cellX, cellZ } from '../../fields/grid.js'
import { WATER_DENSITY } from '../../numerics/constants.js'
import { flowingDepth } from '../pressing.js'
import { LocalLevel } from '../submersion/local-level.js'
import { PlaneFit } from '../submersion/plane-fit.js'
import type { SubmergedBody } from '../submersion/submerged-body.js'
import type { Submersion } from '../submersion/submersion.js'
import type { WaterCoupling } from '../water-coupling.js'
import { AddedMass, makePositiveSemidefinite } from './added-mass.js'
import { CellList } from './cell-list.js'
import type { UnitResponses } from './unit-responses.js'

/** Time in which a deviation of the level is removed, in units of √(width / g). */
const RELAXATION = 2

/**
 * Fraction of the inflow of the last step that is pushed out in the next. The unit responses use the effective depth of a smooth load. To a load of
 * one or two cells, deep water responds up to 3.6 times as strongly (the mean of |k| over that of the equation); beyond twice the
 * oscillation would grow.
 */
const INFLOW = 0.5

export class VirtualHeight {
  readonly addedMasses: AddedMass[] = []
  readonly #responses: UnitResponses
  readonly #water: WaterCoupling
  readonly #grid: Grid
  /** Cells under any body. */
  readonly #masked = new CellList()
  /** Level of each cell after the last exchange [m]; NaN where no body was. */
  readonly #levels: Float64Array
  /** Cells with such a level. */
  readonly #known = new CellList()
  readonly #deviation = new LocalLevel()
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

  /** State for snapshots: each remembered cell, followed by its level. */
  get state(): number[] {
    const { cells, count } = this.#known
    return Array.from(cells.subarray(0, count)).flatMap((cell) => [cell, this.#levels[cell]!])
  }

  set state(state: readonly number[]) {
    this.#forget()
    for (let k = 0; k < state.length; k += 2) {
      this.#known.add(state[k]!)
      this.#levels[state[k]!] = state[k + 1]!
    }
  }

  /** Finds the cells under all bodies and the inflow since the last exchange. To be called before the water is raised. */
  cover(submersion: Submersion, world: BodyWorld): void {
    const masked = this.#masked
    for (let k = 0; k < masked.count; k++) this.#set(masked.cells[k]!, 0, 0, 0, 0)
    masked.clear()
    for (let body = 0; body < submersion.bodies.length; body++) {
      this.addedMasses[body] ??= new AddedMass()
      this.#cover(body, submersion, world.centers)
      this.#measureInflow(this.addedMasses[body]!, world.centers, body)
    }
  }

  #measureInflow({ cells, inflow }: AddedMass, centers: Float64Array, body: number): void {
    this.#fit.clear()
    for (let k = 0; k < cells.count; k++) {
      const cell = cells.cells[k]!
      const before = this.#levels[cell]!
      const now = this.#water.levelAt(cell)
      if (Number.isNaN(before) || now === Number.NEGATIVE_INFINITY) continue
      const i = cell % this.#grid.nx
      const x = cellX(this.#grid, i) - centers[3 * body]!
      const z = cellZ(this.#grid, (cell - i) / this.#grid.nx) - centers[3 * body + 2]!
      this.#fit.add(1, x, z, now - before)
    }
    if (!this.#fit.solve(inflow)) inflow.set(0, 0, 0)
  }

  /** Forgets the levels of all cells. */
  #forget(): void {
    const known = this.#known
    for (let k = 0; k < known.count; k++) this.#levels[known.cells[k]!] = Number.NaN
    known.clear()
  }

  /** Remembers the levels of all cells with columns of bodies. */
  #remember({ columns: { spans } }: Submersion): void {
    this.#forget()
    for (let k = 0; k < spans.count; k++) {
      const cell = spans.cell[k]!
      const level = this.#water.levelAt(cell)
      if (level === Number.NEGATIVE_INFINITY || !Number.isNaN(this.#levels[cell]!)) continue
      this.#levels[cell] = level
      this.#known.add(cell)
    }
  }

  /** Finds added mass and momentum of all bodies. To be called after the water was raised. */
  respond(submersion: Submersion, world: BodyWorld, dt: number): void {
    const { bodies } = submersion
    this.#remember(submersion)
    if (this.#masked.count > 0) this.#responses.solve()
    for (let body = 0; body < bodies.length; body++) this.#findMass(body, bodies[body]!, world, dt)
  }

  /** Sets mask and loads of a cell. */
  #set(cell: number, mask: number, one: number, x: number, z: number): void {
    const { mask: field, rhs } = this.#responses
    const i = cell % this.#grid.nx
    const at = field.offset + ((cell - i) / this.#grid.nx) * field.stride + i
    field.data[at] = mask
    rhs[0].data[at] = one
    rhs[1].data[at] = x
    rhs[2].data[at] = z
  }

  /** Finds the cells of a body: more than half covered, with a column that reaches through the surface. */
  #cover(body: number, { bodies, columns: { spans, displacedHeight } }: Submersion, centers: Float64Array): void {
    const addedMass = this.addedMasses[body]!
    const submerged = bodies[body]!
    const { nx } = this.#grid
    addedMass.cells.clear()
    let depth = 0
    for (let k = submerged.first; k < submerged.end; k++) {
      const cell = spans.cell[k]!
      if (displacedHeight[k] === 0 || spans.coverage[k]! < 0.5 || this.#water.opennessAt(cell) < 0.5) continue
      const i = cell % nx
      const x = cellX(this.#grid, i) - centers[3 * body]!
      const z = cellZ(this.#grid, (cell - i) / nx) - centers[3 * body + 2]!
      if (spans.top[k]! < submerged.undisturbed.at(x, z)) continue
      // A cell that two bodies share belongs to the first.
      if (this.#isMasked(cell)) continue
      addedMass.cells.add(cell)
      this.#masked.add(cell)
      this.#set(cell, 1, 1, x, z)
      depth += this.#water.depthAt(cell)
    }
    const { count } = addedMass.cells
    const radius = Math.sqrt((count * this.#grid.cellSize * this.#grid.cellSize) / Math.PI)
    addedMass.depth = count > 0 ? flowingDepth(this.#water, depth / count, radius) : 0
  }

  #isMasked(cell: number): boolean {
    const { mask } = this.#responses
    const i = cell % this.#grid.nx
    return mask.at(i, (cell - i) / this.#grid.nx) > 0
  }

  /** Added mass and momentum of a body, from the responses in its cells. */
  #findMass(body: number, submerged: SubmergedBody, world: BodyWorld, dt: number): void {
    const addedMass = this.addedMasses[body]!
    const { mass, push, inflow, cells, outflow } = addedMass
    mass.fill(0)
    push.fill(0)
    addedMass.fraction = 1
    if (cells.count === 0 || !this.#water.isTwoWay) return
    this.#sumMass(addedMass, world.centers, body)
    const deviation = this.#measureDeviation(addedMass, submerged, world, body)
    const heave = world.velocities[3 * body + 1]!
    const angularX = world.angularVelocities[3 * body]!
    const angularZ = world.angularVelocities[3 * body + 2]!
    // The deviation, removed in `time`; the motion of the body; the inflow, as in the last step.
    const width = Math.sqrt(cells.count) * this.#grid.cellSize
    const time = dt + RELAXATION * Math.sqrt(width / this.#water.gravity)
    outflow[0] = deviation.height / time - heave
    outflow[1] = deviation.slopeX / time - angularZ
    outflow[2] = deviation.slopeZ / time + angularX
    outflow[0]! += (INFLOW * inflow.height) / dt
    outflow[1]! += (INFLOW * inflow.slopeX) / dt
    outflow[2]! += (INFLOW * inflow.slopeZ) / dt
    for (let row = 0; row < 3; row++)
      push[row] = mass[3 * row]! * outflow[0]! + mass[3 * row + 1]! * outflow[1]! + mass[3 * row + 2]! * outflow[2]!
    // Water does not pull: together with the buoyancy of the displaced volume the momentum is at least 0.
    const buoyancy = WATER_DENSITY * this.#water.gravity * dt * submerged.displaced
    if (push[0]! >= -buoyancy) return
    const fraction = -buoyancy / push[0]!
    for (let k = 0; k < 9; k++) mass[k]! *= fraction
    for (let k = 0; k < 3; k++) push[k]! *= fraction
    addedMass.fraction = fraction
  }

  /** Deviation of the level in the cells of a body from the undisturbed level. Cells beside them, where the water flows to, do not count. */
  #measureDeviation(
    { cells }: AddedMass,
    { undisturbed }: SubmergedBody,
    { centers }: BodyWorld,
    body: number,
  ): LocalLevel {
    this.#fit.clear()
    for (let k = 0; k < cells.count; k++) {
      const cell = cells.cells[k]!
      // A cell may have fallen dry since `cover`.
      const level = this.#water.levelAt(cell)
      if (level === Number.NEGATIVE_INFINITY) continue
      const i = cell % this.#grid.nx
      const x = cellX(this.#grid, i) - centers[3 * body]!
      const z = cellZ(this.#grid, (cell - i) / this.#grid.nx) - centers[3 * body + 2]!
      this.#fit.add(1, x, z, level - undisturbed.at(x, z))
    }
    if (!this.#fit.solve(this.#deviation)) this.#deviation.set(0, 0, 0)
    return this.#deviation
  }

  #sumMass({ cells, mass, depth }: AddedMass, centers: Float64Array, body: number): void {
    const { solutions } = this.#responses
    const { nx, cellSize } = this.#grid
    for (let k = 0; k < cells.count; k++) {
      const cell = cells.cells[k]!
      const i = cell % nx
      const j = (cell - i) / nx
      const x = cellX(this.#grid, i) - centers[3 * body]!
      const z = cellZ(this.#grid, j) - centers[3 * body + 2]!
      for (let column = 0; column < 3; column++) {
        const response = solutions[column]!.at(i, j)
        mass[column]! += response
        mass[3 + column]! += x * response
        mass[6 + column]! += z * response
      }
    }
    const scale = (WATER_DENSITY * cellSize * cellSize * cellSize * cellSize) / depth
    for (let k = 0; k < 9; k++) mass[k]! *= scale
    makePositiveSemidefinite(mass)
  }

  /**
   * Pushes the water out from under a body. `changes`: those of the body's rates in the step, three linear [m/s] and three angular [rad/s], from an
   * index on. Returns the downward momentum that the fields hold [N s].
   */
  press(body: number, changes: Float64Array, at: number): number {
    const { solutions } = this.#responses
    const { nx, cellSize } = this.#grid
    const { cells, depth, outflow, fraction } = this.addedMasses[body]!
    const a0 = fraction * (outflow[0]! - changes[at + 1]!)
    const a1 = fraction * (outflow[1]! - changes[at + 5]!)
    const a2 = fraction * (outflow[2]! + changes[at + 3]!)
    let felt = 0
    for (let k = 0; k < cells.count; k++) {
      const cell = cells.cells[k]!
      const i = cell % nx
      const j = (cell - i) / nx
      const response = a0 * solutions[0].at(i, j) + a1 * solutions[1].at(i, j) + a2 * solutions[2].at(i, j)
      felt += this.#water.press(cell, (response * cellSize * cellSize) / depth) * this.#water.opennessAt(cell)
    }
    return felt * WATER_DENSITY * cellSize * cellSize
  }
}
