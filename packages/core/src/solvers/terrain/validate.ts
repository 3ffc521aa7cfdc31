// Only the solvers of water over terrain support terrain. With the others it is rejected with advice.

import { SceneError, type SceneIssue } from '../../scene/parse/error.js'
import { isEventOf } from '../../scene/schema/event.js'
import type { Scene } from '../../scene/schema/scene.js'

/** The message for terrain in a scene of a solver that supports none. */
export function needsTerrain(solver: string): string {
  return `solver "${solver}" has no terrain; use "shallow-water" or "kass-miller"`
}

/**
 * Validates that a scene has no terrain, and nothing that needs it.
 *
 * @throws SceneError with all that needs terrain.
 */
export function validateNoTerrain({ solver, terrain, initial, inflows, events }: Scene): void {
  const issues: SceneIssue[] = []
  const report = (path: string) => issues.push({ path, message: needsTerrain(solver.type) })
  if (terrain !== undefined) report('terrain')
  if (initial.depth !== undefined) report('initial.depth')
  if (inflows.length > 0) report('inflows')
  events.forEach((event, index) => {
    if (isEventOf('terrain', event)) report(`events[${index}].type`)
  })
  if (issues.length > 0) throw new SceneError(issues)
}
