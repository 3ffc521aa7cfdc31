// Memory and pass of the forces on bodies: planned with the fields, before a page has loaded the code that fills it (forces.ts).

import type { Backend, Resource } from '../backend/backend.js'
import { pass } from '../backend/pass.js'
import { PORTION, RowPass } from '../backend/row-pass.js'
import type { Arena } from '../fields/arena.js'
import { RowSums } from '../fields/field.js'
import {
  BodyForces,
  FORCE_SCRATCH,
  ForceSettings,
  MOMENTS,
  OUTSIDE,
  RESULTS,
  VIRTUAL,
} from '../generated/layouts/bodies/body-forces.js'

/** Bodies that are solved at a time, at most. */
export const MOST_FORCES = 1024

export class ForceMemory {
  readonly resources: readonly Resource[]
  readonly solving: RowPass
  /** Numbers that all bodies share, and those of each body (kernels/bodies/body-forces.ts). */
  readonly settings: RowSums
  readonly bodies: RowSums
  readonly inertias: RowSums
  readonly moments: RowSums
  readonly outside: RowSums
  readonly virtual: RowSums
  readonly results: RowSums

  constructor(arena: Arena, threads: number) {
    const rows = (width: number) => new RowSums(arena, MOST_FORCES, width)
    this.settings = new RowSums(arena, 1, ForceSettings.doubles)
    this.bodies = rows(BodyForces.doubles)
    this.inertias = rows(9)
    this.moments = rows(MOMENTS)
    this.outside = rows(OUTSIDE)
    this.virtual = rows(VIRTUAL)
    this.results = rows(RESULTS)
    const { settings, bodies, inertias, moments, outside, virtual, results } = this
    const scratch = new RowSums(arena, threads, FORCE_SCRATCH)
    const args = { settings, bodies, inertias, moments, outside, virtual, results, scratch }
    this.solving = new RowPass(arena, pass('solveForces', MOST_FORCES, args), PORTION)
    this.resources = [...Object.values(args), this.solving]
  }

  connect(backend: Backend): void {
    this.solving.connect(backend)
  }
}
