// Surface waves by exact rotation: every mode rotates by its own angle ω dt in a substep, for any dt (kernels/spectral/rotate-modes.ts).
//
// Sources act before the rotation, solids and sponge layers after it. Solids follow Tessendorf: both fields are multiplied by the
// openness, so that waves decay in a solid and the reflected wave changes its sign.

import type { Pass } from '../../backend/pass.js'
import type { Field } from '../../fields/field.js'
import type { Transform } from '../../operators/transform.js'
import { phaseSpeed } from '../../wave-theory/airy.js'
import type { Basin } from '../shared/basin.js'
import type { Surroundings, WaveMethod, WaveSetup } from './method.js'
import { RotationMethod } from './rotation.js'
import type { Scattering } from './scattering.js'
import { airySymbol, SpectralOperator } from './surface-operator.js'

/** With solids, a wave of this length [cells] moves by at most one cell in a substep, so that it does not cross a thin solid unchanged. */
const CELLS_OF_FAST_WAVE = 32

export class Exponential extends RotationMethod implements WaveMethod {
  readonly synchronized: WaveMethod['synchronized']
  readonly tensionTerm: Field
  readonly #scattering: Scattering | undefined
  readonly #operator: SpectralOperator
  readonly #rotation: ReturnType<Transform['rotate']>
  readonly #tensionOperator: ReturnType<Transform['multiply']> | undefined
  /** Damping factor of each cell by the sponge layers alone. */
  #sponge: Float32Array = new Float32Array(0)

  constructor(setup: WaveSetup) {
    const { scene, settings, water, fields, scattering, arena, threads } = setup
    const { cellSize } = fields.domain.grid
    const fast = phaseSpeed((2 * Math.PI) / (CELLS_OF_FAST_WAVE * cellSize), water)
    const isStable = (dt: number) => scene.obstacles.length === 0 || fast * dt <= cellSize
    super(setup, isStable, 'make timeStep smaller, or cellSize larger, or the sponge wider')
    this.#scattering = scattering
    this.synchronized = { phi: scattering?.total.phi ?? fields.phi, rise: fields.rise }
    this.#operator = new SpectralOperator(fields.domain, airySymbol(fields.domain, water.depth), arena, threads)
    this.#rotation = this.#operator.modes.rotate()
    this.tensionTerm = settings.surfaceTension > 0 ? fields.make() : fields.eta
    this.#tensionOperator = settings.surfaceTension > 0 ? this.#operator.modes.multiply() : undefined
  }

  get resources() {
    return this.#operator.resources
  }

  /** Sources, forward transform, rotation of every mode, inverse transform with the damping of solids and sponge layers. */
  step(basin: Basin, surroundings: Surroundings): Pass[] {
    const { eta, phi, fade, domain } = this.fields
    const { modes } = this.#operator
    const solids = surroundings !== 'open'
    // With ambient waves, the passes of the scattering act on the solids: damping alone would not scatter the incident wave.
    const fades = domain.hasSponge || (solids && !this.#scattering)
    return [
      ...basin.massSources(),
      ...basin.pressureSources(),
      modes.forward(eta, phi),
      this.#rotation.pass,
      modes.inverse(eta, phi, fades ? fade : undefined),
      ...(this.#scattering?.totalPasses(solids) ?? []),
    ]
  }

  derive(): Pass[] {
    return this.#operator.apply(this.synchronized.phi, this.synchronized.rise)
  }

  tensionPasses(): Pass[] {
    const { eta } = this.fields
    const { modes } = this.#operator
    return this.#tensionOperator
      ? [modes.forward(eta, eta), this.#tensionOperator.pass, modes.inverse(this.tensionTerm, this.tensionTerm)]
      : []
  }

  tensionSum(etaTension: number): number {
    return etaTension
  }

  start(): void {
    const { cellSize } = this.fields.domain.grid
    this.#operator.start()
    this.#rotation.fill((kx, kz) => this.rotationOf(Math.sqrt(kx * kx + kz * kz) / cellSize, this.dt))
    this.#tensionOperator?.fill((kx, kz) => (kx * kx + kz * kz) / (cellSize * cellSize))
    this.#sponge = this.fields.fade.read()
  }

  followSolids(): void {
    if (this.#scattering) return
    const { fade, openness } = this.fields
    const { data, offset, stride, nx, nz } = fade
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++) data[offset + j * stride + i] = this.#sponge[j * nx + i]! * openness.at(i, j)
  }
}
