// Surface waves by exact rotation: every mode turns by its own angle ω dt in a substep, whatever dt is (kernels/spectral/rotate-modes.ts).
//
// Sources pour before the rotation; solids, sponges and damping take their share after it. Solids are Tessendorf's matte:
// both fields are multiplied by the openness, so that waves die in a solid and what comes back is upside down.

import type { Pass } from '../../backend/pass.js'
import { isClosed } from '../../fields/boundaries.js'
import type { Field } from '../../fields/field.js'
import { cos, exp, sin } from '../../numerics/elementary.js'
import type { Modes, Turn } from '../../operators/transform.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { IwaveSettings } from '../../scene/schema/solver.js'
import { angularFrequency, phaseSpeed, restoringAcceleration, type Water } from '../../wave-theory/airy.js'
import type { Basin } from '../shared/basin.js'
import { fewestSubsteps } from '../shared/leapfrog-limits.js'
import { spongeSpeed } from './domain.js'
import type { IwaveFields } from './fields.js'
import type { Surroundings, WaveMethod, WaveSetup } from './method.js'
import type { Scattering } from './scattering.js'
import { SpectralRise } from './surface-operator.js'

/** With solids, a wave of this many cells moves by one cell in a substep at most: it must not pass a thin one unseen. */
const CELLS_OF_FAST_WAVE = 32
/** The largest share of a sponge that a wave may cross in one substep. */
const SPONGE_STEP = 1 / 8

export class Exponential implements WaveMethod {
  readonly substeps: number
  readonly dt: number
  readonly lag = 0
  readonly keep = 1
  readonly kick = 0
  readonly tension = 0
  readonly pressed: Field
  readonly now: WaveMethod['now']
  readonly bend: Field
  readonly #scene: Scene
  readonly #settings: IwaveSettings
  readonly #water: Water
  readonly #fields: IwaveFields
  readonly #scattering: Scattering | undefined
  readonly #rise: SpectralRise
  readonly #turn: ReturnType<Modes['turn']>
  readonly #bend: ReturnType<Modes['multiply']> | undefined
  /** What the sponge alone leaves of each cell's values. */
  #sponge: Float32Array = new Float32Array(0)

  constructor({ scene, settings, water, fields, scattering, arena, threads }: WaveSetup) {
    this.#scene = scene
    this.#settings = settings
    this.#water = water
    this.#fields = fields
    this.#scattering = scattering
    this.pressed = fields.phi
    this.now = { phi: scattering?.total.phi ?? fields.phi, rise: fields.rise }
    this.substeps = this.#substepsOf()
    this.dt = scene.timeStep / this.substeps
    this.#rise = new SpectralRise(fields.domain, water.depth, arena, threads)
    this.#turn = this.#rise.modes.turn()
    this.bend = settings.surfaceTension > 0 ? fields.make() : fields.eta
    this.#bend = settings.surfaceTension > 0 ? this.#rise.modes.multiply() : undefined
  }

  get tenants() {
    return this.#rise.tenants
  }

  /** Sources pour; into modes; every mode turns; and back, fading in solids and sponges. */
  step(basin: Basin, surroundings: Surroundings): Pass[] {
    const { eta, phi, fade, domain } = this.#fields
    const { modes } = this.#rise
    const solids = surroundings !== 'open'
    // Ambient waves have to be scattered by solids, not only taken away.
    const fades = domain.hasSponge || (solids && !this.#scattering)
    return [
      ...basin.pours(),
      ...basin.presses(),
      modes.forward(eta, phi),
      this.#turn.pass,
      modes.back(eta, phi, fades ? fade : undefined),
      ...(this.#scattering?.show(solids) ?? []),
    ]
  }

  derive(): Pass[] {
    return this.#rise.apply(this.now.phi, this.now.rise)
  }

  measureBend(): Pass[] {
    const { eta } = this.#fields
    const { modes } = this.#rise
    return this.#bend ? [modes.forward(eta, eta), this.#bend.pass, modes.back(this.bend, this.bend)] : []
  }

  bending(etaBend: number): number {
    return etaBend
  }

  start(): void {
    const { cellSize } = this.#fields.domain.grid
    this.#rise.start()
    this.#turn.fill((kx, kz) => this.#turnOf(Math.sqrt(kx * kx + kz * kz) / cellSize))
    this.#bend?.fill((kx, kz) => (kx * kx + kz * kz) / (cellSize * cellSize))
    this.#sponge = this.#fields.fade.read()
  }

  /** How a wave of wavenumber k [rad/m] turns and fades in a substep. */
  #turnOf(k: number): Turn {
    const { damping, viscosity, gravity } = this.#settings
    const { dt } = this
    // The mean level pushes nothing; between open edges phi is measured against the rest level.
    if (k === 0) return { t: isClosed(this.#scene.boundaries) ? 0 : (gravity * dt) / 2, s: 0, keep: 1 }
    const omega = angularFrequency(k, this.#water)
    // Beyond a quarter turn, half a turn is left to the sign: the tangent of half the rest stays below 1.
    const sign = cos(omega * dt) < 0 ? -1 : 1
    const [cosine, sine] = [sign * cos(omega * dt), sign * sin(omega * dt)]
    const ratio = omega / restoringAcceleration(k, this.#water)
    const left = exp(-(damping + 2 * viscosity * k * k) * dt)
    return { t: sine / (1 + cosine) / ratio, s: sine * ratio, keep: sign * left }
  }

  followSolids(): void {
    if (this.#scattering) return
    const { fade, matte } = this.#fields
    const { data, offset, stride, nx, nz } = fade
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++) data[offset + j * stride + i] = this.#sponge[j * nx + i]! * matte.at(i, j)
  }

  /** There is no limit to a turn; what happens between two turns has one. */
  #substepsOf(): number {
    const { timeStep, obstacles } = this.#scene
    const { domain } = this.#fields
    const { cellSize } = domain.grid
    const fast = phaseSpeed((2 * Math.PI) / (CELLS_OF_FAST_WAVE * cellSize), this.#water)
    const stable = (dt: number) =>
      (!domain.hasSponge || spongeSpeed(domain, this.#water) * dt <= SPONGE_STEP * domain.narrowest) &&
      (obstacles.length === 0 || fast * dt <= cellSize)
    return fewestSubsteps(timeStep, stable, 'make timeStep smaller, or cellSize larger, or the sponge wider')
  }
}
