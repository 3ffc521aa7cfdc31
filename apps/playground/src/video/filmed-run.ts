// A copy of the page's run in a worker of its own, which goes to the times of the frames. The run of the page is not touched.

import { RemoteBodies } from '../session/remote-bodies.js'
import { SimulationClient } from '../session/simulation-client.js'
import type { Frame, OpenRequest, PlacedSource, SimulationInfo } from '../worker/protocol.js'
import { frameBetween, stepBefore } from './between-steps.js'

/** A run to open in a worker: the scene with its events, and the state to begin with unless that is the start of the scene. */
export type RunCopy = Omit<OpenRequest, 'type' | 'running'>

interface Wanted {
  step: number
  resolve(frame: Frame): void
  reject(reason: Error): void
}

export class FilmedRun {
  /** Its bodies, with their poses of the last frame; undefined where there can be none. */
  readonly bodies: RemoteBodies | undefined
  /** The sources that events have placed. */
  sources: readonly PlacedSource[] = []
  readonly #client: SimulationClient
  /** The last two frames that were asked for. */
  #kept: Frame[] = []
  /** The newest frame that has arrived. */
  #newest: Frame | undefined
  #wanted: Wanted | undefined
  /** The step that was reached last. */
  #reached = -1
  /** Openness and bed since the last frame that was shown: they are sent only when they change. */
  #changed: Pick<Frame, 'openness' | 'bed'> = {}
  #failure: Error | undefined

  private constructor(client: SimulationClient) {
    this.#client = client
    this.bodies = client.info.hasBodies ? new RemoteBodies(client.info) : undefined
  }

  /** Opens the copy. `prepare` loads the code that draws it. Rejects with a message for the person. */
  static async open(copy: RunCopy, prepare: (info: SimulationInfo) => Promise<void>): Promise<FilmedRun> {
    let run: FilmedRun | undefined
    const ignored = (): void => undefined
    const client = await SimulationClient.open(
      { ...copy, running: false, paced: true },
      {
        prepare,
        frame: (frame) => run?.hear(frame),
        reached: (step) => run?.reach(step),
        bodies: (infos) => run?.bodies?.set(infos),
        sources: (sources) => {
          if (run) run.sources = sources
        },
        failed: (message) => run?.fail(new Error(message)),
        report: ignored,
        traces: ignored,
        dispersion: ignored,
        actions: ignored,
        undoRefused: ignored,
        readOnly: ignored,
        eventRejected: ignored,
      },
    )
    run = new FilmedRun(client)
    return run
  }

  get info(): SimulationInfo {
    return this.#client.info
  }

  /** The fields that frames contain from now on, besides those that they always have. */
  show(fields: readonly string[]): void {
    this.#client.show(fields)
  }

  /** The state at a time [s], not before that of the last call. Between two steps it is interpolated. */
  async at(time: number): Promise<Frame> {
    const { step, part } = stepBefore(time, this.info.timeStep)
    const first = await this.#frameOf(step)
    const frame = part === 0 ? first : frameBetween(first, await this.#frameOf(step + 1), part)
    const shown = { ...frame, ...this.#changed }
    this.#changed = {}
    return shown
  }

  /** Ends its worker. */
  close(): void {
    this.#client.close()
    this.fail(new Error('The run was closed.'))
  }

  private hear(frame: Frame): void {
    const copy = structuredClone(frame)
    this.#client.recycle(frame)
    const { openness, bed, ...others } = copy
    this.#changed = { ...this.#changed, ...(openness && { openness }), ...(bed && { bed }) }
    this.#newest = others
    this.#answer()
  }

  private reach(step: number): void {
    this.#reached = step
    this.#answer()
  }

  private fail(reason: Error): void {
    this.#failure ??= reason
    this.#wanted?.reject(this.#failure)
    this.#wanted = undefined
  }

  /** A frame of the wanted step that came before the step was reached may lack the fields that were asked for since. */
  #answer(): void {
    const [wanted, frame] = [this.#wanted, this.#newest]
    if (!wanted || frame?.step !== wanted.step || this.#reached !== wanted.step) return
    this.#wanted = undefined
    wanted.resolve(frame)
  }

  async #frameOf(step: number): Promise<Frame> {
    const known = this.#kept.find((frame) => frame.step === step)
    if (known) return known
    if (this.#failure) throw this.#failure
    const frame = await new Promise<Frame>((resolve, reject) => {
      this.#wanted = { step, resolve, reject }
      this.#reached = -1
      this.#client.goTo(step)
    })
    this.#kept = [...this.#kept.slice(-1), frame]
    return frame
  }
}
