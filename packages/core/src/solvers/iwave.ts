// Surface waves that travel at the right speed: elevation and potential of the surface of deep or shallow water.
//
//   dphi/dt = -(g + γk²/ρ) eta - p/ρ       p: pressure on the surface
//   deta/dt = Λ phi + sources              Λ: k tanh(k d) in wavenumbers,  u = grad phi
//
// The equations of Tessendorf's iWave (packages/textbook/src/iwave.ts, with its defects), solved in one of three ways:
//
//   exponential  Every mode turns by its own exact angle ω dt: no limit on the time step, no error of free waves at all
//                beyond rounding. Energy is kept to rounding (kernels/turn.ts). Solids and sponges multiply both fields
//                after every substep, as Tessendorf's matte does: waves die in a solid and come back upside down.
//   fft          Leapfrog, Λ by transforms: exact in space, second order in time. Solids are walls that
//                reflect, and keep volume and energy (kernels/leapfrog.ts).
//   window       The same with Λ as a window of weights, fitted, on a pyramid of grids: a few per cent off in frequency,
//                for any grid (solvers/window-operator.ts).
//
// With `ambient`, elevation and potential are split into waves that come from far away and what solids scatter of them
// (solvers/ambient.ts); the fields that people see are both together.
//
// Kept between closed edges without fading: volume, energy; both to rounding.

import { type Pass, pass } from '../backend/pass.js'
import { Schedule } from '../backend/schedule.js'
import type { Arena } from '../fields/arena.js'
import { edgeArguments, isClosed } from '../fields/boundaries.js'
import type { Patch } from '../fields/cell-box.js'
import { Field, type FieldMeaning, Table } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import { normalOf } from '../fields/sample.js'
import { cos, exp, sin } from '../numerics/elementary.js'
import type { StartingValues } from '../scene/load.js'
import type { Obstacle, Scene } from '../scene/schema.js'
import { reachOf } from '../scene/shapes.js'
import type { IwaveSettings } from '../scene/solver-schema.js'
import { angularFrequency, groupSpeed, phaseSpeed, restoringAcceleration, type Water } from '../waves/airy.js'
import { type Ambient, createAmbient } from './ambient.js'
import { Basin, RHO } from './basin.js'
import { type Domain, domainOf, fillFade } from './domain.js'
import { fewestSubsteps, keepOf, SAFETY, smoothingOf } from './leapfrog.js'
import type { Modes, Turn } from './modes.js'
import { type Rise, SpectralRise, WindowRise } from './rise.js'
import type { Measured, Solver } from './solver.js'

/** Doubles in a row of the measuring table; kernels/wave-sums.ts says which is which. */
const MEASURES = 8
/** With solids, the exponential method makes substeps in which a wave of this many cells moves by one cell at most. */
const CELLS_OF_FAST_WAVE = 32
/** The largest share of a sponge that a wave may cross in one substep. */
const SPONGE_STEP = 1 / 8

const MEANINGS = {
  eta: { name: 'eta', unit: 'm', meaning: 'elevation of the surface over its rest level' },
  phi: { name: 'phi', unit: 'm²/s', meaning: 'velocity potential at the surface; the flow is its gradient' },
  rise: { name: 'rise', unit: 'm/s', meaning: 'vertical velocity of the surface' },
  scatteredEta: { name: 'scatteredEta', unit: 'm', meaning: 'elevation less that of the ambient waves' },
  scatteredPhi: { name: 'scatteredPhi', unit: 'm²/s', meaning: 'potential less that of the ambient waves' },
} satisfies Record<string, FieldMeaning>
const WORK: FieldMeaning = { name: 'work', unit: '', meaning: 'work space' }

/** The fields on the whole domain. */
interface Whole {
  readonly eta: Field
  readonly phi: Field
  readonly rise: Field
  readonly matte: Field
}

/** Ambient waves on the whole domain: as they are seen, as they drive the drift, and the total that is seen. */
interface Far {
  readonly eta: Field
  readonly phi: Field
  readonly drivingEta: Field
  readonly drivingPhi: Field
  readonly drivingRise: Field
  readonly totalEta: Field
  readonly totalPhi: Field
}

