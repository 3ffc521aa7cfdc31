import { hasBrush, type PaintingTool, type StrokePoint, type Tool } from '../brush.js'
import type { WaterPoint } from '../water-point.js'
import type { BodyPick, WaterView } from './view.js'

/** What pointers do to the water. */
export interface PointerActions {
  /** The tool that is chosen. */
  tool(): Tool
  /** A stroke begins; the answer is told how it goes on. */
  begin(tool: PaintingTool, start: StrokePoint): Stroke
  /** A body is pointed at, or none. */
  point(pick: BodyPick | undefined): void
  /** A body is pressed. */
  choose(pick: BodyPick): void
  /** A body is taken hold of, at a place in the window [CSS px]; the answer is told where the hand goes. */
  hold(pick: BodyPick, clientX: number, clientY: number): Hold
  /** The pointer is over the water with a tool that paints, or no longer. */
  hover(tool: PaintingTool, at: WaterPoint | undefined): void
}

/** A stroke under way. */
export interface Stroke {
  to(point: StrokePoint): void
  end(): void
}

/** A body in a hand. */
export interface Hold {
  to(clientX: number, clientY: number): void
  end(): void
}

/** Nearer than this a finger has not moved [CSS px]. */
const tapRadius = 6
/** The button at the blunt end of a pen. */
const penEraser = 5

interface Active {
  id: number
  startX: number
  startY: number
  start: StrokePoint
  tool: PaintingTool
  /** Undefined until it is certain that a finger paints, and is not the first of two that move the camera. */
  stroke: Stroke | undefined
}

interface Held {
  id: number
  startX: number
  startY: number
  pick: BodyPick
  /** Undefined until a finger has moved: it may be the first of two, or only tap. */
  hold: Hold | undefined
}

/**
 * Turns what mouse, pen and fingers do on the water into strokes. Drags that begin beside the water, with a modifier key or
 * without a tool that paints move the camera, as do drags beside the bodies with the tool that grabs them, and so do other buttons and two fingers. Returns a function that stops listening.
 */
