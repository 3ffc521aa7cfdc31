import type { RecordedEvent, SimulationEvent } from 'seiche'
import { buffersOf } from '../worker/frames/frame-buffers.js'
import type { TracePart } from '../worker/instruments/probe-recorder.js'
import type { MeasuredDispersion } from '../worker/instruments/wave-recorder.js'
import type {
  BodyInfo,
  FieldCopy,
  Frame,
  FromWorker,
  InstrumentSettings,
  MeshFile,
  OpenRequest,
  PlacedSource,
  Report,
  SceneSize,
  SimulationInfo,
  ToWorker,
} from '../worker/protocol.js'
import type { ActionCounts, UndoDirection } from '../worker/undo/undo-history.js'

/** Callbacks for the messages of a running simulation. */
export interface SimulationListener {
  /** Loads whatever showing this simulation needs. All messages wait for it. */
  prepare(info: SimulationInfo): Promise<void>
  frame(frame: Frame): void
  report(report: Report): void
  /** The step of a `goTo` is reached after a duration in the worker [ms]; its frame has come before. */
  reached(step: number, duration: number): void
  /** All bodies, when there are new ones, or others. */
  bodies(infos: readonly BodyInfo[]): void
  /** All sources that events have placed, after each change. */
  sources(sources: readonly PlacedSource[]): void
  /** New values of all probes. */
  traces(parts: readonly TracePart[]): void
  /** The dispersion of the waves so far. */
  dispersion(measured: MeasuredDispersion): void
  /** The actions that can be undone and redone, after each change. */
  actions(counts: ActionCounts): void
  /** An action was not undone or redone; `message` says why. */
  undoRefused(message: string): void
  /** This water takes no events; `message` says why. */
  readOnly(message: string): void
  /** An event could not be applied; `message` says why. */
  eventRejected(message: string): void
  /** The simulation has stopped for good; `message` is for the person. */
  failed(message: string): void
}

/** The events of a run, and its last step. */
export interface RecordedRun {
  events: RecordedEvent[]
  step: number
}

/** A run with its whole state after the last step. */
export interface SavedState extends RecordedRun {
  bytes: Uint8Array<ArrayBuffer>
}

/** Answers to questions of the page. */
interface Answers {
  recorded: RecordedRun
  snapshot: SavedState
  field: FieldCopy
  mesh: MeshFile
}

