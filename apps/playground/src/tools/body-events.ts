// What a hand does to bodies, as events.

import type { WaterEvent } from 'seiche'

export type BodyEvent = Extract<WaterEvent, { type: 'grip' | 'release' | 'steer' | 'weigh' | 'launch' }>

export function isBodyEvent(event: WaterEvent): event is BodyEvent {
  return ['grip', 'release', 'steer', 'weigh', 'launch'].includes(event.type)
}

/**
 * Adds an event to those that wait for the next frame. A hand, a helm or a scale that has moved on in the meantime is only where it
 * is last: what it passed between two frames no step would have felt.
 */
export function addEvent(waiting: WaterEvent[], event: WaterEvent): void {
  const last = waiting.at(-1)
  const moves = event.type === 'grip' || event.type === 'weigh' || event.type === 'steer'
  if (moves && last?.type === event.type && last.body === event.body) waiting.pop()
  waiting.push(event)
}
