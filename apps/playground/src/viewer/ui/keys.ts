import type { Player } from '../player.js'
import * as state from '../state.js'

/** Turn and tilt of the camera by a key [rad], and the factor on its distance. */
const [turn, tilt, zoom] = [0.12, 0.08, 1.12]

/** Listens to the keys of the viewer; returns a function that ends it. */
export function listenToKeys(player: Player): () => void {
  const actions: Record<string, (event: KeyboardEvent) => void> = {
    ' ': () => player.play(),
    ArrowLeft: ({ shiftKey }) => player.step(shiftKey ? -10 : -1),
    ArrowRight: ({ shiftKey }) => player.step(shiftKey ? 10 : 1),
    Home: () => player.step(Number.NEGATIVE_INFINITY),
    End: () => player.step(Number.POSITIVE_INFINITY),
    '[': () => player.changeSpeed(-1),
    ']': () => player.changeSpeed(1),
    l: () => (state.loops.value = !state.loops.value),
    a: () => player.moveCamera(-turn, 0, 1),
    d: () => player.moveCamera(turn, 0, 1),
    w: () => player.moveCamera(0, -tilt, 1),
    s: () => player.moveCamera(0, tilt, 1),
    '+': () => player.moveCamera(0, 0, 1 / zoom),
    '=': () => player.moveCamera(0, 0, 1 / zoom),
    '-': () => player.moveCamera(0, 0, zoom),
  }
  const listen = (event: KeyboardEvent): void => {
    const { target, key } = event
    const action = actions[key.length === 1 ? key.toLowerCase() : key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    // Lists and sliders have their own use for the arrow keys, buttons for the space bar.
    if (target instanceof HTMLElement && target.matches('select, input, button')) {
      if (!(target instanceof HTMLInputElement && target.dataset.testid === 'scrub' && key === ' ')) return
    }
    event.preventDefault()
    action(event)
  }
  window.addEventListener('keydown', listen)
  return () => window.removeEventListener('keydown', listen)
}
