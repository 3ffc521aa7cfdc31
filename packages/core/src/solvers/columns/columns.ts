// Columns: linear waves on water of constant depth, as an array of columns.
//
//   dphi/dt = -g (eta - level)      u = grad phi   flow of the water; the level is free, see shared/pools.ts
//   deta/dt = -H div(grad phi)      c = sqrt(g H)  speed of every wave
//
// The wave equation of Müller's and of the shallow-wave lecture (packages/textbook: columns, shallow-wave), written for
// elevation and velocity potential. In exact arithmetic it is their scheme step for step, with column velocity
// -H div(grad phi). In floats it is better: the sum of a discrete Laplacian is zero, so that volume does not drift, and
// the potential gives the flow for queries and energy.
//
// Time: kick phi by eta, drift eta by the new phi (symplectic Euler, equal to leapfrog with phi half a substep behind),
// second order. Space: five-point Laplacian, second order. Discrete dispersion, exactly:
//   sin²(ω dt/2) = (c dt/dx)² (sin²(kx dx/2) + sin²(kz dx/2)).
// An edge held at a height is a ghost cell of constant eta (edge-potential.ts). Between edges of different height a flow grows in
// proportion to the time, as it must.
// Steps without bodies, sources and events between them are made several substeps at a time on large grids (substep-blocks.ts).
// Conserved between closed edges, to rounding: volume, and the energy of `measure`.

import { type KernelName, type Pass, pass } from '../../backend/pass.js'
import { PassList } from '../../backend/pass-list.js'
import type { WaterCoupling } from '../../coupling/water-coupling.js'
import type { Arena } from '../../fields/arena.js'
import { type EdgeKind, edgeArguments, edgeKinds, heldHeights } from '../../fields/boundaries.js'
import { Field, type FieldInfo, RowSums } from '../../fields/field.js'
import { columnAt, type Grid, rowAt } from '../../fields/grid.js'
import { SurfaceSums } from '../../generated/layouts/linear-waves/measure.js'
import { WATER_DENSITY } from '../../numerics/constants.js'
import type { StartingValues } from '../../scene/load.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { ColumnsSettings } from '../../scene/schema/solver.js'
import { Basin } from '../shared/basin.js'
import { BasinCoupling } from '../shared/basin-coupling.js'
import { keepOf, minimumSubsteps, SAFETY, smoothingOf } from '../shared/leapfrog-limits.js'
import { measuredSurface } from '../shared/measured-surface.js'
import { validateHeldEdges } from '../shared/validate-held-edges.js'
import { type Run, runSubsteps, type StepContext, type SurfaceSolver, type WaterEvent } from '../solver.js'
import { EdgePotential } from './edge-potential.js'
import { SubstepBlocks, type WaveArguments } from './substep-blocks.js'

const FIELDS = {
  eta: { name: 'eta', unit: 'm', description: 'elevation of the surface over its rest level' },
  phi: { name: 'phi', unit: 'm²/s', description: 'velocity potential; the flow is its gradient' },
} satisfies Record<string, FieldInfo>

const LEVELS: FieldInfo = { name: 'levels', unit: 'm', description: 'level that the potential is measured against' }

/** Steps after which a potential that falls with time begins at 0 again. */
const REZERO_STEPS = 16

/** Open water, water among solids, or water that solids divide into pools of different level. */
type Surroundings = 'open' | 'solids' | 'pools'

/** The kernels for each surroundings, by those for open water, which are the cheapest. */
const KERNELS: Record<Surroundings, Partial<Record<KernelName, KernelName>>> = {
  open: {},
  solids: {
    diffuse: 'diffuseAmongSolids',
    columnsSweep: 'columnsSweepAmongSolids',
    columnsAdvanceBands: 'columnsAdvanceBandsAmongSolids',
    columnsAdvanceSeams: 'columnsAdvanceSeamsAmongSolids',
    measure: 'measureAmongSolids',
  },
  pools: {
    diffuse: 'diffuseAmongSolids',
    columnsKickSeams: 'columnsKickSeamsAmongPools',
    columnsSweep: 'columnsSweepAmongPools',
    columnsAdvanceBands: 'columnsAdvanceBandsAmongPools',
    columnsAdvanceSeams: 'columnsAdvanceSeamsAmongPools',
    measure: 'measureAmongSolids',
  },
}

