import type { Playground } from '../playground.js'
import { helpOpen, isOffered, running, steered, tool } from '../session/state.js'
import { hasBrush, type Tool } from './brush.js'
import type { Course } from './helm.js'

/** Part of the pool's side that an arrow key moves the cursor. */
const cursorStep = 0.04
/** Turn of the camera per key press [rad]. */
const turn = 0.12

/** One line of the help: what to press, and what it does. */
export interface KeyHelp {
  keys: string[]
  does: string
}

export const keyHelp: readonly KeyHelp[] = [
  { keys: ['Space'], does: 'pause or go on' },
  { keys: ['.'], does: 'one single step' },
  { keys: ['R'], does: 'begin the scene anew' },
  { keys: ['←', '→', '↑', '↓'], does: 'move the cursor over the water' },
  { keys: ['Enter'], does: 'use the tool at the cursor; with Grab, choose the next body' },
  { keys: ['P', 'D', 'B', 'E', 'L'], does: 'push, drop, build, erase, look' },
  { keys: ['G', 'N'], does: 'grab a body, add a new one' },
  { keys: ['F'], does: 'follow the chosen body, or the boat, with the camera' },
  { keys: ['W', 'A', 'S', 'D'], does: 'steer the boat, where there is one; arrows too while no brush is in use' },
  { keys: ['U', 'J', 'S', 'C'], does: 'raise, lower, smooth the ground, dig a channel' },
  { keys: ['S', 'I'], does: 'stir a fluid, add ink to it' },
  { keys: ['[', ']'], does: 'narrower, wider brush' },
  { keys: ['{', '}'], does: 'harder, softer brush' },
  { keys: ['Shift', 'arrows'], does: 'turn the camera' },
  { keys: ['+', '−'], does: 'nearer, further' },
  { keys: ['?'], does: 'this help' },
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
  raise: 'U',
  lower: 'J',
  smooth: 'S',
  dig: 'C',
  look: 'L',
  stir: 'S',
  ink: 'I',
}

/** Keys of the whole page. Controls keep the keys they need themselves. */
export function listenToKeys(playground: Playground): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || helpOpen.value || usesKey(event.target, event.key)) return
    if (act(playground, event)) event.preventDefault()
  }
  const letGo = (event: KeyboardEvent): void => {
    const course = courseOf(event)
    if (course) playground.helm.release(course)
  }
  // Who looks elsewhere holds no key.
  const rest = (): void => playground.helm.rest()
  window.addEventListener('keydown', listen)
  window.addEventListener('keyup', letGo)
  window.addEventListener('blur', rest)
  return () => {
    window.removeEventListener('keydown', listen)
    window.removeEventListener('keyup', letGo)
    window.removeEventListener('blur', rest)
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
    else playground.moveCursor(x * cursorStep, z * cursorStep)
    return true
  }
  for (const [tool, key] of Object.entries(toolKeys) as [Tool, string][])
    if (event.key.toUpperCase() === key && isOffered(tool)) {
      playground.chooseTool(tool)
      return true
    }
  switch (event.key) {
    case ' ':
      playground.setRunning(!running.value)
      return true
    case '.':
      playground.singleStep()
      return true
    case 'r':
    case 'R':
      void playground.reset()
      return true
    case 'f':
    case 'F':
      playground.toggleFollow()
      return true
    case 'Enter':
      playground.dabAtCursor()
      return true
    case '+':
    case '=':
      playground.moveCamera(0, 0, 0.9)
      return true
    case '-':
      playground.moveCamera(0, 0, 1 / 0.9)
      return true
    case '[':
      playground.resizeBrush(1 / 1.15)
      return true
    case ']':
      playground.resizeBrush(1.15)
      return true
    case '{':
      playground.softenBrush(-0.1)
      return true
    case '}':
      playground.softenBrush(0.1)
      return true
    case '?':
      helpOpen.value = true
      return true
    default:
      return false
  }
}

/** Whether the element that has the focus does something with this key on its own. */
function usesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLSelectElement) return true
  if (target instanceof HTMLInputElement) return key in directions || key === ' ' || target.type === 'text'
  if (target instanceof HTMLButtonElement || target.tagName === 'SUMMARY') return key === ' ' || key === 'Enter'
  return false
}
