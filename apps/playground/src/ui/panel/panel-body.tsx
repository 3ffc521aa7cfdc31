// All that the panel shows below its head.

import type { Playground } from '../../playground.js'
import { isVolume } from '../../session/display/fluid-display.js'
import { cellCounts, hasDataFiles, speeds, volumeCellCounts } from '../../session/settings/settings.js'
import * as state from '../../session/state.js'
import { Choice } from '../controls.js'
import { Later } from '../later.js'
import { DisplaySettings } from './display-settings.js'
import { Plot } from './plot.js'
import { Readouts } from './readouts.js'
import { SceneChoice } from './scene-choice.js'
import { SurfaceSettings } from './surface-settings.js'

export function PanelBody({ playground }: { playground: Playground }) {
  return (
    <>
      <Notices />
      <Later
        playground={playground}
        when={playground.comparison.value !== undefined}
        load={async () => (await import('../compare/compare-section.js')).CompareSection}
      />
      <SceneChoice playground={playground} />
      <DisplaySettings playground={playground} />
      <SurfaceSettings playground={playground} />
      <section aria-label="Measurements">
        <Plot />
        <Readouts playground={playground} />
      </section>
      <Later
        playground={playground}
        when={state.info.value !== undefined}
        load={async () => (await import('../instruments/instruments.js')).Instruments}
      />
      <Later
        playground={playground}
        when={state.schema.value !== undefined}
        load={async () => (await import('./scene-settings.js')).SceneSettings}
      />
      <Computation playground={playground} />
    </>
  )
}

function Notices() {
  if (state.notices.value.length === 0) return null
  return (
    <div class="notices" role="status" data-testid="notices">
      {state.notices.value.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </div>
  )
}

const qualities = ['auto', 'low', 'medium', 'high'] as const

/** Speed, resolution, quality of the picture and number of threads. */
function Computation({ playground }: { playground: Playground }) {
  const info = state.info.value
  if (!info) return null
  const counts = info.scene.grid.cells
  const isGridFixed = hasDataFiles(state.scene.value.text)
  const current = Math.max(...counts)
  const isIsolated = window.crossOriginIsolated
  const most = isIsolated ? Math.max(navigator.hardwareConcurrency || 1, info.threads) : 1
  return (
    <section>
      <h2>Computation</h2>
      <Choice
        label="Speed"
        testId="speed"
        value={state.speed.value}
        options={withValue(speeds, state.speed.value).map((value) => ({ value, text: `× ${value}` }))}
        onChange={(value) => (state.chosenSpeed.value = value)}
      />
      <Choice
        label="Cells"
        testId="cells"
        value={current}
        disabled={isGridFixed}
        options={withValue(isVolume(info) ? volumeCellCounts : cellCounts, current).map((count) => ({
          value: count,
          text: cellText(count, counts),
        }))}
        note={isGridFixed ? 'The data files of this scene fix the grid.' : undefined}
        onChange={(cells) => void playground.session.change({ cells })}
      />
      {state.quality.value !== undefined && (
        <Choice
          label="Quality"
          testId="quality"
          value={state.chosenQuality.value}
          options={qualities.map((value) => ({
            value,
            text: value === 'auto' ? `automatic: ${state.quality.value}` : value,
          }))}
          onChange={(choice) => playground.changeQuality(choice)}
        />
      )}
      <Choice
        label="Threads"
        testId="threads"
        value={info.threads}
        disabled={most === 1}
        options={Array.from({ length: most }, (_, index) => ({ value: index + 1, text: String(index + 1) }))}
        note={threadNote(isIsolated, most)}
        onChange={(threads) => void playground.session.change({ threads })}
      />
    </section>
  )
}

/** The values, with the present one inserted in order if it is not among them. */
function withValue(values: readonly number[], value: number): readonly number[] {
  return values.includes(value) ? values : [...values, value].sort((a, b) => a - b)
}

function cellText(count: number, present: readonly number[]): string {
  const ratio = count / Math.max(...present)
  return present.map((cells) => (cells === 1 ? 1 : Math.round(cells * ratio))).join(' × ')
}

function threadNote(isIsolated: boolean, most: number): string | undefined {
  if (!isIsolated)
    return 'One thread: the server did not send the isolation headers (COOP, COEP) that browsers require for shared memory. The results are the same, but slower.'
  if (most === 1) return 'This device reports one processor.'
  return undefined
}
