// The frames as numbered PNG pictures in a zip archive, for browsers without a video encoder. They are stored as they are: PNG is compressed.

import { Zip, ZipPassThrough } from 'fflate'
import { pngOf } from '../view/picture.js'
import type { PictureSink } from './video-file.js'

/** Begins an archive of the pictures on a canvas. `stem`: their names begin with it. */
export function pictureSeries(canvas: HTMLCanvasElement, stem: string, frames: number): PictureSink {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part as Uint8Array<ArrayBuffer>)
  })
  const digits = Math.max(4, String(frames - 1).length)
  return {
    add: async (frame) => {
      const png = await pngOf(canvas)
      const file = new ZipPassThrough(`${stem}-${String(frame).padStart(digits, '0')}.png`)
      zip.add(file)
      file.push(new Uint8Array(await png.arrayBuffer()), true)
    },
    finish: async () => {
      zip.end()
      return new Blob(parts, { type: 'application/zip' })
    },
    cancel: async () => {
      zip.terminate()
      parts.length = 0
    },
  }
}
