import type { StrokePoint } from '../tools/stroke-path.js'
import { actsOnFluid, type PaintingTool, placesSource, type Tool } from '../tools/tools.js'
import type { WaterPoint } from '../tools/water-point.js'
import type { BodyPick, VolumePick, WaterView } from './view.js'

/** Actions of pointers on the water, the bodies and the fluid. */
export interface PointerActions {
  /** The tool that is chosen. */
  tool(): Tool
  /** The tool that paints on the water, if one does. */
  paintingTool(): PaintingTool | undefined
  beginStroke(tool: PaintingTool, start: StrokePoint): Stroke
  /** A drag of a body begins at a point of the window [CSS px]. */
  beginBodyDrag(pick: BodyPick, clientX: number, clientY: number): Drag
  beginVolumeDrag(tool: PaintingTool, pick: VolumePick): Drag
  /** A body is pressed. */
  chooseBody(body: number): void
  /** The pointer is over a body, or over none. */
  pointAtBody(body: number | undefined): void
  /** The pointer is over a point of the water, or over none. */
  pointAt(at: WaterPoint | undefined): void
  /** The pointer with a brush is over the water, or no longer. */
  hover(tool: PaintingTool, at: WaterPoint | undefined): void
  /** The pointer with a brush is over a volume of fluid. */
  hoverVolume(tool: PaintingTool, at: VolumePick['at']): void
}

/** A stroke over the water in progress. */
export interface Stroke {
  to(point: StrokePoint): void
  end(): void
}

/** A drag of a body, or through a volume of fluid, in progress. */
export interface Drag {
  to(clientX: number, clientY: number): void
  end(): void
}

/** A finger that has moved less than this still taps [CSS px]. */
const tapRadius = 6
/** The button at the eraser end of a pen, and its bit in `buttons`. */
const penEraser = { button: 5, bit: 32 }

/** A pointer that is down. */
interface Press {
  id: number
  clientX: number
  clientY: number
}

interface ActiveStroke extends Press {
  tool: PaintingTool
  start: StrokePoint
  /** Undefined until a finger has moved: it may be the first of two that move the camera. */
  stroke: Stroke | undefined
}

interface ActiveDrag extends Press {
  begin(): Drag
  /** Undefined until a finger has moved: it may be the first of two that move the camera, or only tap. */
  drag: Drag | undefined
  /** Whether a tap of a finger counts as a drag of length 0: it adds ink, but does not move a body. */
  actsOnTap: boolean
}

/**
 * Turns input of mouse, pen and fingers into strokes and drags. The camera moves instead where a drag begins beside the water, with a
 * modifier key, with the tool that looks, with another button, or with two fingers.
 */
export class PointerInput {
  readonly #canvas: HTMLCanvasElement
  readonly #view: WaterView
  readonly #actions: PointerActions
  readonly #fingers = new Set<number>()
  readonly #listeners = new AbortController()
  #stroke: ActiveStroke | undefined
  #drag: ActiveDrag | undefined

