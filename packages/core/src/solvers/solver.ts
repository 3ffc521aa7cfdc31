// The interface of a numerical method. A solver owns its step: `advance` shows the algorithm from the first pass to the last, with the
// moments at which bodies act on the water.

import type { PassList } from '../backend/pass-list.js'
import type { WaterCoupling } from '../coupling/water-coupling.js'
import type { Field } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import type { StartingValues } from '../scene/load.js'
import type { EventFamily, EventOf } from '../scene/schema/event.js'
import type { MeasuredFluid, MeasuredSurface } from './diagnostics.js'

/** Runs a pass list on all threads, `repeats` times (default 1). Returns when it is done. */
export type Run = (list: PassList, repeats?: number) => void

/** The means of one step. */
export interface StepContext {
  readonly run: Run
  /** Whether `exchange` has an effect. Substeps without it may run as one list with repeats. */
  readonly isCoupled: boolean
  /** Lets bodies and spray act on the water, and the water on them, for the substep of `dt` seconds that follows. */
  readonly exchange: (dt: number) => void
}

/** An event that acts on the water. Events that act on bodies, or place sources, never reach a solver. */
export type WaterEvent = EventOf<Exclude<EventFamily, 'bodies' | 'sources'>>

/** Queries of water with a surface, at points (x, z) [m]. */
export interface SurfaceQueries {
  /** Elevation of the surface [m]. */
  heightAt(x: number, z: number): number
  /** Unit normal of the surface. */
  normalAt(x: number, z: number): [number, number, number]
  /** Velocity of the water at the surface [m/s]: along x, up, along z. */
  velocityAt(x: number, z: number): [number, number, number]
}

/** Queries of a fluid in a box, at points (x, y, z) [m]. */
export interface VolumeQueries {
  /** Velocity of the fluid [m/s]: along x, y and z. */
  velocityAt(x: number, y: number, z: number): [number, number, number]
}

/**
 * A numerical method on a scene. The constructor only plans: it reserves addresses in an arena. The backend then binds the resources to
 * memory, `start` fills them, and `advance` makes the steps.
 */
interface SolverCore {
  readonly grid: Grid
  /** All fields that users can read, by name. */
  readonly fields: ReadonlyMap<string, Field>
  /**
   * The fields that, with `scalars`, are the whole state: a snapshot keeps them and a hash covers them. All are among `fields`. Those of
   * solids and terrain join them once an event has changed them.
   */
  readonly state: readonly Field[]
  /** State outside the fields. It is set after the fields of a snapshot have been filled. */
  scalars: number[]
  /** Everything that has to be bound to the memory. */
  readonly resources: readonly { bind(memory: ArrayBufferLike): void }[]
  /** Substeps of the last step; before the first, those that the stability limit asks for. */
  readonly substeps: number
  /** Courant number: cells that the fastest wave crosses in one substep. */
  readonly courant: number
  /** Whether the fields are a function of time alone. Steps without bodies and events are then skipped. */
  readonly isPrescribed?: boolean
  /** Warnings about the starting values, a sentence each. */
  readonly warnings?: readonly string[]
  /** The water as bodies see it; absent if the solver supports none. */
  readonly coupling?: WaterCoupling
  /** Passes for fields that `velocityAt` and diagnostics need beyond the state. They run at most once after a change of the state. */
  readonly derive?: PassList

  /** Fills the fields. */
  start(values: StartingValues): void
  /** Computes all that follows from the state before the step of this number: after `start`, after a snapshot, and for any step of prescribed waves. */
  refresh(step: number, run: Run): void
  /** Makes the step of this number, counted from 0. A whole number, unlike a time, needs no heap memory. */
  advance(step: number, context: StepContext): void
  /**
   * Makes the step of this number and as many of the following ones as it is cheaper to make with it, `most` in all; returns how many. For
   * steps without bodies, placed sources and events between them. The fields have the bits of as many calls of `advance`.
   */
  advanceSeveral?(step: number, most: number, context: StepContext): number
  /**
   * Applies an event to the water.
   *
   * @throws SceneError for an event that this water does not support.
   */
  apply(event: WaterEvent): void
}

/** A solver of water with a surface. */
export interface SurfaceSolver extends SolverCore, SurfaceQueries {
  readonly kind: 'surface'
  /** Measures integrals and extremes of the fields. */
  measure(run: Run): MeasuredSurface
}

/** A solver of a fluid in a box. */
export interface FluidSolver extends SolverCore, VolumeQueries {
  readonly kind: 'fluid'
  /** Measures integrals and extremes of the fields. */
  measure(run: Run): MeasuredFluid
}

export type Solver = SurfaceSolver | FluidSolver

/** Makes `count` substeps of `dt` seconds by one list, with an exchange before each, or one before `together` of them. */
export function runSubsteps(
  { run, isCoupled, exchange }: StepContext,
  list: PassList,
  count: number,
  dt: number,
  together = 1,
): void {
  if (!isCoupled) {
    run(list, count)
    return
  }
  for (let done = 0; done < count; done += together) {
    const substeps = Math.min(together, count - done)
    exchange(substeps * dt)
    run(list, substeps)
  }
}
