// A run that was recorded: its fields are .npy files, its diagnostics and bodies tables. Frames are read when they are asked for.

import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProbeReading } from 'seiche'
import { readNpy } from 'seiche/npy'
import type { BodyPose, Frame } from '../frame.js'
import { frameFile } from '../frame-file.js'
import type { FrameTime, RunInfo } from '../run-info.js'
import { type SelectedField, type Selection, selectField, selectGrid } from '../selection.js'
import { readBodyShapes } from './body-shapes-file.js'
import { type Manifest, readManifest, type TableEntry } from './manifest.js'
import { type RowsOfSteps, TableFile } from './table-file.js'

/** The parts of a recording that are read; all of them by default. */
export interface RecordingOptions {
  /** Frames to read, by their numbers: the first and the last. */
  readonly frames?: readonly [first: number, last: number] | undefined
  /** Part of the recorded grid. */
  readonly selection?: Selection | undefined
}

/** Where the files of a recording are. */
export interface RecordedFiles {
  /** Path of a field of a frame. */
  npy(field: string, frame: number): string
  /** Path and columns of the diagnostics. */
  readonly diagnostics: TableEntry
  /** Path and columns of the table of bodies. */
  readonly bodies?: TableEntry | undefined
}

/**
 * A recorded run. `seiche run --format npy` writes one.
 *
 * @example
 * ```ts
 * import { Recording } from '@seiche/export'
 *
 * const recording = await Recording.open('pool')
 * for await (const frame of recording.frames()) console.log(frame.time, (await frame.values('eta'))[0])
 * ```
 */
export class Recording {
  /** The run as writers of formats see it. */
  readonly run: RunInfo
  readonly #whole: RunInfo
  readonly #files: RecordedFiles
  readonly #tables: { readonly diagnostics: TableFile; readonly bodies: TableFile | undefined }
  readonly #parts: ReadonlyMap<string, SelectedField>
  readonly #steps: ReadonlySet<number>
  #bodies: Promise<RowsOfSteps> | undefined
  #diagnostics: Promise<RowsOfSteps> | undefined

