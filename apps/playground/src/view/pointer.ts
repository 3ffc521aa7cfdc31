import type { WaterPoint, WaterView } from './view.js'

/** What pointers do to the water. */
export interface PointerActions {
  drop(at: WaterPoint): void
  stroke(from: WaterPoint, to: WaterPoint): void
  /** A pointer is in use: the keyboard's cursor may go. */
  touched(): void
  /** Whether the person has chosen to move the camera instead of the water. */
  movesCamera(): boolean
}

/** Further than this a press is a drag [CSS px]. */
const tapRadius = 6

/**
 * Turns presses into drops and drags into strokes. Drags that begin beside the water, with a modifier key or with the camera
 * tool move the camera, and so do two fingers. Returns a function that stops listening.
 */
export function listenToPointers(canvas: HTMLCanvasElement, view: WaterView, actions: PointerActions): () => void {
  let active: { id: number; startX: number; startY: number; dragging: boolean; last: WaterPoint } | undefined
  const fingers = new Set<number>()

  const press = (event: PointerEvent): void => {
    actions.touched()
    if (event.pointerType === 'touch') fingers.add(event.pointerId)
    const at = view.pick(event.clientX, event.clientY)
    const water = at && !actions.movesCamera() && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    if (fingers.size <= 1) view.setCameraDrag(!water)
    if (fingers.size > 1 || event.button !== 0 || !water) {
      active = undefined
      return
    }
    // A stroke that runs under the panel goes on.
    canvas.setPointerCapture(event.pointerId)
    active = { id: event.pointerId, startX: event.clientX, startY: event.clientY, dragging: false, last: at }
  }

  const move = (event: PointerEvent): void => {
    if (!active || event.pointerId !== active.id) return
    if (!active.dragging && Math.hypot(event.clientX - active.startX, event.clientY - active.startY) < tapRadius) return
    active.dragging = true
    const at = view.pick(event.clientX, event.clientY)
    if (!at) return
    actions.stroke(active.last, at)
    active.last = at
  }

  const release = (event: PointerEvent): void => {
    fingers.delete(event.pointerId)
    if (!active || event.pointerId !== active.id) return
    if (!active.dragging && event.type === 'pointerup') actions.drop(active.last)
    active = undefined
  }

  const noMenu = (event: Event): void => event.preventDefault()

  // Before the camera's own listeners, so that they find their buttons set.
  canvas.addEventListener('pointerdown', press, { capture: true })
  canvas.addEventListener('pointermove', move)
  canvas.addEventListener('pointerup', release)
  canvas.addEventListener('pointercancel', release)
  canvas.addEventListener('contextmenu', noMenu)
  return () => {
    canvas.removeEventListener('pointerdown', press, { capture: true })
    canvas.removeEventListener('pointermove', move)
    canvas.removeEventListener('pointerup', release)
    canvas.removeEventListener('pointercancel', release)
    canvas.removeEventListener('contextmenu', noMenu)
  }
}
