// Water that is a given function of time listens to nobody. What a scene or a person would do to it is refused with advice.

import { SceneError, type SceneIssue } from '../../scene/parse/error.js'
import { isBodyEvent } from '../../scene/schema/event.js'
import type { Scene } from '../../scene/schema/scene.js'

const ADVICE =
  'these waves are a given function of time; to act on water among them use solver "iwave" with these settings as its "ambient"'

/** Refuses a scene that acts on the water: starting values, solids, sources, events. */
export function validatePrescribed({ initial, obstacles, sources, events }: Scene): void {
  const given = (field: Scene['initial']['eta']) => !Array.isArray(field) || field.length > 0
  const issues: SceneIssue[] = []
  const refuse = (path: string, what: string) => issues.push({ path, message: `${what}: ${ADVICE}` })
  if (given(initial.eta)) refuse('initial.eta', 'the surface cannot be given')
  if (given(initial.phi)) refuse('initial.phi', 'the flow cannot be given')
  if (obstacles.length > 0) refuse('obstacles', 'solids would not be felt')
  if (sources.length > 0) refuse('sources', 'sources would not be felt')
  if (!events.every(isBodyEvent)) refuse('events', 'events would not be felt')
  if (issues.length > 0) throw new SceneError(issues)
}

/** Refuses something that is done to the water while it runs. */
export function prescribedWaterError(): never {
  throw new SceneError([{ path: '', message: `it would not be felt: ${ADVICE}` }], 'event')
}
