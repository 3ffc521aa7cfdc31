// Videos of a run, made by ffmpeg from raw pictures: of surface water its relief, of a fluid in a box its dyes or its speed.

import type { Format, FormatOptions, FrameWriter, OutputFolder } from '../format.js'
import type { Frame } from '../frame.js'
import { PartFile } from '../part-file.js'
import type { RunInfo } from '../run-info.js'
import { checkFfmpeg, type Encoding, Ffmpeg } from './ffmpeg.js'
import { fieldsToPaint, type Painter, painterOf } from './painter.js'
import { sizeVideo, type Timing, timeVideo } from './timing.js'

/** H.264, which every player knows. The index of the file is at its start, and browsers can play it while it is loaded. */
const h264: Encoding = {
  container: 'mp4',
  encoder: 'libx264',
  options: ['-preset', 'medium', '-crf', '18', '-movflags', '+faststart'],
}

/** VP9, free of patents. */
const vp9: Encoding = {
  container: 'webm',
  encoder: 'libvpx-vp9',
  options: ['-crf', '26', '-b:v', '0', '-deadline', 'good', '-cpu-used', '4', '-row-mt', '1'],
}

/** MP4 video, `run.mp4`. */
export const mp4 = videoFormat(
  h264,
  'MP4 video run.mp4 of the relief, or of the dyes or speed of a fluid (needs ffmpeg)',
)
/** WebM video, `run.webm`. */
export const webm = videoFormat(vp9, 'WebM video run.webm of the same pictures (needs ffmpeg)')

function videoFormat(encoding: Encoding, summary: string): Format {
  return {
    name: encoding.container,
    summary,
    fieldsFor: (run, available) => fieldsToPaint(run, available),
    filesOf: () => [],
    check: () => checkFfmpeg(encoding),
    async open(run, fields, output, options = {}) {
      await checkFfmpeg(encoding)
      return new VideoWriter(encoding, run, fields, output, options)
    },
  }
}

class VideoWriter implements FrameWriter {
  readonly #encoding: Encoding
  readonly #name: string
  readonly #part: PartFile
  readonly #painter: Painter
  readonly #timing: Timing
  readonly #size: readonly [width: number, height: number]
  #ffmpeg: Ffmpeg | undefined
  #count = 0

  constructor(
    encoding: Encoding,
    run: RunInfo,
    fields: readonly string[],
    output: OutputFolder,
    options: FormatOptions,
  ) {
    this.#encoding = encoding
    this.#name = `run.${encoding.container}`
    this.#part = new PartFile(output.path, this.#name)
    this.#painter = painterOf(run, fields, options)
    this.#timing = timeVideo(run.frames, options)
    this.#size = sizeVideo(this.#painter.width, this.#painter.height)
    const { speed } = this.#timing
    if (options.speed === undefined && speed !== 1)
      options.warn?.(
        `frames are far apart, and a second of ${this.#name} shows ${Number(speed.toPrecision(3))} s: record more frames, or choose the speed`,
      )
  }

  survey(frame: Frame): Promise<void> {
    return this.#painter.survey(frame)
  }

  async add(frame: Frame): Promise<void> {
    const { fps, repeats } = this.#timing
    const pictures = repeats[this.#count++]!
    if (pictures === 0) return
    const { width, height } = this.#painter
    const [videoWidth, videoHeight] = this.#size
    this.#ffmpeg ??= new Ffmpeg(this.#encoding, { width, height, videoWidth, videoHeight, fps }, this.#part.path)
    const pixels = await this.#painter.draw(frame)
    for (let k = 0; k < pictures; k++) await this.#ffmpeg.add(pixels)
  }

  async finish(): Promise<Readonly<Record<string, unknown>>> {
    await this.#ffmpeg?.finish()
    await this.#part.complete()
    const { fps, speed, repeats } = this.#timing
    const [width, height] = this.#size
    const frames = repeats.reduce((sum, count) => sum + count, 0)
    return { file: this.#name, width, height, fps, speed, frames }
  }

  async dispose(): Promise<void> {
    await this.#ffmpeg?.dispose()
    await this.#part.discard()
  }
}
