import { hasBrush, type PaintingTool, type StrokePoint, type Tool, worksInFluid } from '../tools/brush.js'
import type { WaterPoint } from '../tools/water-point.js'
import type { BodyPick, VolumePick, WaterView } from './view.js'

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
  hold(pick: BodyPick, clientX: number, clientY: number): Drag
  /** A hand reaches into a volume of fluid; the answer is told where it goes. */
  beginVolumeDrag(tool: PaintingTool, pick: VolumePick): Drag
  /** The pointer is over a volume of fluid. */
  hoverVolume(tool: PaintingTool, pick: VolumePick): void
  /** The pointer is over the water with a tool that paints, or no longer. */
  hover(tool: PaintingTool, at: WaterPoint | undefined): void
}

/** A stroke under way. */
export interface Stroke {
  to(point: StrokePoint): void
  end(): void
}

/** A body in a hand, or a hand in a fluid. */
export interface Drag {
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
  /** Takes hold. */
  take(): Drag
  /** Undefined until a finger has moved: it may be the first of two, or only tap. */
  hold: Drag | undefined
  /** Whether a tap of a finger, too, is a touch. */
  taps: boolean
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

  const pickVolume = (event: PointerEvent): { tool: PaintingTool; pick: VolumePick } | undefined => {
    const tool = actions.tool()
    if (!worksInFluid(tool) || hasModifier(event)) return undefined
    const picked = view.pickVolume(event.clientX, event.clientY)
    return picked && { tool, pick: picked }
  }

  const letGo = (): void => {
    held?.hold?.end()
    held = undefined
    canvas.style.cursor = ''
  }

  /** Whether the press is for a body, or for a volume of fluid. */
  const pressThing = (event: PointerEvent): boolean => {
    // A second finger moves the camera, and what the first one held is let go.
    if (held) letGo()
    if (fingers.size > 1 || event.button !== 0) return false
    const { pointerId: id, clientX: startX, clientY: startY } = event
    const body = pickBody(event)
    const volume = body ? undefined : pickVolume(event)
    if (!body && !volume) return false
    const take = body
      ? () => actions.hold(body, startX, startY)
      : () => actions.beginVolumeDrag(volume!.tool, volume!.pick)
    view.setCameraDrag(false)
    canvas.setPointerCapture(id)
    if (body) actions.choose(body)
    const hold = event.pointerType === 'touch' ? undefined : take()
    held = { id, startX, startY, take, hold, taps: !body }
    if (body) canvas.style.cursor = 'grabbing'
    return true
  }

  const moveHeld = ({ clientX, clientY }: PointerEvent, thing: Held): void => {
    if (!thing.hold && Math.hypot(clientX - thing.startX, clientY - thing.startY) < tapRadius) return
    thing.hold ??= thing.take()
    thing.hold.to(clientX, clientY)
  }

  const press = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') fingers.add(event.pointerId)
    if (pressThing(event)) return
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
      if (event.pointerId === held.id) moveHeld(event, held)
      return
    }
    if (!active) {
      const body = event.buttons === 0 ? pickBody(event) : undefined
      actions.point(body)
      canvas.style.cursor = body ? 'grab' : actions.tool() === 'grab' ? 'default' : ''
      const volume = event.buttons === 0 ? pickVolume(event) : undefined
      if (volume) {
        actions.hoverVolume(volume.tool, volume.pick)
        return
      }
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
    if (held?.id === event.pointerId) {
      if (!held.hold && held.taps && event.type === 'pointerup') held.hold = held.take()
      letGo()
    }
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
