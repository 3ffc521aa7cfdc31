// The running simulation and its settings. Writes the page's state.

import { batch } from '@preact/signals'
import type { RecordedEvent, Scene, SimulationEvent } from 'seiche'
import { EventQueue } from '../tools/event-queue.js'
import type { BodyInfo, FieldCopy, Frame, InstrumentSettings, MeshFile, SimulationInfo } from '../worker/protocol.js'
import type { UndoDirection } from '../worker/undo/undo-history.js'
import type { Companion } from './companion.js'
import type { FluidDisplay } from './display/fluid-display.js'
import { firstWater } from './first-water.js'
import { PendingFrame } from './pending-frame.js'
import { RemoteBodies } from './remote-bodies.js'
import { loadText, type SceneEntry, sceneFiles } from './scenes/scenes.js'
import type { SessionListener } from './session-listener.js'
import type { SessionState } from './session-state.js'
import type { Json } from './settings/schema-node.js'
import { applySettings, keptEvents, nextRun, type Settings, withEdgeValue, withRecord } from './settings/settings.js'
import { readOnlyReasonOf } from './settings/solvers.js'
import { showReached, showReport } from './show-report.js'
import {
  LargeScene,
  type RecordedRun,
  type SavedState,
  SimulationClient,
  type SimulationListener,
} from './simulation-client.js'

/** How a scene begins: as it is written, unless something is given. */
interface Beginning {
  display?: Partial<FluidDisplay>
  /** Events in place of those of the scene. */
  events?: Scene['events']
  /** Steps to skip at the start, of waves that are a function of time. */
  skip?: number
  /** Whether the person has agreed to the memory that the scene needs. */
  anySize?: boolean
}

/** A scene that needs more memory than this is opened only if the person agrees [bytes]: 512 MiB. */
const unaskedBytes = 2 ** 29

export class Session {
  /** Events that the next frame sends to the simulation. */
  readonly events = new EventQueue()
  /** The bodies of the simulation, where it can have any. */
  bodies: RemoteBodies | undefined
  readonly #state: SessionState
  readonly #listener: SessionListener
  readonly #pending = new PendingFrame()
  #client: SimulationClient | undefined
  /** Number of calls of `open`: only the last one takes effect. */
  #calls = 0
  /** Whether there is a view: nobody misses the beginning of a run. */
  #isWatched: boolean
  /** Whether the page alone moves time on, by `goTo`. */
  #isPaced: boolean
  #companion: Companion | undefined
  /** Fields that every frame contains, besides those that it always has. */
  #fields: readonly string[] = []

  constructor(state: SessionState, listener: SessionListener, { paced = false } = {}) {
    this.#state = state
    this.#listener = listener
    this.#isPaced = paced
    // The page sees a simulation that it moves on itself.
    this.#isWatched = paced
  }

  get info(): SimulationInfo | undefined {
    return this.#client?.info
  }

