// The program ffmpeg, which turns raw pictures into a video. Pictures go through a pipe, one at a time, and it writes the file.
//
// Its version, its build and the number of threads decide the bytes of a video. The number of threads is fixed and time stamps and version
// strings are left out, so that the same pictures give the same bytes with the same ffmpeg.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { FormatUnavailable } from '../format.js'

/** How a container is encoded. */
export interface Encoding {
  /** Name of the container for ffmpeg, and ending of the file. */
  readonly container: 'mp4' | 'webm'
  /** The encoder that ffmpeg must have been built with. */
  readonly encoder: string
  /** Options of the encoder. */
  readonly options: readonly string[]
}

/** Pictures that make up a video. */
export interface PictureStream {
  /** Size of the pictures [pixels]. */
  readonly width: number
  readonly height: number
  /** Size of the video [pixels], even numbers. */
  readonly videoWidth: number
  readonly videoHeight: number
  /** Pictures a second. */
  readonly fps: number
}

/** Path of the program: the environment variable SEICHE_FFMPEG, or the first on the path. */
const program = () => process.env.SEICHE_FFMPEG ?? 'ffmpeg'

const advice =
  'Install it (Debian, Ubuntu: apt install ffmpeg; macOS: brew install ffmpeg; Windows: winget install ffmpeg), or set SEICHE_FFMPEG to its program file.'

/**
 * Checks that ffmpeg is installed and has an encoder.
 *
 * @throws FormatUnavailable with advice.
 */
export async function checkFfmpeg({ encoder }: Encoding): Promise<void> {
  const child = spawn(program(), ['-hide_banner', '-encoders'], { stdio: ['ignore', 'pipe', 'ignore'] })
  let encoders = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    encoders += text
  })
  try {
    await once(child, 'close')
  } catch (error) {
    throw new FormatUnavailable('the program ffmpeg was not found', advice, { cause: error })
  }
  if (!encoders.split(/\s+/).includes(encoder))
    throw new FormatUnavailable(`the program ffmpeg was built without the encoder ${encoder}`, advice)
}

/** A video that is being encoded. */
export class Ffmpeg {
  readonly #child: ChildProcess
  readonly #ended: Promise<void>
  #messages = ''

  /**
   * Starts ffmpeg.
   *
   * @param encoding Container and encoder.
   * @param stream The pictures that will come.
   * @param path File to write.
   */
  constructor(encoding: Encoding, stream: PictureStream, path: string) {
    this.#child = spawn(program(), argumentsOf(encoding, stream, path), { stdio: ['pipe', 'ignore', 'pipe'] })
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#messages = (this.#messages + text).slice(-4000)
    })
    // A pipe that breaks is reported by the end of the program.
    this.#child.stdin!.on('error', () => {})
    this.#ended = new Promise((resolve, reject) => {
      this.#child.once('error', reject)
      this.#child.once('close', (code) => (code === 0 ? resolve() : reject(this.#failure())))
    })
    // The error is thrown by `add` or `finish`, whichever comes first.
    this.#ended.catch(() => {})
  }

  /**
   * Adds a picture.
   *
   * @param pixels Red, green and blue bytes, row by row from the top. They may be changed when this returns.
   * @throws Error with the last message of ffmpeg if it has failed.
   */
  async add(pixels: Uint8Array): Promise<void> {
    const written = new Promise<void>((resolve) => {
      this.#child.stdin!.write(pixels, () => resolve())
    })
    await Promise.race([written, this.#ended])
    if (this.#child.exitCode !== null || this.#child.stdin!.destroyed) await this.#ended
  }

  /** On return the file is complete. */
  async finish(): Promise<void> {
    this.#child.stdin!.end()
    await this.#ended
  }

  /** Ends the program, if it is still running. */
  async dispose(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill('SIGKILL')
    await this.#ended.catch(() => {})
  }

  #failure(): Error {
    const last = this.#messages.trim().split('\n').at(-1) || `ended with ${this.#child.signalCode ?? 'an error'}`
    const isFull = this.#messages.includes('No space left on device')
    return Object.assign(new Error(`ffmpeg could not write the video: ${last}`), isFull && { code: 'ENOSPC' })
  }
}

/** Colours are those of high-definition television (BT.709), which players assume for pictures of this size. */
function argumentsOf({ container, encoder, options }: Encoding, stream: PictureStream, path: string): string[] {
  const { width, height, videoWidth, videoHeight, fps } = stream
  const scale = `scale=${videoWidth}:${videoHeight}:flags=bicubic+accurate_rnd+full_chroma_int+bitexact`
  const colors = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  return [
    ...['-hide_banner', '-loglevel', 'error', '-y'],
    ...['-f', 'rawvideo', '-pixel_format', 'rgb24', '-video_size', `${width}x${height}`, '-framerate', String(fps)],
    ...['-i', 'pipe:0'],
    ...['-vf', `${scale}:out_color_matrix=bt709:out_range=tv,format=yuv420p`, ...colors],
    ...['-codec:v', encoder, ...options, '-threads', '2'],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'],
    ...['-f', container, path],
  ]
}
