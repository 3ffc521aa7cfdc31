// The view of the second simulation: its canvas beside that of the first, its pointers, and a camera that is linked to the other one.

import { effect } from '@preact/signals'
import { fieldsFor, validDisplay } from '../session/display/fluid-display.js'
import { surfaceFieldsFor, validSurfaceDisplay } from '../session/display/surface-display.js'
import type { Session } from '../session/session.js'
import * as page from '../session/state.js'
import type { ToolController } from '../tools/tool-controller.js'
import { type CreatedView, createView } from '../view/create.js'
import { FrameDisplay } from '../view/frame-display.js'
import { kindOf } from '../view/kind-of-view.js'
import { maintainView } from '../view/maintain-view.js'
import { PointerInput } from '../view/pointer.js'
import type { FreeArea, WaterView } from '../view/view.js'
import { CameraLink } from './camera-link.js'
import { comparedQuantity, differenceDisplay } from './compared-quantity.js'
import type { SecondState } from './second-state.js'

export class SecondView {
  view: WaterView | undefined
  readonly display: FrameDisplay
  readonly #session: Session
  readonly #state: SecondState
  readonly #tools: ToolController
  readonly #showsDifference: { readonly value: boolean }
  readonly #host = document.createElement('div')
  readonly #link = new CameraLink()
  #pointers: PointerInput | undefined
  #free: FreeArea = { left: 0, top: 0, right: 0, bottom: 0 }
  #endings: (() => void)[] = []
  #isEnded = false

  constructor(
    session: Session,
    state: SecondState,
    tools: ToolController,
    showsDifference: { readonly value: boolean },
  ) {
    this.#session = session
    this.#state = state
    this.display = new FrameDisplay(session, state, () => this.view)
    this.#tools = tools
    this.#showsDifference = showsDifference
    this.#host.className = 'second-view'
  }

  /** Adds a view of the same kind as the first one to the stage. */
  async start(stage: HTMLElement, first: WaterView | undefined): Promise<void> {
    stage.append(this.#host)
    const remove = await maintainView(
      this.#host,
      kindOf(first) ?? page.viewChoice,
      {
        created: (created) => this.#adopt(created),
        lost: () => {
          this.#pointers?.dispose()
          this.view = this.#pointers = undefined
        },
      },
      (stage, kind, lost) => createView(stage, kind, lost, undefined, page.chosenQuality.value),
    )
    if (this.#isEnded) return remove()
    this.#endings = [remove, ...this.#followState()]
  }

  /** Prepares for another simulation. */
  open(): void {
    this.display.reset()
    const { info, bodies } = this.#session
    if (!this.view || !info) return
    this.view.open(info)
    this.view.setBodies(bodies)
    this.view.setSpray(undefined)
    this.view.setHeightScale(page.heightScale.value)
    this.#showDisplay()
  }

  setFreeArea(area: FreeArea): void {
    this.#free = area
    this.view?.setFreeArea(area)
  }

  /** Draws if anything has changed; tells whether it did. */
  render(first: WaterView | undefined): boolean {
    if (!this.view) return false
    if (first) this.#link.update(first, this.view)
    return this.view.render()
  }

  /** Removes the view, its canvas and its graphics device. */
  end(): void {
    this.#isEnded = true
    for (const end of this.#endings) end()
    this.#host.remove()
  }

  #adopt({ view, canvas }: CreatedView): void {
    this.#pointers = new PointerInput(canvas, view, this.#tools)
    view.setFreeArea(this.#free)
    this.view = view
    this.display.initialize(view)
    this.#showDisplay()
    view.setSources(this.#state.sources.value)
    this.#tools.showGlow()
    this.#tools.refreshCursor()
  }

  #followState(): (() => void)[] {
    return [
      effect(() => this.view?.setHeightScale(page.heightScale.value)),
      effect(() => this.view?.setSources(this.#state.sources.value)),
      effect(() => this.#showDisplay()),
    ]
  }

  /** Displays the second simulation like the first, or its difference to it; and asks both for the fields that this needs. */
  #showDisplay(): void {
    const { info } = this.#session
    const [wanted, wantedSurface] = [page.chosenDisplay.value, page.chosenSurface.value]
    const isDifference = this.#showsDifference.value
    if (!info || info !== this.#state.info.value) return
    if (info.fluid) {
      const shown = validDisplay(info, wanted)
      this.#session.showFields([...fieldsFor(info, shown), ...comparedQuantity(info, shown).fields])
      this.view?.setDisplay(isDifference ? differenceDisplay(shown) : shown)
      return
    }
    const shown = validSurfaceDisplay(info, wantedSurface)
    this.#session.showFields(surfaceFieldsFor(info, shown))
    this.view?.setSurfaceDisplay(isDifference ? { look: 'difference', arrows: false } : shown)
  }
}
