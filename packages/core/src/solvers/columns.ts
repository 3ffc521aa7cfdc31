// Columns: linear waves on water of constant depth, as an array of columns.
//
//   dphi/dt = -g (eta - level)      u = grad phi   flow of the water
//   deta/dt = -H div(grad phi)      c = sqrt(g H)  speed of every wave
//
// The wave equation of Müller's and of the shallow-wave lecture (packages/textbook: columns, shallow-wave), written for
// elevation and velocity potential. In exact arithmetic it is their scheme step for step, with column velocity
// -H div(grad phi). In floats it is better: the sum of a discrete Laplacian is zero, so volume cannot creep away, and
// the flow is there for queries and energy.
//
// Time: kick phi by eta, drift eta by the new phi (symplectic Euler, equal to leapfrog with phi half a substep behind),
// second order. Space: five-point Laplacian, second order. Discrete dispersion, exactly:
//   sin²(ω dt/2) = (c dt/dx)² (sin²(kx dx/2) + sin²(kz dx/2)).
// Kept between closed edges: volume, and the energy of `measured`, both to rounding.
//
// A potential has no zero of its own. Measuring it against the mean level keeps it small in a closed basin: a pool
// filled above its rest level would otherwise make phi grow for ever, and floats lose digits.

import { type KernelName, type Pass, pass } from '../backend/pass.js'
import { Schedule } from '../backend/schedule.js'
import type { Arena } from '../fields/arena.js'
import { type EdgeKind, edgeArguments, isClosed } from '../fields/boundaries.js'
import type { Patch } from '../fields/cell-box.js'
import { Field, type FieldMeaning, Table } from '../fields/field.js'
import { columnAt, type Grid, rowAt } from '../fields/grid.js'
import { Sampler } from '../fields/sample.js'
import { SceneError } from '../scene/error.js'
import type { StartingValues } from '../scene/load.js'
import type { Scene } from '../scene/schema.js'
import type { ColumnsSettings } from '../scene/solver-schema.js'
import { Displacement } from './displacement.js'
import { Matte, type MatteChange } from './matte.js'
import type { Measured, Solver } from './solver.js'
import { Spring } from './spring.js'

/** Density of water [kg/m³]. */
const RHO = 1000
/** Share of the stability limit that is used: at the limit itself the shortest wave grows linearly. */
const SAFETY = 0.98
/** More substeps than this in one step is a mistake in the scene, not a simulation. */
const MOST_SUBSTEPS = 100_000
/** Doubles in a row of the measuring table; kernels/measure.ts says which is which. */
const MEASURES = 8

const MEANINGS = {
  eta: { name: 'eta', unit: 'm', meaning: 'elevation of the surface over its rest level' },
  phi: { name: 'phi', unit: 'm²/s', meaning: 'velocity potential; the flow is its gradient' },
} satisfies Record<string, FieldMeaning>

/** The kernels that know of solids, in place of the cheaper ones that do not. */
const AMONG_SOLIDS: Partial<Record<KernelName, KernelName>> = {
  diffuse: 'diffuseMatte',
  columnsSweep: 'columnsSweepMatte',
  measure: 'measureMatte',
}

export class Columns implements Solver {
  readonly grid: Grid
  readonly fields = new Map<string, Field>()
  readonly substeps: number
  readonly courant: number
  readonly step: Schedule
  readonly measure: Schedule
  readonly tenants: Solver['tenants']
  readonly #scene: Scene
  readonly #settings: ColumnsSettings
  /** Length of a substep [s]. */
  readonly #dt: number
  readonly #eta: Field
  readonly #phi: Field
  readonly #matte: Matte
  readonly #displacement: Displacement
  readonly #sums: Table
  readonly #springs: readonly Spring[]
  readonly sampler: Sampler
  readonly #closed: boolean
  #levelAddresses: number[] = []
  /** Level that phi is measured against [m]: the mean in a closed basin, else the rest level. */
  #level = 0
  #addedVolume = 0
  /** Whether the kernels are those that know of solids. */
  #amongSolids = false