/**
 * Work space: the potential where there is water, how solid cells are and Λ of it, the potential smoothed (or,
 * for queries, at the time of the elevation), the rise at that time, the pull of tension.
 */
interface Work {
  readonly masked: Field
  readonly solid: Field
  readonly riseOfSolid: Field
  readonly smoothed: Field
  readonly riseNow: Field
  readonly bend: Field
}

export class Iwave implements Solver {
  readonly grid: Grid
  readonly fields = new Map<string, Field>()
  readonly substeps: number
  readonly courant: number
  readonly measure: Schedule
  readonly tenants: Solver['tenants']
  readonly #scene: Scene
  readonly #settings: IwaveSettings
  readonly #water: Water
  readonly #domain: Domain
  /** Length of a substep [s]. */
  readonly #dt: number
  readonly #basin: Basin
  readonly #rise: Rise
  /** Elevation, potential, rise and openness on the domain. */
  readonly #whole: Whole
  /** The scene's part of them. */
  readonly #part: { eta: Field; phi: Field; rise: Field }
  /** What people see of elevation and potential: the same, or with the ambient waves. */
  readonly #seen: { eta: Field; phi: Field }
  /** Potential and rise at the time of the elevation, which `derive` finds. */
  readonly #now: { phi: Field; rise: Field }
  /** Ambient waves as they are seen, and as they drive the drift of leapfrog, half a substep before. */
  readonly #ambient: { readonly seen: Ambient; readonly driving: Ambient } | undefined
  /** What a substep leaves of a value: the sponge and, for `exponential`, solids. */
  readonly #fade: Field
  /** How solid each cell is, 1 less its openness. */
  readonly #solid: Field
  #sponge: Float32Array = new Float32Array(0)
  readonly #sums: Table
  readonly #turn: ReturnType<Modes['turn']> | undefined
  readonly #bend: ReturnType<Modes['multiply']> | undefined
  /** A substep in open water, among solids, and among solids that have just changed. */
  readonly #steps: { readonly open: Schedule; readonly solids: Schedule; readonly changed: Schedule }
  readonly #derives: { readonly open: Schedule; readonly solids: Schedule }
  /** Shows the total without going on. */
  readonly #show: Schedule | undefined
  #amongSolids = false
  #solidsChanged = false
  step: Schedule
  readonly prepareSubstep?: (time: number) => void

