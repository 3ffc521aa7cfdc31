import type { RecordedEvent, SimulationEvent } from './schema/event.js'

/** An event of a scene, at a step or at a time [s]. */
type SceneEvent = SimulationEvent & { readonly step?: number | undefined; readonly time?: number | undefined }

/** An event with the step before which it happens, and its index in the scene. */
export interface ScheduledEvent {
  readonly event: RecordedEvent
  readonly index: number
}

/** Sorts the events of a scene by the steps before which they happen. Events of one step stay in their order. */
export function scheduleEvents(events: readonly SceneEvent[], timeStep: number): ScheduledEvent[] {
  return events
    .map(({ time, step, ...event }, index) => ({
      event: { ...event, step: step ?? Math.round(time! / timeStep) } as RecordedEvent,
      index,
    }))
    .sort((a, b) => a.event.step - b.event.step)
}
