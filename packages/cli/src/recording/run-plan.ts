// Everything about a run that follows from its scene and its options, before the first step.

import {
  describeField,
  type FormatRequest,
  type FrameTime,
  frameFile,
  type Region,
  type RunInfo,
  type SelectedField,
  type Selection,
  selectField,
  selectGrid,
} from '@seiche/export'
import type { AnySimulation } from 'seiche'
import type { FrameSchedule } from '../commands/frame-schedule.js'
import { workName } from '../output/leftovers.js'
import { hasBodies } from '../scene/rigid-bodies.js'
import { badInput } from '../terminal/failure.js'
import type { Terminal } from '../terminal/terminal.js'
import { assertFits, checkFormats, chooseFormats, fieldsOf, type Unavailable } from './chosen-formats.js'
import type { PartOptions, RunOptions } from './run-options.js'

/** A run before its first step. */
export interface RunPlan {
  readonly schedule: FrameSchedule
  /** The formats that will be written. */
  readonly requests: readonly FormatRequest[]
  /** Formats that were asked for and cannot be written here. */
  readonly unavailable: readonly Unavailable[]
  /** The run as writers see it; its fields are those that are recorded. */
  readonly run: RunInfo
  /** The part of each field that is recorded. */
  readonly parts: ReadonlyMap<string, SelectedField>
  readonly hasBodies: boolean
  /** Fields that were asked for as npy: their files remain. */
  readonly kept: ReadonlySet<string>
}

export async function planRun(
  simulation: AnySimulation,
  schedule: FrameSchedule,
  options: RunOptions,
  terminal: Terminal,
): Promise<RunPlan> {
  const { scene, kind } = simulation
  const selection = selectionOf(options, scene.grid.cells.length, kind)
  const grid = selection ? inRegion(() => selectGrid(simulation.grid, selection)) : simulation.grid
  const asked = chooseFormats(options, { scene, kind, grid }, simulation.fieldNames)
  const { ready, unavailable } = await checkFormats(asked, terminal)
  const parts = new Map(
    fieldsOf(ready).map((name) => {
      const info = describeField(simulation, name)
      return [name, selection ? inRegion(() => selectField(info, selection)) : { info, pick: (values) => values }]
    }) satisfies [string, SelectedField][],
  )
  const run: RunInfo = {
    scene,
    kind,
    grid,
    fields: Object.fromEntries([...parts].map(([name, { info }]) => [name, info])),
    frames: framesOf(schedule, scene.timeStep, options.frames),
    ...(selection && { selection }),
  }
  assertFits(ready, run)
  return {
    schedule,
    requests: ready,
    unavailable,
    run,
    parts,
    hasBodies: hasBodies(scene),
    kept: new Set(ready.filter(({ format }) => format.name === 'npy').flatMap(({ fields }) => fields)),
  }
}

/** The file of a field of a frame while the run is recorded. */
export function recordedFile({ kept }: RunPlan, field: string, frame: number): string {
  const name = frameFile(field, frame, 'npy')
  return kept.has(field) ? name : `${workName}/${name}`
}

/** The part of the grid that was asked for; undefined for all of it. */
export function selectionOf(
  { region, stride = 1 }: PartOptions,
  axes: number,
  kind: 'surface' | 'fluid',
): Selection | undefined {
  if (region === undefined && stride === 1) return undefined
  if (region === undefined) return { stride }
  if (region.length !== 2 * axes) {
    const names = kind === 'surface' ? 'x0,z0,x1,z1' : axes === 2 ? 'x0,y0,x1,y1' : 'x0,y0,z0,x1,y1,z1'
    throw badInput(`--region: ${region.length} coordinates were given, this scene needs ${2 * axes}`, {
      advice: `Give --region ${names}, in metres.`,
    })
  }
  const names = kind === 'surface' ? (['x', 'z'] as const) : (['x', 'y', 'z'] as const).slice(0, axes)
  const limits = names.map((axis, k) => [axis, [region[k]!, region[axes + k]!]] as const)
  return { region: Object.fromEntries(limits) as Region, stride }
}

/** Turns the error of a region without values into one about the option. */
export function inRegion<T>(select: () => T): T {
  try {
    return select()
  } catch (error) {
    if (error instanceof RangeError) throw badInput(`--region: ${error.message}`, { cause: error })
    throw error
  }
}

function framesOf(schedule: FrameSchedule, timeStep: number, chosen: PartOptions['frames']): FrameTime[] {
  const all = schedule.frames.map((step, frame) => ({ frame, step, time: step * timeStep }))
  if (!chosen) return all
  const [first, last] = chosen
  if (last >= all.length) {
    throw badInput(`--frames ${first}-${last}: the last frame of this run is ${all.length - 1}`, {
      advice: 'Give other frames, or more of them with --every.',
    })
  }
  return all.slice(first, last + 1)
}
