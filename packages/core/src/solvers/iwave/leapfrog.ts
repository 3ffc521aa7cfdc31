// Surface waves by leapfrog: a kick of phi by eta, the rise Λphi, a drift of eta by the rise (kernels/linear-waves/leapfrog.ts). Second
// order in time; the error in space is that of Λ. phi is half a substep behind eta.

import { type Pass, pass } from '../../backend/pass.js'
import { edgeArguments, outsideLevel } from '../../fields/boundaries.js'
import type { Field, FieldInfo } from '../../fields/field.js'
import { WATER_DENSITY } from '../../numerics/constants.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { IwaveSettings } from '../../scene/schema/solver.js'
import type { Basin } from '../shared/basin.js'
import { keepOf, minimumSubsteps, SAFETY, smoothingOf } from '../shared/leapfrog-limits.js'
import type { IwaveFields } from './fields.js'
import { ImpermeableWalls, OpenWater } from './impermeable-walls.js'
import type { Surroundings, WaveMethod, WaveSetup } from './method.js'
import type { Scattering } from './scattering.js'
import { airySymbol, SpectralOperator, type SurfaceOperator, WindowSurfaceOperator } from './surface-operator.js'

const LEVELS: FieldInfo = { name: 'levels', unit: 'm', description: 'level that the potential is measured against' }

export class LeapfrogWaves implements WaveMethod {
  readonly substeps: number
  readonly dt: number
  readonly lag = 0.5
  readonly keep: number
  readonly kick: number
  readonly tension: number
  readonly pressed: Field
  readonly levels: Field | undefined
  readonly synchronized: WaveMethod['synchronized']
  readonly tensionTerm: Field
  readonly #settings: IwaveSettings
  readonly #fields: IwaveFields
  readonly #scattering: Scattering | undefined
  /** Elevation beyond fixed edges [m]. */
  readonly #outside: number
  readonly #operator: SurfaceOperator
  /** Λ among solids if they are impermeable walls; without it they close the pipes between cells. */
  readonly #walls: ImpermeableWalls | undefined
  /** Λ of ambient waves in open water: far from all solids equal to Λ among them. */
  readonly #incidentOperator: Pick<SurfaceOperator, 'apply' | 'resources' | 'start'>
  /** The potential times the openness. */
  readonly #masked: Field
  /** Λ of the solid fraction. */
  readonly #riseOfSolid: Field
  /** The potential smoothed by viscosity; scratch after the kick. */
  readonly #smoothed: Field

