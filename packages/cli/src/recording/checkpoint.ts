// Checkpoints of a run: the state of the simulation, and the lengths of its tables. Frames and tables are made durable before a
// checkpoint is, so a run that goes back to one finds everything before it. The last two are kept: one is whole at any moment.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AtomicFolder } from '../output/atomic-folder.js'
import type { FileState } from '../output/growing-file.js'
import { workName } from '../output/leftovers.js'
import { failed, reasonOf, systemCode } from '../terminal/failure.js'
import { packChecked, unpackChecked } from './checked-file.js'
import { startAgain } from './order.js'

const kind = { name: 'seiche-checkpoint', version: 1 }
const keptCheckpoints = 2

/** State of the recording at a checkpoint. */
export interface CheckpointHeader {
  readonly step: number
  /** Substeps of the last step. */
  readonly substeps: number
  /** Real time up to here [s]. */
  readonly wallTime: number
  /** How often the run was resumed before. */
  readonly resumed: number
  /** The tables, by the names of their files. */
  readonly tables: Readonly<Record<string, FileState>>
}

export interface Checkpoint extends CheckpointHeader {
  readonly snapshot: Uint8Array
}

/** Writes a checkpoint, and removes those that are older than the one before. */
export async function writeCheckpoint(
  folder: AtomicFolder,
  header: CheckpointHeader,
  snapshot: Uint8Array,
): Promise<void> {
  await folder.writeWhole(`${workName}/${nameOf(header.step)}`, packChecked(kind, header, snapshot))
  for (const step of (await stepsOf(folder.path)).slice(keptCheckpoints))
    await folder.remove(`${workName}/${nameOf(step)}`)
}

/** The last checkpoint of an unfinished run, and what is wrong with later ones. */
export interface Found {
  /** Undefined for a run that was stopped before its first checkpoint. */
  readonly checkpoint: Checkpoint | undefined
  readonly warnings: readonly string[]
}

/** Finds the last checkpoint that is whole. Throws if there are checkpoints and none is. */
export async function lastCheckpoint(path: string, out: string): Promise<Found> {
  const warnings: string[] = []
  for (const step of await stepsOf(path)) {
    const file = join(path, workName, nameOf(step))
    try {
      const { header, bytes } = unpackChecked(await readFile(file), kind)
      return { checkpoint: { ...(header as CheckpointHeader), snapshot: bytes }, warnings }
    } catch (error) {
      warnings.push(
        systemCode(error) ? `cannot read ${file}: ${reasonOf(error)}` : `${file} ${(error as Error).message}`,
      )
    }
  }
  if (warnings.length > 0) throw failed(warnings.join('; '), { advice: startAgain(out) })
  return { checkpoint: undefined, warnings }
}

/** Name of a checkpoint's file. */
export function nameOf(step: number): string {
  return `step-${step}.checkpoint`
}

/** The steps of all checkpoints, the last one first. */
async function stepsOf(path: string): Promise<number[]> {
  return (await readdir(join(path, workName)))
    .flatMap((name) => /^step-(\d+)\.checkpoint$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a)
}
