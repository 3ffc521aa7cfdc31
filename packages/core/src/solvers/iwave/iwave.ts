// Dispersive surface waves: elevation and potential of the surface of deep or shallow water.
//
//   dphi/dt = -(g + γk²/ρ) eta - p/ρ       p: pressure on the surface
//   deta/dt = Λ phi + sources              Λ: k tanh(k d) in wavenumbers,  u = grad phi
//
// The equations of Tessendorf's iWave (packages/textbook/src/iwave.ts, with its defects), solved in one of three ways:
//
//   exponential  Every mode rotates by its own exact angle ω dt: no limit on the time step; free waves have rounding errors
//                only, and energy is conserved to rounding (kernels/spectral/rotate-modes.ts). Solids and sponge layers multiply both
//                fields after every substep, as in Tessendorf's method: a solid reflects waves with a change of sign.
//   fft          Leapfrog, Λ by transforms: exact in space, second order in time. Solids are reflecting walls that
//                conserve volume and energy: pipes between cells (kernels/linear-waves/leapfrog.ts), or impermeable walls down to the
//                bed (impermeable-walls.ts).
//   window       The same with Λ as a fitted convolution window on a pyramid of grids: frequencies are a few percent off, and
//                the grid may have any size (operators/window-operator.ts).
//
// With `nonlinearity` above 1 the waves are those of the full equations, and their speed depends on their height (higher-order.ts): the
// linear part is the rotation of `exponential`. Ambient waves are then the state at the start.
//
// With `ambient`, elevation and potential are split into incident waves and the waves that solids scatter (ambient.ts). The fields that
// users see are the sum of both.
//
// Conserved between closed edges without damping, to rounding: volume and energy.

import { type KernelName, pass } from '../../backend/pass.js'
import { PassList } from '../../backend/pass-list.js'
import type { WaterCoupling } from '../../coupling/water-coupling.js'
import type { Arena } from '../../fields/arena.js'
import { type Boundaries, type EdgeKind, edgeKinds, isClosed } from '../../fields/boundaries.js'
import { type Field, RowSums } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { normalOf } from '../../fields/sampling.js'
import { WaveSums } from '../../generated/layouts/linear-waves/wave-sums.js'
import { WATER_DENSITY } from '../../numerics/constants.js'
import type { StartingValues } from '../../scene/load.js'
import { SceneError } from '../../scene/parse/error.js'
import { reachOf } from '../../scene/rasterize/shapes.js'
import { isEventOf } from '../../scene/schema/event.js'
import type { Obstacle, Scene } from '../../scene/schema/scene.js'
import type { IwaveSettings } from '../../scene/schema/solver.js'
import { phaseSpeed, type Water } from '../../wave-theory/airy.js'
import { Basin } from '../shared/basin.js'
import { BasinCoupling } from '../shared/basin-coupling.js'
import { measuredSurface } from '../shared/measured-surface.js'
import { verticalVelocity } from '../shared/surface-velocity.js'
import { validateHeldEdges } from '../shared/validate-held-edges.js'
import { type Run, runSubsteps, type StepContext, type SurfaceSolver, type WaterEvent } from '../solver.js'
import type { createAmbient } from './ambient.js'
import type { BreakingWaveError } from './breaking-wave-error.js'
import { domainOf, spongeSpeed } from './domain.js'
import { Exponential } from './exponential.js'
import { IwaveFields } from './fields.js'
import { LeapfrogWaves } from './leapfrog.js'
import type { NonlinearWaves, Surroundings, WaveMethod } from './method.js'
import { Scattering } from './scattering.js'
import type { StartingSea } from './starting-sea.js'
import type * as SteepWaves from './steep-waves.js'
import { validateCommonLevel } from './validate-common-level.js'
import { noSolids, validateNonlinear } from './validate-nonlinear.js'

/** The kernels for divided and for undivided water, by those of the plan. */
const AMONG_POOLS: Record<'divided' | 'undivided', Partial<Record<KernelName, KernelName>>> = {
  divided: { kickPotential: 'kickPotentialAmongPools', kickPotentialFaded: 'kickPotentialFadedAmongPools' },
  undivided: { kickPotential: 'kickPotential', kickPotentialFaded: 'kickPotentialFaded' },
}

/** Code that only some scenes need. */
export interface IwaveCode {
  /** Plans ambient waves. */
  readonly createAmbient?: typeof createAmbient
  /** Waves of a nonlinearity above 1. */
  readonly steep?: typeof SteepWaves
}

