// The run of the page as a request that opens it in another worker.

import { sceneFiles } from '../session/scenes/scenes.js'
import type { Session } from '../session/session.js'
import { applySettings, keptEvents } from '../session/settings/settings.js'
import * as page from '../session/state.js'
import type { RunCopy } from './filmed-run.js'

/**
 * The present run, and the time at which its copy begins [s]; undefined if the simulation has stopped.
 *
 * @param from - `now`: the copy begins with the present state. `start`: it repeats the run, with all events that have happened
 */
export async function copyRun(
  session: Session,
  from: 'now' | 'start',
): Promise<{ run: RunCopy; start: number } | undefined> {
  const [scene, settings, info] = [page.scene.value, page.settings.value, session.info]
  const state = await session.snapshot()
  if (!state || !info) return undefined
  const { solver, timeStep, events: scheduled } = info.scene
  // A snapshot contains the events before it.
  const events =
    from === 'now' ? scheduled : keptEvents(state.events, state.step, info.scene, { solver: solver.type, timeStep })
  return {
    run: {
      scene: applySettings(scene.text, settings, events),
      source: scene.source,
      files: { ...sceneFiles, ...scene.files },
      threads: info.threads,
      ...(from === 'now' && { snapshot: state.bytes }),
    },
    start: from === 'now' ? state.step * timeStep : 0,
  }
}
