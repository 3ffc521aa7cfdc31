import type { Arena } from '../../fields/arena.js'
import { Field, type FieldMeaning } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { type Domain, fillFade } from './domain.js'

const MEANINGS = {
  eta: { name: 'eta', unit: 'm', meaning: 'elevation of the surface over its rest level' },
  phi: { name: 'phi', unit: 'm²/s', meaning: 'velocity potential at the surface; the flow is its gradient' },
  scatteredEta: { name: 'scatteredEta', unit: 'm', meaning: 'elevation less that of the ambient waves' },
  scatteredPhi: { name: 'scatteredPhi', unit: 'm²/s', meaning: 'potential less that of the ambient waves' },
  rise: { name: 'rise', unit: 'm/s', meaning: 'vertical velocity of the surface' },
} satisfies Record<string, FieldMeaning>
const WORK: FieldMeaning = { name: 'work', unit: '', meaning: 'work space' }

/** The fields of surface waves on their domain. */
export class IwaveFields {
  readonly domain: Domain
  /** Elevation and potential that the solver moves: all of them, or with ambient waves what is scattered. */
  readonly eta: Field
  readonly phi: Field
  /** Λphi. */
  readonly rise: Field
  /** Openness of every cell, and how solid it is, 1 less that. */
  readonly matte: Field
  readonly solid: Field
  /** What the sponge leaves of a value in a substep. */
  readonly fade: Field
  readonly #arena: Arena
  readonly #scene: Grid
  readonly #tenants: Field[] = []

  constructor(scene: Grid, domain: Domain, hasAmbient: boolean, arena: Arena) {
    this.#arena = arena
    this.#scene = scene
    this.domain = domain
    this.eta = this.make(hasAmbient ? MEANINGS.scatteredEta : MEANINGS.eta)
    this.phi = this.make(hasAmbient ? MEANINGS.scatteredPhi : MEANINGS.phi)
    this.rise = this.make(MEANINGS.rise)
    this.matte = this.make()
    this.solid = this.make()
    this.fade = this.make()
  }

  /** Everything made so far, to be attached to the memory. */
  get tenants(): readonly Field[] {
    return this.#tenants
  }

  /** A field on the whole domain; work space if it has no meaning to people. */
  make(meaning = WORK): Field {
    const { nx, nz } = this.domain.grid
    return this.#keep(new Field(this.#arena, meaning, nx, nz))
  }

  /** Elevation and potential of everything together. */
  makeTotal(): { eta: Field; phi: Field } {
    return { eta: this.make(MEANINGS.eta), phi: this.make(MEANINGS.phi) }
  }

  /** The scene's part of a field. */
  partOf(of: Field): Field {
    const { i, j } = this.domain
    return this.#keep(new Field(this.#arena, of, this.#scene.nx, this.#scene.nz, { of, i, j }))
  }

  #keep(field: Field): Field {
    this.#tenants.push(field)
    return field
  }

  /** Fills all but the water: no solids, and a sponge made for waves of a speed [m/s] in substeps of `dt` [s]. */
  start(speed: number, dt: number): void {
    if (this.domain.hasSponge) fillFade(this.fade, this.#scene, this.domain, speed, dt)
    else this.fade.fill(1)
    this.matte.fill(1)
    this.#closeHalo()
  }

  /** Takes the openness over from the scene's grid. Around it is what is at its edges, so that a wall goes on into the sponge. */
  followSolids(openness: Field): void {
    const { i, j } = this.domain
    const { matte, solid } = this
    for (let row = 0; row < matte.nz; row++)
      for (let column = 0; column < matte.nx; column++) {
        const k = Math.min(openness.nx - 1, Math.max(0, column - i))
        const l = Math.min(openness.nz - 1, Math.max(0, row - j))
        const open = openness.at(k, l)
        matte.data[matte.offset + row * matte.stride + column] = open
        solid.data[solid.offset + row * solid.stride + column] = 1 - open
      }
    this.#closeHalo()
  }

  /** The openness beyond the domain's edges, for faces on them. */
  #closeHalo(): void {
    const { 'x-': x, 'z-': z } = this.domain.boundaries
    this.matte.extend(x === 'periodic', z === 'periodic')
  }
}
