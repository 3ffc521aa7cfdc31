// Foam of shallow water: it forms where the surface breaks, drifts with the flow, and fades (kernels/terrain/foam.ts).

import { type Pass, pass } from '../../backend/pass.js'
import type { Arena } from '../../fields/arena.js'
import { Field, type FieldInfo } from '../../fields/field.js'
import { exp } from '../../numerics/elementary.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { ShallowWaterSettings } from '../../scene/schema/solver.js'
import type { FlowFields } from './flow-fields.js'

const FOAM: FieldInfo = {
  name: 'foam',
  unit: '',
  description: 'fraction of the surface covered by foam: 0 clear, 1 white',
}
/** Ratio of the rates at which foam forms on breaking water and fades. */
const FORMATION = 12
/** Least depth of water with foam, in dry depths: thinner films have none. */
const LEAST_DEPTH = 20

export class Foam {
  readonly field: Field
  /** The passes of a step. They compare the new depth with the surface at the beginning of the step, so they precede the surface pass. */
  readonly passes: readonly Pass[]
  readonly #next: Field

  constructor(
    { timeStep, boundaries }: Scene,
    { foamLife, gravity }: ShallowWaterSettings,
    { grid, depth, qx, qz, eta, bed }: FlowFields,
    dry: number,
    arena: Arena,
  ) {
    const { nx, nz, cellSize } = grid
    this.field = new Field(arena, FOAM, nx, nz)
    this.#next = new Field(arena, FOAM, nx, nz)
    const foaming = {
      depth,
      qx,
      qz,
      eta,
      bed: bed.field,
      foam: this.field,
      newFoam: this.#next,
      gravity,
      timeStep,
      cellSize,
      keep: exp(-timeStep / foamLife),
      whiten: 1 - exp((-timeStep / foamLife) * FORMATION),
      dry: LEAST_DEPTH * dry,
      xJoined: boundaries['x-'] === 'periodic' ? 1 : 0,
      zJoined: boundaries['z-'] === 'periodic' ? 1 : 0,
    }
    this.passes = [pass('foam', nz, foaming), pass('foamTaken', nz, foaming)]
  }

  /** Everything that has to be bound to the memory besides the field. */
  get resources() {
    return [this.#next]
  }
}
