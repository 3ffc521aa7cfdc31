import type { SimulationInfo } from '../worker/protocol.js'
import type * as Instruments from './instruments.js'
import type { RemoteBodies } from './remote-bodies.js'

export interface SessionListener {
  /** Loads the code that shows a simulation. */
  prepare?(info: SimulationInfo): Promise<void>
  /** Another simulation runs from now on. Called before the state tells the rest of the page. */
  opened(info: SimulationInfo, bodies: RemoteBodies | undefined): void
  /** The simulation has rejected an event because its water is prescribed. */
  readOnly(): void
  /** The step of a `goTo` is reached after a duration in the worker [ms]. */
  reached?(step: number, duration: number): void
  /** The instruments that look at the simulation. */
  readonly instruments?: SessionInstruments
}

/** The part of the instruments that a session writes. */
export type SessionInstruments = Pick<
  typeof Instruments,
  'addTraces' | 'notePasses' | 'resetInstruments' | 'setDispersion'
>
