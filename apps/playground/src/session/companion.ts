import type { SimulationEvent } from 'seiche'

/** A simulation that runs beside that of a session, in step with it. */
export interface Companion {
  /** Whether it is being opened: events wait for it. */
  readonly isOpening: boolean
  /** Applies events of an action, which the session's simulation gets, too. */
  apply(events: SimulationEvent[], action: number): void
  /** Time runs from now on, or stands still. */
  updateRunning(): void
  /** Makes one step of both simulations. */
  singleStep(): void
  /** An action of the session's simulation is being undone, or redone. */
  undone(): void
}
