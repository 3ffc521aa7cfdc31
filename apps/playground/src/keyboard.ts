import type { Playground } from './playground.js'
import { cameraTool, helpOpen, running } from './state.js'

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
  { keys: ['Enter'], does: 'let a drop fall at the cursor' },
  { keys: ['Shift', 'arrows'], does: 'turn the camera' },
  { keys: ['+', '−'], does: 'nearer, further' },
  { keys: ['C'], does: 'dragging moves the camera, or the water again' },
  { keys: ['?'], does: 'this help' },
]

const directions: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Keys of the whole page. Controls keep the keys they need themselves. */
export function listenToKeys(playground: Playground): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || helpOpen.value || usesKey(event.target, event.key)) return
    if (act(playground, event)) event.preventDefault()
  }
  window.addEventListener('keydown', listen)
  return () => window.removeEventListener('keydown', listen)
}

function act(playground: Playground, event: KeyboardEvent): boolean {
  const direction = directions[event.key]
  if (direction) {
    const [x, z] = direction
    if (event.shiftKey) playground.moveCamera(-x * turn, z * turn, 1)
    else playground.moveCursor(x * cursorStep, z * cursorStep)
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
    case 'Enter':
      playground.dropAtCursor()
      return true
    case '+':
    case '=':
      playground.moveCamera(0, 0, 0.9)
      return true
    case '-':
      playground.moveCamera(0, 0, 1 / 0.9)
      return true
    case 'c':
    case 'C':
      cameraTool.value = !cameraTool.value
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
