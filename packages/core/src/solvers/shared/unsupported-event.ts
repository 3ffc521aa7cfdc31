// Errors for events that a solver does not support. They name a solver, or events, that would be suitable.

import { SceneError } from '../../scene/parse/error.js'
import { isEventOf } from '../../scene/schema/event.js'
import type { WaterEvent } from '../solver.js'
import { FLUID_EVENTS, needsFluid } from '../stable-fluids/validate.js'
import { needsTerrain } from '../terrain/validate.js'

/** The error for an event that a solver of this type does not support. */
export function unsupportedEvent(event: WaterEvent, solver: string): SceneError {
  const message = isEventOf('terrain', event)
    ? needsTerrain(solver)
    : isEventOf('fluid', event)
      ? needsFluid(solver)
      : `solver "${solver}" fills its box and has no surface; ${FLUID_EVENTS}`
  return new SceneError([{ path: 'type', message }], 'event')
}