/** The rejection of a scene that the person is to be asked about, because of its memory. */
export class LargeScene extends Error {
  constructor(readonly size: SceneSize) {
    super('the scene needs much memory')
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The page's interface to a simulation in a worker. */
export class SimulationClient {
  readonly info: SimulationInfo
  readonly #worker: Worker
  /** Callers that wait for an answer, in order, by the type of the answer. */
  readonly #waiting: { [Type in keyof Answers]: ((answer: Answers[Type]) => void)[] } = {
    recorded: [],
    snapshot: [],
    field: [],
    mesh: [],
  }

  private constructor(worker: Worker, info: SimulationInfo) {
    this.#worker = worker
    this.info = info
  }

  /**
   * Starts a worker and opens a scene in it; rejects with a message for the person. Each scene has a worker of its own: the memory of
   * the last one is certainly freed, and a crash does not affect the page.
   */
  static open(request: Omit<OpenRequest, 'type'>, listener: SimulationListener): Promise<SimulationClient> {
    const worker = new Worker(new URL('../worker/simulation.worker.ts', import.meta.url), {
      type: 'module',
      name: 'simulation',
    })
    return new Promise((resolve, reject) => {
      let client: SimulationClient | undefined
      const fail = (message: string): void => {
        worker.terminate()
        if (client) listener.failed(message)
        else reject(new Error(message))
      }
      let prepared: Promise<void> | undefined
      worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
        const heard =
          data.type === 'opened' ? listener.prepare(data.info).then(() => hear(data)) : prepared?.then(() => hear(data))
        if (!heard) return hear(data)
        heard.catch((error: unknown) => fail(messageOf(error)))
        // The messages after it wait until the session has taken the simulation over.
        if (data.type === 'opened') prepared = heard.then(() => new Promise((next) => setTimeout(next)))
      })
      function hear(data: FromWorker): void {
        switch (data.type) {
          case 'opened':
            client = new SimulationClient(worker, data.info)
            resolve(client)
            break
          case 'frame':
            listener.frame(data)
            break
          case 'report':
            listener.report(data)
            break
          case 'reached':
            listener.reached(data.step, data.duration)
            break
          case 'bodies':
            listener.bodies(data.bodies)
            break
          case 'sources':
            listener.sources(data.sources)
            break
          case 'traces':
            listener.traces(data.traces)
            break
          case 'dispersion':
            listener.dispersion(data)
            break
          case 'actions':
            listener.actions(data)
            break
          case 'undoRefused':
            listener.undoRefused(data.message)
            break
          case 'readOnly':
            listener.readOnly(data.message)
            break
          case 'eventRejected':
            listener.eventRejected(data.message)
            break
          case 'recorded':
            client?.answer('recorded', data)
            break
          case 'snapshot':
            client?.answer('snapshot', data)
            break
          case 'field':
            client?.answer('field', data)
            break
          case 'mesh':
            client?.answer('mesh', data)
            break
          case 'large':
            worker.terminate()
            reject(new LargeScene({ cells: data.cells, bytes: data.bytes }))
            break
          case 'failed':
            fail(data.message)
            break
        }
      }
      worker.addEventListener('error', (event) => {
        fail(
          event.message ||
            'The simulation could not be loaded. Check the connection, and that this browser is up to date.',
        )
      })
      worker.postMessage({ type: 'open', ...request } satisfies ToWorker)
    })
  }

  /** Lets time run, or stand still. `paced`: the page alone moves it on, by `goTo`. */
  run(running: boolean, paced: boolean): void {
    this.#send({ type: 'run', running, paced })
  }

  /** Advances to a step. */
  goTo(step: number): void {
    this.#send({ type: 'goTo', step })
  }

  /** Simulated seconds per second. */
  setSpeed(speed: number): void {
    this.#send({ type: 'speed', speed })
  }

  step(count = 1): void {
    this.#send({ type: 'step', count })
  }

  /** Applies events of an action now, in this order. */
  apply(events: SimulationEvent[], action: number): void {
    this.#send({ type: 'events', events, action })
  }

  /** Undoes the last action, or redoes the one that was undone last. */
  undo(direction: UndoDirection): void {
    this.#send({ type: 'undo', direction })
  }

  /** All events so far, from the scene and from the tools, and the step that the run has reached. */
  record(): Promise<RecordedRun> {
    return this.#ask({ type: 'record' }, 'recorded')
  }

  /** The whole state, and all events so far. */
  snapshot(): Promise<SavedState> {
    return this.#ask({ type: 'snapshot' }, 'snapshot')
  }

  /** A copy of a field as it is now. */
  field(name: string): Promise<FieldCopy> {
    return this.#ask({ type: 'field', name }, 'field')
  }

  /** A mesh of the surface, or of a dye in a volume where it reaches `level`. */
  mesh(dye: string | undefined, level: number): Promise<MeshFile> {
    return this.#ask({ type: 'mesh', ...(dye !== undefined && { dye }), level }, 'mesh')
  }

  /** The fields that every frame contains from now on, besides those that it always has. */
  show(fields: readonly string[]): void {
    this.#send({ type: 'show', fields })
  }

  /** The instruments that are in use from now on. */
  setInstruments(settings: InstrumentSettings): void {
    this.#send({ type: 'instruments', ...settings })
  }

  /** Tells that water has been drawn: bodies that wait for it are loaded. */
  tellDrawn(): void {
    this.#send({ type: 'drawn' })
  }

  /** Gives the buffers of a frame back once it is drawn. */
  recycle(frame: Frame): void {
    const { step: _step, time: _time, spray: _spray, fields: _fields, ...lent } = frame
    this.#send({ ...lent, type: 'recycle' }, buffersOf(lent))
  }

  close(): void {
    this.#worker.terminate()
  }

  private answer<Type extends keyof Answers>(type: Type, answer: Answers[Type]): void {
    this.#waiting[type].shift()?.(answer)
  }

  #ask<Type extends keyof Answers>(question: ToWorker, type: Type): Promise<Answers[Type]> {
    this.#send(question)
    return new Promise((resolve) => this.#waiting[type].push(resolve))
  }

  #send(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer)
  }
}
