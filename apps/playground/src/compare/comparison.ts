// Two simulations of a scene side by side: A, the one of the page, and B with other settings, in a worker of its own. B repeats the events of
// A from its start, and both then go on in step, with the same events at the same times.

import { batch, computed, effect, signal } from '@preact/signals'
import type { SimulationEvent } from 'seiche'
import type { Companion } from '../session/companion.js'
import { validDisplay } from '../session/display/fluid-display.js'
import { Session } from '../session/session.js'
import type { Json, JsonObject } from '../session/settings/schema-node.js'
import { keptEvents, nextRun, type Settings, withEdgeValue } from '../session/settings/settings.js'
import * as page from '../session/state.js'
import type { ToolController } from '../tools/tool-controller.js'
import type { FrameDisplay } from '../view/frame-display.js'
import type { FramePair } from '../view/frame-loop.js'
import type { FreeArea, WaterView } from '../view/view.js'
import type { AskedComparison } from './asked-comparison.js'
import { labelOf, reversed, simplified, withChanges } from './changes.js'
import { comparedQuantity } from './compared-quantity.js'
import { type DifferenceNumbers, type DifferenceTrace, withDifference } from './difference.js'
import { DifferenceMeter } from './difference-meter.js'
import { Lockstep } from './lockstep.js'
import { secondState } from './second-state.js'
import { SecondView } from './second-view.js'
import { splitOf } from './split.js'

/** The parts of the page that a comparison works with. */
export interface ComparedPage {
  /** The session of A, the display of its frames and its view. */
  readonly session: Session
  readonly display: FrameDisplay
  view(): WaterView | undefined
  readonly tools: ToolController
  readonly stage: HTMLElement
  /** The comparison has ended; `reason`: for the person, if it was not closed by hand. */
  ended(reason?: string): void
}

/** Time between two changes of the numbers that are shown [ms]. */
const numbersInterval = 200
/** Animation frames that a frame of one simulation waits for that of the other. */
const mostHeld = 6
/** How long a message about a rejected event stays [ms]. */
const messageShownFor = 5000
/** A way to the common time that takes longer is shown [ms]. */
const unnoticed = 400

/** The changes that B runs with, and the number of the run of A that it follows. */
interface Opened {
  changes: Settings
  openings: number
}

const noTrace: DifferenceTrace = { time: [], rms: [] }

export class Comparison implements Companion, FramePair {
  /** State of B. */
  readonly state = secondState()
  /** Settings by which B differs from A. */
  readonly changes = signal<Settings>({})
  /** Whether B − A is shown in place of B. */
  readonly showsDifference = signal(false)
  readonly numbers = signal<DifferenceNumbers | undefined>(undefined)
  readonly trace = signal<DifferenceTrace>(noTrace)
  /** Values of the first and the last color of the difference of a fluid; undefined for a surface. */
  readonly sliceRange = signal<[low: number, high: number] | undefined>(undefined)
  /** Why B has not taken the last event; cleared after a while. */
  readonly refusal = signal<string | undefined>(undefined)
  /** Why B could not be opened with the last change of its settings. */
  readonly failure = signal<string | undefined>(undefined)
  /** Part of the way to the common time that is done, 0 to 1, while that takes long. */
  readonly progress = signal<number | undefined>(undefined)
  /** The quantity of which the difference is shown. */
  readonly quantity = computed(() => {
    const info = this.state.info.value
    return info && comparedQuantity(info, info.fluid && validDisplay(info, page.chosenDisplay.value))
  })
  /** Names of both simulations by the settings in which they differ. */
  readonly labels = computed(() =>
    ([page.info.value, this.state.info.value] as const).map((info) => info && labelOf(this.changes.value, info.scene)),
  )
  readonly #page: ComparedPage
  readonly #session: Session
  readonly #view: SecondView
  readonly #scene = page.scene.value
  #lockstep: Lockstep | undefined
  #meter: DifferenceMeter | undefined
  #opened: Opened | undefined
  /** Number of calls of `#reopen`: only the last one takes effect. */
  #calls = 0
  #isOpening = true
  /** Single steps that the person has made while B was being opened. */
  #stepsToMake = 0
  /** The time to go to when B is open [s]. */
  #resumeAt: number | undefined
  #held = 0
  #waitsSince: number | undefined
  #numbersShownAt = 0
  #endings: (() => void)[] = []

