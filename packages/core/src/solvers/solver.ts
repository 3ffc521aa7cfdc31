import type { PassList } from '../backend/pass-list.js'
import type { Exchange } from '../coupling/body-coupling.js'
import type { WaterCoupling } from '../coupling/water-coupling.js'
import type { Patch } from '../fields/cell-box.js'
import type { Field } from '../fields/field.js'
import type { Grid } from '../fields/grid.js'
import type { StartingValues } from '../scene/load.js'
import type { EventOf } from '../scene/schema/event.js'

/** What a run is like at one moment. */
export interface Diagnostics {
  readonly step: number
  /** Simulated time [s]. */
  readonly time: number
  /** Volume of the water, from its bottom to its surface [m³]. */
  readonly volume: number
  /** What drops, sources and changing solids have added since the start [m³]. */
  readonly addedVolume: number
  /** Energy of the flow [J]. */
  readonly kineticEnergy: number
  /** Energy of the surface over its rest level [J]. */
  readonly potentialEnergy: number
  /** Their sum [J]; constant without damping between closed edges. */
  readonly energy: number
  /** Momentum along x and z [kg m/s]. */
  readonly momentum: [number, number]
  /** Lowest elevation [m]. */
  readonly minimum: number
  /** Highest elevation [m]. */
  readonly maximum: number
  /** Cells a wave crosses in one substep. */
  readonly courant: number
  /** Solver substeps in one step. */
  readonly substeps: number
  /** Volume by which bodies raise the level; `volume` is without it [m³]. Only with bodies. */
  readonly displacedVolume?: number
  /** Water in the air; `volume` is without it [m³]. Only with splashes. */
  readonly airborneVolume?: number
  /** Iterations of the last solve for the water under bodies, and what it left [1]. Only with virtual heights. */
  readonly iterations?: number
  readonly residual?: number
  /** Vertical momentum that water and bodies gave each other in the last step. Only with bodies. */
  readonly exchange?: Exchange
  /** Of fluids in a box alone; their volume and energy are those of the box, in 2-D a metre deep. */
  readonly fluid?: FluidDiagnostics
}

/** What a fluid in a box is like at one moment. */
export interface FluidDiagnostics {
  /** Momentum along x, y and z [kg m/s]. */
  readonly momentum: [number, number, number]
  /** Largest component of the velocity [m/s]. */
  readonly speed: number
  /** Largest divergence of a cell [1/s]. */
  readonly divergence: number
  /** What the last solve for the pressure left, as a part of what it was given. */
  readonly residual: number
  /** Cycles it took. */
  readonly iterations: number
  /** Dyes and temperature by name: their integral over the box, in 2-D a metre deep, and extremes. */
  readonly scalars: Readonly<
    Record<string, { readonly total: number; readonly minimum: number; readonly maximum: number }>
  >
}

/** The part of the diagnostics that a solver measures. */
export type Measured = Omit<
  Diagnostics,
  | 'step'
  | 'time'
  | 'courant'
  | 'substeps'
  | 'displacedVolume'
  | 'airborneVolume'
  | 'iterations'
  | 'residual'
  | 'exchange'
>

/**
 * A numerical method on a scene. Constructing one only plans: it takes room in an arena. The backend then attaches
 * fields and schedules to memory, `start` fills them, and each step runs the `step` schedule `substeps` times.
 */
export interface Solver {
  readonly grid: Grid
  /** All fields that people may look at, by name. */
  readonly fields: ReadonlyMap<string, Field>
  /**
   * The fields that, with `scalars`, are the whole state now: what a snapshot keeps and a hash covers. All are among
   * `fields`; the ground is one of them once somebody has built or erased.
   */
  readonly state: readonly Field[]
  /** Everything that has to be attached to the memory. */
  readonly resources: readonly { bind(memory: ArrayBufferLike): void }[]
  /** Substeps per step, from the stability limit. */
  readonly substeps: number
  /** Cells a wave crosses in one substep. */
  readonly courant: number
  /** The passes of one substep. */
  readonly step: PassList
  /** Passes that find what queries and diagnostics need beyond the state; run at most once a step, when they are asked. */
  readonly derive?: PassList
  /** The passes that measure; `measured` reads their results. */
  readonly measure: PassList
  /** Fills the fields. */
  start(values: StartingValues): void
  /**
   * Only where substeps follow the water: the passes to run next in this step, undefined once it is complete. `step` and
   * `substeps` are then not used to run it. `exchange`: where bodies or drops are, to be called before each substep with its length [s], while
   * the fields hold the water of that moment.
   */
  nextPasses?(exchange?: (seconds: number) => void): PassList | undefined
  /** Sets what changes from substep to substep, before the one that begins at `time` [s]; without it substeps run together. */
  prepareSubstep?(time: number): void
  /** Passes that show the present moment, `time` [s], without going on; run after `start` and after a snapshot. */
  settle?(time: number): PassList | undefined
  /** Sets what changes from step to step, before the step of this number: a whole number, which unlike a time is not boxed. */
  prepare(step: number): void
  /**
   * Only where the state is a function of time: sets the moment [s] that the next run of `step` computes. A run of many steps
   * then computes the last alone, and `prepare` is not called.
   */
  setTime?(time: number): void
  /** How open a cell is: 1 water, 0 solid. */
  opennessAt(i: number, j: number): number
  /** Adds a patch of elevation [m]. */
  pour(patch: Patch): void
  /** Builds or erases solids under a brush: how much of each cell it covers, 0 to 1, and how strong it is, 0 to 1. */
  paint(kind: 'build' | 'erase', brush: Patch, strength: number): void
  /** Changes the ground under a brush; only where there is ground. */
  reshape?(event: EventOf<'terrain'>, brush: Patch): void
  /** The water as bodies know it; without it there can be none. */
  readonly coupling?: WaterCoupling
  /** Stirs or colours; only a fluid in a box. Throws `SceneError` for what is not there. */
  disturb?(event: EventOf<'fluid'>): void
  /** What a person should know of the start, a sentence each. */
  readonly warnings?: readonly string[]
  /** State outside the fields; it is set after the fields of a snapshot have been filled. */
  scalars: number[]
  measured(): Measured
  /** Elevation of the surface above a point [m]. */
  heightAt(x: number, z: number): number
  /** Unit normal of the surface above a point. */
  normalAt(x: number, z: number): [number, number, number]
  /** Velocity of the surface [m/s]: along x, up, along z. Of a fluid at a point (x, y, z). */
  velocityAt(x: number, z: number, third?: number): [number, number, number]
}
