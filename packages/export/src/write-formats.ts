// Feeds the frames of a recording to the writers of several formats, one frame at a time.

import type { Format, FormatOptions, FrameWriter, OutputFolder } from './format.js'
import { FormatUnavailable } from './format.js'
import type { Frame } from './frame.js'
import type { FormatEntry } from './recording/manifest.js'
import type { RunInfo } from './run-info.js'

/** A format, and the fields that it shall hold. */
export interface FormatRequest {
  readonly format: Format
  /** As returned by `fieldsFor`. */
  readonly fields: readonly string[]
}

/** The frames of a run, which can be read more than once: a `Recording`. */
export interface FrameSource {
  readonly run: RunInfo
  frames(): AsyncIterable<Frame>
}

/** Settings of `writeFormats`. */
export interface WriteFormatsOptions extends FormatOptions {
  /** Called after each frame that was read; `total` counts a frame twice if it is read twice. */
  readonly progress?: ((done: number, total: number) => void) | undefined
  /** Ends the work between two frames. */
  readonly signal?: AbortSignal | undefined
}

/** The result of `writeFormats`. */
export interface WrittenFormats {
  /** The formats that were written, for the manifest. */
  readonly entries: Record<string, FormatEntry>
  /** The formats that were not, because a program or library is not installed. */
  readonly unavailable: readonly { readonly format: string; readonly error: FormatUnavailable }[]
}

/**
 * Writes a recorded run in other formats. A format whose program or library is not installed is left out, the others are written.
 *
 * @param source The recording.
 * @param requests The formats and their fields.
 * @param output The folder to write into.
 * @param options Wishes about the files, and callbacks.
 * @returns The formats that were written, and those that were not.
 * @throws Error for files that cannot be read or written.
 * @example
 * ```ts
 * import { mkdir, writeFile } from 'node:fs/promises'
 * import { formatNamed, Recording, writeFormats } from '@seiche/export'
 *
 * const recording = await Recording.open('pool')
 * const format = formatNamed('relief')
 * const fields = format.fieldsFor(recording.run, Object.keys(recording.run.fields), ['eta'])
 * await mkdir('pictures', { recursive: true })
 * await writeFormats(recording, [{ format, fields }], {
 *   path: 'pictures',
 *   write: (name, content) => writeFile(`pictures/${name}`, content),
 * })
 * ```
 */
export async function writeFormats(
  source: FrameSource,
  requests: readonly FormatRequest[],
  output: OutputFolder,
  options: WriteFormatsOptions = {},
): Promise<WrittenFormats> {
  const writers: { name: string; fields: readonly string[]; writer: FrameWriter }[] = []
  const unavailable: { format: string; error: FormatUnavailable }[] = []
  const entries: Record<string, FormatEntry> = {}
  try {
    for (const { format, fields } of requests) {
      try {
        const writer = await format.open(source.run, fields, output, options)
        writers.push({ name: format.name, fields, writer })
      } catch (error) {
        if (!(error instanceof FormatUnavailable)) throw error
        unavailable.push({ format: format.name, error })
      }
    }
    const surveys = writers.filter(({ writer }) => writer.survey)
    const passes = [
      ...(surveys.length > 0
        ? [
            async (frame: Frame) => {
              for (const { writer } of surveys) await writer.survey!(frame)
            },
          ]
        : []),
      ...(writers.length > 0
        ? [
            async (frame: Frame) => {
              for (const { writer } of writers) await writer.add(frame)
            },
          ]
        : []),
    ]
    const total = passes.length * source.run.frames.length
    let done = 0
    for (const pass of passes)
      for await (const frame of source.frames()) {
        options.signal?.throwIfAborted()
        await pass(frame)
        options.progress?.(++done, total)
      }
    for (const { name, fields, writer } of writers)
      entries[name] = { fields: [...fields], details: (await writer.finish()) ?? {} }
  } finally {
    for (const { writer } of writers) await writer.dispose?.()
  }
  return { entries, unavailable }
}
