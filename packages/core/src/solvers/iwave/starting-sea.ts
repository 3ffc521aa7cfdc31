// Ambient waves as the state that non-linear waves start from: elevation and potential of linear theory at time 0, added to the starting
// values of the scene.

import { PassList } from '../../backend/pass-list.js'
import type { Arena } from '../../fields/arena.js'
import type { Field } from '../../fields/field.js'
import type { Run } from '../solver.js'
import type { Ambient } from './ambient.js'
import type { IwaveFields } from './fields.js'

export class StartingSea {
  readonly #fields: IwaveFields
  readonly #waves: Ambient
  readonly #sea: { readonly eta: Field; readonly phi: Field }
  readonly #list: PassList
  #isPending = false

  constructor(fields: IwaveFields, plan: (targets: { eta: Field; phi: Field }) => Ambient, arena: Arena) {
    this.#fields = fields
    this.#sea = { eta: fields.make(), phi: fields.make() }
    this.#waves = plan(this.#sea)
    this.#list = new PassList(arena, this.#waves.passes)
  }

  /** Period of the longest of its waves, or of those that have the most energy [s]. */
  get longestPeriod(): number {
    return this.#waves.longestPeriod
  }

  get resources() {
    return [...this.#waves.resources, this.#list]
  }

  start(): void {
    this.#waves.start()
    this.#waves.setTime(new Float64Array(1))
    this.#isPending = true
  }

  /** Adds the sea to the fields, in the first call after `start`. */
  addOnce(run: Run): void {
    if (!this.#isPending) return
    this.#isPending = false
    run(this.#list)
    for (const name of ['eta', 'phi'] as const) {
      const { data, offset, stride, nx, nz } = this.#fields[name]
      for (let j = 0; j < nz; j++)
        for (let i = 0; i < nx; i++) data[offset + j * stride + i]! += this.#sea[name].at(i, j)
    }
  }
}
