// The manifest of a finished run: everything needed to read its files, to repeat it, and to check that the repetition is the same.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Grid, Scene } from 'seiche'
import type { ColumnInfo, FieldInfo, FrameTime } from '../run-info.js'
import type { Selection } from '../selection.js'

/** Name of the manifest in the folder of a run. */
export const manifestName = 'manifest.json'

/** Version of the manifest that this program writes and reads. */
export const manifestVersion = 2

/** Manifest of a run. */
export interface Manifest {
  format: 'seiche-run'
  formatVersion: typeof manifestVersion
  /** The only values that differ between two runs of the same scene with the same options, or if a run was interrupted and resumed. */
  execution: Execution
  versions: { seiche: string; cli: string }
  kind: 'surface' | 'fluid'
  /** The scene as used, with all defaults and, if `--events` was given, the replayed events. */
  scene: Scene
  /** Path of the scene file, null for standard input. */
  sceneFile: string | null
  /** Files that the scene names. */
  inputs: InputFile[]
  /** How files were adapted to the grid, and other warnings about the start. */
  warnings: string[]
  steps: number
  /** Solver substeps in each step; in the last step if their number varies. */
  substeps: number
  /** One step [s]. */
  timeStep: number
  /** Simulated time at the end [s]. */
  time: number
  /** Hash of the state after the last step. */
  hash: string
  /** The recorded cells. */
  grid: Grid
  /** The recorded part of the grid; null for all of it. */
  selection: Selection | null
  /** Fields that the formats hold. */
  fields: Record<string, FieldEntry>
  /** The formats that were written, by name. */
  formats: Record<string, FormatEntry>
  diagnostics: TableEntry
  /** Poses of rigid bodies, in scenes with bodies. */
  bodies?: TableEntry & {
    /** File of their shapes. */
    readonly shapes?: string
  }
  /** File of recorded events, if asked for. */
  events: string | null
  /** Steps between frames; not whole if frames are at the nearest step. */
  stepsPerFrame: number
  frames: FrameEntry[]
}

/** The circumstances of a run, which its results do not depend on. */
export interface Execution {
  /** When the run ended, ISO 8601. */
  created: string
  /** Real time of the run, output included [s]. */
  wallTime: number
  /** Number of threads. */
  threads: number
  /** How often the run was resumed. */
  resumed: number
  node: string
  platform: string
}

/** A file that a scene names. */
export interface InputFile {
  /** Name in the scene. */
  name: string
  /** Full path. */
  path: string
  /** SHA-256 hash of its content, hexadecimal; undefined if it could not be read. */
  sha256: string | undefined
}

/** A field, as the manifest describes it. */
export interface FieldEntry extends FieldInfo {
  readonly dtype: 'float32'
}

/** A format that was written. */
export interface FormatEntry {
  /** The fields that it holds. */
  fields: string[]
  /** Properties of its files. */
  details: Readonly<Record<string, unknown>>
}

/** A table of the run. */
export interface TableEntry {
  file: string
  columns: readonly ColumnInfo[]
}

/** A frame, with the names of its files. */
export interface FrameEntry extends FrameTime {
  readonly files: readonly string[]
}

/**
 * The text of a manifest.
 *
 * @param manifest The manifest.
 * @returns JSON, with a line break at the end.
 * @example
 * ```ts
 * import { formatManifest, readManifest } from '@seiche/export'
 *
 * console.log(formatManifest(await readManifest('pool')))
 * ```
 */
export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/**
 * Reads the manifest of a finished run.
 *
 * @param folder The folder of the run.
 * @returns The manifest.
 * @throws Error if there is none, or if it is damaged or of another version.
 * @example
 * ```ts
 * import { readManifest } from '@seiche/export'
 *
 * console.log((await readManifest('pool')).hash)
 * ```
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestName)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw new Error(`${folder} is not the folder of a finished run: its ${manifestName} cannot be read`, {
      cause: error,
    })
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`${path} is damaged: ${(error as Error).message}`, { cause: error })
  }
  return checkManifest(value, path)
}

function checkManifest(value: unknown, path: string): Manifest {
  const manifest = value as Partial<Manifest> | null
  if (typeof manifest !== 'object' || manifest?.format !== 'seiche-run')
    throw new Error(`${path} is not the manifest of a Seiche run: its "format" is not "seiche-run"`)
  const found: unknown = manifest.formatVersion
  if (found !== manifestVersion)
    throw new Error(
      `${path} has formatVersion ${JSON.stringify(found)}, this version of Seiche reads ${manifestVersion}: run the scene again`,
    )
  const isRecord = (part: unknown) => typeof part === 'object' && part !== null && !Array.isArray(part)
  const parts: [keyof Manifest, boolean][] = [
    ['scene', isRecord(manifest.scene)],
    ['grid', isRecord(manifest.grid)],
    ['fields', isRecord(manifest.fields) && Object.values(manifest.fields!).every(isFieldEntry)],
    ['formats', isRecord(manifest.formats)],
    ['diagnostics', isRecord(manifest.diagnostics)],
    ['frames', Array.isArray(manifest.frames) && manifest.frames.every(isFrameEntry)],
  ]
  const wrong = parts.find(([, isRight]) => !isRight)
  if (wrong) throw new Error(`${path} is damaged: "${wrong[0]}" is missing or incomplete`)
  return manifest as Manifest
}

function isFieldEntry(entry: Partial<FieldEntry> | null): boolean {
  return (
    Array.isArray(entry?.shape) &&
    entry.shape.every((extent) => Number.isInteger(extent) && extent > 0) &&
    typeof entry.origin?.x === 'number' &&
    typeof entry.cellSize === 'number'
  )
}

function isFrameEntry(entry: Partial<FrameEntry> | null): boolean {
  return (
    Number.isInteger(entry?.frame) &&
    Number.isInteger(entry?.step) &&
    typeof entry?.time === 'number' &&
    Array.isArray(entry.files)
  )
}