export class Columns implements SurfaceSolver {
  readonly kind = 'surface'
  readonly grid: Grid
  readonly fields = new Map<string, Field>()
  readonly substeps: number
  readonly courant: number
  readonly resources: SurfaceSolver['resources']
  readonly coupling: WaterCoupling
  readonly #scene: Scene
  readonly #settings: ColumnsSettings
  /** Length of a substep [s]. */
  readonly #dt: number
  /** Substeps between two exchanges with bodies: waves travel one cell meanwhile, at most, unless a substep takes them further. */
  readonly #substepsPerExchange: number
  readonly #eta: Field
  readonly #phi: Field
  readonly #basin: Basin
  readonly #substep: PassList
  /** Several substeps in one sweep; undefined where other passes come between two substeps, or the grid is too small. */
  readonly #blocks: SubstepBlocks | undefined
  readonly #measuring: PassList
  readonly #sums: RowSums
  readonly #levels: Field
  readonly #edgePotential: EdgePotential
  /** The surroundings that the kernels are for. */
  #surroundings: Surroundings = 'open'

  constructor(scene: Scene, settings: ColumnsSettings, grid: Grid, arena: Arena, threads: number) {
    const { depth, gravity, viscosity } = settings
    validateHeldEdges(scene.boundaries, depth)
    this.#scene = scene
    this.#settings = settings
    this.grid = grid
    this.substeps = substepsOf(scene, settings, grid)
    this.#dt = scene.timeStep / this.substeps
    this.courant = (Math.sqrt(gravity * depth) * this.#dt) / grid.cellSize
    this.#substepsPerExchange = Math.max(1, Math.floor(1 / this.courant))

    const field = (description: FieldInfo) => {
      const made = new Field(arena, description, grid.nx, grid.nz)
      this.fields.set(description.name, made)
      return made
    }
    this.#eta = field(FIELDS.eta)
    this.#phi = field(FIELDS.phi)
    this.#edgePotential = new EdgePotential(scene.boundaries, this.#phi)
    const smoothed = viscosity > 0 ? new Field(arena, FIELDS.phi, grid.nx, grid.nz) : undefined
    // Viscosity must not smooth the pressure: it is added after the diffusion, to the field from which the kick starts.
    const pressed = smoothed ?? this.#phi
    this.#levels = new Field(arena, LEVELS, grid.nx, grid.nz)
    const draughtOf = () => depth
    const water = { eta: this.#eta, phi: this.#phi, pressed, depth, draughtOf, levels: this.#levels }
    this.#basin = new Basin(scene, grid, water, arena, () => this.#meetSolids())
    for (const made of this.#basin.openness.fields) this.fields.set(made.name, made)
    const seen = { eta: this.#eta, phi: this.#phi }
    this.coupling = new BasinCoupling({
      grid,
      gravity,
      depth,
      ...seen,
      total: seen,
      basin: this.#basin,
      isDispersive: false,
    })
    this.#sums = new RowSums(arena, grid.nz, SurfaceSums.doubles)

    const wave = this.#waveArguments(smoothed ?? this.#phi)
    this.#substep = new PassList(arena, this.#passes(wave, smoothed))
    if (!smoothed && scene.sources.length === 0 && SubstepBlocks.pays(grid, threads))
      this.#blocks = new SubstepBlocks(arena, grid, wave, threads)
    this.#measuring = new PassList(arena, [this.#measurePass()])
    this.resources = [
      ...this.fields.values(),
      ...(smoothed ? [smoothed] : []),
      this.#levels,
      ...this.#basin.resources,
      this.#sums,
      this.#substep,
      ...(this.#blocks?.resources ?? []),
      this.#measuring,
    ]
  }

  get state(): readonly Field[] {
    return [this.#eta, this.#phi, ...this.#basin.openness.state]
  }

  /** Arguments of the kernels of kick and drift. `source`: potential before the kick. */
  #waveArguments(source: Field): WaveArguments {
    const { cellSize } = this.grid
    const { depth, gravity, damping } = this.#settings
    const dt = this.#dt
    return {
      eta: this.#eta,
      phi: this.#phi,
      source,
      openness: this.#basin.openness.field,
      levels: this.#levels,
      kick: gravity * dt,
      keep: keepOf(damping, dt),
      drift: (depth * dt) / (cellSize * cellSize),
      level: 0,
      radiation: (this.courant - 1) / (this.courant + 1),
      ...this.#edgeArguments(),
      // Only read by sweeps of several substeps.
      lines: source,
      substeps: 1,
    }
  }

  /** One substep: mass sources, viscosity, pressure sources, kick of phi by eta, drift of eta by phi. */
  #passes(wave: WaveArguments, smoothed: Field | undefined): Pass[] {
    const { nz, cellSize } = this.grid
    const dt = this.#dt
    const passes: Pass[] = this.#basin.massSources()
    if (smoothed) {
      const rate = (smoothingOf(this.#settings.viscosity) * dt) / (cellSize * cellSize)
      passes.push(
        pass('diffuse', nz, {
          input: this.#phi,
          output: smoothed,
          openness: wave.openness,
          rate,
        }),
      )
    }
    passes.push(...this.#basin.pressureSources())
    passes.push({ ...pass('columnsKickSeams', nz, wave), keepsBands: true })
    passes.push(pass('columnsSweep', nz, wave))
    return passes
  }

  #measurePass(): Pass {
    return pass('measure', this.grid.nz, {
      eta: this.#eta,
      phi: this.#phi,
      openness: this.#basin.openness.field,
      sums: this.#sums,
      kick: this.#settings.gravity * this.#dt,
      ...this.#edgeArguments(),
    })
  }

  /** Kinds of the edges, and the elevation beyond fixed ones. */
  #edgeArguments() {
    const { boundaries } = this.#scene
    const heights = heldHeights(boundaries)
    return {
      ...edgeArguments(edgeKinds(boundaries)),
      xBeforeHeight: heights['x-'],
      xAfterHeight: heights['x+'],
      zBeforeHeight: heights['z-'],
      zAfterHeight: heights['z+'],
    }
  }

  start(values: StartingValues): void {
    // A scene gives phi at time 0; the scheme keeps it half a substep behind eta.
    const { gravity, damping } = this.#settings
    const substep = { dt: this.#dt, keep: keepOf(damping, this.#dt), halfKick: 0.5 * gravity * this.#dt }
    this.#basin.start(values, [this.#substep], this.#listsWithoutSources, substep)
    this.#meetSolids()
    this.#phi.fillGhosts = () => this.#edgePotential.start(substep.halfKick)
    this.#phi.fillGhosts()
  }

  advance(step: number, context: StepContext): void {
    this.advanceSeveral(step, 1, context)
  }

  /** Steps between which nothing but time passes are a row of substeps. */
  advanceSeveral(step: number, most: number, context: StepContext): number {
    const rezeroes = this.#edgePotential.drifts && this.#settings.damping === 0
    if (rezeroes && step % REZERO_STEPS === 0) this.#edgePotential.rezero((by) => this.#basin.shiftPotential(by))
    this.#basin.prepare(step)
    if (!this.#blocks || context.isCoupled) {
      runSubsteps(context, this.#substep, this.substeps, this.#dt, this.#substepsPerExchange)
      return 1
    }
    const steps = this.#basin.isSteady ? Math.min(most, REZERO_STEPS - (step % REZERO_STEPS)) : 1
    this.#blocks.run(steps * this.substeps, this.#substep, context.run)
    return steps
  }

  /** All fields are state. */
  refresh(): void {}

  apply(event: WaterEvent): void {
    this.#basin.apply(event)
  }

  get scalars(): number[] {
    return this.#basin.scalars
  }

  set scalars(scalars: number[]) {
    this.#basin.scalars = scalars
  }

  get #listsWithoutSources(): PassList[] {
    return this.#blocks ? [this.#blocks.list, this.#measuring] : [this.#measuring]
  }

  /** Chooses the kernels for the present solids. */
  #meetSolids(): void {
    const { openness, isDivided } = this.#basin
    const surroundings = isDivided ? 'pools' : openness.hasSolids ? 'solids' : 'open'
    if (surroundings === this.#surroundings) return
    this.#surroundings = surroundings
    for (const list of [this.#substep, ...this.#listsWithoutSources])
      for (const one of list.passes) list.setKernel(one, KERNELS[surroundings][one.kernel] ?? one.kernel)
  }

  measure(run: Run) {
    run(this.#measuring)
    const { depth, gravity } = this.#settings
    const area = this.grid.cellSize * this.grid.cellSize
    const { openCells } = this.#basin.openness
    const column = SurfaceSums.double
    const sum = (one: number) => this.#sums.sum(one)
    const width = WATER_DENSITY * this.grid.cellSize
    return measuredSurface(
      {
        volume: (sum(column.eta) + depth * openCells) * area,
        addedVolume: this.#basin.addedVolume,
        kineticEnergy: 0.5 * WATER_DENSITY * depth * sum(column.gradients),
        potentialEnergy: 0.5 * WATER_DENSITY * gravity * sum(column.squares) * area,
        momentum: [
          width * (depth * sum(column.alongX) + sum(column.carriedX)),
          width * (depth * sum(column.alongZ) + sum(column.carriedZ)),
        ],
      },
      this.#sums,
      column,
      openCells > 0,
    )
  }

  heightAt(x: number, z: number): number {
    return this.#basin.heightAt(x, z)
  }

  normalAt(x: number, z: number): [number, number, number] {
    return this.#basin.normalAt(x, z)
  }

  velocityAt(x: number, z: number): [number, number, number] {
    const { cellSize } = this.grid
    // Half a kick brings phi, and so the flow, to the time of eta.
    const halfKick = 0.5 * this.#settings.gravity * this.#dt
    const [phiX, phiZ] = this.#basin.sampler.slopeAt(this.#phi, x, z)
    const [etaX, etaZ] = this.#basin.sampler.slopeAt(this.#eta, x, z)
    const i = Math.min(this.grid.nx - 1, Math.max(0, Math.round(columnAt(this.grid, x))))
    const j = Math.min(this.grid.nz - 1, Math.max(0, Math.round(rowAt(this.grid, z))))
    const spread =
      this.#basin.sampler.laplacianAt(this.#phi, i, j) - halfKick * this.#basin.sampler.laplacianAt(this.#eta, i, j)
    const rise = (-this.#settings.depth * spread) / (cellSize * cellSize)
    return [phiX - halfKick * etaX, rise, phiZ - halfKick * etaZ]
  }
}

/**
 * Smallest number of substeps that is stable. For a mode with eigenvalue -lambda of the Laplacian a substep maps
 * phi -> a phi - g dt eta, eta -> eta + H lambda dt phi, with a = keep (1 - D lambda dt). The roots of
 * z² - (1 + a - W) z + a, W = c² lambda dt², stay in the unit disc when |a| <= 1 and W <= 2 (1 + a). The largest lambda
 * is 4/dx² for each direction in which water can move: without damping this is c dt/dx <= 1/sqrt(2) in 2-D.
 */
function substepsOf(scene: Scene, settings: ColumnsSettings, { nx, nz, cellSize }: Grid): number {
  const { depth, gravity, damping, viscosity } = settings
  const { 'x-': left, 'x+': right, 'z-': back, 'z+': front } = edgeKinds(scene.boundaries)
  // A direction one cell wide between walls has no waves; an edge of another kind does pull at its only cell.
  const still = (count: number, ...edges: EdgeKind[]) =>
    count === 1 && edges.every((kind) => kind === 'reflect' || kind === 'periodic')
  const directions = (still(nx, left, right) ? 0 : 1) + (still(nz, back, front) ? 0 : 1)
  const lambda = (4 * directions) / (cellSize * cellSize)
  const stable = (dt: number) => {
    const a = keepOf(damping, dt) * (1 - smoothingOf(viscosity) * lambda * dt)
    return Math.abs(a) <= 1 && gravity * depth * lambda * dt * dt <= SAFETY * 2 * (1 + a)
  }
  return minimumSubsteps(
    scene.timeStep,
    stable,
    'make timeStep smaller, or cellSize larger, or depth or viscosity smaller',
  )
}
