// A film made of raw pictures by ffmpeg, a process of its own that reads them from a pipe.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { failed, reasonOf, systemCode } from '../terminal/failure.js'

export const containers = ['mp4', 'webm'] as const
export type Container = (typeof containers)[number]

const codecs: Record<Container, string[]> = {
  // yuv420p: other colors are not shown by every player. faststart: a page shows it before all of it is loaded.
  mp4: ['-c:v', 'libx264', '-preset', 'medium', '-crf', '18', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
  webm: ['-c:v', 'libvpx-vp9', '-crf', '24', '-b:v', '0', '-row-mt', '1', '-pix_fmt', 'yuv420p'],
}

export interface EncoderOptions {
  path: string
  container: Container
  width: number
  height: number
  /** Pictures per second. */
  fps: number
}

export class Encoder {
  readonly #process
  readonly #done: Promise<void>
  #failure: Error | undefined

  private constructor({ path, container, width, height, fps }: EncoderOptions) {
    const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-r', String(fps), '-i', '-']
    // BT.709, the colors of screens, and written down as these.
    const colors = [
      '-vf',
      'scale=out_color_matrix=bt709:out_range=tv',
      '-colorspace',
      'bt709',
      '-color_primaries',
      'bt709',
      '-color_trc',
      'bt709',
    ]
    const output = [...colors, ...codecs[container], '-f', container, '-y', path]
    this.#process = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...input, ...output], {
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let errors = ''
    this.#process.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors = (errors + chunk).slice(-2000)
    })
    // A broken pipe is reported by the exit code.
    this.#process.stdin.on('error', () => {})
    this.#done = new Promise((resolve, reject) => {
      this.#process.once('error', (error) => reject(cannotStart(error)))
      this.#process.once('close', (code) => {
        if (code === 0) resolve()
        else reject(failed(`ffmpeg has ended with code ${code}: ${errors.trim() || 'no message'}`))
      })
    })
    this.#done.catch((error: Error) => {
      this.#failure = error
    })
  }

  /** Starts ffmpeg. Rejects with advice if it is not installed. */
  static async start(options: EncoderOptions): Promise<Encoder> {
    const encoder = new Encoder(options)
    await Promise.race([once(encoder.#process, 'spawn').catch(() => {}), encoder.#done])
    return encoder
  }

  /** Adds a picture: red, green, blue and opacity, row by row. Resolves when ffmpeg is ready for the next. */
  async add(pixels: Uint8Array): Promise<void> {
    if (this.#failure) throw this.#failure
    if (this.#process.stdin.write(pixels)) return
    await Promise.race([once(this.#process.stdin, 'drain'), this.#done])
  }

  /** On return the film is complete. */
  async finish(): Promise<void> {
    this.#process.stdin.end()
    await this.#done
  }

  /** Ends ffmpeg, whatever it does. */
  stop(): void {
    if (this.#process.exitCode === null) this.#process.kill('SIGKILL')
  }
}

function cannotStart(error: Error): Error {
  if (systemCode(error) === 'ENOENT') {
    return failed('a film needs ffmpeg, and it is not installed', {
      cause: error,
      advice: 'Install it: apt-get install ffmpeg, brew install ffmpeg, or winget install ffmpeg.',
    })
  }
  return failed(`cannot start ffmpeg: ${reasonOf(error)}`, { cause: error })
}
