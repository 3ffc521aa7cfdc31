// Ground under the water belongs to the solvers of water over ground. Elsewhere it is refused with advice.

import { SceneError, type SceneIssue } from '../../scene/parse/error.js'
import { isEventOf } from '../../scene/schema/event.js'
import type { Scene } from '../../scene/schema/scene.js'

const adviceFor = (solver: string) => `solver "${solver}" has no ground; use "shallow-water" or "kass-miller"`

/** Refuses a scene with ground, or with what needs ground. */
export function validateNoTerrain({ solver, terrain, initial, inflows, events }: Scene): void {
  const issues: SceneIssue[] = []
  const refuse = (path: string) => issues.push({ path, message: adviceFor(solver.type) })
  if (terrain !== undefined) refuse('terrain')
  if (initial.depth !== undefined) refuse('initial.depth')
  if (inflows.length > 0) refuse('inflows')
  events.forEach((event, index) => {
    if (isEventOf('terrain', event)) refuse(`events[${index}].type`)
  })
  if (issues.length > 0) throw new SceneError(issues)
}

/** What is said to somebody who would change ground that is not there. */
export function noTerrainError(solver: string): SceneError {
  return new SceneError([{ path: 'type', message: adviceFor(solver) }], 'event')
}