export class Iwave implements SurfaceSolver {
  readonly kind = 'surface'
  readonly grid: Grid
  readonly fields = new Map<string, Field>()
  readonly courant: number
  readonly resources: SurfaceSolver['resources']
  readonly coupling: WaterCoupling
  readonly #timeStep: number
  readonly #boundaries: Boundaries
  readonly #settings: IwaveSettings
  readonly #water: Water
  readonly #whole: IwaveFields
  /** Elevation and potential on the scene's part of the domain: those that the solver advances, and those including ambient waves. */
  readonly #scattered: { readonly eta: Field; readonly phi: Field }
  readonly #total: { readonly eta: Field; readonly phi: Field }
  readonly #synchronized: { readonly phi: Field; readonly rise: Field }
  readonly #method: WaveMethod
  readonly #basin: Basin
  readonly #scattering: Scattering | undefined
  /** Ambient waves that non-linear waves start from. */
  readonly #startingSea: StartingSea | undefined
  readonly #sums: RowSums
  readonly #substeps: Record<Surroundings, PassList>
  readonly #measuring: PassList
  readonly #derives: Record<'open' | 'solids', PassList>
  /** Adds ambient waves to the fields that users see. */
  readonly #show: PassList | undefined
  #amongSolids = false
  /** The error that has ended the run. */
  #breaking: BreakingWaveError | undefined
  /** Whether solids have changed since the last step began. */
  #solidsChanged = false

