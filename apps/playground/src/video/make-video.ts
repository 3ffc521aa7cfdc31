// Makes a video of a run: goes to the time of each frame, draws it, encodes it. Nothing depends on the clock: a slow computer makes the same
// frames as a fast one.

import { loadStage } from '../view/stages/create-stage.js'
import type { Encoder } from './encoders.js'
import { FilmView, type Look } from './film-view.js'
import { FilmedRun, type RunCopy } from './filmed-run.js'
import type { PictureSink } from './video-file.js'
import { frameCount, frameTime, orbitRate, type PictureSize, type VideoSettings } from './video-settings.js'

export interface VideoTask {
  settings: VideoSettings
  run: RunCopy
  /** Simulated time of the first frame [s]. */
  start: number
  look: Look
  size: PictureSize
  /** Undefined: pictures. */
  encoder: Encoder | undefined
  /** Name of the file without its ending. */
  stem: string
}

export interface VideoListener {
  /** The canvas on which the pictures are drawn. */
  began(canvas: HTMLCanvasElement): void
  /** So many frames are done. */
  progress(frames: number): void
}

/** Makes a video. Rejects with a message for the person, or with the reason of the signal; in both cases nothing is left. */
export async function makeVideo(task: VideoTask, listener: VideoListener, signal: AbortSignal): Promise<Blob> {
  const { settings, look } = task
  const run = await FilmedRun.open(task.run, (info) => (look.kind === 'canvas' ? Promise.resolve() : loadStage(info)))
  const stop = (): void => run.close()
  signal.addEventListener('abort', stop)
  let view: FilmView | undefined
  let sink: PictureSink | undefined
  try {
    signal.throwIfAborted()
    view = await FilmView.create(run, look, task.size)
    sink = await sinkOf(task, view.canvas)
    listener.began(view.canvas)
    const turn = settings.orbit ? orbitRate / settings.rate : 0
    const frames = frameCount(settings)
    for (let frame = 0; frame < frames; frame++) {
      const state = await run.at(frameTime(frame, task.start, settings))
      view.draw(state, frame / settings.rate, turn)
      await sink.add(frame)
      signal.throwIfAborted()
      listener.progress(frame + 1)
      await nextTask()
    }
    return await sink.finish()
  } catch (error) {
    await sink?.cancel().catch(() => undefined)
    // A run that was closed rejects, too.
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    view?.dispose()
    run.close()
  }
}

/** Code for files is loaded when the first one is made. */
async function sinkOf(task: VideoTask, canvas: HTMLCanvasElement): Promise<PictureSink> {
  const { settings, encoder, stem } = task
  if (settings.format !== 'png' && encoder) {
    const { videoFile } = await import('./video-file.js')
    return videoFile(canvas, settings.format, encoder, settings.rate)
  }
  const { pictureSeries } = await import('./picture-series.js')
  return pictureSeries(canvas, stem, frameCount(settings))
}

/** Lets the page handle pointer and keys. A timer would wait for a second in a page that is hidden. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