  constructor({ scene, settings, water, fields, scattering, arena, threads }: WaveSetup) {
    const { gravity, damping, viscosity, surfaceTension } = settings
    const { cellSize } = fields.domain.grid
    this.#settings = settings
    this.#fields = fields
    this.#scattering = scattering
    this.#outside = outsideLevel(scene.boundaries)
    this.#masked = fields.make()
    this.#riseOfSolid = fields.make()
    this.#smoothed = fields.make()
    this.tensionTerm = fields.make()
    // Viscosity must not smooth the pressure: it is added after the diffusion, to the field from which the kick starts.
    this.pressed = viscosity > 0 ? this.#smoothed : fields.phi
    this.synchronized = { phi: this.#smoothed, rise: fields.make() }
    const { domain } = fields
    this.#operator =
      settings.method === 'fft'
        ? new SpectralOperator(domain, airySymbol(domain, water.depth), arena, threads)
        : new WindowSurfaceOperator(domain, water.depth, settings, arena, threads)
    const walls =
      settings.walls === 'impermeable' ? new ImpermeableWalls(fields, water.depth, fields.openness, arena) : undefined
    this.#walls = walls
    // Incident waves raise and lower the level of the scattered wave even in a closed pool.
    this.levels = walls && !scattering ? fields.make(LEVELS) : undefined
    this.#incidentOperator =
      !walls || !scattering
        ? this.#operator
        : settings.method === 'fft'
          ? new SpectralOperator(domain, (kx, kz) => walls.symbolOf(kx, kz), arena, threads)
          : new OpenWater(fields, water.depth, arena)
    // The window is fitted when it is first applied; the number of substeps depends on the fit.
    this.#operator.apply(fields.phi, fields.rise)
    this.substeps = this.#substepsOf(scene)
    this.dt = scene.timeStep / this.substeps
    this.keep = keepOf(damping, this.dt)
    this.kick = gravity * this.dt
    this.tension = (this.dt * surfaceTension) / (WATER_DENSITY * cellSize * cellSize)
  }

  get resources() {
    const incident = this.#incidentOperator === this.#operator ? [] : this.#incidentOperator.resources
    return [...this.#operator.resources, ...(this.#walls?.resources ?? []), ...incident]
  }

  /** One substep: mass sources, viscosity, pressure sources, kick of phi by eta and by surface tension, rise Λphi, drift of eta. */
  step(basin: Basin, surroundings: Surroundings): Pass[] {
    const { domain } = this.#fields
    const solids = surroundings !== 'open'
    const args = this.#arguments()
    const { nz } = domain.grid
    return [
      ...basin.massSources(),
      ...this.#smooth(solids),
      ...basin.pressureSources(),
      pass(domain.hasSponge ? 'kickPotentialFaded' : 'kickPotential', nz, args),
      ...this.#tension(solids, args),
      ...(solids && this.#scattering ? this.#drivenRise(this.#scattering, surroundings) : this.#riseIn(surroundings)),
      pass(domain.hasSponge ? 'driftElevationFaded' : 'driftElevation', nz, args),
      ...(this.#scattering?.totalPasses(false) ?? []),
    ]
  }

  #smooth(solids: boolean): Pass[] {
    const { viscosity } = this.#settings
    if (viscosity === 0) return []
    const { phi, openness, domain } = this.#fields
    const { nz, cellSize } = domain.grid
    const rate = (smoothingOf(viscosity) * this.dt) / (cellSize * cellSize)
    return [
      pass('fillHalo', nz, { field: phi, outside: 0, ...edgeArguments(domain.boundaries) }),
      pass(solids ? 'diffuseAmongSolids' : 'diffuse', nz, { input: phi, output: this.#smoothed, openness, rate }),
    ]
  }

  #tension(solids: boolean, args: Pass<'stretch'>['arguments']): Pass[] {
    if (this.#settings.surfaceTension === 0) return []
    const { eta, domain } = this.#fields
    return [
      pass('fillHalo', domain.grid.nz, { field: eta, outside: this.#outside, ...edgeArguments(domain.boundaries) }),
      pass(solids ? 'stretchAmongSolids' : 'stretch', domain.grid.nz, args),
    ]
  }

  /** The passes of Λphi; among solids Λ is restricted to the water. */
  #riseIn(surroundings: Surroundings, phi = this.#fields.phi, rise = this.#fields.rise): Pass[] {
    if (surroundings === 'open') return this.#operator.apply(phi, rise)
    if (this.#walls) return this.#walls.apply(phi, rise)
    const { nz } = this.#fields.domain.grid
    const args = { ...this.#arguments(), phi, rise }
    return [
      ...(surroundings === 'changed' ? this.#operator.apply(this.#fields.solid, this.#riseOfSolid) : []),
      pass('maskPotential', nz, args),
      ...this.#operator.apply(this.#masked, rise),
      pass('riseAmongSolids', nz, args),
    ]
  }

  /** The rise with ambient waves. The elevation of the total in the middle of a substep is not used: `tensionTerm` is scratch for it. */
  #drivenRise(scattering: Scattering, surroundings: Surroundings): Pass[] {
    const total = { eta: this.tensionTerm, phi: this.#smoothed }
    return scattering.drivenRise(total, this.#riseIn(surroundings, this.#smoothed), (phi, rise) =>
      this.#incidentOperator.apply(phi, rise),
    )
  }

  /** The rise of the potential; then the potential after half a kick, at the time of the elevation, and its rise. */
  derive(surroundings: 'open' | 'solids'): Pass[] {
    const phi = this.#scattering?.total.phi ?? this.#fields.phi
    const args = this.#arguments()
    const half = {
      ...args,
      source: phi,
      phi: this.synchronized.phi,
      keep: 1,
      kick: args.kick / 2,
      tension: args.tension / 2,
    }
    const solids = surroundings !== 'open'
    return [
      ...this.#riseIn(solids ? 'changed' : 'open', phi),
      pass('kickPotential', this.#fields.domain.grid.nz, half),
      ...this.#tension(solids, half),
      ...this.#riseIn(surroundings, this.synchronized.phi, this.synchronized.rise),
    ]
  }

  #arguments(): Pass<'kickPotential'>['arguments'] {
    const { eta, phi, rise, openness, fade } = this.#fields
    return {
      eta,
      phi,
      rise,
      openness,
      fade,
      levels: this.levels ?? eta,
      source: this.pressed,
      riseOfSolid: this.#riseOfSolid,
      masked: this.#masked,
      kick: this.kick,
      keep: this.keep,
      drift: this.dt,
      level: 0,
      tension: this.tension,
    }
  }

  /** With the five-point Laplacian of `stretch`: tensionTerm = eta - dx² ∇²eta. */
  tensionPasses(): Pass[] {
    if (this.#settings.surfaceTension === 0) return []
    const { eta, openness, domain } = this.#fields
    const { nz } = domain.grid
    return [
      pass('fillHalo', nz, { field: eta, outside: this.#outside, ...edgeArguments(domain.boundaries) }),
      pass('diffuseAmongSolids', nz, { input: eta, output: this.tensionTerm, openness, rate: -1 }),
    ]
  }

  tensionSum(etaTension: number, etaSquared: number): number {
    const { cellSize } = this.#fields.domain.grid
    return (etaTension - etaSquared) / (cellSize * cellSize)
  }

  start(): void {
    this.#operator.start()
    if (this.#incidentOperator !== this.#operator) this.#incidentOperator.start()
  }

  followSolids(): void {
    this.#walls?.followSolids()
  }

  /**
   * See `substepsOf` of columns, with W = (g + γ k²/ρ) Λ dt². Among solids that close pipes, Gershgorin's theorem bounds Λ by twice the
   * weight of a cell for itself.
   */
  #substepsOf({ timeStep }: Scene): number {
    const { gravity, damping, viscosity, surfaceTension } = this.#settings
    const { cellSize } = this.#fields.domain.grid
    const laplacian = 8 / (cellSize * cellSize)
    const amongSolids = this.#walls?.spectralRadius ?? 2 * this.#operator.diagonal
    const largest = Math.max(this.#operator.spectralRadius, amongSolids)
    const stable = (dt: number) => {
      const a = keepOf(damping, dt) * (1 - smoothingOf(viscosity) * laplacian * dt)
      const w = (gravity + (surfaceTension / WATER_DENSITY) * laplacian) * largest * dt * dt
      return Math.abs(a) <= 1 && w <= SAFETY * 2 * (1 + a)
    }
    return minimumSubsteps(
      timeStep,
      stable,
      'make timeStep smaller, or cellSize larger, or viscosity or surfaceTension smaller, or use method "exponential"',
    )
  }
}
