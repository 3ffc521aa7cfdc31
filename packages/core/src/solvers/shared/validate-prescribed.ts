// Prescribed waves are a function of time. A scene or an event that would act on them is rejected with advice.

import { SceneError, type SceneIssue } from '../../scene/parse/error.js'
import { isBodyEvent, isEventOf } from '../../scene/schema/event.js'
import type { Scene } from '../../scene/schema/scene.js'
import type { WaterEvent } from '../solver.js'
import { unsupportedEvent } from './unsupported-event.js'

const ADVICE =
  'these waves are prescribed as a function of time; to act on water among them use solver "iwave" with these settings as its "ambient"'

/**
 * Validates that nothing in a scene acts on the water: starting values, held edges, solids, sources, events.
 *
 * @throws SceneError
 */
export function validatePrescribed({ initial, boundaries, obstacles, sources, events }: Scene): void {
  const isGiven = (field: Scene['initial']['eta']) => !Array.isArray(field) || field.length > 0
  const issues: SceneIssue[] = []
  const report = (path: string, problem: string) => issues.push({ path, message: `${problem}: ${ADVICE}` })
  if (isGiven(initial.eta)) report('initial.eta', 'an initial elevation would have no effect')
  if (isGiven(initial.phi)) report('initial.phi', 'an initial potential would have no effect')
  for (const [name, edge] of Object.entries(boundaries))
    if (typeof edge !== 'string') report(`boundaries["${name}"]`, 'a held edge would have no effect')
  if (obstacles.length > 0) report('obstacles', 'solids would have no effect')
  if (sources.length > 0) report('sources', 'sources would have no effect')
  if (!events.every(isBodyEvent)) report('events', 'events would have no effect')
  if (issues.length > 0) throw new SceneError(issues)
}

/** The error for an event on prescribed water. */
export function prescribedEventError(event: WaterEvent, solver: string): SceneError {
  if (isEventOf('terrain', event) || isEventOf('fluid', event)) return unsupportedEvent(event, solver)
  return new SceneError([{ path: '', message: `the event would have no effect: ${ADVICE}` }], 'event')
}
