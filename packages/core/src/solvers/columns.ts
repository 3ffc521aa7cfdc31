// Columns: linear waves on water of constant depth, as an array of columns.
//
//   dphi/dt = -g (eta - level) - damping      u = grad phi   flow of the water
//   deta/dt = -H div(grad phi)                c = sqrt(g H)  speed of every wave
//
// The wave equation of Müller's and of the shallow-wave lecture (packages/textbook: columns, shallow-wave), written for
// elevation and velocity potential. In exact arithmetic it is their scheme step for step, with column velocity
// -H div(grad phi). In floats it is better: the sum of a discrete Laplacian is zero, so volume cannot creep away, and
// the flow is there for queries and energy.
//
// Time: kick phi by eta, drift eta by the new phi (symplectic Euler, equal to leapfrog with phi half a substep behind),
// second order. Space: five-point Laplacian, second order. Discrete dispersion, exactly:
//   sin²(ω dt/2) = (c dt/dx)² (sin²(kx dx/2) + sin²(kz dx/2)).
//
// A potential has no zero of its own. Measuring it against the mean level keeps it small in a closed basin: a pool
// filled above its rest level would otherwise make phi grow for ever, and floats lose digits.

import { type Pass, pass } from '../backend/pass.js'
import { Schedule } from '../backend/schedule.js'
import type { Arena } from '../fields/arena.js'
import { type EdgeKind, edgeArguments, isClosed } from '../fields/boundaries.js'
import type { CellBox, Patch } from '../fields/cell-box.js'
import { Field, type FieldMeaning, Table } from '../fields/field.js'
import { cellX, cellZ, columnAt, type Grid, rowAt } from '../fields/grid.js'
import { Sampler } from '../fields/sample.js'
import { sin } from '../numerics/elementary.js'
import { SceneError } from '../scene/error.js'
import type { StartingValues } from '../scene/load.js'
import type { Scene, Source } from '../scene/schema.js'
import { heightOf, reachOf } from '../scene/shapes.js'
import type { Measured, Solver } from './solver.js'

/** Density of water [kg/m³]. */
const RHO = 1000
/** Share of the stability limit that is used: at the limit itself the shortest wave grows linearly. */
const SAFETY = 0.98
/** More substeps than this in one step is a mistake in the scene, not a simulation. */
const MOST_SUBSTEPS = 100_000
/** Doubles in a row of the measuring table (kernels/measure.ts). */
const MEASURES = 8

const MEANINGS = {
  eta: { name: 'eta', unit: 'm', meaning: 'elevation of the surface over its rest level' },
  phi: { name: 'phi', unit: 'm²/s', meaning: 'velocity potential; the flow is its gradient' },
  matte: { name: 'matte', unit: '', meaning: 'how open a cell is: 1 water, 0 solid' },
  radiation: { name: 'radiation', unit: '', meaning: 'weights of open edges' },
  edgeMemory: { name: 'edgeMemory', unit: 'm²/s', meaning: 'phi at open z edges, one substep ago' },
} satisfies Record<string, FieldMeaning>

/** A source and its patch of weights. */
interface Spring {
  readonly source: Source
  readonly reach: CellBox
  readonly weights: Field
  readonly pass: Pass<'pour'>
  /** Sum of the weights, each times the openness of its cell. */
  total: number
  /** Address of the pass's amount. */
  amount: number
}

export class Columns implements Solver {
  readonly grid: Grid
  readonly fields = new Map<string, Field>()
  readonly state: readonly Field[]
  readonly substeps: number
  readonly courant: number
  readonly step: Schedule
  readonly measure: Schedule
  readonly tenants: Solver['tenants']
  readonly #scene: Scene
  /** Length of a substep [s]. */
  readonly #dt: number
  readonly #eta: Field
  readonly #phi: Field
  readonly #matte: Field | undefined
  readonly #sums: Table
  /** Weights of open edges, and what those along z remember (kernels/radiation.ts). */
  readonly #radiation: Field
  readonly #edgeMemory: Field
  readonly #springs: readonly Spring[]
  readonly #sampler: Sampler
  readonly #closed: boolean
  #levelAddresses: number[] = []
  /** Level that phi is measured against [m]: the mean in a closed basin, else the rest level. */
  #level = 0
  #addedVolume = 0
  /** Cells' worth of open water. */
  #wetCells = 0

