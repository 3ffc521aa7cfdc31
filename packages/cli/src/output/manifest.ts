import type { Scene } from 'seiche'
import type { FrameSchedule } from '../commands/frame-schedule.js'
import type { FileRead } from '../scene/scene-file.js'
import type { GreyMapping } from './png16.js'
import type { ReliefLook } from './relief.js'

export const manifestName = 'manifest.json'

/** Everything needed to read the files of a run, to repeat it, and to check that the repetition is the same. */
export interface Manifest {
  format: 'seiche-run'
  formatVersion: 1
  /** When the run ended, ISO 8601. */
  created: string
  versions: { seiche: string; cli: string; node: string }
  platform: string
  /** The scene as used, with all defaults and, if `--events` was given, the replayed events. */
  scene: Scene
  /** Path of the scene file, null for standard input. */
  sceneFile: string | null
  /** Files that the scene names. */
  inputs: FileRead[]
  /** How files were adapted to the grid, and other remarks about the start. */
  warnings: string[]
  /** Number of threads. It does not change the result. */
  threads: number
  steps: number
  /** Solver substeps in each step; in the last step if their number varies. */
  substeps: number
  /** One step [s]. */
  timeStep: number
  /** Simulated time at the end [s]. */
  time: number
  /** Real time of the run, output included [s]. */
  wallTime: number
  /** Hash of the state after the last step. */
  hash: string
  fields: Record<string, FieldEntry>
  pictures: Pictures
  diagnostics: { file: string; columns: { name: string; unit: string }[] }
  /** Poses of rigid bodies, in scenes with bodies. */
  bodies?: { file: string; columns: readonly { name: string; unit: string }[] }
  /** File of recorded events, if asked for. */
  events: string | null
  /** Steps between frames; not whole if frames are at the nearest step. */
  stepsPerFrame: number
  frames: FrameEntry[]
}

export interface FieldEntry {
  unit: string
  meaning: string
  /** Rows along z, columns along x. Of a fluid: rows along y, columns along x, and before them planes along z in a volume. */
  shape: number[]
  dtype: 'float32'
  /** Position [m] of the first value; the others follow at `cellSize`. */
  origin: { x: number; y?: number; z?: number }
  /** Distance between cell centres [m]. */
  cellSize: number
}

/** Mappings from pixels to values. */
export interface Pictures {
  /** value = offset + scale · pixel, for each field. */
  png16?: Record<string, GreyMapping & { unit: string; clipped: number }>
  relief?: ReliefLook
}

export interface FrameEntry {
  frame: number
  step: number
  /** [s] */
  time: number
  files: string[]
}

export function frameEntries(
  schedule: FrameSchedule,
  timeStep: number,
  files: (frame: number) => string[],
): FrameEntry[] {
  return schedule.frames.map((step, frame) => ({ frame, step, time: step * timeStep, files: files(frame) }))
}

export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}
