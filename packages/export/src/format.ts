// The interface of a file format. A format opens a writer, the writer takes the frames of a run one after the other. Memory does not grow
// with the number of frames.

import type { Frame } from './frame.js'
import type { Light } from './pictures/relief-picture.js'
import type { RunInfo } from './run-info.js'

/** A folder into which writers put their files. */
export interface OutputFolder {
  /** Its path, for libraries that write files by themselves. */
  readonly path: string
  /** Writes a file. Its name may lead into a folder of its own, `zarr.json` or `eta/c/0/0/0`. */
  write(name: string, content: Uint8Array | string): Promise<void>
}

/** Takes the frames of a run in order. The same frames give the same bytes. */
export interface FrameWriter {
  /**
   * Looks at a frame before the first `add`. It is called for all frames in order, for formats that need properties of the whole run, such
   * as the range of values, to write the first frame.
   */
  survey?(frame: Frame): Promise<void>
  /** Adds a frame. */
  add(frame: Frame): Promise<void>
  /** Completes the files, and returns what readers should know about them: it becomes part of the manifest. */
  finish(): Promise<Readonly<Record<string, unknown>> | undefined>
  /** Releases files and memory. Called in any case, after `finish` or after an error. */
  dispose?(): Promise<void> | void
}

/** A range of values. */
export interface ValueRange {
  /** The field; undefined for every field. */
  readonly field: string | undefined
  readonly minimum: number
  readonly maximum: number
}

/** Wishes about the files. Each format takes those that concern it. */
export interface FormatOptions {
  /** Values of black and white in gray pictures. Default: the range of the run. */
  readonly ranges?: readonly ValueRange[] | undefined
  /** Direction of the light in reliefs. */
  readonly light?: Light | undefined
  /** Factor on the slopes in reliefs. Default: one that shows the waves of the run well. */
  readonly exaggeration?: number | undefined
  /** Pictures a second of videos. Default 30. */
  readonly fps?: number | undefined
  /** Simulated time that passes in a second of a video [s]. Default 1, or one frame a picture if frames are far apart. */
  readonly speed?: number | undefined
  /** Called with a sentence about something that was probably not intended. */
  readonly warn?: ((sentence: string) => void) | undefined
}

/** A file format. */
export interface Format {
  /** Name for `seiche run --format`. */
  readonly name: string
  /** One line for the help. */
  readonly summary: string
  /**
   * The fields that the frames must have, for the fields that were asked for.
   *
   * @throws Error with one clear sentence for a run that the format cannot hold.
   */
  fieldsFor(
    run: Pick<RunInfo, 'scene' | 'kind' | 'grid'>,
    available: readonly string[],
    asked: readonly string[],
  ): string[]
  /** Files of a frame, relative to the folder; empty if a file holds all frames. */
  filesOf(frame: number, fields: readonly string[]): string[]
  /**
   * Checks, before the first step of a run, that programs and libraries which the format needs are installed.
   *
   * @throws FormatUnavailable if one is missing.
   */
  check?(): Promise<void>
  /**
   * Checks, before the first step of a run, that the format can hold all of its frames.
   *
   * @throws Error with one clear sentence for a run that is too large.
   */
  assertFits?(run: RunInfo): void
  /** Opens a writer. Heavy libraries are loaded here. */
  open(run: RunInfo, fields: readonly string[], output: OutputFolder, options?: FormatOptions): Promise<FrameWriter>
}

/**
 * A program or library that a format needs is not installed. The other formats are still written.
 *
 * @example
 * ```ts
 * import { FormatUnavailable } from '@seiche/export'
 *
 * throw new FormatUnavailable('ffmpeg is not installed', 'On Debian: apt-get install ffmpeg')
 * ```
 */
export class FormatUnavailable extends Error {
  override readonly name = 'FormatUnavailable'
  /** How to install it. */
  readonly advice: string

  /**
   * @param message What is missing.
   * @param advice How to install it.
   * @param options The error that led to this one.
   */
  constructor(message: string, advice: string, options?: ErrorOptions) {
    super(message, options)
    this.advice = advice
  }
}
