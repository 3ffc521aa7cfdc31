// Surface waves that travel at the right speed: elevation and potential of the surface of deep or shallow water.
//
//   dphi/dt = -(g + γk²/ρ) eta - p/ρ       p: pressure on the surface
//   deta/dt = Λ phi + sources              Λ: k tanh(k d) in wavenumbers,  u = grad phi
//
// The equations of Tessendorf's iWave (packages/textbook/src/iwave.ts, with its defects), solved in one of three ways:
//
//   exponential  Every mode turns by its own exact angle ω dt: no limit on the time step, no error of free waves at all
//                beyond rounding. Energy is kept to rounding (kernels/spectral/rotate-modes.ts). Solids and sponges multiply both fields
//                after every substep, as Tessendorf's openness does: waves die in a solid and come back upside down.
//   fft          Leapfrog, Λ by transforms: exact in space, second order in time. Solids are walls that
//                reflect, and keep volume and energy (kernels/linear-waves/leapfrog.ts).
//   window       The same with Λ as a window of weights, fitted, on a pyramid of grids: a few per cent off in frequency,
//                for any grid (solvers/window-operator.ts).
//
// With `ambient`, elevation and potential are split into waves that come from far away and what solids scatter of them
// (solvers/ambient.ts); the fields that people see are both together.
//
// Kept between closed edges without fading: volume, energy; both to rounding.

import { pass } from '../../backend/pass.js'
import { PassList } from '../../backend/pass-list.js'
import type { WaterCoupling } from '../../coupling/water-coupling.js'
import type { Arena } from '../../fields/arena.js'
import { type Field, RowSums } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { normalOf } from '../../fields/sampling.js'
import { WaveSums } from '../../generated/layouts/linear-waves/wave-sums.js'
import { WATER_DENSITY } from '../../numerics/constants.js'
import type { StartingValues } from '../../scene/load.js'
import { reachOf } from '../../scene/rasterize/shapes.js'
import type { Obstacle, Scene } from '../../scene/schema/scene.js'
import type { IwaveSettings } from '../../scene/schema/solver.js'
import { phaseSpeed, type Water } from '../../wave-theory/airy.js'
import { Basin, BasinSolver } from '../shared/basin.js'
import { BasinCoupling } from '../shared/basin-coupling.js'
import type { Measured, Solver } from '../solver.js'
import { createAmbient } from './ambient.js'
import { domainOf, spongeSpeed } from './domain.js'
import { Exponential } from './exponential.js'
import { IwaveFields } from './fields.js'
import { LeapfrogWaves } from './leapfrog.js'
import type { Surroundings, WaveMethod } from './method.js'
import { Scattering } from './scattering.js'

export class Iwave extends BasinSolver implements Solver {
  readonly grid: Grid
  readonly fields = new Map<string, Field>()
  readonly courant: number
  readonly measure: PassList
  readonly resources: Solver['resources']
  readonly prepareSubstep?: (time: number) => void
  readonly #settings: IwaveSettings
  readonly #water: Water
  readonly #whole: IwaveFields
  /** The scene's part of elevation and potential as they are moved, and as people see them: the same, or with ambient waves. */
  readonly #scattered: { readonly eta: Field; readonly phi: Field }
  readonly #total: { readonly eta: Field; readonly phi: Field }
  readonly #synchronized: { readonly phi: Field; readonly rise: Field }
  readonly #method: WaveMethod
  protected readonly basin: Basin
  readonly #scattering: Scattering | undefined
  readonly #sums: RowSums
  readonly #steps: Record<Surroundings, PassList>
  readonly #derives: Record<'open' | 'solids', PassList>
  /** Shows ambient waves without going on. */
  readonly #show: PassList | undefined
  readonly coupling: WaterCoupling
  #amongSolids = false
  /** Whether solids have changed since the last step began. */
  #solidsChanged = false
  step: PassList

