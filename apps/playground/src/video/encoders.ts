// The encoders that this browser has for a container.

import type { VideoCodec } from 'mediabunny'
import { type PictureSize, scaledSize, type VideoFormat } from './video-settings.js'

/** Codecs of each container, the one that most programs read first. */
const codecs: Readonly<Record<Exclude<VideoFormat, 'png'>, readonly VideoCodec[]>> = {
  mp4: ['avc', 'av1', 'vp9'],
  webm: ['vp9', 'vp8'],
}

/** Names of the codecs for the person. */
export const codecNames: Readonly<Partial<Record<VideoCodec, string>>> = {
  avc: 'H.264',
  av1: 'AV1',
  vp9: 'VP9',
  vp8: 'VP8',
}

/** Parts of the size to try, where an encoder refuses larger ones. */
const parts = [1, 3 / 4, 1 / 2, 3 / 8, 1 / 4] as const

/** A codec that this browser encodes, and the size at which it does. */
export interface Encoder {
  codec: VideoCodec
  size: PictureSize
}

/** Whether the browser offers encoders to pages at all. Pages without a certificate get none. */
export function hasEncoders(): boolean {
  return 'VideoEncoder' in globalThis && 'VideoFrame' in globalThis
}

/** An encoder for a container: at the size if there is one, else at the largest part of it; undefined if there is none. */
export async function encoderFor(
  format: Exclude<VideoFormat, 'png'>,
  size: PictureSize,
  canEncode: (codec: VideoCodec, size: PictureSize) => Promise<boolean>,
): Promise<Encoder | undefined> {
  for (const part of parts) {
    const reduced = part === 1 ? size : scaledSize(size, part)
    for (const codec of codecs[format]) if (await canEncode(codec, reduced)) return { codec, size: reduced }
  }
  return undefined
}
