import { ABSORB, FIXED, PERIODIC, REFLECT } from '../generated/layouts/boundary/edges.js'

/** Boundary condition at an edge of the grid. */
export type EdgeKind = 'reflect' | 'fixed' | 'absorb' | 'periodic'

/** Boundary conditions of the four edges, named by the axis they are perpendicular to. */
export interface Boundaries {
  readonly 'x-': EdgeKind
  readonly 'x+': EdgeKind
  readonly 'z-': EdgeKind
  readonly 'z+': EdgeKind
}

/** Numbers of the kinds in the kernels. */
const CODES: Record<EdgeKind, number> = { reflect: REFLECT, fixed: FIXED, absorb: ABSORB, periodic: PERIODIC }

/** Edges as kernel arguments. */
export function edgeArguments(boundaries: Boundaries) {
  return {
    xBefore: CODES[boundaries['x-']],
    xAfter: CODES[boundaries['x+']],
    zBefore: CODES[boundaries['z-']],
    zAfter: CODES[boundaries['z+']],
  }
}

/** Whether no water can leave: every edge is a wall or periodic. */
export function isClosed(boundaries: Boundaries): boolean {
  return Object.values(boundaries).every((kind) => kind === 'reflect' || kind === 'periodic')
}