  /** `code`: the parts that this scene needs, such as ambient waves. */
  constructor(scene: Scene, settings: IwaveSettings, grid: Grid, arena: Arena, threads: number, code: IwaveCode) {
    const { method, ambient, depth = Number.POSITIVE_INFINITY, gravity, surfaceTension } = settings
    this.#timeStep = scene.timeStep
    this.#boundaries = edgeKinds(scene.boundaries)
    this.#settings = settings
    this.grid = grid
    const water = { depth, gravity, surfaceTension, density: WATER_DENSITY }
    this.#water = water
    if (settings.walls === 'impermeable' && method === 'exponential')
      throw SceneError.at(
        ['solver', 'walls'],
        'impermeable walls need method "fft" or "window", not "exponential": add "method": "fft" to the solver, or leave "walls" out',
      )
    validateHeldEdges(scene.boundaries, depth)
    validateCommonLevel(scene.boundaries, settings)
    validateNonlinear(scene, settings)
    const isNonlinear = settings.nonlinearity > 1
    const spectral = isNonlinear ? 'nonlinearity' : 'method'
    const transforms = method !== 'window' ? spectral : ambient?.type === 'ocean' ? 'ocean' : undefined
    const domain = domainOf(grid, this.#boundaries, settings.sponge, transforms)
    const whole = new IwaveFields(grid, domain, ambient !== undefined && !isNonlinear, arena)
    this.#whole = whole
    const plan = (targets: { eta: Field; phi: Field }) =>
      code.createAmbient!(ambient!, water, grid, domain, targets, arena, threads)
    this.#scattering = ambient && !isNonlinear ? new Scattering(whole, plan) : undefined
    this.#startingSea = ambient && isNonlinear ? new code.steep!.StartingSea(whole, plan, arena) : undefined
    const scattering = this.#scattering
    const setup = { scene, settings, water, fields: whole, scattering, arena, threads }
    this.#method = isNonlinear
      ? new code.steep!.HigherOrder(setup, settings.ramp ?? 4 * (this.#startingSea?.longestPeriod ?? 0))
      : new (method === 'exponential' ? Exponential : LeapfrogWaves)(setup)
    this.courant = (this.#fastest() * this.#method.dt) / grid.cellSize

    const partOf = (field: Field) => whole.partOf(field)
    const total = scattering?.total
    this.#scattered = { eta: partOf(whole.eta), phi: partOf(whole.phi) }
    this.#total = total ? { eta: partOf(total.eta), phi: partOf(total.phi) } : this.#scattered
    this.#synchronized = { phi: partOf(this.#method.synchronized.phi), rise: partOf(this.#method.synchronized.rise) }
    const moving = {
      ...this.#scattered,
      pressed: partOf(this.#method.pressed),
      depth: settings.depth ?? 0,
      draughtOf: (solid: Obstacle) => Math.min(depth, halfWidthOf(solid, grid)),
      ...(this.#method.levels && { levels: partOf(this.#method.levels) }),
    }
    this.#basin = new Basin(scene, grid, moving, arena, () => this.#meetSolids())
    const deep = { gravity, depth }
    this.coupling = new BasinCoupling({
      grid,
      ...deep,
      ...this.#scattered,
      total: this.#total,
      rise: isNonlinear ? this.#synchronized.rise : undefined,
      basin: this.#basin,
      isDispersive: true,
      // Leapfrog kicks the potential at the exchange; the exponential method lets the level act for a whole substep. A tenth of a substep
      // more makes up for errors of finite steps, which would amplify the waves of a closed basin.
      lead: 0.6 - this.#method.lag,
    })
    const shown = [...Object.values(this.#total), ...Object.values(this.#scattered), ...this.#basin.openness.fields]
    for (const field of shown) this.fields.set(field.name, field)

    const substep = (surroundings: Surroundings) => new PassList(arena, this.#method.step(this.#basin, surroundings))
    this.#substeps = { open: substep('open'), solids: substep('solids'), changed: substep('changed') }
    const derive = (surroundings: 'open' | 'solids') => new PassList(arena, this.#method.derive(surroundings))
    this.#derives = { open: derive('open'), solids: derive('solids') }
    this.#sums = new RowSums(arena, grid.nz, WaveSums.doubles)
    this.#measuring = this.#planMeasure(arena)
    const lists = [...Object.values(this.#substeps), ...Object.values(this.#derives), this.#measuring]
    if (scattering) {
      this.#show = new PassList(arena, scattering.totalPasses(false))
      lists.push(this.#show)
    }
    this.resources = [
      ...whole.resources,
      ...this.#basin.openness.fields,
      ...this.#basin.resources,
      ...this.#method.resources,
      ...(scattering?.resources ?? []),
      ...(this.#startingSea?.resources ?? []),
      this.#sums,
      ...lists,
    ]
  }

  /** Sums over the scene's grid. */
  #planMeasure(arena: Arena): PassList {
    const { rise } = this.#whole
    const { kick, tension, tensionTerm } = this.#method
    const sums = pass('waveSums', this.grid.nz, {
      ...this.#total,
      rise: this.#whole.partOf(rise),
      tensionTerm: this.#whole.partOf(tensionTerm),
      openness: this.#basin.openness.field,
      sums: this.#sums,
      kick,
      tension,
      level: 0,
      tense: Number(this.#settings.surfaceTension > 0),
      wrapX: Number(this.#boundaries['x-'] === 'periodic'),
      wrapZ: Number(this.#boundaries['z-'] === 'periodic'),
    })
    return new PassList(arena, [...this.#method.tensionPasses(), sums])
  }

  get substeps(): number {
    return this.#method.substeps
  }

  get state(): readonly Field[] {
    return [this.#scattered.eta, this.#scattered.phi, ...this.#basin.openness.state]
  }

  get derive(): PassList {
    return this.#amongSolids ? this.#derives.solids : this.#derives.open
  }

  start(values: StartingValues): void {
    const { dt, keep, lag } = this.#method
    this.#whole.start(spongeSpeed(this.#whole.domain, this.#water), dt)
    this.#method.start()
    this.#scattering?.start()
    this.#startingSea?.start()
    // A scene gives phi at time 0; leapfrog keeps it half a substep behind eta.
    const substep = { dt, keep, halfKick: lag * this.#settings.gravity * dt }
    this.#basin.start(values, Object.values(this.#substeps), [this.#measuring], substep)
    this.#meetSolids()
  }

  #meetSolids(): void {
    const { openness } = this.#basin
    if (!openness.hasSolids) return
    this.#solidsChanged = true
    const hasSolids = this.#whole.followSolids(openness.field)
    // Among pipes, open cells have the same bits as open water; impermeable walls have an operator of their own.
    this.#amongSolids = hasSolids || this.#settings.walls === 'pipes'
    this.#method.followSolids()
    const kernels = AMONG_POOLS[this.#basin.isDivided ? 'divided' : 'undivided']
    for (const list of [this.#substeps.solids, this.#substeps.changed])
      for (const one of list.passes) {
        const kernel = kernels[one.kernel]
        if (kernel) list.setKernel(one, kernel)
      }
  }

  advance(step: number, context: StepContext): void {
    this.#basin.prepare(step)
    const list = this.#substeps[!this.#amongSolids ? 'open' : this.#solidsChanged ? 'changed' : 'solids']
    this.#solidsChanged = false
    const { substeps, dt, nonlinear } = this.#method
    if (!this.#scattering && !nonlinear) {
      runSubsteps(context, list, substeps, dt)
      return
    }
    if (this.#breaking) throw this.#breaking
    for (let substep = 0; substep < substeps; substep++) {
      const time = step * this.#timeStep + (substep * this.#timeStep) / substeps
      // Bodies feel the flow at the sloping surface, which needs the rate of the elevation.
      if (nonlinear && context.isCoupled) context.run(this.derive)
      context.exchange(dt)
      if (this.#scattering) {
        this.#scattering.middle[0] = time + dt / 2
        this.#scattering.time[0] = time + dt
        this.#scattering.prepare()
      }
      nonlinear?.prepare(list, time)
      context.run(list)
      if (nonlinear) this.#stopIfBreaking(nonlinear, (step * substeps + substep + 1) * dt)
    }
    nonlinear?.finish()
  }

  /** Waves that break end the run, until it goes back to a snapshot. Bodies must not meet a surface that is no longer finite. */
  #stopIfBreaking(nonlinear: NonlinearWaves, time: number): void {
    try {
      nonlinear.stopIfBreaking(time)
    } catch (error) {
      this.#breaking = error as BreakingWaveError
      throw error
    }
  }

  refresh(step: number, run: Run): void {
    this.#startingSea?.addOnce(run)
    if (this.#scattering) {
      this.#scattering.time[0] = step * this.#timeStep
      this.#scattering.setTime()
    }
    if (this.#show) run(this.#show)
  }

  apply(event: WaterEvent): void {
    if (this.#method.nonlinear && isEventOf('solids', event)) throw noSolids()
    this.#basin.apply(event)
  }

  get scalars(): number[] {
    const { nonlinear } = this.#method
    return nonlinear ? [nonlinear.filteredEnergy, ...this.#basin.scalars] : this.#basin.scalars
  }

  set scalars(scalars: number[]) {
    const { nonlinear } = this.#method
    this.#breaking = undefined
    if (nonlinear) nonlinear.filteredEnergy = scalars[0]!
    this.#basin.scalars = nonlinear ? scalars.slice(1) : scalars
  }

  measure(run: Run) {
    run(this.#measuring)
    const { gravity, surfaceTension, depth = 0 } = this.#settings
    const { cellSize } = this.grid
    const area = cellSize * cellSize
    const { openCells } = this.#basin.openness
    const column = WaveSums.double
    const sum = (index: number) => this.#sums.sum(index)
    const tension =
      surfaceTension > 0
        ? 0.5 * surfaceTension * this.#method.tensionSum(sum(column.bending), sum(column.squares)) * area
        : 0
    return measuredSurface(
      {
        volume: (sum(column.eta) + depth * openCells) * area,
        addedVolume: this.#basin.addedVolume,
        kineticEnergy: 0.5 * WATER_DENSITY * sum(column.kinetic) * area,
        potentialEnergy: 0.5 * WATER_DENSITY * gravity * sum(column.squares) * area + tension,
        momentum: this.#momentum(),
        ...(this.#method.nonlinear && { filteredEnergy: this.#method.nonlinear.filteredEnergy }),
      },
      this.#sums,
      column,
      openCells > 0,
    )
  }

  /**
   * Momentum [kg m/s]. Below the rest level the flow is known by its effect: between walls the water under the rest level has the
   * momentum by which rising and falling columns move the center of mass. Along a periodic axis it is 0, and at open and fixed edges
   * it is left out: see `SurfaceDiagnostics`.
   */
  #momentum(): [number, number] {
    const { cellSize, nz } = this.grid
    const column = WaveSums.double
    const isBetweenWalls = (edge: EdgeKind) => edge === 'reflect' && isClosed(this.#boundaries)
    let aside = 0
    for (let j = 0; j < nz; j++) aside += (j - (nz - 1) / 2) * this.#sums.data[j * this.#sums.width + column.rise]!
    const below = [
      isBetweenWalls(this.#boundaries['x-']) ? this.#sums.sum(column.riseAside) : 0,
      isBetweenWalls(this.#boundaries['z-']) ? aside : 0,
    ] as const
    const width = WATER_DENSITY * cellSize
    return [
      width * (below[0] * cellSize * cellSize + this.#sums.sum(column.carriedX)),
      width * (below[1] * cellSize * cellSize + this.#sums.sum(column.carriedZ)),
    ]
  }

  heightAt(x: number, z: number): number {
    return this.#basin.sampler.at(this.#total.eta, x, z)
  }

  normalAt(x: number, z: number): [number, number, number] {
    return normalOf(...this.#basin.sampler.slopeAt(this.#total.eta, x, z))
  }

  velocityAt(x: number, z: number): [number, number, number] {
    const { sampler } = this.#basin
    const [phiX, phiZ] = sampler.slopeAt(this.#synchronized.phi, x, z)
    const rise = sampler.at(this.#synchronized.rise, x, z)
    if (!this.#method.nonlinear) return [phiX, rise, phiZ]
    const [etaX, etaZ] = sampler.slopeAt(this.#total.eta, x, z)
    const w = verticalVelocity(rise, phiX, phiZ, etaX, etaZ)
    return [phiX - w * etaX, w, phiZ - w * etaZ]
  }

  /** Speed of the longest wave of the domain [m/s]. */
  #fastest(): number {
    const { nx, nz, cellSize } = this.#whole.domain.grid
    return phaseSpeed(Math.PI / (Math.max(nx, nz) * cellSize), this.#water)
  }
}

/** Half the width of a solid [m]: the draught of one that floats half submerged. A cell for solids from files. */
function halfWidthOf(solid: Obstacle, grid: Grid): number {
  if (!('shape' in solid)) return grid.cellSize
  const { nx, nz } = reachOf(solid, grid)
  return (Math.min(nx, nz) * grid.cellSize) / 2
}
