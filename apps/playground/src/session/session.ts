// The running simulation and its settings. Writes the page's state.

import { batch } from '@preact/signals'
import type { RecordedEvent, Scene } from 'seiche'
import { EventQueue } from '../tools/event-queue.js'
import type {
  BodyInfo,
  FieldCopy,
  Frame,
  InstrumentSettings,
  MeshFile,
  Report,
  SimulationInfo,
} from '../worker/protocol.js'
import type { UndoDirection } from '../worker/undo/undo-history.js'
import { firstWater } from './first-water.js'
import type { FluidDisplay } from './fluid-display.js'
import { withSample } from './history.js'
import { addTraces, dispersion, notePasses, resetInstruments } from './instruments.js'
import { PendingFrame } from './pending-frame.js'
import { RemoteBodies } from './remote-bodies.js'
import { loadText, type SceneEntry, sceneFiles } from './scenes.js'
import type { Json } from './schema-node.js'
import {
  applySettings,
  fitHeightScale,
  keptEvents,
  oppositeEdge,
  type Settings,
  withRecord,
  withValue,
} from './settings.js'
import { LargeScene, SimulationClient, type SimulationListener } from './simulation-client.js'
import { isOpenSea, readOnlyReasonOf } from './solvers.js'
import * as state from './state.js'

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

export interface SessionListener {
  /** Loads the code that shows a simulation. */
  prepare(info: SimulationInfo): Promise<void>
  /** Another simulation runs from now on. Called before the state tells the rest of the page. */
  opened(info: SimulationInfo, bodies: RemoteBodies | undefined): void
  /** The simulation has rejected an event because its water is prescribed. */
  readOnly(): void
}

export class Session {
  /** Events that the next frame sends to the simulation. */
  readonly events = new EventQueue()
  /** The bodies of the simulation, where it can have any. */
  bodies: RemoteBodies | undefined
  readonly #listener: SessionListener
  readonly #pending = new PendingFrame()
  #client: SimulationClient | undefined
  /** Number of calls of `open`: only the last one takes effect. */
  #calls = 0
  /** Whether there is a view: nobody misses the beginning of a run. */
  #isWatched = false

  constructor(listener: SessionListener) {
    this.#listener = listener
  }

  get info(): SimulationInfo | undefined {
    return this.#client?.info
  }

