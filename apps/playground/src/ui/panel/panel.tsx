import type { Ref } from 'preact'
import type { Playground } from '../../playground.js'
import { firstWater } from '../../session/first-water.js'
import { isVolume } from '../../session/fluid-display.js'
import { cellCounts, hasDataFiles, speeds, volumeCellCounts } from '../../session/settings.js'
import * as state from '../../session/state.js'
import { Choice } from '../controls.js'
import { Later } from '../later.js'
import { DisplaySettings } from './display-settings.js'
import { Plot } from './plot.js'
import { Readouts } from './readouts.js'
import { SceneChoice } from './scene-choice.js'
import { SurfaceSettings } from './surface-settings.js'
import { Transport } from './transport.js'

/** All settings and measurements. A column at the right; a sheet at the bottom where the window is narrow. */
export function Panel({ playground, panel }: { playground: Playground; panel: Ref<HTMLElement> }) {
  const open = state.panelOpen.value
  return (
    <aside
      class="panel"
      ref={panel}
      data-open={open}
      aria-label="Controls"
      aria-busy={state.loading.value}
      data-openings={state.openings.value}
      data-testid="panel"
    >
      <header>
        <h1>Seiche</h1>
        <a class="to-lab" href="lab/" title="Lessons about waves and fluids, to try by hand">
          Lab
        </a>
        {!open && (
          <button
            type="button"
            class="present-scene"
            title="All scenes"
            data-testid="present-scene"
            onClick={() => (state.galleryOpen.value = true)}
          >
            {state.scene.value.title}
          </button>
        )}
        <button
          type="button"
          class="fold"
          aria-expanded={open}
          aria-controls="panel-body"
          data-testid="fold"
          onClick={() => (state.panelOpen.value = !open)}
        >
          {open ? 'Less' : 'More'}
        </button>
      </header>
      <Transport playground={playground} />
      <div class="body" id="panel-body" hidden={!open}>
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
          load={async () => {
            await firstWater
            return (await import('../instruments/instruments.js')).Instruments
          }}
        />
        <Later
          playground={playground}
          when={state.schema.value !== undefined}
          load={async () => (await import('./scene-settings.js')).SceneSettings}
        />
        <Computation playground={playground} />
      </div>
    </aside>
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

/** Speed, resolution and number of threads. */
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