  /** Opens a scene with settings. If that fails, the previous simulation continues, and the problem is shown. */
  async open(scene: SceneEntry, settings: Settings, beginning: Beginning = {}): Promise<boolean> {
    const call = ++this.#calls
    this.#state.loading.value = true
    try {
      await loadText(scene)
      const client = await SimulationClient.open(
        {
          scene: applySettings(scene.text, settings, beginning.events),
          source: scene.source,
          files: { ...sceneFiles, ...scene.files },
          running: this.#mayRun,
          waterFirst: this.#client === undefined,
          paced: this.#isPaced,
          ...(!beginning.anySize && { mostBytes: unaskedBytes }),
          ...(settings.threads !== undefined && { threads: settings.threads }),
          ...(beginning.skip !== undefined && { skip: beginning.skip }),
        },
        this.#listenerOf(() => client),
      )
      if (call !== this.#calls) client.close()
      else this.#adopt(client, scene, settings, beginning.display ?? this.#state.chosenDisplay.value)
      return call === this.#calls
    } catch (error) {
      if (call !== this.#calls) return false
      if (error instanceof LargeScene)
        this.#state.largeScene.value = {
          ...error.size,
          title: scene.title,
          open: () => this.open(scene, settings, { ...beginning, anySize: true }),
        }
      else this.#state.problem.value = error instanceof Error ? error.message : String(error)
      return false
    } finally {
      if (call === this.#calls) this.#state.loading.value = false
    }
  }

  /** Opens another scene, as it is written. */
  choose(scene: SceneEntry): Promise<boolean> {
    this.#state.chosenHeightScale.value = undefined
    this.#state.chosenSpeed.value = undefined
    const { threads } = this.#state.settings.value
    this.#state.chosenSurface.value = {}
    return this.open(scene, threads === undefined ? {} : { threads }, { display: {} })
  }

  /**
   * Changes settings. The scene restarts with them: a run has the same settings from its start, and can be repeated. All events happen again
   * at their times. Waves that are a function of time do not restart: they go on as if they had always had these settings.
   */
  async change(changes: Settings): Promise<void> {
    this.sendEvents()
    const [client, settings] = [this.#client, { ...this.#state.settings.value, ...changes }]
    if (!client) return void (await this.open(this.#state.scene.value, settings))
    const { scene } = client.info
    const { events: happened, step } = await client.record()
    const next = nextRun(scene, settings)
    if (readOnlyReasonOf(scene) && !client.info.hasBodies)
      return void (await this.open(this.#state.scene.value, settings, {
        skip: Math.round((step * scene.timeStep) / next.timeStep),
      }))
    const events = keptEvents(happened, step, scene, next)
    const isOpen = await this.open(this.#state.scene.value, settings, { events })
    if (isOpen && changes.values) this.#state.restartNotice.value = restartText(happened.length)
  }

  /** Changes a value of the scene; undefined goes back to its own. Opposite edges are periodic both, or neither. */
  changeValue(path: string, value: Json | undefined): Promise<void> {
    const settings = withEdgeValue(this.#state.settings.value, this.#state.sceneSettings.value, path, value)
    return this.change({ values: settings.values ?? {} })
  }

  /** Goes back to the scene as it is written, with its events and the person's. */
  resetValues(): Promise<void> {
    return this.change({ values: {} })
  }

  restart(): Promise<boolean> {
    return this.open(this.#state.scene.value, this.#state.settings.value)
  }

  setRunning(running: boolean): void {
    this.#state.running.value = running
    this.updateRunning()
  }

  /** A hidden page does not compute. */
  updateRunning(): void {
    this.sendEvents()
    this.#client?.run(this.#mayRun, this.#isPaced)
    this.#companion?.updateRunning()
  }

  /** Lets time run, from the moment that there is a view. */
  watch(): void {
    this.#isWatched = true
    this.updateRunning()
  }

  /** Runs in step with another simulation from now on: the page moves time on. Undefined: by itself again. */
  accompany(companion: Companion | undefined): void {
    this.#companion = companion
    this.#isPaced = companion !== undefined
    this.updateRunning()
  }

  /** Advances to a step; the listener hears when it is reached. */
  goTo(step: number): void {
    this.#client?.goTo(step)
  }

  setSpeed(speed: number): void {
    this.#client?.setSpeed(speed)
  }

  /** Pauses and makes one step. */
  singleStep(): void {
    if (this.#state.running.value) this.setRunning(false)
    this.sendEvents()
    if (this.#companion) this.#companion.singleStep()
    else this.#client?.step()
  }

  /** Asks for these fields with every frame. */
  showFields(fields: readonly string[]): void {
    this.#fields = [...new Set(fields)]
    this.requestFrame()
  }

  /** Asks for a frame of the present state. */
  requestFrame(): void {
    this.#client?.show(this.#fields)
  }

  /** The instruments that are in use from now on. */
  setInstruments(settings: InstrumentSettings): void {
    this.#client?.setInstruments(settings)
  }

  /** The scene as it is set, with all events so far, as text of a scene file. */
  async recording(): Promise<string> {
    const text = applySettings(this.#state.scene.value.text, this.#state.settings.value)
    return withRecord(text, await this.recordedEvents())
  }

  /** All events so far. */
  async recordedEvents(): Promise<readonly RecordedEvent[]> {
    return (await this.record())?.events ?? []
  }

  /** All events so far, and the step that the run has reached; undefined if the simulation has stopped. */
  async record(): Promise<RecordedRun | undefined> {
    this.sendEvents()
    return this.#client?.record()
  }

  /** The whole state, and all events so far; undefined if the simulation has stopped. */
  async snapshot(): Promise<SavedState | undefined> {
    this.sendEvents()
    return this.#client?.snapshot()
  }

  /** A copy of a field as it is now; undefined if the simulation has stopped. */
  async field(name: string): Promise<FieldCopy | undefined> {
    this.sendEvents()
    return this.#client?.field(name)
  }

  /** A mesh of the surface, or of a dye in a volume where it reaches `level`; undefined if the simulation has stopped. */
  async mesh(dye: string | undefined, level: number): Promise<MeshFile | undefined> {
    this.sendEvents()
    return this.#client?.mesh(dye, level)
  }

  /** Sends the queued events: once a frame, and before every message whose effect depends on them. */
  sendEvents(): void {
    if (this.#companion?.isOpening) return
    for (const { action, events } of this.events.takeActions()) {
      this.apply(events, action)
      this.#companion?.apply(events, action)
    }
  }

  /** Applies events of an action now. */
  apply(events: SimulationEvent[], action: number): void {
    this.#client?.apply(events, action)
  }

  /** Undoes the last action, or redoes the one that was undone last, if there is one. */
  undo(direction: UndoDirection): void {
    this.sendEvents()
    this.#client?.undo(direction)
    this.#companion?.undone()
  }

  /** Ends the simulation and its worker. */
  close(): void {
    this.#calls++
    this.#client?.close()
    this.#client = undefined
  }

  /** Whether there is a frame that has not been taken yet. */
  get hasFrame(): boolean {
    return this.#pending.isFull
  }

  /** The newest frame, if it has not been taken yet; `recycle` gives it back. */
  takeFrame(): Frame | undefined {
    return this.#pending.take()
  }

  recycle(frame: Frame): void {
    this.#client?.recycle(frame)
    showReached(this.#state, frame.step, frame.time)
  }

  /** Shows the numbers of the chosen body if they have changed visibly. */
  readChosenBody(): void {
    const body = this.bodies?.bodies[this.#state.chosenBody.value ?? -1]
    if (!body) return
    const density = Number(body.density.toPrecision(3))
    const submerged = Math.round(body.submerged * 1000) / 1000
    const shown = this.#state.chosenReading.value
    if (shown?.density !== density || shown.submerged !== submerged)
      this.#state.chosenReading.value = { density, submerged }
  }

  /** A listener that ignores a client once another one has replaced it. */
  #listenerOf(client: () => SimulationClient): SimulationListener {
    const ifCurrent =
      <Message>(hear: (message: Message) => void) =>
      (message: Message): void => {
        if (this.#client !== undefined && client() === this.#client) hear(message)
      }
    return {
      prepare: async (info) => this.#listener.prepare?.(info),
      frame: ifCurrent((frame) => this.#receive(frame)),
      report: ifCurrent((report) =>
        batch(() => {
          showReport(this.#state, this.#client!.info, report)
          if (report.passes) this.#listener.instruments?.notePasses(report.passes)
        }),
      ),
      reached: (step, duration) => ifCurrent(() => this.#listener.reached?.(step, duration))(undefined),
      bodies: ifCurrent((infos) => this.#setBodies(infos)),
      sources: ifCurrent((sources) => (this.#state.sources.value = sources)),
      traces: ifCurrent((traces) => this.#listener.instruments?.addTraces(traces)),
      dispersion: ifCurrent((measured) => this.#listener.instruments?.setDispersion(measured)),
      actions: ifCurrent((counts) => (this.#state.actions.value = counts)),
      undoRefused: ifCurrent((message) => (this.#state.rejection.value = message)),
      readOnly: ifCurrent((message) => {
        this.#state.readOnlyReason.value = message
        this.#listener.readOnly()
      }),
      eventRejected: ifCurrent((message) => (this.#state.rejection.value = message)),
      failed: ifCurrent((message) => {
        this.#client = undefined
        this.#state.problem.value = message
        this.#state.hasStopped.value = true
      }),
    }
  }

  #adopt(client: SimulationClient, scene: SceneEntry, settings: Settings, display: Partial<FluidDisplay>): void {
    this.#client?.close()
    this.#client = client
    void firstWater.then(() => client.tellDrawn())
    this.#fields = []
    this.#pending.take()
    const { info } = client
    this.bodies = info.hasBodies ? new RemoteBodies(info) : undefined
    this.#listener.opened(info, this.bodies)
    // Discards events of the last simulation, and those of controls that were released just now.
    this.events.take()
    batch(() => {
      this.#state.resetRun()
      const isSame = this.#state.openings.value > 0 && scene.id === this.#state.scene.value.id
      this.#listener.instruments?.resetInstruments(info, isSame)
      this.#state.chosenDisplay.value = display
      this.#state.scene.value = scene
      this.#state.settings.value = settings
      this.#state.info.value = info
      this.#state.openings.value++
      this.#state.readOnlyReason.value = readOnlyReasonOf(info.scene)
    })
    client.setSpeed(this.#state.speed.value)
    client.run(this.#mayRun, this.#isPaced)
  }

  get #mayRun(): boolean {
    return this.#isWatched && this.#state.running.value && document.visibilityState === 'visible'
  }

  #receive(frame: Frame): void {
    const free = this.#pending.put(frame)
    if (free) this.#client?.recycle(free)
  }

  #setBodies(infos: readonly BodyInfo[]): void {
    this.bodies?.set(infos)
    batch(() => {
      this.#state.bodies.value = infos
      // Bodies that were added by an action disappear with it.
      for (const index of [this.#state.chosenBody, this.#state.followed])
        if (index.value !== undefined && index.value >= infos.length) index.value = undefined
    })
  }
}

function restartText(count: number): string {
  if (count === 0) return 'Restarted with this setting.'
  return `Restarted with this setting. ${count === 1 ? 'One event is' : `${count} events are`} kept and repeated.`
}
