// Surface waves of finite height by the higher-order spectral method (Dommermuth and Yue 1987; West et al. 1987): the full equations of
// a surface that does not overturn, as a series to order M in its steepness.
//
//   deta/dt = -∇psi·∇eta + (1 + |∇eta|²) w              psi: the potential at the surface, w: the vertical velocity there
//   dpsi/dt = -g eta - |∇psi|²/2 + (1 + |∇eta|²) w²/2
//
// The linear part is the exact rotation of exponential.ts. The rest is integrated by Runge and Kutta's fourth order in the rotating frame
// (kernels/nonlinear-waves). Sources act before a substep, sponge layers after it.
//
// Stability: the fastest wave that is kept turns by at most MOST_TURN in a substep. The rotation needs no limit, but the waves that are
// carried by others do: the frequency of the shortest wave changes by k u on a current u, and u is at most about the speed of a wave.
//
// Conserved between closed edges without filter and damping: volume to rounding, and the energy of the truncated equations (the sum of
// g eta²/2 and psi/2 deta/dt) up to the error of the time step.

import type { Pass } from '../../backend/pass.js'
import type { Parameter, PassList } from '../../backend/pass-list.js'
import type { Field } from '../../fields/field.js'
import { cellX, cellZ } from '../../fields/grid.js'
import { WATER_DENSITY } from '../../numerics/constants.js'
import { exp } from '../../numerics/elementary.js'
import { cutOffWavenumber, SurfaceSeries } from '../../operators/surface-series.js'
import type { IwaveSettings } from '../../scene/schema/solver.js'
import { angularFrequency, surfaceSymbol, type Water } from '../../wave-theory/airy.js'
import type { Basin } from '../shared/basin.js'
import { BreakingWaveError } from './breaking-wave-error.js'
import type { IwaveFields } from './fields.js'
import type { NonlinearWaves, WaveMethod, WaveSetup } from './method.js'
import { RotationMethod } from './rotation.js'

/** Largest angle by which the fastest wave that is kept turns in a substep [rad]. */
const MOST_TURN = 1.5
/** Slope at which a run stops [1]. The steepest wave that exists has corners of 30°, a slope of 0.58. */
const STEEPEST = 1
/**
 * The filter damps a wave at the rate of the highest frequency times the 16th power of its share of the cut-off: a wave at the cut-off
 * decays in a radian, one at half of it in 65,000.
 */
const FILTER_POWER = 16
/** The ramp 1 - exp(-(t/T)⁴) after Dommermuth (2000) is 1 in single precision after this multiple of T. */
const RAMP_END = 2.1

export class HigherOrder extends RotationMethod implements WaveMethod {
  readonly synchronized: WaveMethod['synchronized']
  readonly tensionTerm: Field
  readonly nonlinear: NonlinearWaves
  readonly #settings: IwaveSettings
  readonly #water: Water
  readonly #series: SurfaceSeries
  /** Frequency of the shortest wave that is kept [rad/s]. */
  readonly #fastest: number
  readonly #potentialRate: Field

  /** `ramp`: time in which the non-linear terms rise [s]. */
  constructor(setup: WaveSetup, ramp: number) {
    const { settings, water, fields, arena, threads } = setup
    const { domain } = fields
    const { nonlinearity: order, gravity } = settings
    const { nx, nz, cellSize } = domain.grid
    const cutOff = [
      cutOffWavenumber(nx, domain.boundaries['x-'] === 'periodic', order),
      cutOffWavenumber(nz, domain.boundaries['z-'] === 'periodic', order),
    ] as const
    const shortest = Math.sqrt(cutOff[0] * cutOff[0] + cutOff[1] * cutOff[1]) / cellSize
    const fastest = angularFrequency(shortest, water)
    super(setup, (dt) => fastest * dt <= MOST_TURN, 'make timeStep smaller, or cellSize larger')
    this.#settings = settings
    this.#water = water
    this.#fastest = fastest
    this.synchronized = { phi: fields.phi, rise: fields.rise }
    this.tensionTerm = fields.eta
    this.#potentialRate = fields.make()
    this.#series = new SurfaceSeries(
      arena,
      domain.grid,
      domain.boundaries,
      { order, gravity, steepest: STEEPEST },
      threads,
    )
    this.nonlinear = new Stages(this.#series, fields, this.dt, ramp)
  }

