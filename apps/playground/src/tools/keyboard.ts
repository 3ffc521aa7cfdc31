import type { Playground } from '../playground.js'
import {
  brush,
  changeBrush,
  galleryOpen,
  helpOpen,
  isOffered,
  lasting,
  running,
  scaleBrush,
  steered,
  tool,
} from '../session/state.js'
import type { Course } from './helm.js'
import { hasBrush, placesSource, type Tool } from './tools.js'
import { modifierName, undoDirectionOf } from './undo-keys.js'

/** Part of the pool's side that an arrow key moves the cursor. */
const cursorStep = 0.04
/** Turn of the camera per key press [rad]. */
const turn = 0.12

/** One line of the help: keys, and what they do. */
export interface KeyHelp {
  keys: string[]
  does: string
}

export const keyHelp: readonly KeyHelp[] = [
  { keys: ['Space'], does: 'pause or resume' },
  { keys: ['.'], does: 'make a single step' },
  { keys: ['R'], does: 'restart the scene' },
  { keys: [modifierName, 'Z'], does: 'undo the last action' },
  { keys: ['Shift', modifierName, 'Z'], does: 'redo it; so does Ctrl Y' },
  { keys: ['←', '→', '↑', '↓'], does: 'move the cursor over the water' },
  { keys: ['Enter'], does: 'use the tool at the cursor; with Grab: choose the next body' },
  { keys: ['P', 'D', 'B', 'E', 'L'], does: 'push, drop, build, erase, look' },
  {
    keys: ['M', 'H', 'O', 'X'],
    does: 'waves, pressure, spring, drain; Enter places one at the cursor, or removes it',
  },
  { keys: ['K'], does: 'keep sources when they are released, or not' },
  { keys: ['G', 'N'], does: 'grab bodies, add a body' },
  { keys: ['F'], does: 'let the camera follow the chosen body, or the boat' },
  {
    keys: ['W', 'A', 'S', 'D'],
    does: 'steer the boat, if there is one; so do the arrow keys while no brush is in use',
  },
  { keys: ['U', 'J', 'S', 'C'], does: 'raise, lower, smooth the terrain, dig a channel' },
  { keys: ['S', 'I'], does: 'stir a fluid, add ink' },
  {
    keys: ['Q', 'T'],
    does: 'place probes, draw a section; Enter places a probe at the cursor, or sets an end of the section',
  },
  { keys: ['[', ']'], does: 'make the brush narrower, wider' },
  { keys: ['{', '}'], does: 'make the brush harder, softer' },
  { keys: ['Shift', 'arrows'], does: 'turn the camera' },
  { keys: ['+', '−'], does: 'zoom in, out' },
  { keys: ['V'], does: 'compare the scene with itself under other settings, or end the comparison' },
  { keys: ['/'], does: 'search the gallery of scenes' },
  { keys: ['?'], does: 'show this help' },
]

const directions: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Keys that steer a boat. */
const courses: Record<string, Course> = {
  w: 'ahead',
  s: 'astern',
  a: 'left',
  d: 'right',
  ArrowUp: 'ahead',
  ArrowDown: 'astern',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** Keys of the tools. */
export const toolKeys: Record<Tool, string> = {
  grab: 'G',
  launch: 'N',
  push: 'P',
  drop: 'D',
  build: 'B',
  erase: 'E',
  waveMaker: 'M',
  pressure: 'H',
  spring: 'O',
  drain: 'X',
  raise: 'U',
  lower: 'J',
  smooth: 'S',
  dig: 'C',
  look: 'L',
  stir: 'S',
  ink: 'I',
  probe: 'Q',
  section: 'T',
}

/**
 * Whether a dialog lies over the water, which then takes no keys. The document knows it: Escape closes a dialog at once, and tells the page
 * a moment later.
 */
const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

/** Listens to the keys of the whole page; controls that have the focus keep those they need. Returns a function that stops listening. */
export function listenToKeys(playground: Playground): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (isDialogOpen() || usesKey(event.target, event.key)) return
    const direction = undoDirectionOf(event)
    if (direction) {
      playground.session.undo(direction)
      event.preventDefault()
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (act(playground, event)) event.preventDefault()
  }
  const release = (event: KeyboardEvent): void => {
    const course = courseOf(event)
    if (course) playground.helm.release(course)
  }
  // The release of a key outside the page causes no event.
  const releaseAll = (): void => playground.helm.releaseAll()
  window.addEventListener('keydown', listen)
  window.addEventListener('keyup', release)
  window.addEventListener('blur', releaseAll)
  return () => {
    window.removeEventListener('keydown', listen)
    window.removeEventListener('keyup', release)
    window.removeEventListener('blur', releaseAll)
  }
}