  constructor(canvas: HTMLCanvasElement, view: WaterView, actions: PointerActions) {
    this.#canvas = canvas
    this.#view = view
    this.#actions = actions
    const { signal } = this.#listeners
    const preventDefault = (event: Event): void => event.preventDefault()
    // In the capture phase: before the listeners of the camera, which need their buttons set.
    canvas.addEventListener('pointerdown', (event) => this.#press(event), { signal, capture: true })
    canvas.addEventListener('pointermove', (event) => this.#move(event), { signal })
    canvas.addEventListener('pointerup', (event) => this.#release(event), { signal })
    canvas.addEventListener('pointercancel', (event) => this.#release(event), { signal })
    canvas.addEventListener('pointerleave', () => this.#leave(), { signal })
    canvas.addEventListener('contextmenu', preventDefault, { signal })
    // Some browsers scroll or zoom the page in spite of `touch-action`.
    canvas.addEventListener('touchmove', preventDefault, { signal, passive: false })
  }

  /** Stops listening; strokes and drags end. */
  dispose(): void {
    this.#listeners.abort()
    this.#stroke?.stroke?.end()
    this.#stroke = undefined
    this.#endDrag()
  }

  #press(event: PointerEvent): void {
    if (event.pointerType === 'touch') this.#fingers.add(event.pointerId)
    // A second finger moves the camera: the drag of the first one ends.
    this.#endDrag()
    if (!this.#beginDrag(event)) this.#beginStroke(event)
  }

  /** Begins a drag if a body or a volume of fluid is under the pointer; tells whether it did. */
  #beginDrag(event: PointerEvent): boolean {
    if (this.#fingers.size > 1 || event.button !== 0) return false
    const { pointerId: id, clientX, clientY } = event
    const body = this.#pickBody(event)
    const volume = body ? undefined : this.#pickVolume(event)
    if (!body && !volume) return false
    const begin = body
      ? () => this.#actions.beginBodyDrag(body, clientX, clientY)
      : () => this.#actions.beginVolumeDrag(volume!.tool, volume!.pick)
    this.#view.setCameraDrag(false)
    this.#canvas.setPointerCapture(id)
    if (body) {
      this.#actions.chooseBody(body.body)
      this.#canvas.style.cursor = 'grabbing'
    }
    const drag = event.pointerType === 'touch' ? undefined : begin()
    this.#drag = { id, clientX, clientY, begin, drag, actsOnTap: !body }
    return true
  }

  #beginStroke(event: PointerEvent): void {
    const { pointerId: id, clientX, clientY, button } = event
    const tool = this.#toolFor(event)
    const at = tool && this.#pick(event, tool)
    const isSingle = this.#fingers.size <= 1
    if (isSingle) this.#view.setCameraDrag(!at)
    // A second finger moves the camera: the stroke of the first one ends.
    this.#stroke?.stroke?.end()
    this.#stroke = undefined
    if (!isSingle || (button !== 0 && button !== penEraser.button) || !tool || !at) return
    // A stroke continues under the panel.
    this.#canvas.setPointerCapture(id)
    const start = { at, pressure: pressureOf(event) }
    // A source acts as long as it is pressed, also under a finger that does not move.
    const waits = event.pointerType === 'touch' && !placesSource(tool)
    const stroke = waits ? undefined : this.#actions.beginStroke(tool, start)
    this.#stroke = { id, clientX, clientY, tool, start, stroke }
    this.#actions.hover(tool, at)
  }

  #move(event: PointerEvent): void {
    if (this.#drag) {
      if (event.pointerId === this.#drag.id) this.#continueDrag(event, this.#drag)
    } else if (this.#stroke) {
      if (event.pointerId === this.#stroke.id) this.#continueStroke(event, this.#stroke)
    } else this.#hover(event)
  }

  #continueDrag(event: PointerEvent, active: ActiveDrag): void {
    if (!active.drag && isTap(event, active)) return
    active.drag ??= active.begin()
    active.drag.to(event.clientX, event.clientY)
  }

  #continueStroke(event: PointerEvent, active: ActiveStroke): void {
    if (!active.stroke && isTap(event, active)) return
    active.stroke ??= this.#actions.beginStroke(active.tool, active.start)
    // Between two frames a fast pointer has been at more than one point.
    const coalesced = event.getCoalescedEvents?.() ?? []
    for (const point of coalesced.length > 0 ? coalesced : [event]) {
      const at = this.#pick(point, active.tool)
      if (at) active.stroke.to({ at, pressure: pressureOf(point) })
    }
    this.#actions.hover(active.tool, this.#pick(event, active.tool))
  }

  #hover(event: PointerEvent): void {
    const isUp = event.buttons === 0
    this.#actions.pointAt(this.#view.pick(event.clientX, event.clientY, false))
    const body = isUp ? this.#pickBody(event) : undefined
    this.#actions.pointAtBody(body?.body)
    this.#canvas.style.cursor = body ? 'grab' : ''
    const volume = isUp ? this.#pickVolume(event) : undefined
    if (volume) {
      this.#actions.hoverVolume(volume.tool, volume.pick.at)
      return
    }
    const tool = isUp && !body ? this.#toolFor(event) : undefined
    this.#actions.hover(tool ?? 'push', tool && this.#pick(event, tool))
  }

  #release(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId)
    if (event.pointerType === 'touch') this.#actions.hover('push', undefined)
    const isUp = event.type === 'pointerup'
    if (this.#drag?.id === event.pointerId) {
      if (this.#drag.actsOnTap && isUp) this.#drag.drag ??= this.#drag.begin()
      this.#endDrag()
    }
    if (this.#stroke?.id === event.pointerId) {
      if (isUp) this.#stroke.stroke ??= this.#actions.beginStroke(this.#stroke.tool, this.#stroke.start)
      this.#stroke.stroke?.end()
      this.#stroke = undefined
    }
  }

  #leave(): void {
    this.#actions.pointAt(undefined)
    if (!this.#stroke) this.#actions.hover('push', undefined)
    if (!this.#drag) this.#actions.pointAtBody(undefined)
  }

  #endDrag(): void {
    if (!this.#drag) return
    this.#drag.drag?.end()
    this.#drag = undefined
    this.#canvas.style.cursor = ''
  }

  /** The tool that paints, if the pointer does: the eraser end of a pen erases. */
  #toolFor(event: PointerEvent): PaintingTool | undefined {
    const tool = this.#actions.paintingTool()
    if (!tool || hasModifier(event)) return undefined
    const isEraser = event.button === penEraser.button || (event.buttons & penEraser.bit) !== 0
    return event.pointerType === 'pen' && isEraser ? 'erase' : tool
  }

  /** Only the eraser reaches the tops of solids: under a brush that builds, the new solid would lift the brush. */
  #pick({ clientX, clientY }: PointerEvent, tool: PaintingTool): WaterPoint | undefined {
    return this.#view.pick(clientX, clientY, tool === 'erase')
  }

  #pickBody(event: PointerEvent): BodyPick | undefined {
    if (this.#actions.tool() !== 'grab' || hasModifier(event)) return undefined
    return this.#view.pickBody(event.clientX, event.clientY)
  }

  #pickVolume(event: PointerEvent): { tool: PaintingTool; pick: VolumePick } | undefined {
    const tool = this.#actions.tool()
    if (!actsOnFluid(tool) || hasModifier(event)) return undefined
    const pick = this.#view.pickVolume(event.clientX, event.clientY)
    return pick && { tool, pick }
  }
}

function isTap({ clientX, clientY }: PointerEvent, press: Press): boolean {
  return Math.hypot(clientX - press.clientX, clientY - press.clientY) < tapRadius
}

function hasModifier({ shiftKey, ctrlKey, metaKey, altKey }: PointerEvent): boolean {
  return shiftKey || ctrlKey || metaKey || altKey
}

/** Pressure of a pen, 0 to 1; 1 for mice and fingers. */
function pressureOf(event: PointerEvent): number {
  return event.pointerType === 'pen' ? event.pressure : 1
}