  constructor(scene: Scene, settings: IwaveSettings, grid: Grid, arena: Arena, threads: number) {
    const { method, depth = Number.POSITIVE_INFINITY, gravity, surfaceTension } = settings
    this.#scene = scene
    this.#settings = settings
    this.grid = grid
    this.#water = { depth, gravity, surfaceTension, density: RHO }
    const transforms = method !== 'window' ? 'method' : settings.ambient?.type === 'ocean' ? 'ocean' : undefined
    this.#domain = domainOf(grid, scene.boundaries, settings.sponge, transforms)
    const { grid: whole, i, j } = this.#domain

    const field = (meaning = WORK) => new Field(arena, meaning, whole.nx, whole.nz)
    const partOf = (of: Field) => new Field(arena, of, grid.nx, grid.nz, { of, i, j })
    const [etaMeaning, phiMeaning] = settings.ambient
      ? [MEANINGS.scatteredEta, MEANINGS.scatteredPhi]
      : [MEANINGS.eta, MEANINGS.phi]
    this.#whole = { eta: field(etaMeaning), phi: field(phiMeaning), rise: field(MEANINGS.rise), matte: field() }
    const { eta, phi, rise } = this.#whole
    this.#part = { eta: partOf(eta), phi: partOf(phi), rise: partOf(rise) }
    this.#fade = field()
    this.#solid = field()
    const work: Work = {
      masked: field(),
      solid: this.#solid,
      riseOfSolid: field(),
      smoothed: field(),
      riseNow: field(),
      bend: field(),
    }
    const smoothed = partOf(work.smoothed)
    const water = {
      ...this.#part,
      // Pressure goes into what the kick starts from: viscosity has no business with it.
      pressed: settings.viscosity > 0 && method !== 'exponential' ? smoothed : this.#part.phi,
      depth: settings.depth ?? 0,
      draughtOf: (solid: Obstacle) => Math.min(depth, halfWidthOf(solid, grid)),
    }
    const far: Far | undefined = settings.ambient && {
      eta: field(),
      phi: field(),
      drivingEta: field(),
      drivingPhi: field(),
      drivingRise: field(),
      totalEta: field(MEANINGS.eta),
      totalPhi: field(MEANINGS.phi),
    }
    this.#ambient = far && this.#planAmbient(far, arena, threads)
    const { seen, driving } = this.#ambient ?? {}
    if (seen && driving)
      this.prepareSubstep = (time) => {
        driving.setTime(time + this.#dt / 2)
        seen.setTime(time + this.#dt)
      }
    this.#seen = far ? { eta: partOf(far.totalEta), phi: partOf(far.totalPhi) } : this.#part
    this.#now =
      method === 'exponential'
        ? { phi: this.#seen.phi, rise: this.#part.rise }
        : { phi: smoothed, rise: partOf(work.riseNow) }
    this.#basin = new Basin(scene, grid, water, arena, () => this.#meetSolids())
    const scattered = far ? [this.#part.eta, this.#part.phi] : []
    for (const made of [this.#seen.eta, this.#seen.phi, ...scattered, ...this.#basin.matte.fields])
      this.fields.set(made.name, made)

    const spectral = method === 'window' ? undefined : new SpectralRise(this.#domain, depth, arena, threads)
    this.#rise = spectral ?? new WindowRise(this.#domain, depth, settings, arena, threads)
    // Its window has to be fitted before the substeps can be counted.
    this.#rise.apply(phi, rise)
    this.substeps = this.#substepsOf()
    this.#dt = scene.timeStep / this.substeps
    this.courant = (this.#longestWave().speed * this.#dt) / grid.cellSize

    this.#turn = method === 'exponential' ? spectral!.modes.turn() : undefined
    const schedule = (solids: boolean, changed: boolean) =>
      new Schedule(
        arena,
        this.#turn
          ? this.#turnPasses(spectral!, this.#turn.pass, solids, far)
          : this.#leapfrogPasses(work, solids, changed, far),
      )
    this.#steps = { open: schedule(false, false), solids: schedule(true, false), changed: schedule(true, true) }
    this.step = this.#steps.open
    this.#derives = {
      open: new Schedule(arena, this.#derivePasses(work, false, far?.totalPhi ?? phi)),
      solids: new Schedule(arena, this.#derivePasses(work, true, far?.totalPhi ?? phi)),
    }
    this.#bend = surfaceTension > 0 && this.#turn ? spectral!.modes.multiply() : undefined
    this.#show = far && new Schedule(arena, this.#showPasses(far, false))
    this.#sums = new Table(arena, grid.nz, MEASURES)
    const bend = partOf(work.bend)
    this.measure = new Schedule(arena, this.#measurePasses(spectral, work, bend))
    this.tenants = [
      ...Object.values(this.#whole),
      ...Object.values(this.#part),
      ...Object.values(this.#seen),
      ...Object.values(this.#now),
      ...Object.values(far ?? {}),
      ...(this.#ambient ? [...this.#ambient.seen.tenants, ...this.#ambient.driving.tenants] : []),
      ...Object.values(work),
      ...this.#basin.matte.fields,
      this.#fade,
      smoothed,
      bend,
      ...this.#basin.tenants,
      ...this.#rise.tenants,
      this.#sums,
      ...Object.values(this.#steps),
      ...Object.values(this.#derives),
      ...(this.#show ? [this.#show] : []),
      this.measure,
    ]
  }

  get state(): readonly Field[] {
    return [this.#part.eta, this.#part.phi, ...this.#basin.matte.state]
  }

  /** The passes that find the rise, which queries and diagnostics need. */
  get derive(): Schedule {
    return this.#amongSolids ? this.#derives.solids : this.#derives.open
  }

  #planAmbient(far: Far, arena: Arena, threads: number) {
    const plan = (targets: { eta: Field; phi: Field }) =>
      createAmbient(this.#settings.ambient!, this.#water, this.grid, this.#domain, targets, arena, threads)
    return { seen: plan({ eta: far.eta, phi: far.phi }), driving: plan({ eta: far.drivingEta, phi: far.drivingPhi }) }
  }

  /** Shows the total of scattered and ambient waves. */
  #showPasses(far: Far, solids: boolean): Pass[] {
    const args = this.#ambientArguments(far)
    const { nz } = this.#domain.grid
    const scatter = solids && this.#turn ? [pass('scatterAmbient', nz, args)] : []
    return [...this.#ambient!.seen.passes, ...scatter, pass('addAmbient', nz, args)]
  }

  #ambientArguments(far: Far): Pass<'addAmbient'>['arguments'] {
    const { eta: ambientEta, phi: ambientPhi, drivingRise: ambientRise, totalEta, totalPhi } = far
    return { ...this.#whole, ambientEta, ambientPhi, ambientRise, totalEta, totalPhi }
  }

  /** One exact substep: sources pour; into modes; every mode turns; and back, fading in solids and sponges. */
  #turnPasses({ modes }: SpectralRise, turn: Pass, solids: boolean, far: Far | undefined): Pass[] {
    const { eta, phi } = this.#whole
    const fade = (solids && !far) || this.#domain.hasSponge ? this.#fade : undefined
    return [
      ...this.#basin.pours(),
      ...this.#basin.presses(),
      modes.forward(eta, phi),
      turn,
      modes.back(eta, phi, fade),
      ...(far ? this.#showPasses(far, solids) : []),
    ]
  }

  /** One substep of leapfrog: sources pour, viscosity smooths the potential, eta kicks phi, Λ, phi drifts eta. */
  #leapfrogPasses(work: Work, solids: boolean, changed: boolean, far: Far | undefined): Pass[] {
    const { eta, phi } = this.#whole
    const { nz, cellSize } = this.#domain.grid
    const { surfaceTension, viscosity } = this.#settings
    const edges = edgeArguments(this.#domain.boundaries)
    const args = this.#leapfrogArguments(work)
    const faded = this.#domain.hasSponge
    const passes: Pass[] = this.#basin.pours()
    if (viscosity > 0) {
      const rate = (smoothingOf(viscosity) * this.#dt) / (cellSize * cellSize)
      passes.push(pass('fillHalo', nz, { field: phi, ...edges }))
      const smooth = { input: phi, output: work.smoothed, matte: args.matte, rate }
      passes.push(pass(solids ? 'diffuseMatte' : 'diffuse', nz, smooth))
    }
    passes.push(...this.#basin.presses())
    passes.push(pass(faded ? 'kickPotentialFaded' : 'kickPotential', nz, args))
    if (surfaceTension > 0) {
      passes.push(pass('fillHalo', nz, { field: eta, ...edges }))
      passes.push(pass(solids ? 'stretchMatte' : 'stretch', nz, args))
    }
    passes.push(...(solids && far ? this.#drivenRise(work, changed, far) : this.#risePasses(work, solids, changed)))
    passes.push(pass(faded ? 'driftElevationFaded' : 'driftElevation', nz, args))
    return far ? [...passes, ...this.#showPasses(far, solids)] : passes
  }

  /**
   * The rise, and for leapfrog what queries need besides: the potential half a kick on, at the time of the elevation, and the
   * rise that belongs to it.
   */
  #derivePasses(work: Work, solids: boolean, phi: Field): Pass[] {
    if (this.#turn) return this.#rise.apply(phi, this.#whole.rise)
    const { nz } = this.#domain.grid
    const args = this.#leapfrogArguments(work)
    const half = { ...args, source: phi, phi: work.smoothed, keep: 1, kick: args.kick / 2, tension: args.tension / 2 }
    const passes = [...this.#risePasses(work, solids, true, phi), pass('kickPotential', nz, half)]
    if (this.#settings.surfaceTension > 0) {
      passes.push(pass('fillHalo', nz, { field: args.eta, ...edgeArguments(this.#domain.boundaries) }))
      passes.push(pass(solids ? 'stretchMatte' : 'stretch', nz, half))
    }
    return [...passes, ...this.#risePasses(work, solids, false, work.smoothed, work.riseNow)]
  }

  /** Λphi; among solids it keeps to the water. `changed`: whether that of the solids has to be found anew. */
  #risePasses(work: Work, solids: boolean, changed: boolean, phi = this.#whole.phi, rise = this.#whole.rise): Pass[] {
    const { nz } = this.#domain.grid
    if (!solids) return this.#rise.apply(phi, rise)
    const args = { ...this.#leapfrogArguments(work), phi, rise }
    return [
      ...(changed ? this.#rise.apply(work.solid, work.riseOfSolid) : []),
      pass('maskPotential', nz, args),
      ...this.#rise.apply(work.masked, rise),
      pass('riseAmongSolids', nz, args),
    ]
  }

  /** The rise of the scattered waves: that of the total among solids less that of the ambient waves in open water. */
  #drivenRise(work: Work, changed: boolean, far: Far): Pass[] {
    const { nz } = this.#domain.grid
    // `work.smoothed` is free again after the kick; the elevation of the total at this time is of no use.
    const args = {
      ...this.#ambientArguments(far),
      ambientEta: far.drivingEta,
      ambientPhi: far.drivingPhi,
      totalEta: work.bend,
      totalPhi: work.smoothed,
    }
    return [
      ...this.#ambient!.driving.passes,
      pass('addAmbient', nz, args),
      ...this.#risePasses(work, true, changed, work.smoothed),
      ...this.#rise.apply(far.drivingPhi, far.drivingRise),
      pass('subtractAmbientRise', nz, args),
    ]
  }

  #leapfrogArguments({ masked, riseOfSolid, smoothed }: Work): Pass<'kickPotential'>['arguments'] {
    const { gravity, damping, viscosity } = this.#settings
    const dt = this.#dt
    return {
      ...this.#whole,
      source: viscosity > 0 ? smoothed : this.#whole.phi,
      riseOfSolid,
      masked,
      fade: this.#fade,
      kick: gravity * dt,
      keep: keepOf(damping, dt),
      drift: dt,
      level: 0,
      tension: this.#stretching(),
    }
  }

  /** What five points' worth of surface tension adds to the potential in a substep, dt γ/(ρ dx²) [m/s]. */
  #stretching(): number {
    const { cellSize } = this.grid
    return (this.#dt * this.#settings.surfaceTension) / (RHO * cellSize * cellSize)
  }

  /** Sums over the scene's grid. The pull of surface tension is found by modes, or by the five points that leapfrog uses. */
  #measurePasses(spectral: SpectralRise | undefined, work: Work, bend: Field): Pass[] {
    const { eta, matte } = this.#whole
    const { nz } = this.#domain.grid
    const tense = this.#settings.surfaceTension > 0
    const passes: Pass[] = []
    if (this.#bend)
      passes.push(spectral!.modes.forward(eta, eta), this.#bend.pass, spectral!.modes.back(work.bend, work.bend))
    else if (tense) {
      passes.push(pass('fillHalo', nz, { field: eta, ...edgeArguments(this.#domain.boundaries) }))
      passes.push(pass('diffuseMatte', nz, { input: eta, output: work.bend, matte, rate: -1 }))
    }
    passes.push(
      pass('waveSums', this.grid.nz, {
        ...this.#part,
        ...this.#seen,
        bend,
        matte: this.#basin.matte.field,
        sums: this.#sums,
        kick: this.#turn ? 0 : this.#settings.gravity * this.#dt,
        tension: this.#turn ? 0 : this.#stretching(),
        level: 0,
        tense: Number(tense),
      }),
    )
    return passes
  }

  start(values: StartingValues): void {
    const { grid } = this.#domain
    this.#rise.start()
    this.#turn?.fill((kx, kz) => this.#turnOf(Math.sqrt(kx * kx + kz * kz) / grid.cellSize))
    this.#bend?.fill((kx, kz) => (kx * kx + kz * kz) / (grid.cellSize * grid.cellSize))
    if (this.#domain.hasSponge) fillFade(this.#fade, this.grid, this.#domain, this.#spongeSpeed(), this.#dt)
    else this.#fade.fill(1)
    this.#sponge = this.#fade.read()
    this.#whole.matte.fill(1)
    this.#closeHalo()
    this.#ambient?.seen.start()
    this.#ambient?.driving.start()
    // A scene gives phi at time 0; leapfrog keeps it half a substep behind eta.
    const halfKick = this.#turn ? 0 : 0.5 * this.#settings.gravity * this.#dt
    this.#basin.start(values, Object.values(this.#steps), [this.measure], halfKick)
    this.#meetSolids()
  }

  /** How a wave of wavenumber k [rad/m] turns and fades in a substep. */
  #turnOf(k: number): Turn {
    const { damping, viscosity, gravity } = this.#settings
    const dt = this.#dt
    // The mean level pushes nothing; between open edges phi is measured against the rest level.
    if (k === 0) return { t: isClosed(this.#scene.boundaries) ? 0 : (gravity * dt) / 2, s: 0, keep: 1 }
    const omega = angularFrequency(k, this.#water)
    // Beyond a quarter turn, half a turn is left to the sign: the tangent of half the rest stays below 1.
    const back = cos(omega * dt) < 0
    const [cosine, sine] = [cos(omega * dt), sin(omega * dt)].map((value) => (back ? -value : value)) as [
      number,
      number,
    ]
    const ratio = omega / restoringAcceleration(k, this.#water)
    const left = exp(-(damping + 2 * viscosity * k * k) * dt)
    return { t: sine / (1 + cosine) / ratio, s: sine * ratio, keep: back ? -left : left }
  }

  /** Makes mattes, fades and passes follow the solids. */
  #meetSolids(): void {
    const { matte } = this.#basin
    if (!matte.hasSolids) return
    this.#amongSolids = true
    this.#solidsChanged = true
    extendInto(this.#whole.matte, this.#solid, matte.field, this.#domain)
    this.#closeHalo()
    // Ambient waves have to be scattered, not only taken away: see `scatterAmbient`.
    if (!this.#turn || this.#ambient) return
    const { data, offset, stride, nx, nz } = this.#fade
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++)
        data[offset + j * stride + i] = this.#sponge[j * nx + i]! * this.#whole.matte.at(i, j)
  }

  /** The openness beyond the domain's edges, for faces on them. */
  #closeHalo(): void {
    const { 'x-': x, 'z-': z } = this.#domain.boundaries
    this.#whole.matte.extend(x === 'periodic', z === 'periodic')
  }

  settle(time: number): Schedule | undefined {
    this.#ambient?.seen.setTime(time)
    return this.#show
  }

  prepare(time: number): void {
    this.#basin.prepare(time, this.#dt, this.#turn ? 1 : keepOf(this.#settings.damping, this.#dt))
    const { open, solids, changed } = this.#steps
    this.step = !this.#amongSolids ? open : this.#solidsChanged ? changed : solids
    this.#solidsChanged = false
  }

  paint(kind: 'build' | 'erase', brush: Patch, strength: number): void {
    this.#basin.paint(kind, brush, strength)
  }

  pour(patch: Patch): void {
    this.#basin.pour(patch)
  }

  opennessAt(i: number, j: number): number {
    return this.#basin.matte.at(i, j)
  }

  get scalars(): number[] {
    return this.#basin.scalars
  }

  set scalars(scalars: number[]) {
    this.#basin.scalars = scalars
  }

  measured(): Measured {
    const { gravity, surfaceTension, depth = 0 } = this.#settings
    const { cellSize } = this.grid
    const area = cellSize * cellSize
    const { openCells } = this.#basin.matte
    const sum = (column: number) => this.#sums.sum(column)
    const kineticEnergy = 0.5 * RHO * sum(2) * area
    // By five points the pull comes as eta - dx² ∇²eta.
    const bending = this.#bend ? sum(7) : (sum(7) - sum(1)) / area
    const tension = surfaceTension > 0 ? 0.5 * surfaceTension * bending * area : 0
    const potentialEnergy = 0.5 * RHO * gravity * sum(1) * area + tension
    return {
      volume: (sum(0) + depth * openCells) * area,
      addedVolume: this.#basin.addedVolume,
      kineticEnergy,
      potentialEnergy,
      energy: kineticEnergy + potentialEnergy,
      momentum: [RHO * cellSize * sum(3), RHO * cellSize * sum(4)],
      minimum: openCells > 0 ? this.#sums.minimum(5) : 0,
      maximum: openCells > 0 ? this.#sums.maximum(6) : 0,
    }
  }

  heightAt(x: number, z: number): number {
    return this.#basin.sampler.at(this.#seen.eta, x, z)
  }

  normalAt(x: number, z: number): [number, number, number] {
    return normalOf(...this.#basin.sampler.slopeAt(this.#seen.eta, x, z))
  }

  velocityAt(x: number, z: number): [number, number, number] {
    const { sampler } = this.#basin
    const { phi, rise } = this.#now
    const [phiX, phiZ] = sampler.slopeAt(phi, x, z)
    return [phiX, sampler.at(rise, x, z), phiZ]
  }

  /** The longest wave of the domain: its speed [m/s]. */
  #longestWave(): { k: number; speed: number } {
    const { nx, nz, cellSize } = this.#domain.grid
    const k = Math.PI / (Math.max(nx, nz) * cellSize)
    return { k, speed: phaseSpeed(k, this.#water) }
  }

  /** Waves twice as long as the sponge is wide are the fastest that it is made for [m/s]. */
  #spongeSpeed(): number {
    return groupSpeed(Math.PI / this.#domain.narrowest, this.#water)
  }

  /**
   * Substeps. `exponential` has no limit of its own; what happens between two turns has. Leapfrog: see `substepsOf` of
   * columns, with W = (g + γ k²/ρ) Λ dt². Among solids Gershgorin's theorem bounds Λ by twice the weight of a cell
   * for itself.
   */
  #substepsOf(): number {
    const { timeStep, obstacles } = this.#scene
    const { method, gravity, damping, viscosity, surfaceTension } = this.#settings
    const { cellSize } = this.grid
    if (method === 'exponential') {
      const fast = phaseSpeed((2 * Math.PI) / (CELLS_OF_FAST_WAVE * cellSize), this.#water)
      const stable = (dt: number) =>
        (!this.#domain.hasSponge || this.#spongeSpeed() * dt <= SPONGE_STEP * this.#domain.narrowest) &&
        (obstacles.length === 0 || fast * dt <= cellSize)
      return fewestSubsteps(timeStep, stable, 'make timeStep smaller, or cellSize larger, or the sponge wider')
    }
    const laplacian = 8 / (cellSize * cellSize)
    const largest = Math.max(this.#rise.largest, 2 * this.#rise.own)
    const stable = (dt: number) => {
      const a = keepOf(damping, dt) * (1 - smoothingOf(viscosity) * laplacian * dt)
      const w = (gravity + (surfaceTension / RHO) * laplacian) * largest * dt * dt
      return Math.abs(a) <= 1 && w <= SAFETY * 2 * (1 + a)
    }
    return fewestSubsteps(
      timeStep,
      stable,
      'make timeStep smaller, or cellSize larger, or viscosity or surfaceTension smaller, or use method "exponential"',
    )
  }
}

/** Openness on the domain and what is left to 1: the scene's, and around it what is at its edges, so that a wall goes on into the sponge. */
function extendInto(whole: Field, solid: Field, part: Field, { i, j }: Domain): void {
  for (let row = 0; row < whole.nz; row++)
    for (let column = 0; column < whole.nx; column++) {
      const k = Math.min(part.nx - 1, Math.max(0, column - i))
      const l = Math.min(part.nz - 1, Math.max(0, row - j))
      const open = part.at(k, l)
      whole.data[whole.offset + row * whole.stride + column] = open
      solid.data[solid.offset + row * solid.stride + column] = 1 - open
    }
}

/** Half the width of a solid [m], what one that floats half under reaches down to; a picture or a file has none. */
function halfWidthOf(solid: Obstacle, grid: Grid): number {
  if (!('shape' in solid)) return grid.cellSize
  const { nx, nz } = reachOf(solid, grid)
  return (Math.min(nx, nz) * grid.cellSize) / 2
}