  get resources() {
    return this.#series.resources
  }

  /** Sources, the four stages of Runge and Kutta, sponge layers. */
  step(basin: Basin): Pass[] {
    const { eta, phi, fade, domain } = this.fields
    return [
      ...basin.massSources(),
      ...basin.pressureSources(),
      ...this.#series.step(eta, phi, domain.hasSponge ? fade : undefined),
    ]
  }

  /** The rise is deta/dt, all orders together: times the potential it is the kinetic energy. */
  derive(): Pass[] {
    const { eta, phi, rise } = this.fields
    return this.#series.rates(eta, phi, rise, this.#potentialRate)
  }

  tensionPasses(): Pass[] {
    return []
  }

  tensionSum(): number {
    return 0
  }

  start(): void {
    const { crestFilter } = this.#settings
    this.#series.start((k, share) => {
      const { t, s, keep } = this.rotationOf(k, this.dt / 2)
      let power = 1
      for (let n = 0; n < FILTER_POWER; n++) power *= share
      const filter = crestFilter ? exp(-this.#fastest * this.dt * power) : 1
      return { rise: surfaceSymbol(k, this.#water.depth), t, s, keep, filter }
    })
  }

  followSolids(): void {}
}

/** The lengths of the stages, which follow the ramp; the balance of the filter; breaking waves. */
class Stages implements NonlinearWaves {
  filteredEnergy = 0
  readonly #series: SurfaceSeries
  readonly #fields: IwaveFields
  readonly #dt: number
  readonly #ramp: number
  /** Arguments of the stages, for each list. */
  readonly #parameters = new Map<PassList, { step: Parameter; sumStep: Parameter }[]>()
  /** Lists that are set for the time after the ramp. */
  readonly #full = new Set<PassList>()

  constructor(series: SurfaceSeries, fields: IwaveFields, dt: number, ramp: number) {
    this.#series = series
    this.#fields = fields
    this.#dt = dt
    this.#ramp = ramp
  }

  prepare(list: PassList, time: number): void {
    this.#series.clearSteepPoints()
    let stages = this.#parameters.get(list)
    if (!stages) {
      stages = this.#series.stages.map((stage) => ({
        step: list.parameter(stage, 'step'),
        sumStep: list.parameter(stage, 'sumStep'),
      }))
      this.#parameters.set(list, stages)
    }
    if (time >= RAMP_END * this.#ramp) {
      if (this.#full.has(list)) return
      this.#full.add(list)
    } else this.#full.delete(list)
    const dt = this.#dt
    const [early, middle, late] = [this.#share(time), this.#share(time + dt / 2), this.#share(time + dt)]
    const set = (stage: number, step: number, sumStep: number) => {
      stages[stage]!.step.set(step)
      stages[stage]!.sumStep.set(sumStep)
    }
    set(0, (early * dt) / 2, 0)
    set(1, (middle * dt) / 2, (middle * dt) / 3)
    set(2, middle * dt, (middle * dt) / 3)
    set(3, (late * dt) / 6, 0)
  }

  /** Share of the non-linear terms at a time [s]. */
  #share(time: number): number {
    if (time >= RAMP_END * this.#ramp) return 1
    const t = time / this.#ramp
    return 1 - exp(-t * t * t * t)
  }

  finish(): void {
    const { cellSize } = this.#fields.scene
    this.filteredEnergy += 0.5 * WATER_DENSITY * cellSize * cellSize * this.#series.takeLoss()
  }

  stopIfBreaking(time: number): void {
    const { domain, scene } = this.#fields
    const steep = this.#series.steepPoint()
    if (!steep) return
    throw new BreakingWaveError(
      time,
      cellX(scene, steep.i - domain.i),
      cellZ(scene, steep.j - domain.j),
      steep.slope,
      'Lower the waves, let bodies fall in more slowly, set "crestFilter" to true, or make cellSize larger: short waves grow on steep crests',
    )
  }
}
