// Surface waves that travel at the right speed: elevation and potential of the surface of deep or shallow water.
//
//   dphi/dt = -(g + γk²/ρ) eta - p/ρ       p: pressure on the surface
//   deta/dt = Λ phi + sources              Λ: k tanh(k d) in wavenumbers,  u = grad phi
//
// The equations of Tessendorf's iWave (packages/textbook/src/iwave.ts, with its defects), solved in one of three ways:
//
//   exponential  Every mode turns by its own exact angle ω dt: no limit on the time step, no error of free waves at all
//                beyond rounding. Energy is kept to rounding (kernels/spectral/rotate-modes.ts). Solids and sponges multiply both fields
//                after every substep, as Tessendorf's matte does: waves die in a solid and come back upside down.
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
import { Schedule } from '../../backend/pass-list.js'
import type { Afloat } from '../../coupling/water-coupling.js'
import type { Arena } from '../../fields/arena.js'
import { type Field, Table } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { normalOf } from '../../fields/sampling.js'
import { WaveSums } from '../../generated/layouts/linear-waves/wave-sums.js'
import { RHO } from '../../numerics/constants.js'
import type { StartingValues } from '../../scene/load.js'
import { reachOf } from '../../scene/rasterize/shapes.js'
import type { Obstacle, Scene } from '../../scene/schema/scene.js'
import type { IwaveSettings } from '../../scene/schema/solver.js'
import { phaseSpeed, type Water } from '../../wave-theory/airy.js'
import { Basin, BasinSolver } from '../shared/basin.js'
import { BasinAfloat } from '../shared/basin-coupling.js'
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
  readonly measure: Schedule
  readonly tenants: Solver['tenants']
  readonly prepareSubstep?: (time: number) => void
  readonly #settings: IwaveSettings
  readonly #water: Water
  readonly #whole: IwaveFields
  /** The scene's part of elevation and potential as they are moved, and as people see them: the same, or with ambient waves. */
  readonly #moved: { readonly eta: Field; readonly phi: Field }
  readonly #seen: { readonly eta: Field; readonly phi: Field }
  readonly #now: { readonly phi: Field; readonly rise: Field }
  readonly #method: WaveMethod
  protected readonly basin: Basin
  readonly #scattering: Scattering | undefined
  readonly #sums: Table
  readonly #steps: Record<Surroundings, Schedule>
  readonly #derives: Record<'open' | 'solids', Schedule>
  /** Shows ambient waves without going on. */
  readonly #show: Schedule | undefined
  readonly afloat: Afloat
  #amongSolids = false
  /** Whether solids have changed since the last step began. */
  #solidsChanged = false
  step: Schedule

  constructor(scene: Scene, settings: IwaveSettings, grid: Grid, arena: Arena, threads: number) {
    super()
    const { method, ambient, depth = Number.POSITIVE_INFINITY, gravity, surfaceTension } = settings
    this.#settings = settings
    this.grid = grid
    const water = { depth, gravity, surfaceTension, density: RHO }
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
    this.#moved = { eta: partOf(whole.eta), phi: partOf(whole.phi) }
    this.#seen = total ? { eta: partOf(total.eta), phi: partOf(total.phi) } : this.#moved
    this.#now = { phi: partOf(this.#method.now.phi), rise: partOf(this.#method.now.rise) }
    const moving = {
      ...this.#moved,
      pressed: partOf(this.#method.pressed),
      depth: settings.depth ?? 0,
      draughtOf: (solid: Obstacle) => Math.min(depth, halfWidthOf(solid, grid)),
    }
    this.basin = new Basin(scene, grid, moving, arena, () => this.#meetSolids())
    const deep = { gravity, depth }
    this.afloat = new BasinAfloat({
      grid,
      ...deep,
      ...this.#moved,
      seen: this.#seen,
      basin: this.basin,
      isDispersive: true,
    })
    const shown = [...Object.values(this.#seen), ...Object.values(this.#moved), ...this.basin.matte.fields]
    for (const field of shown) this.fields.set(field.name, field)

    const step = (surroundings: Surroundings) => new Schedule(arena, this.#method.step(this.basin, surroundings))
    this.#steps = { open: step('open'), solids: step('solids'), changed: step('changed') }
    this.step = this.#steps.open
    const derive = (surroundings: 'open' | 'solids') => new Schedule(arena, this.#method.derive(surroundings))
    this.#derives = { open: derive('open'), solids: derive('solids') }
    this.#sums = new Table(arena, grid.nz, WaveSums.doubles)
    this.measure = this.#planMeasure(arena)
    const schedules = [...Object.values(this.#steps), ...Object.values(this.#derives), this.measure]
    if (scattering) {
      this.#show = new Schedule(arena, scattering.show(false))
      schedules.push(this.#show)
      this.prepareSubstep = (time) => scattering.prepare(time, this.#method.dt)
    }
    this.tenants = [
      ...whole.tenants,
      ...this.basin.matte.fields,
      ...this.basin.tenants,
      ...this.#method.tenants,
      ...(scattering?.tenants ?? []),
      this.#sums,
      ...schedules,
    ]
  }

  /** Sums over the scene's grid. */
  #planMeasure(arena: Arena): Schedule {
    const { rise } = this.#whole
    const { kick, tension, bend } = this.#method
    const sums = pass('waveSums', this.grid.nz, {
      ...this.#seen,
      rise: this.#whole.partOf(rise),
      bend: this.#whole.partOf(bend),
      matte: this.basin.matte.field,
      sums: this.#sums,
      kick,
      tension,
      level: 0,
      tense: Number(this.#settings.surfaceTension > 0),
    })
    return new Schedule(arena, [...this.#method.measureBend(), sums])
  }

  get substeps(): number {
    return this.#method.substeps
  }

  get state(): readonly Field[] {
    return [this.#moved.eta, this.#moved.phi, ...this.basin.matte.state]
  }

  get derive(): Schedule {
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
    const { matte } = this.basin
    if (!matte.hasSolids) return
    this.#amongSolids = true
    this.#solidsChanged = true
    this.#whole.followSolids(matte.field)
    this.#method.followSolids()
  }

  settle(time: number): Schedule | undefined {
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
    const { openCells } = this.basin.matte
    const column = WaveSums.double
    const sum = (one: number) => this.#sums.sum(one)
    const kineticEnergy = 0.5 * RHO * sum(column.kinetic) * area
    const tension =
      surfaceTension > 0
        ? 0.5 * surfaceTension * this.#method.bending(sum(column.bending), sum(column.squares)) * area
        : 0
    const potentialEnergy = 0.5 * RHO * gravity * sum(column.squares) * area + tension
    return {
      volume: (sum(column.eta) + depth * openCells) * area,
      addedVolume: this.basin.addedVolume,
      kineticEnergy,
      potentialEnergy,
      energy: kineticEnergy + potentialEnergy,
      momentum: [RHO * cellSize * sum(column.alongX), RHO * cellSize * sum(column.alongZ)],
      minimum: openCells > 0 ? this.#sums.minimum(column.lowest) : 0,
      maximum: openCells > 0 ? this.#sums.maximum(column.highest) : 0,
    }
  }

  heightAt(x: number, z: number): number {
    return this.basin.sampler.at(this.#seen.eta, x, z)
  }

  normalAt(x: number, z: number): [number, number, number] {
    return normalOf(...this.basin.sampler.slopeAt(this.#seen.eta, x, z))
  }

  velocityAt(x: number, z: number): [number, number, number] {
    const { sampler } = this.basin
    const [phiX, phiZ] = sampler.slopeAt(this.#now.phi, x, z)
    return [phiX, sampler.at(this.#now.rise, x, z), phiZ]
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
