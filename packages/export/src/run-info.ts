// A run as writers see it: what is known before the first frame.

import type { Grid, Scene, Simulation } from 'seiche'
import type { BodyShape } from './body-shapes.js'
import type { Selection } from './selection.js'

/** The part of a simulation that is recorded. */
export type RecordedSimulation = Pick<
  Simulation,
  'scene' | 'grid' | 'stepCount' | 'time' | 'fieldNames' | 'field' | 'bodies' | 'probes'
>

/** A field of a run. */
export interface FieldInfo {
  readonly unit: string
  /** The quantity, in words. */
  readonly meaning: string
  /** Rows along z, columns along x. Of a fluid: rows along y, columns along x, and before them planes along z in a volume. */
  readonly shape: readonly number[]
  /** Position of the first value [m]. The others follow at `cellSize`. */
  readonly origin: { readonly x: number; readonly y?: number; readonly z?: number }
  /** Distance between values [m]. */
  readonly cellSize: number
}

/** The time of a frame. */
export interface FrameTime {
  /** Number of the frame, counted from 0. */
  readonly frame: number
  /** Number of steps made before it. */
  readonly step: number
  /** Simulated time [s]. */
  readonly time: number
}

/** A column of a table. */
export interface ColumnInfo {
  readonly name: string
  readonly unit: string
}

/** A table of a run: its diagnostics, or the poses of its bodies. */
export interface Table {
  readonly columns: readonly ColumnInfo[]
  /** The rows in order, a cell for each column. Text occurs in the column `body` of bodies only. */
  rows(): AsyncIterable<readonly (number | string)[]>
}

/** Everything that a writer may know before the first frame. */
export interface RunInfo {
  readonly scene: Scene
  readonly kind: 'surface' | 'fluid'
  /** The recorded cells. With a selection, they are fewer than those of the scene, and their middle need not be the origin. */
  readonly grid: Grid
  /** The fields of the frames, by name. */
  readonly fields: Readonly<Record<string, FieldInfo>>
  /** All frames that will come. Their numbers increase; they need not begin at 0, nor follow one another without gaps. */
  readonly frames: readonly FrameTime[]
  /** Shapes of the bodies, by index; undefined if they were not recorded. */
  readonly bodies?: readonly BodyShape[] | undefined
  /** The recorded part of the grid; undefined for all of it. */
  readonly selection?: Selection | undefined
  /** Tables of the whole run, if it is complete: a recording has them, a running simulation has not. */
  readonly tables?: { readonly diagnostics: Table; readonly bodies?: Table | undefined } | undefined
}

/**
 * Describes a field of a simulation.
 *
 * @param simulation The simulation.
 * @param name One of its `fieldNames`.
 * @returns Unit, meaning, shape and position.
 * @example
 * ```ts
 * import { describeField } from '@seiche/export'
 *
 * console.log(describeField(sim, 'eta').unit)
 * ```
 */
export function describeField(simulation: RecordedSimulation, name: string): FieldInfo {
  const field = simulation.field(name)
  const { unit, description: meaning, shape } = field
  const { cellSize, ny } = simulation.grid
  // Values lie around the middle of the grid, on faces as well as at centres.
  const first = (values: number) => ((1 - values) / 2) * cellSize
  const [x, second, third] = [...shape].reverse() as [number, number, number?]
  const origin =
    ny === undefined
      ? { x: first(x), z: first(second) }
      : { x: first(x), y: first(second), ...(third !== undefined && { z: first(third) }) }
  // The tiles of an ocean begin at the same place, with smaller cells.
  return { unit, meaning, shape: [...shape], origin, cellSize: field.cellSize ?? cellSize }
}
