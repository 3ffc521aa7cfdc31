import type { SceneEdges } from '../../fields/boundaries.js'
import { SceneError } from '../../scene/parse/error.js'

/**
 * Validates that water over a flat bottom is held above it. `depth`: of the bottom below the rest level [m].
 *
 * @throws SceneError
 */
export function validateHeldEdges(edges: SceneEdges, depth: number): void {
  for (const [name, edge] of Object.entries(edges))
    if (typeof edge !== 'string' && edge.fixed <= -depth)
      throw SceneError.at(
        ['boundaries', name, 'fixed'],
        `an edge held at ${edge.fixed} m lies below the bottom, which is at ${-depth} m: hold it higher, or make solver.depth larger`,
      )
}
