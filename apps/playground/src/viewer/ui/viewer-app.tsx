import { useEffect, useRef } from 'preact/hooks'
import type { Player } from '../player.js'
import * as state from '../state.js'
import { listenToKeys } from './keys.js'
import { RunPanel } from './run-panel.js'
import { Timeline } from './timeline.js'

export function ViewerApp({ player }: { player: Player }) {
  const stage = useRef<HTMLElement>(null)
  const panel = useRef<HTMLElement>(null)
  const bar = useRef<HTMLElement>(null)
  const run = state.run.value

  useEffect(() => {
    const host = stage.current
    if (!host) return
    player.start(host).catch((error: unknown) => {
      state.problem.value = error instanceof Error ? error.message : String(error)
    })
    return state.isFilm ? undefined : listenToKeys(player)
  }, [player])

  // The part of the window that panel and timeline leave free.
  useEffect(() => {
    const [side, below] = [panel.current, bar.current]
    if (!side || !below) return
    const measure = () => {
      const [box, line] = [side.getBoundingClientRect(), below.getBoundingClientRect()]
      const asSheet = box.width > window.innerWidth * 0.7
      const bottom = window.innerHeight - (asSheet ? Math.min(box.top, line.top) : line.top)
      player.setFreeArea({ left: 0, top: 0, right: asSheet ? 0 : window.innerWidth - box.left, bottom })
    }
    const observer = new ResizeObserver(measure)
    for (const element of [side, below, document.documentElement]) observer.observe(element)
    return () => observer.disconnect()
  }, [player, run])

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is operated by the keyboard, so it must be focusable */}
      <main class="stage viewer-stage" ref={stage} tabIndex={0} aria-describedby="stage-help" data-testid="stage">
        <p id="stage-help" class="unseen">
          The picture of the run. Space plays and pauses, the arrow keys go from frame to frame, and dragging turns the
          camera.
        </p>
      </main>
      <div class="veil" data-shown={!run} aria-hidden="true" />
      {state.problem.value !== undefined && (
        <div class="problem" role="alert" data-testid="problem">
          <strong>The run cannot be shown.</strong>
          <pre>{state.problem}</pre>
          <p>
            <button type="button" onClick={() => (state.problem.value = undefined)}>
              Close
            </button>
          </p>
        </div>
      )}
      {run && !state.isFilm && (
        <div class="viewer-dock">
          <RunPanel run={run} player={player} panel={panel} />
          <Timeline run={run} player={player} bar={bar} />
        </div>
      )}
    </>
  )
}