  private constructor(part: ComparedPage, { changes, difference }: AskedComparison) {
    this.#page = part
    this.changes.value = changes
    this.showsDifference.value = difference
    this.#session = new Session(
      this.state,
      {
        opened: () => undefined,
        readOnly: () => this.#refuse(this.state.readOnlyReason.value),
        reached: (step, duration) => this.#lockstep?.reached(1, step, duration),
      },
      { paced: true },
    )
    this.#view = new SecondView(this.#session, this.state, part.tools, this.showsDifference)
  }

  /** Opens B beside A. If that fails, `ended` tells why. */
  static open(part: ComparedPage, asked: AskedComparison): Comparison {
    const comparison = new Comparison(part, asked)
    part.session.accompany(comparison)
    comparison.#start().catch((error: unknown) => {
      comparison.close(`B could not be shown. ${error instanceof Error ? error.message : String(error)}`)
    })
    return comparison
  }

  async #start(): Promise<void> {
    this.#endings = this.#followState()
    const { stage } = this.#page
    const view = this.#view.start(stage, this.#page.view())
    await Promise.all([view, this.#reopen()])
  }

  get isOpening(): boolean {
    return this.#isOpening
  }

  apply(events: SimulationEvent[], action: number): void {
    this.#session.apply(events, action)
  }

  updateRunning(): void {
    this.#session.updateRunning()
  }

  singleStep(): void {
    if (this.#isOpening) this.#stepsToMake++
    else this.#lockstep?.singleStep()
  }

  /** B repeats the run of A without the action, or with it. */
  undone(): void {
    void this.#reopen()
  }

  /** A has reached a step after a duration in its worker [ms]. */
  firstReached(step: number, duration: number): void {
    this.#lockstep?.reached(0, step, duration)
  }

  /** The view of B. */
  get view(): WaterView | undefined {
    return this.#view.view
  }

  /** Changes settings of B, which runs with them from its start to the time of A. */
  async change(changes: Settings): Promise<void> {
    this.changes.value = changes
    await this.#reopen()
  }

  /** Changes a value of B; undefined goes back to that of A. Opposite edges are periodic both, or neither. */
  changeValue(path: string, value: Json | undefined): Promise<void> {
    return this.change(withEdgeValue(this.changes.value, this.state.sceneSettings.value, path, value))
  }

  /** A gets the settings of B, and B those of A; both begin anew and go to the present time. */
  async swap(): Promise<void> {
    const [first, changes] = [page.settings.value, this.changes.value]
    const file = JSON.parse(page.scene.value.text) as JsonObject
    const before = page.openings.value
    this.#resumeAt = this.#lockstep?.time
    this.changes.value = reversed(first, changes, file)
    await this.#page.session.change(simplified(withChanges(first, changes), file))
    if (page.openings.value !== before) return
    // A could not be opened with these settings; the page says why.
    this.#resumeAt = undefined
    this.changes.value = changes
  }

  /** Fits both views into the part of the window that panel and tool bar leave free. */
  setFreeArea(area: FreeArea): void {
    const { stage, view } = this.#page
    const { kind, areas } = splitOf(window.innerWidth, window.innerHeight, area)
    stage.dataset.split = kind
    document.documentElement.dataset.split = kind
    view()?.setFreeArea(areas[0])
    this.#view.setFreeArea(areas[1])
  }

  showFrames(now: number): void {
    const [first, second] = [this.#page.session, this.#session]
    const lockstep = this.#isOpening ? undefined : this.#lockstep
    if (lockstep && !lockstep.isIdle) {
      this.#showProgress(now, lockstep)
      return
    }
    this.#endWait()
    const pending = [first.hasFrame, second.hasFrame]
    if (lockstep && pending[0] !== pending[1] && this.#held++ < mostHeld) return
    this.#held = 0
    const [a, b] = [first.takeFrame(), second.takeFrame()]
    if (a) {
      this.#meter?.take(0, a)
      this.#page.display.show(a)
    }
    if (b) this.#meter?.take(1, b)
    if ((a || b) && lockstep) this.#measure(now, lockstep.time)
    if (b) this.#view.display.show(this.showsDifference.value && this.#meter ? this.#meter.withDifference(b) : b)
    if (a) first.recycle(a)
    if (b) second.recycle(b)
    lockstep?.tick(now, page.running.value ? page.speed.value : 0)
  }

  render(): boolean {
    return this.#view.render(this.#page.view())
  }

  noteFrame(duration: number): void {
    this.view?.noteFrame(duration)
  }

  /** Ends B and its worker. A goes on as it is. */
  close(reason?: string): void {
    this.#calls++
    for (const end of this.#endings) end()
    this.#session.close()
    this.#view.end()
    delete this.#page.stage.dataset.split
    delete document.documentElement.dataset.split
    this.#page.session.accompany(undefined)
    this.#page.ended(reason)
  }

  #followState(): (() => void)[] {
    const openings = page.openings.value
    return [
      effect(() => {
        if (page.openings.value !== openings) queueMicrotask(() => this.#firstOpened())
      }),
      effect(() => {
        if (this.state.rejection.value !== undefined) this.#refuse(this.state.rejection.value)
      }),
      effect(() => {
        if (this.refusal.value === undefined) return
        const timer = setTimeout(() => (this.refusal.value = undefined), messageShownFor)
        return () => clearTimeout(timer)
      }),
      effect(() => {
        const problem = this.state.problem.value
        // A simulation that has stopped has no worker any more.
        if (problem !== undefined && this.state.info.value && !this.#session.info)
          queueMicrotask(() => this.close(`The comparison has ended: B has stopped. ${problem}`))
      }),
      effect(() => {
        this.quantity.value
        this.#resetMeter()
      }),
    ]
  }

  /** Another run of A: of the same scene B follows it, with another scene the comparison ends. */
  #firstOpened(): void {
    if (page.scene.value !== this.#scene) this.close()
    else if (this.#opened?.openings !== page.openings.value) void this.#reopen()
  }

  /** Opens B with the present changes, and lets it repeat the run of A. */
  async #reopen({ anySize = false } = {}): Promise<void> {
    const call = ++this.#calls
    const { session } = this.#page
    session.sendEvents()
    this.#isOpening = true
    const [changes, openings] = [this.changes.value, page.openings.value]
    const record = await session.record()
    const first = session.info
    if (call !== this.#calls || !record || !first) return
    const events = keptEvents(record.events, record.step, first.scene, nextRun(first.scene, changes))
    this.state.problem.value = undefined
    const isOpen = await this.#session.open(page.scene.value, withChanges(page.settings.value, changes), {
      events,
      anySize,
    })
    if (call !== this.#calls) return
    if (isOpen) this.#follow(record.step, { changes, openings })
    else this.#fail(openings)
    this.#isOpening = false
  }

  /** B is open: it goes to the time of A, and both go on from there. */
  #follow(step: number, opened: Opened): void {
    const [first, second] = [this.#page.session, this.#session]
    this.#opened = opened
    this.#lockstep = new Lockstep({ timeStep: first.info!.timeStep, goTo: (step) => first.goTo(step) }, step, {
      timeStep: second.info!.timeStep,
      goTo: (step) => second.goTo(step),
    })
    batch(() => {
      this.failure.value = undefined
      this.trace.value = noTrace
      this.numbers.value = undefined
    })
    this.#resetMeter()
    this.#view.open()
    if (this.#resumeAt !== undefined) this.#lockstep.goTo(this.#resumeAt)
    this.#resumeAt = undefined
    this.#makeSteps()
  }

  /** B could not be opened: it goes on as it was, if A does, too. */
  #fail(openings: number): void {
    const [wanted, question] = [this.changes.value, this.state.largeScene.value]
    const reason = question ? 'It needs much memory.' : (this.state.problem.value ?? '')
    this.state.largeScene.value = this.state.problem.value = undefined
    const opened = this.#opened
    if (opened?.openings !== openings) {
      this.close(`B could not be opened. ${reason}`)
      return
    }
    batch(() => {
      this.failure.value = reason
      this.changes.value = opened.changes
    })
    this.#makeSteps()
    if (!question) return
    const open = async (): Promise<boolean> => {
      this.changes.value = wanted
      await this.#reopen({ anySize: true })
      return this.failure.value === undefined
    }
    page.largeScene.value = { ...question, open }
  }

  /** Makes the single steps that have waited for B. */
  #makeSteps(): void {
    for (; this.#stepsToMake > 0; this.#stepsToMake--) this.#lockstep?.singleStep()
  }

  /** Shows why B has not taken an event. The first reason stays: others follow from it, as that a refused source cannot be removed. */
  #refuse(reason: string | undefined): void {
    if (this.refusal.peek() === undefined) this.refusal.value = reason
  }

  #resetMeter(): void {
    const [first, second] = [this.#page.session, this.#session]
    const quantity = this.quantity.value
    this.#meter = first.info && second.info && quantity && new DifferenceMeter(first.info, second.info, quantity)
    this.trace.value = noTrace
    if (!this.#meter) return
    first.requestFrame()
    second.requestFrame()
  }

  #measure(now: number, time: number): void {
    const isDue = now - this.#numbersShownAt >= numbersInterval || !page.running.value
    if (!isDue && !this.showsDifference.value) return
    const numbers = this.#meter?.measure(this.#view.display.openness)
    if (!numbers || !isDue) return
    this.#numbersShownAt = now
    const info = this.#session.info
    batch(() => {
      this.numbers.value = numbers
      this.sliceRange.value = info?.fluid && this.#meter?.sliceRange(validDisplay(info, page.chosenDisplay.value).at)
      this.trace.value = withDifference(this.trace.value, time, numbers.rms)
    })
  }

  #showProgress(now: number, lockstep: Lockstep): void {
    this.#waitsSince ??= now
    if (now - this.#waitsSince < unnoticed) return
    const part = (steps: number, goal: number): number => (goal > 0 ? Math.min(1, steps / goal) : 1)
    this.progress.value = Math.min(
      part(page.stepCount.value, lockstep.goalOf(0)),
      part(this.state.stepCount.value, lockstep.goalOf(1)),
    )
  }

  #endWait(): void {
    this.#waitsSince = undefined
    this.progress.value = undefined
  }
}