  /** @internal Use `open`. `run`: the whole recording. */
  constructor(run: RunInfo, files: RecordedFiles, { frames, selection }: RecordingOptions = {}) {
    const { diagnostics, bodies } = files
    this.#whole = run
    this.#files = files
    this.#tables = {
      diagnostics: new TableFile(diagnostics.file, diagnostics.columns),
      bodies: bodies && new TableFile(bodies.file, bodies.columns),
    }
    const kept = frames ? run.frames.filter(({ frame }) => frame >= frames[0] && frame <= frames[1]) : run.frames
    const entries = Object.entries(run.fields)
    this.#parts = new Map(selection ? entries.map(([name, info]) => [name, selectField(info, selection)]) : [])
    this.run = {
      ...run,
      frames: kept,
      tables: this.#tables,
      ...(selection && {
        grid: selectGrid(run.grid, selection),
        fields: Object.fromEntries([...this.#parts].map(([name, { info }]) => [name, info])),
        selection: run.selection ? within(run.selection, selection) : selection,
      }),
    }
    this.#steps = new Set(kept.map(({ step }) => step))
  }

  /**
   * Opens the folder of a finished run.
   *
   * @param folder The folder.
   * @param options The parts to read.
   * @returns The recording. Its fields are those that were written as npy.
   * @throws Error for a folder that is not that of a run, a run without npy files, and a selection without values.
   */
  static async open(folder: string, options: RecordingOptions = {}): Promise<Recording> {
    const manifest = await readManifest(folder)
    const run = runOf(manifest, folder)
    const shapes = manifest.bodies?.shapes
    const bodies = shapes === undefined ? undefined : await readBodyShapes(join(folder, shapes))
    return new Recording({ ...run, ...(bodies && { bodies }) }, filesOf(manifest, folder), options)
  }

  /**
   * A part of the recording.
   *
   * @param options The frames and the part of the grid.
   * @returns The part, which reads the same files.
   * @throws RangeError for a selection without values.
   */
  part(options: RecordingOptions): Recording {
    return new Recording(this.#whole, this.#files, options)
  }

  /**
   * Reads a frame.
   *
   * @param number Number of the frame.
   * @returns The frame. Its values are read when they are asked for.
   * @throws Error for a frame that is not part of the recording. `values` throws for a file that is missing or damaged.
   */
  async frame(number: number): Promise<Frame> {
    const time = this.run.frames.find(({ frame }) => frame === number)
    if (!time) throw new Error(`there is no frame ${number}; the frames are ${this.#rangeOfFrames()}`)
    return this.#read(time)
  }

  /**
   * Reads all frames in order. Memory does not grow with their number.
   *
   * @returns The frames.
   */
  async *frames(): AsyncGenerator<Frame> {
    for (const time of this.run.frames) yield await this.#read(time)
  }

  async #read({ frame, step, time }: FrameTime): Promise<Frame> {
    // Several writers may ask for the same field.
    const read = new Map<string, Promise<Float32Array>>()
    return {
      frame,
      step,
      time,
      bodies: await this.#bodiesAt(step),
      probes: await this.#probesAt(step),
      values: (field) => {
        const values = read.get(field) ?? this.#valuesOf(field, frame)
        read.set(field, values)
        return values
      },
    }
  }

  async #valuesOf(field: string, frame: number): Promise<Float32Array> {
    const info = this.#whole.fields[field]
    if (!info) {
      const known = Object.keys(this.#whole.fields).join(', ')
      throw new Error(`the field "${field}" is not part of this recording; its fields are ${known}`)
    }
    const values = await readValues(this.#files.npy(field, frame), info.shape)
    return this.#parts.get(field)?.pick(values) ?? values
  }

  async #bodiesAt(step: number): Promise<BodyPose[]> {
    this.#bodies ??= this.#tables.bodies?.index(this.#steps)
    const rows = (await (await this.#bodies)?.of(step)) ?? []
    return rows.map((row, index) => poseOf(row, index))
  }

  async #probesAt(step: number): Promise<ProbeReading[]> {
    const { probes } = this.run.scene
    if (probes.length === 0) return []
    this.#diagnostics ??= this.#tables.diagnostics.index(this.#steps)
    const [row] = await (await this.#diagnostics).of(step)
    if (!row) return []
    const columns = new Map(this.#tables.diagnostics.columns.map(({ name }, k) => [name, k]))
    return probes.flatMap(({ name, at: [x, z] }) => {
      const column = columns.get(`probe:${name}`)
      return column === undefined ? [] : [{ name, x, z, eta: Number(row[column]) }]
    })
  }

  #rangeOfFrames(): string {
    const { frames } = this.run
    return frames.length === 0 ? 'none' : `${frames[0]!.frame} to ${frames.at(-1)!.frame}`
  }
}

/** The recorded fields of a run: those with .npy files. */
function runOf(manifest: Manifest, folder: string): RunInfo {
  const recorded = manifest.formats.npy?.fields ?? []
  if (recorded.length === 0)
    throw new Error(`${folder} has no recorded fields: run the scene again with npy among its formats`)
  const { scene, kind, grid, fields, frames, selection } = manifest
  const missing = recorded.find((name) => !fields[name])
  if (missing) throw new Error(`the manifest of ${folder} is damaged: it does not describe the field "${missing}"`)
  return {
    scene,
    kind,
    grid,
    fields: Object.fromEntries(recorded.map((name) => [name, fields[name]!])),
    frames: frames.map(({ frame, step, time }) => ({ frame, step, time })),
    ...(selection && { selection }),
  }
}

function filesOf({ diagnostics, bodies }: Manifest, folder: string): RecordedFiles {
  return {
    npy: (field, frame) => join(folder, frameFile(field, frame, 'npy')),
    diagnostics: { ...diagnostics, file: join(folder, diagnostics.file) },
    bodies: bodies && { ...bodies, file: join(folder, bodies.file) },
  }
}

/** A selection of values of which a selection was recorded. */
function within(recorded: Selection, { region = {}, stride }: Selection): Selection {
  const inner = { ...recorded.region, ...region }
  return { ...(Object.keys(inner).length > 0 && { region: inner }), stride: recorded.stride * stride }
}

/** Reads the values of a field, and checks that they are complete. */
async function readValues(path: string, shape: readonly number[]): Promise<Float32Array> {
  let bytes: Uint8Array
  try {
    const file = await open(path, 'r')
    try {
      bytes = await file.readFile()
    } finally {
      await file.close()
    }
  } catch (error) {
    throw new Error(`cannot read ${path}: ${(error as Error).message}; run the scene again`, { cause: error })
  }
  try {
    const { data, shape: found } = readNpy(bytes)
    if (found.join() !== shape.join())
      throw new Error(`it has ${found.join(' × ')} values, the manifest says ${shape.join(' × ')}`)
    if (!(data instanceof Float32Array)) throw new Error('its values are not float32')
    return data
  } catch (error) {
    throw new Error(`${path} is damaged: ${(error as Error).message}; run the scene again`, { cause: error })
  }
}

/** A row of the table of bodies. A body without a name has its index in the column of names. */
function poseOf(row: readonly (number | string)[], index: number): BodyPose {
  const [, , name, ...numbers] = row as [number, number, string, ...number[]]
  const [x, y, z, qx, qy, qz, qw, vx, vy, vz, submerged] = numbers as unknown as Tuple
  return {
    index,
    name: name === String(index) ? undefined : name,
    position: [x, y, z],
    rotation: [qx, qy, qz, qw],
    velocity: [vx, vy, vz],
    submerged,
  }
}

type Tuple = [number, number, number, number, number, number, number, number, number, number, number]
