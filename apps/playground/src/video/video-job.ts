// A video that is being made, for the page to show.

import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import { makeVideo, type VideoTask } from './make-video.js'
import { frameCount } from './video-settings.js'

/** A finished file. */
export interface VideoResult {
  name: string
  file: Blob
  /** An address of the file, until the job is closed. */
  address: string
}

export class VideoJob {
  readonly frames: number
  /** Number of frames that are done. */
  readonly done = signal(0)
  /** The canvas on which the pictures are drawn; undefined before the first. */
  readonly canvas = signal<HTMLCanvasElement | undefined>(undefined)
  readonly result = signal<VideoResult | undefined>(undefined)
  /** Why there is no video. */
  readonly problem = signal<string | undefined>(undefined)
  /** Estimated time until the end [s]; undefined until some frames are done. */
  readonly remaining: ReadonlySignal<number | undefined>
  readonly #task: VideoTask
  readonly #abort = new AbortController()
  #begun = 0

  constructor(task: VideoTask) {
    this.#task = task
    this.frames = frameCount(task.settings)
    this.remaining = computed(() => {
      // The first frame takes longest: graphics programs are compiled for it.
      const made = this.done.value - 1
      if (made < 1) return undefined
      return ((performance.now() - this.#begun) / 1000 / made) * (this.frames - this.done.value)
    })
  }

  /** Whether frames are still to be made. */
  get isRunning(): boolean {
    return this.result.value === undefined && this.problem.value === undefined && !this.#abort.signal.aborted
  }

  /** Makes the video. Resolves when it is there, when it cannot be made, or after `cancel`. */
  async run(): Promise<void> {
    const { settings, stem } = this.#task
    const name = settings.format === 'png' ? `${stem}-frames.zip` : `${stem}.${settings.format}`
    try {
      const file = await makeVideo(
        this.#task,
        {
          began: (canvas) => (this.canvas.value = canvas),
          progress: (frames) => {
            if (frames === 1) this.#begun = performance.now()
            this.done.value = frames
          },
        },
        this.#abort.signal,
      )
      batch(() => {
        this.canvas.value = undefined
        this.result.value = { name, file, address: URL.createObjectURL(file) }
      })
    } catch (error) {
      if (this.#abort.signal.aborted) return
      this.problem.value = error instanceof Error ? error.message : String(error)
    }
  }

  /** Stops, and drops all frames. */
  cancel(): void {
    this.#abort.abort(new Error('The video was canceled.'))
  }

  /** Frees the file. */
  close(): void {
    this.cancel()
    if (this.result.value) URL.revokeObjectURL(this.result.value.address)
  }
}
