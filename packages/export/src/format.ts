// The interface of a file format. A format opens a writer, the writer takes the frames of a run one after the other. Memory does not grow
// with the number of frames.

import type { Frame } from './frame.js'
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
  /** Adds a frame. */
  add(frame: Frame): Promise<void>
  /** Completes the files, and returns what readers should know about them: it becomes part of the manifest. */
  finish(): Promise<Readonly<Record<string, unknown>> | undefined>
  /** Releases files and memory. Called in any case, after `finish` or after an error. */
  dispose?(): Promise<void> | void
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
  /** Opens a writer. Heavy libraries are loaded here. */
  open(run: RunInfo, fields: readonly string[], output: OutputFolder): Promise<FrameWriter>
}
