import type { RecordedEvent, WaterEvent } from 'seiche'
import type { BodyInfo, Frame, FromWorker, OpenRequest, Report, SimulationInfo, ToWorker } from '../worker/protocol.js'

/** What the page hears from a running engine. */
export interface SimulationListener {
  frame(frame: Frame): void
  report(report: Report): void
  /** These are the bodies now. */
  bodies(infos: readonly BodyInfo[]): void
  /** This water takes no events; `message` says why. */
  refused(message: string): void
  /** Something cannot be done to a body; `message` says why. */
  declined(message: string): void
  /** The engine has stopped for good; `message` is for the person. */
  failed(message: string): void
}

/** A simulation in a worker, seen from the page. */
export class SimulationClient {
  readonly info: SimulationInfo
  readonly #worker: Worker
  /** Who waits for the record. */
  #waiting: ((events: RecordedEvent[]) => void)[] = []

  private constructor(worker: Worker, info: SimulationInfo) {
    this.#worker = worker
    this.info = info
  }

  /**
   * Starts a worker and opens a scene in it; rejects with a message for the person. A worker of its own for each scene: the
   * memory of the last one is free for certain, and a crash takes nothing with it.
   */
  static open(request: Omit<OpenRequest, 'type'>, listener: SimulationListener): Promise<SimulationClient> {
    const worker = new Worker(new URL('../worker/simulation.worker.ts', import.meta.url), {
      type: 'module',
      name: 'engine',
    })
    return new Promise((resolve, reject) => {
      let engine: SimulationClient | undefined
      const fail = (message: string): void => {
        worker.terminate()
        if (engine) listener.failed(message)
        else reject(new Error(message))
      }
      worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === 'opened') resolve((engine = new SimulationClient(worker, data.info)))
        else if (data.type === 'frame') listener.frame(data)
        else if (data.type === 'report') listener.report(data)
        else if (data.type === 'bodies') listener.bodies(data.bodies)
        else if (data.type === 'declined') listener.declined(data.message)
        else if (data.type === 'refused') listener.refused(data.message)
        else if (data.type === 'recorded') engine?.heardRecord(data.events)
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

  /** Things that happen to the water now, in this order. */
  apply(events: WaterEvent[]): void {
    this.#send({ type: 'events', events })
  }

  /** Everything that has happened so far, from the scene and by hand. */
  record(): Promise<RecordedEvent[]> {
    this.#send({ type: 'record' })
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** The fields of a fluid that its picture needs, from now on. */
  show(fields: readonly string[]): void {
    this.#send({ type: 'show', fields })
  }

  /** Gives the buffers of a frame back once it is drawn. */
  recycle({ heights, surfaceFields, fluid, openness, bed, poses }: Frame): void {
    const buffers = [heights, surfaceFields, openness, bed, poses, ...Object.values(fluid ?? {})].flatMap(
      (values) => values?.buffer ?? [],
    )
    const lent = {
      ...(heights && { heights }),
      ...(fluid && { fluid }),
      ...(surfaceFields && { surfaceFields }),
      ...(openness && { openness }),
      ...(bed && { bed }),
      ...(poses && { poses }),
    }
    this.#send({ type: 'recycle', ...lent }, buffers)
  }

  close(): void {
    this.#worker.terminate()
  }

  private heardRecord(events: RecordedEvent[]): void {
    this.#waiting.shift()?.(events)
  }

  #send(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer)
  }
}
