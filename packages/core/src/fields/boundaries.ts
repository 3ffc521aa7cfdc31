import { ABSORB, FIXED, PERIODIC, REFLECT } from '../generated/layouts/boundary/edges.js'

/** Boundary condition at an edge of the grid. */
export type EdgeKind = 'reflect' | 'fixed' | 'absorb' | 'periodic'

type EdgeName = 'x-' | 'x+' | 'z-' | 'z+'

/** Boundary conditions of the four edges, named by the axis they are perpendicular to. */
export type Boundaries = Readonly<Record<EdgeName, EdgeKind>>

/** The edges of a scene. `{ fixed }`: held at an elevation over the rest level [m]; "fixed" is held at the rest level. */
export type SceneEdges = Readonly<Record<EdgeName, EdgeKind | { readonly fixed: number }>>

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

/** The kinds of the edges of a scene. */
export function edgeKinds(edges: SceneEdges): Boundaries {
  return ofEdges((name) => {
    const edge = edges[name]
    return typeof edge === 'string' ? edge : 'fixed'
  })
}

/** Elevation beyond each fixed edge [m]; 0 at the others. */
export function heldHeights(edges: SceneEdges): Readonly<Record<EdgeName, number>> {
  return ofEdges((name) => {
    const edge = edges[name]
    return typeof edge === 'string' ? 0 : edge.fixed
  })
}

/**
 * Level beyond the edges that water can pass [m], which a potential is measured against. Edges that are all held at one height have this
 * level, and the potential beyond them stays 0. Open water has the rest level; among edges of different level it is the reference too.
 */
export function outsideLevel(edges: SceneEdges): number {
  const levels = Object.values(edges)
    .filter((edge) => edge !== 'reflect' && edge !== 'periodic')
    .map((edge) => (typeof edge === 'string' ? 0 : edge.fixed))
  return levels.every((level) => level === levels[0]) ? (levels[0] ?? 0) : 0
}

/** Whether no water can leave: every edge is a wall or periodic. */
export function isClosed(edges: SceneEdges): boolean {
  return Object.values(edges).every((edge) => edge === 'reflect' || edge === 'periodic')
}

function ofEdges<Value>(of: (name: EdgeName) => Value): Record<EdgeName, Value> {
  return { 'x-': of('x-'), 'x+': of('x+'), 'z-': of('z-'), 'z+': of('z+') }
}