  constructor(scene: Scene, settings: ColumnsSettings, grid: Grid, arena: Arena) {
    const { depth, gravity, viscosity } = settings
    this.#scene = scene
    this.#settings = settings
    this.grid = grid
    this.substeps = substepsOf(scene, settings, grid)
    this.#dt = scene.timeStep / this.substeps
    this.courant = (Math.sqrt(gravity * depth) * this.#dt) / grid.cellSize
    this.#closed = isClosed(scene.boundaries)

    const field = (meaning: FieldMeaning) => {
      const made = new Field(arena, meaning, grid.nx, grid.nz)
      this.fields.set(meaning.name, made)
      return made
    }
    this.#eta = field(MEANINGS.eta)
    this.#phi = field(MEANINGS.phi)
    this.#matte = new Matte(scene, grid, depth, arena, (change) => this.#follow(change))
    for (const made of this.#matte.fields) this.fields.set(made.name, made)
    this.#displacement = new Displacement(this.#matte, this.#eta, this.#phi)
    const smoothed = viscosity > 0 ? new Field(arena, MEANINGS.phi, grid.nx, grid.nz) : undefined
    this.#sums = new Table(arena, grid.nz, MEASURES)
    // Pressure goes into what the kick starts from: viscosity has no business with it.
    const water = { eta: this.#eta, phi: smoothed ?? this.#phi }
    this.#springs = scene.sources.map((source, index) => new Spring(source, index, grid, this.#matte, water, arena))
    this.sampler = new Sampler(grid, scene.boundaries, this.#matte)

    this.step = new Schedule(arena, this.#passes(smoothed))
    this.measure = new Schedule(arena, [this.#measurePass()])
    this.tenants = [
      ...this.fields.values(),
      ...(smoothed ? [smoothed] : []),
      ...this.#springs.map((spring) => spring.weights),
      this.#sums,
      this.step,
      this.measure,
    ]
  }

  get state(): readonly Field[] {
    return [this.#eta, this.#phi, ...this.#matte.state]
  }

  /** One substep: sources pour, viscosity smooths the potential, pressure presses on it, eta kicks phi, phi drifts eta. */
  #passes(smoothed: Field | undefined): Pass[] {
    const { nz, cellSize } = this.grid
    const { depth, gravity, damping, viscosity } = this.#settings
    const dt = this.#dt
    const wave = {
      eta: this.#eta,
      phi: this.#phi,
      source: smoothed ?? this.#phi,
      matte: this.#matte.field,
      kick: gravity * dt,
      keep: keepOf(damping, dt),
      drift: (depth * dt) / (cellSize * cellSize),
      level: this.#level,
      radiation: (this.courant - 1) / (this.courant + 1),
      ...edgeArguments(this.#scene.boundaries),
    }
    const pours = (pressure: boolean) =>
      this.#springs.filter(({ isPressure }) => isPressure === pressure).map((spring) => spring.pass)
    const passes: Pass[] = pours(false)
    if (smoothed) {
      const rate = (smoothingOf(viscosity) * dt) / (cellSize * cellSize)
      passes.push(
        pass('diffuse', nz, {
          input: this.#phi,
          output: smoothed,
          matte: wave.matte,
          rate,
        }),
      )
    }
    passes.push(...pours(true))
    passes.push(pass('columnsKickSeams', nz, wave))
    passes.push(pass('columnsSweep', nz, wave))
    return passes
  }

  #measurePass(): Pass {
    return pass('measure', this.grid.nz, {
      eta: this.#eta,
      phi: this.#phi,
      matte: this.#matte.field,
      sums: this.#sums,
      kick: this.#settings.gravity * this.#dt,
      level: this.#level,
      ...edgeArguments(this.#scene.boundaries),
    })
  }

  start({ eta, phi, matte }: StartingValues): void {
    const { boundaries } = this.#scene
    this.#levelAddresses = [this.step, this.measure].flatMap((schedule) =>
      schedule.passes.flatMap((one) => ('level' in one.arguments ? [schedule.addressOf(one, 'level')] : [])),
    )
    const open = this.#matte.start(matte)
    this.#meetSolids()
    const sum = (value: (k: number) => number) => eta.reduce((total, _, k) => total + open(k) * value(k), 0)
    // Solid cells hold no water: what a scene puts there is left out.
    const water = eta.map((value, k) => (open(k) > 0 ? value : 0))
    if (this.#closed && this.#matte.openCells > 0) this.#setLevel(sum((k) => water[k]!) / this.#matte.openCells)
    this.#eta.write(water)
    // A scene gives phi at time 0; the scheme keeps it half a substep behind eta.
    const halfKick = 0.5 * this.#settings.gravity * this.#dt
    this.#phi.write(phi.map((value, k) => value + halfKick * (water[k]! - this.#level)))
    this.#phi.extend(boundaries['x-'] === 'periodic', boundaries['z-'] === 'periodic')
    for (const spring of this.#springs) spring.start(this.step)
  }

  prepare(time: number): void {
    const { timeStep } = this.#scene
    // Solids are where they will be when the step ends, so that the matte belongs to the time of the surface.
    this.#matte.move(time + timeStep)
    for (const spring of this.#springs) {
      const rate = spring.rateAt(time + timeStep / 2)
      spring.moveTo(time + timeStep / 2, this.step)
      // p presses the surface down: dphi/dt = -g eta - p/rho. What is poured is damped by the kick, what presses is not.
      const factor = spring.isPressure ? -1 / keepOf(this.#settings.damping, this.#dt) : 1
      this.step.setFloat(spring.amount, factor * rate * this.#dt)
      if (rate !== 0 && !spring.isPressure) this.#count(rate * timeStep * spring.total)
    }
  }

  paint(kind: 'build' | 'erase', brush: Patch, strength: number): void {
    this.#matte.paint(kind, brush, strength)
  }

  /** Makes water, books and springs follow a change of the matte. */
  #follow(change: MatteChange): void {
    const elevations = this.#displacement.follow(change)
    const { cellSize } = this.grid
    const { openCells } = this.#matte
    this.#addedVolume += (elevations + this.#settings.depth * change.opened) * cellSize * cellSize
    if (this.#closed && openCells > 0)
      this.#setLevel((this.#level * (openCells - change.opened) + elevations) / openCells)
    this.#meetSolids()
    for (const spring of this.#springs) spring.refill(change)
  }

  /** From the first solid on, the kernels that know of solids do the work. */
  #meetSolids(): void {
    if (this.#amongSolids || !this.#matte.hasSolids) return
    this.#amongSolids = true
    for (const schedule of [this.step, this.measure])
      for (const one of schedule.passes) {
        const kernel = AMONG_SOLIDS[one.kernel]
        if (kernel) schedule.setKernel(one, kernel)
      }
  }

  pour({ i, j, nx, nz, values }: Patch): void {
    const { data, offset, stride } = this.#eta
    let added = 0
    for (let row = 0; row < nz; row++)
      for (let column = 0; column < nx; column++) {
        const cell = offset + (j + row) * stride + i + column
        const before = data[cell]!
        data[cell] = before + values[row * nx + column]!
        added += (data[cell]! - before) * this.opennessAt(i + column, j + row)
      }
    this.#count(added)
  }

  /** Books elevation, summed over open cells, that came from outside. */
  #count(elevations: number): void {
    this.#addedVolume += elevations * this.grid.cellSize * this.grid.cellSize
    const { openCells } = this.#matte
    if (this.#closed && openCells > 0) this.#setLevel(this.#level + elevations / openCells)
  }

  #setLevel(level: number): void {
    this.#level = level
    for (const address of this.#levelAddresses) this.step.setFloat(address, level)
  }

  opennessAt(i: number, j: number): number {
    return this.#matte.at(i, j)
  }

  get scalars(): number[] {
    return [this.#level, this.#addedVolume, ...this.#matte.scalars]
  }

  set scalars([level, addedVolume, ...matte]: number[]) {
    this.#addedVolume = addedVolume!
    this.#setLevel(level!)
    this.#matte.scalars = matte
    this.#meetSolids()
    const { nx, nz } = this.grid
    for (const spring of this.#springs) spring.refill({ i: 0, j: 0, nx, nz })
  }

  measured(): Measured {
    const { depth, gravity } = this.#settings
    const area = this.grid.cellSize * this.grid.cellSize
    const sum = (column: number) => this.#sums.sum(column)
    const kineticEnergy = 0.5 * RHO * depth * sum(2)
    const potentialEnergy = 0.5 * RHO * gravity * sum(1) * area
    const flow = RHO * depth * this.grid.cellSize
    return {
      volume: (sum(0) + depth * this.#matte.openCells) * area,
      addedVolume: this.#addedVolume,
      kineticEnergy,
      potentialEnergy,
      energy: kineticEnergy + potentialEnergy,
      momentum: [flow * sum(3), flow * sum(4)],
      // A grid that is solid throughout has no lowest and no highest water.
      minimum: this.#matte.openCells > 0 ? this.#sums.minimum(5) : 0,
      maximum: this.#matte.openCells > 0 ? this.#sums.maximum(6) : 0,
    }
  }

  velocityAt(x: number, z: number): [number, number, number] {
    const { cellSize } = this.grid
    // Half a kick brings phi, and so the flow, to the time of eta.
    const halfKick = 0.5 * this.#settings.gravity * this.#dt
    const [phiX, phiZ] = this.sampler.slopeAt(this.#phi, x, z)
    const [etaX, etaZ] = this.sampler.slopeAt(this.#eta, x, z)
    const i = Math.min(this.grid.nx - 1, Math.max(0, Math.round(columnAt(this.grid, x))))
    const j = Math.min(this.grid.nz - 1, Math.max(0, Math.round(rowAt(this.grid, z))))
    const spread = this.sampler.laplacianAt(this.#phi, i, j) - halfKick * this.sampler.laplacianAt(this.#eta, i, j)
    const rise = (-this.#settings.depth * spread) / (cellSize * cellSize)
    return [phiX - halfKick * etaX, rise, phiZ - halfKick * etaZ]
  }
}

/**
 * What a substep of damping leaves of phi. An oscillator whose momentum is multiplied by `keep` each step loses
 * sqrt(keep) of its amplitude, so exp(-damping dt) asks for exp(-2 damping dt); this is its rational approximation.
 * Never 0, so that it can be divided by.
 */
function keepOf(damping: number, dt: number): number {
  return (1 - damping * dt) / (1 + damping * dt) || Number.EPSILON
}

/** Diffusivity of phi alone that makes waves fade at 2 nu k² (Lamb, Hydrodynamics, §348): half of D k² shows in the amplitude. */
function smoothingOf(viscosity: number): number {
  return 4 * viscosity
}

/**
 * Smallest number of substeps that is stable. For a mode with eigenvalue -lambda of the Laplacian a substep maps
 * phi -> a phi - g dt eta, eta -> eta + H lambda dt phi, with a = keep (1 - D lambda dt). The roots of
 * z² - (1 + a - W) z + a, W = c² lambda dt², stay in the unit disc when |a| <= 1 and W <= 2 (1 + a). The largest lambda
 * is 4/dx² for each direction in which water can move: without damping this is c dt/dx <= 1/sqrt(2) in 2-D.
 */
function substepsOf(scene: Scene, settings: ColumnsSettings, { nx, nz, cellSize }: Grid): number {
  const { depth, gravity, damping, viscosity } = settings
  const { 'x-': left, 'x+': right, 'z-': back, 'z+': front } = scene.boundaries
  // A direction one cell wide between walls has no waves; an edge of another kind does pull at its only cell.
  const still = (count: number, ...edges: EdgeKind[]) =>
    count === 1 && edges.every((kind) => kind === 'reflect' || kind === 'periodic')
  const directions = (still(nx, left, right) ? 0 : 1) + (still(nz, back, front) ? 0 : 1)
  const lambda = (4 * directions) / (cellSize * cellSize)
  const stable = (dt: number) => {
    const a = keepOf(damping, dt) * (1 - smoothingOf(viscosity) * lambda * dt)
    return Math.abs(a) <= 1 && gravity * depth * lambda * dt * dt <= SAFETY * 2 * (1 + a)
  }
  let substeps = 1
  while (!stable(scene.timeStep / substeps)) {
    substeps = substeps < 64 ? substeps + 1 : Math.ceil(substeps * 1.05)
    if (substeps > MOST_SUBSTEPS)
      throw SceneError.at(
        ['timeStep'],
        `a step of ${scene.timeStep} s would need more than ${MOST_SUBSTEPS} substeps to be stable; make timeStep smaller, or cellSize larger, or depth or viscosity smaller`,
      )
  }
  return substeps
}