  constructor(scene: Scene, grid: Grid, arena: Arena) {
    const { depth, gravity, viscosity } = scene.solver
    this.#scene = scene
    this.grid = grid
    this.substeps = substepsOf(scene, grid)
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
    this.#matte = scene.obstacles.length > 0 ? field(MEANINGS.matte) : undefined
    this.#radiation = new Field(arena, MEANINGS.radiation, 8, 1)
    this.#edgeMemory = new Field(arena, MEANINGS.edgeMemory, grid.nx, 6)
    this.state = [this.#eta, this.#phi, this.#edgeMemory]
    const smoothed = viscosity > 0 ? new Field(arena, MEANINGS.phi, grid.nx, grid.nz) : undefined
    this.#sums = new Table(arena, grid.nz, MEASURES)
    this.#springs = scene.sources.map((source, index) => this.#spring(source, index, arena))
    this.#sampler = new Sampler(grid, scene.boundaries)

    this.step = new Schedule(arena, this.#passes(smoothed))
    this.measure = new Schedule(arena, [this.#measurePass()])
    const weights = this.#springs.map((spring) => spring.weights)
    this.tenants = [
      ...this.fields.values(),
      this.#radiation,
      this.#edgeMemory,
      ...(smoothed ? [smoothed] : []),
      ...weights,
      this.#sums,
      this.step,
      this.measure,
    ]
  }

  /** One substep: sources pour, viscosity smooths the potential, eta kicks phi, phi drifts eta. */
  #passes(smoothed: Field | undefined): Pass[] {
    const { nz, cellSize } = this.grid
    const { depth, gravity, damping, viscosity } = this.#scene.solver
    const dt = this.#dt
    const wave = {
      eta: this.#eta,
      phi: this.#phi,
      source: smoothed ?? this.#phi,
      matte: this.#matte ?? this.#eta,
      kick: gravity * dt,
      keep: keepOf(damping, dt),
      drift: (depth * dt) / (cellSize * cellSize),
      level: this.#level,
      radiation: this.#radiation,
      edgeMemory: this.#edgeMemory,
      ...edgeArguments(this.#scene.boundaries),
    }
    const passes: Pass[] = this.#springs.map((spring) => spring.pass)
    if (smoothed) {
      const rate = (smoothingOf(viscosity) * dt) / (cellSize * cellSize)
      passes.push(
        pass(this.#matte ? 'diffuseMatte' : 'diffuse', nz, {
          input: this.#phi,
          output: smoothed,
          matte: wave.matte,
          rate,
        }),
      )
    }
    passes.push(pass('columnsKickSeams', nz, wave))
    passes.push(pass(this.#matte ? 'columnsSweepMatte' : 'columnsSweep', nz, wave))
    return passes
  }

  #measurePass(): Pass {
    return pass(this.#matte ? 'measureMatte' : 'measure', this.grid.nz, {
      eta: this.#eta,
      phi: this.#phi,
      matte: this.#matte ?? this.#eta,
      sums: this.#sums,
      kick: this.#scene.solver.gravity * this.#dt,
      level: this.#level,
      ...edgeArguments(this.#scene.boundaries),
    })
  }

  #spring(source: Source, index: number, arena: Arena): Spring {
    const reach = reachOf(source.shape, this.grid)
    if (reach.nx === 0 || reach.nz === 0)
      throw SceneError.at(['sources', index, 'shape', 'center'], 'this source lies outside the grid')
    const weights = new Field(
      arena,
      { name: `source ${index}`, unit: '', meaning: 'weights of a source' },
      reach.nx,
      reach.nz,
    )
    const pouring = pass('pour', reach.nz, { target: this.#eta, patch: weights, i: reach.i, j: reach.j, amount: 0 })
    return { source, reach, weights, pass: pouring, total: 0, amount: 0 }
  }

  start({ eta, phi, matte }: StartingValues): void {
    const { boundaries } = this.#scene
    this.#levelAddresses = [this.step, this.measure].flatMap((schedule) =>
      schedule.passes.flatMap((one) => ('level' in one.arguments ? [schedule.addressOf(one, 'level')] : [])),
    )
    if (matte && this.#matte) {
      this.#matte.write(matte)
      this.#matte.extend(boundaries['x-'] === 'periodic', boundaries['z-'] === 'periodic')
    }
    const open = (k: number) => (matte ? matte[k]! : 1)
    const sum = (value: (k: number) => number) => eta.reduce((total, _, k) => total + open(k) * value(k), 0)
    this.#wetCells = sum(() => 1)
    // Solid cells hold no water: what a scene puts there is left out.
    const water = eta.map((value, k) => (open(k) > 0 ? value : 0))
    if (this.#closed && this.#wetCells > 0) this.#setLevel(sum((k) => water[k]!) / this.#wetCells)
    this.#eta.write(water)
    // A scene gives phi at time 0; the scheme keeps it half a substep behind eta.
    const halfKick = 0.5 * this.#scene.solver.gravity * this.#dt
    this.#phi.write(phi.map((value, k) => value + halfKick * (water[k]! - this.#level)))
    this.#phi.extend(boundaries['x-'] === 'periodic', boundaries['z-'] === 'periodic')
    this.#radiation.write(radiationWeights(this.courant, this.#dt, this.grid, this.#scene))
    this.#rememberStart()
    for (const spring of this.#springs) this.#fillWeights(spring)
  }

  /** Before the start open edges have seen the water as it is at the start. */
  #rememberStart(): void {
    const { nx, nz } = this.grid
    const { data, offset, stride } = this.#phi
    const column = (i: number) => Math.min(nx - 1, Math.max(0, i))
    const row = (j: number) => Math.min(nz - 1, Math.max(0, j))
    const behind = Math.floor((nx + 4) / 4) * 4 + 1
    for (let j = 0; j < nz; j++)
      for (let slot = 0; slot < 3; slot++) {
        data[offset + j * stride - 4 + slot] = this.#phi.at(column(slot - 1), j)
        data[offset + j * stride + behind + slot] = this.#phi.at(column(nx - slot), j)
      }
    const memory = Float64Array.from({ length: 6 * nx }, (_, k) => {
      const [slot, i] = [Math.floor(k / nx), k % nx]
      return this.#phi.at(i, row(slot < 3 ? slot - 1 : nz + 3 - slot))
    })
    this.#edgeMemory.write(memory)
  }

  #fillWeights(spring: Spring): void {
    const { reach, weights, source } = spring
    const height = heightOf(source.shape, this.grid.cellSize)
    const values = new Float64Array(reach.nx * reach.nz)
    spring.total = 0
    for (let j = 0; j < reach.nz; j++)
      for (let i = 0; i < reach.nx; i++) {
        const openness = this.opennessAt(reach.i + i, reach.j + j)
        const weight = openness > 0 ? height(cellX(this.grid, reach.i + i), cellZ(this.grid, reach.j + j)) : 0
        values[j * reach.nx + i] = weight
        spring.total += weight * openness
      }
    weights.write(values)
    spring.amount = this.step.addressOf(spring.pass, 'amount')
  }

  prepare(time: number): void {
    for (const spring of this.#springs) {
      const rate = rateAt(spring.source, time + this.#scene.timeStep / 2)
      this.step.setFloat(spring.amount, rate * this.#dt)
      if (rate !== 0) this.#count(rate * this.#scene.timeStep * spring.total)
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
    if (this.#closed && this.#wetCells > 0) this.#setLevel(this.#level + elevations / this.#wetCells)
  }

  #setLevel(level: number): void {
    this.#level = level
    for (const address of this.#levelAddresses) this.step.setFloat(address, level)
  }

  opennessAt(i: number, j: number): number {
    return this.#matte ? this.#matte.at(i, j) : 1
  }

  get scalars(): number[] {
    return [this.#level, this.#addedVolume]
  }

  set scalars([level, addedVolume]: number[]) {
    this.#addedVolume = addedVolume!
    this.#setLevel(level!)
  }

  measured(): Measured {
    const { depth, gravity } = this.#scene.solver
    const area = this.grid.cellSize * this.grid.cellSize
    const [elevation, squares, slopes, alongX, alongZ] = [0, 1, 2, 3, 4].map((column) => this.#sums.sum(column)) as [
      number,
      number,
      number,
      number,
      number,
    ]
    const kineticEnergy = 0.5 * RHO * depth * slopes
    const potentialEnergy = 0.5 * RHO * gravity * squares * area
    const flow = RHO * depth * this.grid.cellSize
    return {
      volume: (elevation + depth * this.#wetCells) * area,
      addedVolume: this.#addedVolume,
      kineticEnergy,
      potentialEnergy,
      energy: kineticEnergy + potentialEnergy,
      momentum: [flow * alongX, flow * alongZ],
      // A grid that is solid throughout has no lowest and no highest water.
      minimum: this.#wetCells > 0 ? this.#sums.minimum(5) : 0,
      maximum: this.#wetCells > 0 ? this.#sums.maximum(6) : 0,
    }
  }

  velocityAt(x: number, z: number): [number, number, number] {
    const { cellSize } = this.grid
    // Half a kick brings phi, and so the flow, to the time of eta.
    const halfKick = 0.5 * this.#scene.solver.gravity * this.#dt
    const [phiX, phiZ] = this.#sampler.slopeAt(this.#phi, x, z)
    const [etaX, etaZ] = this.#sampler.slopeAt(this.#eta, x, z)
    const i = Math.min(this.grid.nx - 1, Math.max(0, Math.round(columnAt(this.grid, x))))
    const j = Math.min(this.grid.nz - 1, Math.max(0, Math.round(rowAt(this.grid, z))))
    const openness = (column: number, row: number) => this.opennessAt(column, row)
    const spread =
      this.#sampler.laplacianAt(this.#phi, i, j, openness) -
      halfKick * this.#sampler.laplacianAt(this.#eta, i, j, openness)
    const rise = (-this.#scene.solver.depth * spread) / (cellSize * cellSize)
    return [phiX - halfKick * etaX, rise, phiZ - halfKick * etaZ]
  }
}

/** Cells between two edges from which on the second cell of an open edge is not already the other edge's. */
const FEWEST_CELLS = 4

/** Cosine of the second angle that open edges let through, the first being 0: at most 1.6% comes back up to 55°. */
const OPEN_COSINE = 0.6

/**
 * Weights of open edges, in the order of kernels/radiation.ts. A factor d/dt + v d/dn + e in the box of two cells and two
 * times reads ghost(new) + a first(new) = b ghost(old) + d first(old); the weights are those of the product of two.
 *
 * Scenes with solids get the first factor alone. A wave trapped around a solid has a tail that reaches an open edge
 * without travelling, and the product can send such a tail back stronger: in a channel with a block in its middle it grew
 * by a tenth a wave. A single factor always takes energy out. So do
 * basins too narrow to have a second cell, and water so viscous that within a cell it creeps faster than waves travel.
 */
function radiationWeights(courant: number, dt: number, { nx, nz, cellSize }: Grid, scene: Scene): number[] {
  const factor = (c: number, e: number) => ({
    a: (1 - c + e) / (1 + c + e),
    b: (1 - c - e) / (1 + c + e),
    d: (1 + c - e) / (1 + c + e),
  })
  const p = factor(courant, 0)
  const { 'x-': left, 'x+': right, 'z-': back, 'z+': front } = scene.boundaries
  const { gravity, depth, viscosity } = scene.solver
  const speed = Math.sqrt(gravity * depth)
  const narrow = (count: number, ...edges: EdgeKind[]) => count < FEWEST_CELLS && edges.includes('absorb')
  const sluggish = smoothingOf(viscosity) > speed * cellSize
  if (scene.obstacles.length > 0 || sluggish || narrow(nx, left, right) || narrow(nz, back, front))
    return [-p.a, 0, p.b, p.d, 0, 0, 0, 0]
  // The level runs out in the time a wave takes to cross the basin.
  const runOut = speed / (Math.max(nx, nz) * cellSize)
  const q = factor(courant / OPEN_COSINE, (runOut * dt) / 2)
  return [
    -(p.a + q.a),
    -p.a * q.a,
    p.b + q.b,
    p.d + q.d + p.a * q.b + q.a * p.b,
    p.a * q.d + q.a * p.d,
    -p.b * q.b,
    -(p.b * q.d + q.b * p.d),
    -p.d * q.d,
  ]
}

/** Rate of a source [m/s] at a time [s]. */
function rateAt({ rate, period, phase, start, end }: Source, time: number): number {
  if (time < start || (end !== undefined && time >= end)) return 0
  return period === undefined
    ? rate
    : rate * sin(2 * Math.PI * (time / period - Math.floor(time / period)) + (phase * Math.PI) / 180)
}

/**
 * What a substep of damping leaves of phi. An oscillator whose momentum is multiplied by `keep` each step loses
 * sqrt(keep) of its amplitude, so exp(-damping dt) asks for exp(-2 damping dt); this is its rational approximation.
 */
function keepOf(damping: number, dt: number): number {
  return (1 - damping * dt) / (1 + damping * dt)
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
function substepsOf(scene: Scene, { nx, nz, cellSize }: Grid): number {
  const { depth, gravity, damping, viscosity } = scene.solver
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
