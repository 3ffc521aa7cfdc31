// Ambient waves in a region: the solver moves what solids scatter of them, people see the total (solvers/ambient.ts has why).

import { type Pass, pass } from '../../backend/pass.js'
import type { Field } from '../../fields/field.js'
import type { Ambient } from './ambient.js'
import type { IwaveFields } from './fields.js'

/** Plans ambient waves that fill two fields of the domain. */
type PlanAmbient = (targets: { eta: Field; phi: Field }) => Ambient

export class Scattering {
  /** Elevation and potential of scattered and ambient waves together, on the domain. */
  readonly total: { readonly eta: Field; readonly phi: Field }
  readonly #fields: IwaveFields
  /** Ambient waves as they are seen, and as they drive the drift of leapfrog, half a substep before. */
  readonly #total: { readonly eta: Field; readonly phi: Field; readonly waves: Ambient }
  readonly #driving: { readonly eta: Field; readonly phi: Field; readonly rise: Field; readonly waves: Ambient }

  constructor(fields: IwaveFields, plan: PlanAmbient) {
    this.#fields = fields
    this.total = fields.makeTotal()
    const make = () => ({ eta: fields.make(), phi: fields.make() })
    const [seen, driving] = [make(), make()]
    this.#total = { ...seen, waves: plan(seen) }
    this.#driving = { ...driving, rise: fields.make(), waves: plan(driving) }
  }

  get resources() {
    return [...this.#total.waves.resources, ...this.#driving.waves.resources]
  }

  start(): void {
    this.#total.waves.start()
    this.#driving.waves.start()
  }

  /** Sets the time that is seen [s]. */
  see(time: number): void {
    this.#total.waves.setTime(time)
  }

  /** Sets the times of a substep of `dt` [s] that begins at `time` [s]. */
  prepare(time: number, dt: number): void {
    this.#driving.waves.setTime(time + dt / 2)
    this.see(time + dt)
  }

  /** Shows the total. `swallow`: solids take what they cover of the total, and so throw it back. */
  show(swallow: boolean): Pass[] {
    const { nz } = this.#fields.domain.grid
    const args = this.#arguments(this.#total, this.total)
    const scatter = swallow ? [pass('scatterAmbient', nz, args)] : []
    return [...this.#total.waves.passes, ...scatter, pass('addAmbient', nz, args)]
  }

  /**
   * The rise of the scattered waves in the middle of a substep: that of the total, whose potential is put into `total.phi`, among
   * solids, less that of the ambient waves in open water. `riseOf`: passes that leave Λ of a field in another.
   */
  drivenRise(
    total: { eta: Field; phi: Field },
    riseAmongSolids: readonly Pass[],
    riseOf: (phi: Field, rise: Field) => Pass[],
  ): Pass[] {
    const { nz } = this.#fields.domain.grid
    const args = this.#arguments(this.#driving, total)
    return [
      ...this.#driving.waves.passes,
      pass('addAmbient', nz, args),
      ...riseAmongSolids,
      ...riseOf(this.#driving.phi, this.#driving.rise),
      pass('subtractAmbientRise', nz, args),
    ]
  }

  #arguments(ambient: { eta: Field; phi: Field }, total: { eta: Field; phi: Field }): Pass<'addAmbient'>['arguments'] {
    const { eta, phi, rise, openness } = this.#fields
    return {
      eta,
      phi,
      rise,
      openness,
      ambientEta: ambient.eta,
      ambientPhi: ambient.phi,
      ambientRise: this.#driving.rise,
      totalEta: total.eta,
      totalPhi: total.phi,
    }
  }
}
