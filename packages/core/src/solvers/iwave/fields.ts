import type { Arena } from '../../fields/arena.js'
import { Field, type FieldInfo } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import { type Domain, fillDampingFactors } from './domain.js'

const FIELDS = {
  eta: { name: 'eta', unit: 'm', description: 'elevation of the surface over its rest level' },
  phi: { name: 'phi', unit: 'm²/s', description: 'velocity potential at the surface; the flow is its gradient' },
  scatteredEta: { name: 'scatteredEta', unit: 'm', description: 'elevation without that of the ambient waves' },
  scatteredPhi: { name: 'scatteredPhi', unit: 'm²/s', description: 'potential without that of the ambient waves' },
  rise: { name: 'rise', unit: 'm/s', description: 'vertical velocity of the surface' },
} satisfies Record<string, FieldInfo>
const WORK: FieldInfo = { name: 'work', unit: '', description: 'work space' }

/** The fields of surface waves on their domain. */
export class IwaveFields {
  readonly domain: Domain
  /** The scene's grid, without sponge layers. */
  readonly scene: Grid
  /** Elevation and potential that the solver advances: the total, or with ambient waves those of the scattered wave. */
  readonly eta: Field
  readonly phi: Field
  /** Λphi. */
  readonly rise: Field
  /** Openness of every cell, and its solid fraction, 1 - openness. */
  readonly openness: Field
  readonly solid: Field
  /** Damping factor of each cell in a substep. */
  readonly fade: Field
  readonly #arena: Arena
  readonly #resources: Field[] = []

  constructor(scene: Grid, domain: Domain, hasAmbient: boolean, arena: Arena) {
    this.#arena = arena
    this.scene = scene
    this.domain = domain
    this.eta = this.make(hasAmbient ? FIELDS.scatteredEta : FIELDS.eta)
    this.phi = this.make(hasAmbient ? FIELDS.scatteredPhi : FIELDS.phi)
    this.rise = this.make(FIELDS.rise)
    this.openness = this.make()
    this.solid = this.make()
    this.fade = this.make()
  }

  /** All fields made so far, to be bound to the memory. */
  get resources(): readonly Field[] {
    return this.#resources
  }

  /** A field on the whole domain; without a description, work space. */
  make(description = WORK): Field {
    const { nx, nz } = this.domain.grid
    return this.#keep(new Field(this.#arena, description, nx, nz))
  }

  /** Elevation and potential of the total, incident and scattered waves. */
  makeTotal(): { eta: Field; phi: Field } {
    return { eta: this.make(FIELDS.eta), phi: this.make(FIELDS.phi) }
  }

  /** The scene's part of a field. */
  partOf(of: Field): Field {
    const { i, j } = this.domain
    return this.#keep(new Field(this.#arena, of, this.scene.nx, this.scene.nz, { of, i, j }))
  }

  #keep(field: Field): Field {
    this.#resources.push(field)
    return field
  }

  /** Fills all fields except those of the water: no solids, and sponge layers of a design speed [m/s] for substeps of `dt` [s]. */
  start(speed: number, dt: number): void {
    if (this.domain.hasSponge) fillDampingFactors(this.fade, this.scene, this.domain, speed, dt)
    else this.fade.fill(1)
    this.openness.fill(1)
    this.#closeHalo()
  }

  /**
   * Copies the openness of the scene's grid. Beyond the grid it is that of the nearest edge cell, so that a wall extends into the sponge
   * layer. Returns whether any cell is not fully open.
   */
  followSolids(ofGrid: Field): boolean {
    const { i, j } = this.domain
    const { openness, solid } = this
    let found = false
    for (let row = 0; row < openness.nz; row++)
      for (let column = 0; column < openness.nx; column++) {
        const k = Math.min(ofGrid.nx - 1, Math.max(0, column - i))
        const l = Math.min(ofGrid.nz - 1, Math.max(0, row - j))
        const open = ofGrid.at(k, l)
        openness.data[openness.offset + row * openness.stride + column] = open
        solid.data[solid.offset + row * solid.stride + column] = 1 - open
        if (open < 1) found = true
      }
    this.#closeHalo()
    return found
  }

  /** Sets the openness beyond the edges of the domain, for the faces on them. */
  #closeHalo(): void {
    const { 'x-': x, 'z-': z } = this.domain.boundaries
    this.openness.extend(x === 'periodic', z === 'periodic')
  }
}
