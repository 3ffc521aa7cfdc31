// The state of the second simulation of a comparison. It is that of the page, with the signals of a run and of its scene replaced.

import { computed, type Signal, signal } from '@preact/signals'
import { emptyHistory } from '../session/history.js'
import type { SessionState } from '../session/session-state.js'
import { type SceneSetting, settingsOf } from '../session/settings/scene-settings.js'
import type { JsonObject } from '../session/settings/schema-node.js'
import * as page from '../session/state.js'

/** The page's signals that one run has for itself, with their values at its start. */
function runSignals() {
  return {
    actions: signal<typeof page.actions.value>({ undoable: 0, redoable: 0 }),
    bodies: signal<typeof page.bodies.value>([]),
    chosenBody: signal<number | undefined>(undefined),
    chosenReading: signal<typeof page.chosenReading.value>(undefined),
    followed: signal<number | undefined>(undefined),
    hasStopped: signal(false),
    history: signal(emptyHistory),
    problem: signal<string | undefined>(undefined),
    rejection: signal<string | undefined>(undefined),
    report: signal<typeof page.report.value>(undefined),
    solidArea: signal<number | undefined>(undefined),
    sources: signal<typeof page.sources.value>([]),
    stepCount: signal(0),
    time: signal(0),
  }
}

/** State of a second session, and of the display of its frames. */
export type SecondState = SessionState & Pick<typeof page, 'heightScale' | 'solidArea' | 'surfaceRange'>

export function secondState(): SecondState {
  const run = runSignals()
  const starts = Object.values(run).map((one: Signal<unknown>) => [one, one.value] as const)
  const info = signal<typeof page.info.value>(undefined)
  return {
    ...page,
    ...run,
    chosenDisplay: signal<typeof page.chosenDisplay.value>({}),
    fittingHeightScale: signal(1),
    info,
    largeScene: signal<typeof page.largeScene.value>(undefined),
    loading: signal(false),
    openings: signal(0),
    readOnlyReason: signal<string | undefined>(undefined),
    restartNotice: signal<string | undefined>(undefined),
    scene: signal(page.scene.value),
    /** The initial values are those of the first simulation. */
    sceneSettings: computed<readonly SceneSetting[]>(() => {
      const [first, second, schema] = [page.info.value, info.value, page.schema.value]
      return first && second && schema ? settingsOf(schema, second.scene, first.scene as unknown as JsonObject) : []
    }),
    settings: signal<typeof page.settings.value>({}),
    surfaceRange: signal<typeof page.surfaceRange.value>(undefined),
    resetRun: () => {
      for (const [one, start] of starts) one.value = start
    },
  }
}
