// A video file in memory, from the pictures of a canvas.

import {
  BufferTarget,
  CanvasSource,
  canEncodeVideo,
  Mp4OutputFormat,
  Output,
  Quality,
  WebMOutputFormat,
} from 'mediabunny'
import { type Encoder, encoderFor } from './encoders.js'
import { bitRateOf, type PictureSize, type VideoFormat } from './video-settings.js'

/** Receives pictures one by one. */
export interface PictureSink {
  /** Adds the picture on the canvas as the frame of this number. */
  add(frame: number): Promise<void>
  /** Completes the file. */
  finish(): Promise<Blob>
  /** Drops all that was added. */
  cancel(): Promise<void>
}

/** Time between two frames that need no others to be decoded [s]. */
const keyFrameInterval = 2

/** The encoder for a container and a size in this browser. */
export function findEncoder(
  format: Exclude<VideoFormat, 'png'>,
  size: PictureSize,
  rate: number,
): Promise<Encoder | undefined> {
  return encoderFor(format, size, (codec, reduced) =>
    canEncodeVideo(codec, { ...reduced, quality: qualityOf(reduced, rate), frameRate: rate }),
  )
}

function qualityOf(size: PictureSize, rate: number): Quality {
  return new Quality({ bitrate: bitRateOf(size, rate), bitrateMode: 'variable' })
}

/** Begins a video of the pictures on a canvas. Frame `n` has the time n / `rate` [s]. */
export async function videoFile(
  canvas: HTMLCanvasElement,
  format: Exclude<VideoFormat, 'png'>,
  { codec, size }: Encoder,
  rate: number,
): Promise<PictureSink> {
  const target = new BufferTarget()
  const container = format === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
  const output = new Output({ format: container, target })
  const source = new CanvasSource(canvas, {
    codec,
    quality: qualityOf(size, rate),
    keyFrameInterval,
    latencyMode: 'quality',
  })
  output.addVideoTrack(source, { frameRate: rate })
  await output.start()
  return {
    add: (frame) => source.add(frame / rate, 1 / rate),
    finish: async () => {
      await output.finalize()
      return new Blob([target.buffer!], { type: `video/${format}` })
    },
    cancel: () => output.cancel(),
  }
}