  /** Opens a scene with settings. If that fails, the previous simulation continues, and the problem is shown. */
  async open(scene: SceneEntry, settings: Settings, beginning: Beginning = {}): Promise<boolean> {
    const call = ++this.#calls
    state.loading.value = true
    try {
      await loadText(scene)
      const client = await SimulationClient.open(
        {
          scene: applySettings(scene.text, settings, beginning.events),
          source: scene.source,
          files: { ...sceneFiles, ...scene.files },
          running: this.#mayRun(),
          waterFirst: this.#client === undefined,
          ...(!beginning.anySize && { mostBytes: unaskedBytes }),
          ...(settings.threads !== undefined && { threads: settings.threads }),
          ...(beginning.skip !== undefined && { skip: beginning.skip }),
        },
        this.#listenerOf(() => client),
      )
      if (call !== this.#calls) client.close()
      else this.#adopt(client, scene, settings, beginning.display ?? state.chosenDisplay.value)
      return call === this.#calls
    } catch (error) {
      if (call !== this.#calls) return false
      if (error instanceof LargeScene)
        state.largeScene.value = {
          ...error.size,
          title: scene.title,
          open: () => this.open(scene, settings, { ...beginning, anySize: true }),
        }
      else state.problem.value = error instanceof Error ? error.message : String(error)
      return false
    } finally {
      if (call === this.#calls) state.loading.value = false
    }
  }

  /** Opens another scene, as it is written. */
  choose(scene: SceneEntry): Promise<boolean> {
    state.chosenHeightScale.value = undefined
    state.chosenSpeed.value = undefined
    const { threads } = state.settings.value
    state.chosenSurface.value = {}
    return this.open(scene, threads === undefined ? {} : { threads }, { display: {} })
  }

  /**
   * Changes settings. The scene restarts with them: a run has the same settings from its start, and can be repeated. All events happen again
   * at their times. Waves that are a function of time do not restart: they go on as if they had always had these settings.
   */
  async change(changes: Settings): Promise<void> {
    this.sendEvents()
    const [client, settings] = [this.#client, { ...state.settings.value, ...changes }]
    if (!client) return void (await this.open(state.scene.value, settings))
    const { scene } = client.info
    const { events: happened, step } = await client.record()
    const next = nextRun(scene, settings)
    if (readOnlyReasonOf(scene) && !client.info.hasBodies)
      return void (await this.open(state.scene.value, settings, {
        skip: Math.round((step * scene.timeStep) / next.timeStep),
      }))
    const events = keptEvents(happened, step, scene, next)
    const isOpen = await this.open(state.scene.value, settings, { events })
    if (isOpen && changes.values) state.restartNotice.value = restartText(happened.length)
  }

  /** Changes a value of the scene; undefined goes back to its own. Opposite edges are periodic both, or neither. */
  changeValue(path: string, value: Json | undefined): Promise<void> {
    let settings = withValue(state.settings.value, path, value)
    const opposite = oppositeEdge(path)
    const there = state.sceneSettings.value.find((setting) => setting.path === opposite)
    const here = state.sceneSettings.value.find((setting) => setting.path === path)
    const now = value ?? here?.initial
    if (opposite && there && (now === 'periodic') !== (there.value === 'periodic'))
      settings = withValue(settings, opposite, value)
    return this.change({ values: settings.values ?? {} })
  }

  /** Goes back to the scene as it is written, with its events and the person's. */
  resetValues(): Promise<void> {
    return this.change({ values: {} })
  }

  restart(): Promise<boolean> {
    return this.open(state.scene.value, state.settings.value)
  }

  setRunning(running: boolean): void {
    state.running.value = running
    this.updateRunning()
  }

  /** A hidden page does not compute. */
  updateRunning(): void {
    this.sendEvents()
    this.#client?.run(this.#mayRun())
  }

  /** Lets time run, from the moment that there is a view. */
  watch(): void {
    this.#isWatched = true
    this.updateRunning()
  }

  setSpeed(speed: number): void {
    this.#client?.setSpeed(speed)
  }

  /** Pauses and makes one step. */
  singleStep(): void {
    if (state.running.value) this.setRunning(false)
    this.sendEvents()
    this.#client?.step()
  }

  /** Asks for these fields with every frame. */
  showFields(fields: readonly string[]): void {
    this.#client?.show(fields)
  }

  /** The instruments that are in use from now on. */
  setInstruments(settings: InstrumentSettings): void {
    this.#client?.setInstruments(settings)
  }

  /** The scene as it is set, with all events so far, as text of a scene file. */
  async recording(): Promise<string> {
    const text = applySettings(state.scene.value.text, state.settings.value)
    return withRecord(text, await this.recordedEvents())
  }

  /** All events so far. */
  async recordedEvents(): Promise<readonly RecordedEvent[]> {
    this.sendEvents()
    return (await this.#client?.record())?.events ?? []
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
    for (const { action, events } of this.events.takeActions()) this.#client?.apply(events, action)
  }

  /** Undoes the last action, or redoes the one that was undone last, if there is one. */
  undo(direction: UndoDirection): void {
    this.sendEvents()
    this.#client?.undo(direction)
  }

  /** The newest frame, if it has not been taken yet; `recycle` gives it back. */
  takeFrame(): Frame | undefined {
    return this.#pending.take()
  }

  recycle(frame: Frame): void {
    this.#client?.recycle(frame)
    this.#reach(frame.step, frame.time)
  }

  /** Shows the numbers of the chosen body if they have changed visibly. */
  readChosenBody(): void {
    const body = this.bodies?.bodies[state.chosenBody.value ?? -1]
    if (!body) return
    const density = Number(body.density.toPrecision(3))
    const submerged = Math.round(body.submerged * 1000) / 1000
    const shown = state.chosenReading.value
    if (shown?.density !== density || shown.submerged !== submerged) state.chosenReading.value = { density, submerged }
  }

  /** A listener that ignores a client once another one has replaced it. */
  #listenerOf(client: () => SimulationClient): SimulationListener {
    const ifCurrent =
      <Message>(hear: (message: Message) => void) =>
      (message: Message): void => {
        if (this.#client !== undefined && client() === this.#client) hear(message)
      }
    return {
      prepare: (info) => this.#listener.prepare(info),
      frame: ifCurrent((frame) => this.#receive(frame)),
      report: ifCurrent((report) => this.#showReport(report)),
      bodies: ifCurrent((infos) => this.#setBodies(infos)),
      sources: ifCurrent((sources) => (state.sources.value = sources)),
      traces: ifCurrent(addTraces),
      dispersion: ifCurrent((measured) => (dispersion.value = measured)),
      actions: ifCurrent((counts) => (state.actions.value = counts)),
      undoRefused: ifCurrent((message) => (state.rejection.value = message)),
      readOnly: ifCurrent((message) => {
        state.readOnlyReason.value = message
        this.#listener.readOnly()
      }),
      eventRejected: ifCurrent((message) => (state.rejection.value = message)),
      failed: ifCurrent((message) => {
        this.#client = undefined
        state.problem.value = message
      }),
    }
  }

  #adopt(client: SimulationClient, scene: SceneEntry, settings: Settings, display: Partial<FluidDisplay>): void {
    this.#client?.close()
    this.#client = client
    void firstWater.then(() => client.tellDrawn())
    this.#pending.take()
    const { info } = client
    this.bodies = info.hasBodies ? new RemoteBodies(info) : undefined
    this.#listener.opened(info, this.bodies)
    // Discards events of the last simulation, and those of controls that were released just now.
    this.events.take()
    batch(() => {
      state.resetRun()
      resetInstruments(info, state.openings.value > 0 && scene.id === state.scene.value.id)
      state.chosenDisplay.value = display
      state.scene.value = scene
      state.settings.value = settings
      state.info.value = info
      state.openings.value++
      state.readOnlyReason.value = readOnlyReasonOf(info.scene)
    })
    client.setSpeed(state.speed.value)
    client.run(this.#mayRun())
  }

  #mayRun(): boolean {
    return this.#isWatched && state.running.value && document.visibilityState === 'visible'
  }

  #receive(frame: Frame): void {
    const free = this.#pending.put(frame)
    if (free) this.#client?.recycle(free)
  }

  #setBodies(infos: readonly BodyInfo[]): void {
    this.bodies?.set(infos)
    batch(() => {
      state.bodies.value = infos
      // Bodies that were added by an action disappear with it.
      for (const index of [state.chosenBody, state.followed])
        if (index.value !== undefined && index.value >= infos.length) index.value = undefined
    })
  }

  #showReport(report: Report): void {
    const info = this.#client!.info
    const { diagnostics } = report
    const { step, time, energy, momentum } = diagnostics
    const isSurface = diagnostics.kind === 'surface'
    // Drops in the air fall back into the water.
    const volume = diagnostics.volume + (isSurface ? (diagnostics.airborneVolume ?? 0) : 0)
    batch(() => {
      if (!state.report.value && !info.hasTerrain && isSurface) {
        const { maximum, minimum } = diagnostics
        // Bodies are drawn to scale, and so is the water that they float in.
        const isToScale = isOpenSea(info) || info.hasBodies
        state.fittingHeightScale.value = isToScale ? 1 : fitHeightScale(Math.max(maximum, -minimum), state.extent.value)
      }
      this.#reach(step, time)
      state.report.value = report
      state.history.value = withSample(state.history.value, {
        time,
        energy,
        volume: isSurface ? volume : Number.NaN,
        momentum,
        residual: diagnostics.residual ?? Number.NaN,
      })
      if (report.passes) notePasses(report.passes)
    })
  }

  /** Frames and reports may arrive in any order; the displayed step and time never decrease. */
  #reach(step: number, time: number): void {
    if (step < state.stepCount.value) return
    state.stepCount.value = step
    state.time.value = time
  }
}

/** Solver and time step [s] of a scene with other settings. */
function nextRun({ solver, timeStep }: Scene, { values = {} }: Settings): { solver: string; timeStep: number } {
  const next = values.solver as { type?: string } | undefined
  return {
    solver: next?.type ?? solver.type,
    timeStep: typeof values.timeStep === 'number' ? values.timeStep : timeStep,
  }
}

function restartText(count: number): string {
  if (count === 0) return 'Restarted with this setting.'
  return `Restarted with this setting. ${count === 1 ? 'One event is' : `${count} events are`} kept and repeated.`
}