export function listenToPointers(canvas: HTMLCanvasElement, view: WaterView, actions: PointerActions): () => void {
  let active: Active | undefined
  let held: Held | undefined
  const fingers = new Set<number>()

  const toolFor = (event: PointerEvent): PaintingTool | undefined => {
    const tool = actions.tool()
    if (!hasBrush(tool) || hasModifier(event)) return undefined
    return event.pointerType === 'pen' && (event.button === penEraser || event.buttons & 32) ? 'erase' : tool
  }

  const pick = (event: PointerEvent, tool: PaintingTool): WaterPoint | undefined =>
    // What is built should not lift the brush that builds it; only what is opened is touched from above.
    view.pick(event.clientX, event.clientY, tool === 'erase')

  const pickBody = (event: PointerEvent): BodyPick | undefined =>
    actions.tool() === 'grab' && !hasModifier(event) ? view.pickBody(event.clientX, event.clientY) : undefined

  const letGo = (): void => {
    held?.hold?.end()
    held = undefined
    canvas.style.cursor = ''
  }

  /** Whether the press is for a body. */
  const pressBody = (event: PointerEvent): boolean => {
    // A second finger moves the camera, and what the first one held is let go.
    if (held) letGo()
    const picked = fingers.size <= 1 && event.button === 0 ? pickBody(event) : undefined
    if (!picked) return false
    const { pointerId: id, clientX: startX, clientY: startY } = event
    view.setCameraDrag(false)
    canvas.setPointerCapture(id)
    actions.choose(picked)
    const hold = event.pointerType === 'touch' ? undefined : actions.hold(picked, startX, startY)
    held = { id, startX, startY, pick: picked, hold }
    canvas.style.cursor = 'grabbing'
    return true
  }

  const moveBody = ({ clientX, clientY }: PointerEvent, body: Held): void => {
    if (!body.hold && Math.hypot(clientX - body.startX, clientY - body.startY) < tapRadius) return
    body.hold ??= actions.hold(body.pick, body.startX, body.startY)
    body.hold.to(clientX, clientY)
  }

  const press = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') fingers.add(event.pointerId)
    if (pressBody(event)) return
    const tool = toolFor(event)
    const at = tool && pick(event, tool)
    if (fingers.size <= 1) view.setCameraDrag(!at)
    if (fingers.size > 1 || (event.button !== 0 && event.button !== penEraser) || !tool || !at) {
      active = undefined
      return
    }
    // A stroke that runs under the panel goes on.
    canvas.setPointerCapture(event.pointerId)
    const start = { at, pressure: pressureOf(event) }
    active = { id: event.pointerId, startX: event.clientX, startY: event.clientY, start, tool, stroke: undefined }
    if (event.pointerType !== 'touch') active.stroke = actions.begin(tool, start)
    actions.hover(tool, at)
  }

  const move = (event: PointerEvent): void => {
    if (held) {
      if (event.pointerId === held.id) moveBody(event, held)
      return
    }
    if (!active) {
      const body = event.buttons === 0 ? pickBody(event) : undefined
      actions.point(body)
      canvas.style.cursor = body ? 'grab' : actions.tool() === 'grab' ? 'default' : ''
      const tool = event.buttons === 0 ? toolFor(event) : undefined
      actions.hover(tool ?? 'push', tool && pick(event, tool))
      return
    }
    if (event.pointerId !== active.id) return
    const { tool } = active
    if (!active.stroke) {
      if (Math.hypot(event.clientX - active.startX, event.clientY - active.startY) < tapRadius) return
      active.stroke = actions.begin(tool, active.start)
    }
    // Between two frames a fast hand has been at more than one place.
    const places = event.getCoalescedEvents?.() ?? []
    for (const place of places.length > 0 ? places : [event]) {
      const at = pick(place, tool)
      if (at) active.stroke.to({ at, pressure: pressureOf(place) })
    }
    actions.hover(tool, pick(event, tool))
  }

  const release = (event: PointerEvent): void => {
    fingers.delete(event.pointerId)
    if (event.pointerType === 'touch') actions.hover('push', undefined)
    if (held?.id === event.pointerId) letGo()
    if (!active || event.pointerId !== active.id) return
    if (!active.stroke && event.type === 'pointerup') active.stroke = actions.begin(active.tool, active.start)
    active.stroke?.end()
    active = undefined
  }

  const leave = (): void => {
    if (!active) actions.hover('push', undefined)
    if (!held) actions.point(undefined)
  }

  const refuse = (event: Event): void => event.preventDefault()

  // Before the camera's own listeners, so that they find their buttons set.
  canvas.addEventListener('pointerdown', press, { capture: true })
  canvas.addEventListener('pointermove', move)
  canvas.addEventListener('pointerup', release)
  canvas.addEventListener('pointercancel', release)
  canvas.addEventListener('pointerleave', leave)
  canvas.addEventListener('contextmenu', refuse)
  // Some browsers scroll or zoom the page in spite of `touch-action`.
  canvas.addEventListener('touchmove', refuse, { passive: false })
  return () => {
    canvas.removeEventListener('pointerdown', press, { capture: true })
    canvas.removeEventListener('pointermove', move)
    canvas.removeEventListener('pointerup', release)
    canvas.removeEventListener('pointercancel', release)
    canvas.removeEventListener('pointerleave', leave)
    canvas.removeEventListener('contextmenu', refuse)
    canvas.removeEventListener('touchmove', refuse)
  }
}

function hasModifier({ shiftKey, ctrlKey, metaKey, altKey }: PointerEvent): boolean {
  return shiftKey || ctrlKey || metaKey || altKey
}

/** How hard a pen presses, 0 to 1; mice and fingers press fully. */
function pressureOf(event: PointerEvent): number {
  return event.pointerType === 'pen' ? event.pressure : 1
}
