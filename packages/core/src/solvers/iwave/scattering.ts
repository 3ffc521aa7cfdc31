// Ambient waves among solids: the solver advances the scattered wave, and users see the total of both. ambient.ts derives the equations.

import { type Pass, pass } from '../../backend/pass.js'
import type { Field } from '../../fields/field.js'
import type { Ambient } from './ambient.js'
import type { IwaveFields } from './fields.js'

/** Plans ambient waves that fill two fields of the domain. */
type PlanAmbient = (targets: { eta: Field; phi: Field }) => Ambient

export class Scattering {
  /** Elevation and potential of scattered and ambient waves together, on the domain. */
  readonly total: { readonly eta: Field; readonly phi: Field }
  /** Times of the total and of the middle of a substep [s]. Arrays of a value each, because a number that is passed to a function may be allocated. */
  readonly time = new Float64Array(1)
  readonly middle = new Float64Array(1)
  readonly #fields: IwaveFields
  /** Incident waves at the end of a substep, for the total; and in its middle, as the source term of leapfrog's drift. */
  readonly #incident: { readonly eta: Field; readonly phi: Field; readonly waves: Ambient }
  readonly #driving: { readonly eta: Field; readonly phi: Field; readonly rise: Field; readonly waves: Ambient }

  constructor(fields: IwaveFields, plan: PlanAmbient) {
    this.#fields = fields
    this.total = fields.makeTotal()
    const make = () => ({ eta: fields.make(), phi: fields.make() })
    const [incident, driving] = [make(), make()]
    this.#incident = { ...incident, waves: plan(incident) }
    this.#driving = { ...driving, rise: fields.make(), waves: plan(driving) }
  }

  get resources() {
    return [...this.#incident.waves.resources, ...this.#driving.waves.resources]
  }

  start(): void {
    this.#incident.waves.start()
    this.#driving.waves.start()
  }

  /** Follows `time`: computes the total for it. */
  setTime(): void {
    this.#incident.waves.setTime(this.time)
  }

  /** Follows the times of a substep: `middle`, and `time` at its end. */
  prepare(): void {
    this.#driving.waves.setTime(this.middle)
    this.setTime()
  }

  /** The passes that compute the total. `scatters`: they first multiply the total by the openness, as a change of the scattered wave. */
  totalPasses(scatters: boolean): Pass[] {
    const { nz } = this.#fields.domain.grid
    const args = this.#arguments(this.#incident, this.total)
    const scatter = scatters ? [pass('scatterAmbient', nz, args)] : []
    return [...this.#incident.waves.passes, ...scatter, pass('addAmbient', nz, args)]
  }

  /**
   * The passes that compute the rise of the scattered wave in the middle of a substep: the rise of the total among solids, minus that
   * of the incident wave in open water. The potential of the total is written to `total.phi`. `riseOf`: plans Λ of a field into another.
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
