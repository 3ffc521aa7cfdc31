import type { WaterEvent } from 'seiche'

const types: readonly WaterEvent['type'][] = ['grip', 'release', 'steer', 'weigh', 'launch']

/** Whether an event acts on a body rather than on the water. */
export function isBodyEvent({ type }: WaterEvent): boolean {
  return types.includes(type)
}
