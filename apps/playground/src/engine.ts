import type { WaterEvent } from 'seiche'
import type { Frame, FromWorker, Heights, Opened, OpenRequest, Report, ToWorker } from './worker/protocol.js'

/** What the page hears from a running engine. */
export interface EngineListener {
  frame(frame: Frame): void
  report(report: Report): void
  /** The engine has stopped for good; `message` is for the person. */
  failed(message: string): void
}

/** A simulation in a worker, seen from the page. */
export class Engine {
  readonly opened: Opened
  readonly #worker: Worker

  private constructor(worker: Worker, opened: Opened) {
    this.#worker = worker
    this.opened = opened
  }

  /**
   * Starts a worker and opens a scene in it; rejects with a message for the person. A worker of its own for each scene: the
   * memory of the last one is free for certain, and a crash takes nothing with it.
   */
  static open(request: Omit<OpenRequest, 'type'>, listener: EngineListener): Promise<Engine> {
    const worker = new Worker(new URL('./worker/engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' })
    return new Promise((resolve, reject) => {
      let engine: Engine | undefined
      const fail = (message: string): void => {
        worker.terminate()
        if (engine) listener.failed(message)
        else reject(new Error(message))
      }
      worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === 'opened') resolve((engine = new Engine(worker, data.opened)))
        else if (data.type === 'frame') listener.frame(data)
        else if (data.type === 'report') listener.report(data)
        else fail(data.message)
      })
      worker.addEventListener('error', (event) => {
        fail(event.message || 'The engine could not be loaded. Is this browser up to date?')
      })
      worker.postMessage({ type: 'open', ...request } satisfies ToWorker)
    })
  }

  run(running: boolean): void {
    this.#send({ type: 'run', running })
  }

  /** Simulated seconds per second of the clock. */
  setSpeed(speed: number): void {
    this.#send({ type: 'speed', speed })
  }

  step(count = 1): void {
    this.#send({ type: 'step', count })
  }

  apply(event: WaterEvent): void {
    // Nothing can be done to a function of time.
    if (this.opened.scene.solver.type === 'ocean') return
    this.#send({ type: 'event', event })
  }

  /** Gives the buffer of a frame back once it is drawn. */
  recycle(heights: Heights): void {
    this.#send({ type: 'recycle', heights }, [heights.buffer])
  }

  close(): void {
    this.#worker.terminate()
  }

  #send(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer)
  }
}
