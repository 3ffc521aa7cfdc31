// Finds the body that an event names, and validates events on bodies.

import { formatPath, SceneError, type SceneIssue } from '../scene/parse/error.js'
import { scheduleEvents } from '../scene/schedule-events.js'
import type { Body } from '../scene/schema/body.js'
import { isBodyEvent, type SimulationEvent } from '../scene/schema/event.js'
import { partsOf } from './geometry/solid.js'

/** Names that a message lists, at most. */
const MOST_NAMES = 10

/** Index of the body with a name or an index. Throws `SceneError` if there is none. */
export function findBody(bodies: readonly Body[], which: string | number): number {
  const index = typeof which === 'number' ? which : bodies.findIndex(({ name }) => name === which)
  if (bodies[index]) return index
  const names = bodies.flatMap(({ name }) => (name === undefined ? [] : [`"${name}"`]))
  const listed = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), '…'] : names
  const count = bodies.length
  const numbers = count === 0 ? 'there are none' : count === 1 ? 'there is only 0' : `there are 0 to ${count - 1}`
  const there = names.length > 0 ? `${numbers}, with the names ${listed.join(', ')}` : numbers
  throw SceneError.at(['body'], `no body is ${typeof which === 'string' ? `named "${which}"` : which}; ${there}`)
}

/** Throws `SceneError` for an event that is invalid with these bodies, wherever they are. */
export function validateBodyEvent(event: SimulationEvent, bodies: readonly Body[]): void {
  if (!isBodyEvent(event)) return
  if (event.type !== 'addBody') {
    const body = bodies[findBody(bodies, event.body)]!
    if (event.type === 'steer' && !body.outboard) throw SceneError.at(['body'], 'this body has no outboard motor')
    return
  }
  const { name } = event.body
  if (name !== undefined && bodies.some((other) => other.name === name))
    throw SceneError.at(['body', 'name'], `there is a body named "${name}" already`)
  for (const [part, { solid }] of partsOf(event.body).entries())
    if ('file' in solid && solid.file !== undefined)
      throw SceneError.at(
        ['body', ...(event.body.shape === 'compound' ? ['parts', part] : []), 'file'],
        'files are read before a run begins: give points or vertices',
      )
}

/** Validates the events of a scene in the order of their times. Throws `SceneError` with all invalid ones. */
export function validateBodyEvents(
  events: Parameters<typeof scheduleEvents>[0],
  timeStep: number,
  bodies: readonly Body[],
): void {
  const present = [...bodies]
  const issues: SceneIssue[] = []
  for (const { event, index } of scheduleEvents(events, timeStep)) {
    try {
      validateBodyEvent(event, present)
    } catch (error) {
      if (!(error instanceof SceneError)) throw error
      for (const { path, message } of error.issues)
        issues.push({ path: `${formatPath(['events', index])}.${path}`, message })
    }
    if (event.type === 'addBody') present.push(event.body)
  }
  if (issues.length > 0) throw new SceneError(issues)
}
