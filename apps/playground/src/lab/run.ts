// One running lesson, as the page sees it: values of the settings, the latest frame, playing or not.

import { type Signal, signal } from '@preact/signals'
import { defaultsOf, type Settings, type Values, type ValuesOf } from './settings.js'
import type { Action } from './worker/model.js'
import type { Answer, Request } from './worker/protocol.js'

/** The longest time that one frame may advance a model [s]. */
const longestAdvance = 0.05

export class LessonRun<S extends Settings = Settings, Frame = unknown> {
  readonly values: Signal<ValuesOf<S>>
  readonly frame: Signal<Frame | undefined> = signal()
  readonly isPlaying = signal(true)
  /** Why the run stopped by itself. */
  readonly stopped: Signal<string | undefined> = signal()
  readonly problem: Signal<string | undefined> = signal()

  private readonly worker = new Worker(new URL('./worker/lesson.worker.ts', import.meta.url), {
    type: 'module',
    name: 'lesson',
  })
  /** Questions without an answer yet. */
  private waiting = 0
  /** The latest settings that have not been sent. */
  private next: Values | undefined
  private before: ValuesOf<S>
  private lastTime: number | undefined
  private animation = 0

  constructor(
    private readonly lesson: string,
    readonly settings: S,
    values: ValuesOf<S>,
  ) {
    this.values = signal(values)
    this.before = values
    this.worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.receive(data))
    this.worker.addEventListener('error', ({ message }) => {
      this.problem.value = message || 'The worker of this lesson could not be started.'
    })
    this.send({ type: 'open', lesson, values })
    this.animation = requestAnimationFrame((time) => this.animate(time))
  }

  /** Changes one setting. The values before the last change are kept for `goBack`. */
  set<Name extends keyof S & string>(name: Name, value: ValuesOf<S>[Name]): void {
    this.setAll({ ...this.values.value, [name]: value })
  }

  setAll(values: ValuesOf<S>): void {
    // While a run is stopped, the values to return to are the last ones that worked.
    if (this.stopped.value === undefined) this.before = this.values.value
    this.values.value = values
    this.next = values
    this.flush()
  }

  /** The values before the last change, and a new start with them. */
  goBack(): void {
    this.values.value = this.before
    this.restart()
  }

  reset(): void {
    this.values.value = defaultsOf(this.settings)
    this.before = this.values.value
    this.restart()
  }

  restart(): void {
    this.next = undefined
    this.stopped.value = undefined
    this.send({ type: 'open', lesson: this.lesson, values: this.values.value })
    this.isPlaying.value = true
  }

  togglePlaying(): void {
    if (this.stopped.value !== undefined) this.restart()
    else this.isPlaying.value = !this.isPlaying.value
  }

  step(): void {
    this.isPlaying.value = false
    this.send({ type: 'step' })
  }

  act(action: Action): void {
    this.send({ type: 'act', action })
  }

  dispose(): void {
    cancelAnimationFrame(this.animation)
    this.worker.terminate()
  }

  private animate(time: number): void {
    this.animation = requestAnimationFrame((next) => this.animate(next))
    const seconds = Math.min((time - (this.lastTime ?? time)) / 1000, longestAdvance)
    this.lastTime = time
    this.flush()
    // At most one question under way: a model that is slower than the screen falls behind instead of queueing up.
    if (this.waiting === 0 && this.isPlaying.value && this.stopped.value === undefined)
      this.send({ type: 'advance', seconds })
  }

  /** Sends the latest settings once the worker is free: a dragged slider does not queue up either. */
  private flush(): void {
    if (!this.next || this.waiting > 0) return
    const values = this.next
    this.next = undefined
    // A run that stopped starts anew, it does not go on from its last state.
    const type = this.stopped.value === undefined ? 'change' : 'open'
    this.stopped.value = undefined
    this.send(type === 'open' ? { type, lesson: this.lesson, values } : { type, values })
  }

  private send(request: Request): void {
    this.waiting++
    this.worker.postMessage(request)
  }

  private receive(answer: Answer): void {
    this.waiting--
    if (answer.type === 'failed') {
      this.problem.value = answer.message
      this.isPlaying.value = false
      return
    }
    this.problem.value = undefined
    this.frame.value = answer.frame as Frame
    // An answer to an older question must not stop the run that was asked for since.
    if (this.waiting === 0 && answer.outOfBounds !== undefined) this.stopped.value = answer.outOfBounds
  }
}