function courseOf({ key }: KeyboardEvent): Course | undefined {
  return courses[key.length === 1 ? key.toLowerCase() : key]
}

/** Whether a key steers now: arrows move the brush where there is one, and the camera with Shift. */
function steers({ key, shiftKey }: KeyboardEvent): boolean {
  return steered.value !== undefined && !(key in directions && (shiftKey || hasBrush(tool.value)))
}

function act(playground: Playground, event: KeyboardEvent): boolean {
  const course = courseOf(event)
  if (course && steers(event)) {
    playground.helm.press(course)
    return true
  }
  const direction = directions[event.key]
  if (direction) {
    const [x, z] = direction
    if (event.shiftKey) playground.moveCamera(-x * turn, z * turn, 1)
    else playground.tools.moveCursor(x * cursorStep, z * cursorStep)
    return true
  }
  for (const [tool, key] of Object.entries(toolKeys) as [Tool, string][])
    if (event.key.toUpperCase() === key && isOffered(tool)) {
      playground.tools.chooseTool(tool)
      return true
    }
  switch (event.key) {
    case ' ':
      playground.session.setRunning(!running.value)
      return true
    case '/':
      galleryOpen.value = true
      return true
    case '.':
      playground.session.singleStep()
      return true
    case 'r':
    case 'R':
      void playground.session.restart()
      return true
    case 'f':
    case 'F':
      playground.toggleFollow()
      return true
    case 'v':
    case 'V':
      playground.toggleComparison()
      return true
    case 'k':
    case 'K':
      if (!placesSource(tool.value)) return false
      lasting.value = !lasting.value
      return true
    case 'Enter':
      playground.tools.useAtCursor()
      return true
    case '+':
    case '=':
      playground.moveCamera(0, 0, 0.9)
      return true
    case '-':
      playground.moveCamera(0, 0, 1 / 0.9)
      return true
    case '[':
      scaleBrush(1 / 1.15)
      return true
    case ']':
      scaleBrush(1.15)
      return true
    case '{':
      softenBrush(-0.1)
      return true
    case '}':
      softenBrush(0.1)
      return true
    case '?':
      helpOpen.value = true
      return true
    default:
      return false
  }
}

function softenBrush(by: number): void {
  const softness = Math.min(1, Math.max(0, brush.value.softness + by))
  changeBrush({ softness: Math.round(softness * 100) / 100 })
}

/** Whether the element that has the focus uses this key itself. */
function usesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLSelectElement) return true
  if (target instanceof HTMLInputElement) return inputUsesKey(target.type, key)
  if (target instanceof HTMLButtonElement || target.tagName === 'SUMMARY') return key === ' ' || key === 'Enter'
  return false
}

/** Sliders and radio buttons use the arrow keys, check boxes Space; texts and numbers use all. */
function inputUsesKey(type: string, key: string): boolean {
  if (type === 'range' || type === 'radio') return key in directions
  return type === 'checkbox' ? key === ' ' : true
}

/**
 * Gives the focus back to the water after a pointer has used a tool, a slider or a check box: keys then act on the water again. Who moves by
 * keys keeps the focus. Returns a function that stops it.
 */
export function returnFocus(stage: HTMLElement): () => void {
  const release = (): void => {
    // The click that follows changes the control first.
    setTimeout(() => {
      const focused = document.activeElement
      if (focused instanceof HTMLInputElement && ['range', 'radio', 'checkbox'].includes(focused.type))
        stage.focus({ preventScroll: true })
    })
  }
  window.addEventListener('pointerup', release)
  return () => window.removeEventListener('pointerup', release)
}