  constructor(scene: Scene, settings: IwaveSettings, grid: Grid, arena: Arena, threads: number) {
    super()
    const { method, ambient, depth = Number.POSITIVE_INFINITY, gravity, surfaceTension } = settings
    this.#settings = settings
    this.grid = grid
    const water = { depth, gravity, surfaceTension, density: WATER_DENSITY }
    this.#water = water
    const transforms = method !== 'window' ? 'method' : ambient?.type === 'ocean' ? 'ocean' : undefined
    const domain = domainOf(grid, scene.boundaries, settings.sponge, transforms)
    const whole = new IwaveFields(grid, domain, ambient !== undefined, arena)
    this.#whole = whole
    this.#scattering =
      ambient &&
      new Scattering(whole, (targets) => createAmbient(ambient, water, grid, domain, targets, arena, threads))
    const Method = method === 'exponential' ? Exponential : LeapfrogWaves
    const scattering = this.#scattering
    this.#method = new Method({ scene, settings, water, fields: whole, scattering, arena, threads })
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
    }
    this.basin = new Basin(scene, grid, moving, arena, () => this.#meetSolids())
    const deep = { gravity, depth }
    this.coupling = new BasinCoupling({
      grid,
      ...deep,
      ...this.#scattered,
      total: this.#total,
      basin: this.basin,
      isDispersive: true,
    })
    const shown = [...Object.values(this.#total), ...Object.values(this.#scattered), ...this.basin.openness.fields]
    for (const field of shown) this.fields.set(field.name, field)

    const step = (surroundings: Surroundings) => new PassList(arena, this.#method.step(this.basin, surroundings))
    this.#steps = { open: step('open'), solids: step('solids'), changed: step('changed') }
    this.step = this.#steps.open
    const derive = (surroundings: 'open' | 'solids') => new PassList(arena, this.#method.derive(surroundings))
    this.#derives = { open: derive('open'), solids: derive('solids') }
    this.#sums = new RowSums(arena, grid.nz, WaveSums.doubles)
    this.measure = this.#planMeasure(arena)
    const schedules = [...Object.values(this.#steps), ...Object.values(this.#derives), this.measure]
    if (scattering) {
      this.#show = new PassList(arena, scattering.show(false))
      schedules.push(this.#show)
      this.prepareSubstep = (time) => scattering.prepare(time, this.#method.dt)
    }
    this.resources = [
      ...whole.resources,
      ...this.basin.openness.fields,
      ...this.basin.resources,
      ...this.#method.resources,
      ...(scattering?.resources ?? []),
      this.#sums,
      ...schedules,
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
      openness: this.basin.openness.field,
      sums: this.#sums,
      kick,
      tension,
      level: 0,
      tense: Number(this.#settings.surfaceTension > 0),
    })
    return new PassList(arena, [...this.#method.measureTension(), sums])
  }

  get substeps(): number {
    return this.#method.substeps
  }

  get state(): readonly Field[] {
    return [this.#scattered.eta, this.#scattered.phi, ...this.basin.openness.state]
  }

  get derive(): PassList {
    return this.#amongSolids ? this.#derives.solids : this.#derives.open
  }

  start(values: StartingValues): void {
    const { dt, keep, lag } = this.#method
    this.#whole.start(spongeSpeed(this.#whole.domain, this.#water), dt)
    this.#method.start()
    this.#scattering?.start()
    // A scene gives phi at time 0; leapfrog keeps it half a substep behind eta.
    const substep = { dt, keep, halfKick: lag * this.#settings.gravity * dt }
    this.basin.start(values, Object.values(this.#steps), [this.measure], substep)
    this.#meetSolids()
  }

  #meetSolids(): void {
    const { openness } = this.basin
    if (!openness.hasSolids) return
    this.#amongSolids = true
    this.#solidsChanged = true
    this.#whole.followSolids(openness.field)
    this.#method.followSolids()
  }

  settle(time: number): PassList | undefined {
    this.#scattering?.see(time)
    return this.#show
  }

  prepare(step: number): void {
    this.basin.prepare(step)
    this.step = this.#steps[!this.#amongSolids ? 'open' : this.#solidsChanged ? 'changed' : 'solids']
    this.#solidsChanged = false
  }

  measured(): Measured {
    const { gravity, surfaceTension, depth = 0 } = this.#settings
    const { cellSize } = this.grid
    const area = cellSize * cellSize
    const { openCells } = this.basin.openness
    const column = WaveSums.double
    const sum = (one: number) => this.#sums.sum(one)
    const kineticEnergy = 0.5 * WATER_DENSITY * sum(column.kinetic) * area
    const tension =
      surfaceTension > 0
        ? 0.5 * surfaceTension * this.#method.tensionPasses(sum(column.bending), sum(column.squares)) * area
        : 0
    const potentialEnergy = 0.5 * WATER_DENSITY * gravity * sum(column.squares) * area + tension
    return {
      volume: (sum(column.eta) + depth * openCells) * area,
      addedVolume: this.basin.addedVolume,
      kineticEnergy,
      potentialEnergy,
      energy: kineticEnergy + potentialEnergy,
      momentum: [WATER_DENSITY * cellSize * sum(column.alongX), WATER_DENSITY * cellSize * sum(column.alongZ)],
      minimum: openCells > 0 ? this.#sums.minimum(column.lowest) : 0,
      maximum: openCells > 0 ? this.#sums.maximum(column.highest) : 0,
    }
  }

  heightAt(x: number, z: number): number {
    return this.basin.sampler.at(this.#total.eta, x, z)
  }

  normalAt(x: number, z: number): [number, number, number] {
    return normalOf(...this.basin.sampler.slopeAt(this.#total.eta, x, z))
  }

  velocityAt(x: number, z: number): [number, number, number] {
    const { sampler } = this.basin
    const [phiX, phiZ] = sampler.slopeAt(this.#synchronized.phi, x, z)
    return [phiX, sampler.at(this.#synchronized.rise, x, z), phiZ]
  }

  /** Speed of the longest wave of the domain [m/s]. */
  #fastest(): number {
    const { nx, nz, cellSize } = this.#whole.domain.grid
    return phaseSpeed(Math.PI / (Math.max(nx, nz) * cellSize), this.#water)
  }
}

/** Half the width of a solid [m], what one that floats half under reaches down to; a picture or a file has none. */
function halfWidthOf(solid: Obstacle, grid: Grid): number {
  if (!('shape' in solid)) return grid.cellSize
  const { nx, nz } = reachOf(solid, grid)
  return (Math.min(nx, nz) * grid.cellSize) / 2
}
