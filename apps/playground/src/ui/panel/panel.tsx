import type { Ref } from 'preact'
import type { Playground } from '../../playground.js'
import { isVolume } from '../../session/fluid-display.js'
import { cellCounts, hasDataFiles, speeds, volumeCellCounts } from '../../session/settings.js'
import * as state from '../../session/state.js'
import { Choice } from '../controls.js'
import { DisplaySettings } from './display-settings.js'
import { FluidSettings } from './fluid-settings.js'
import { Plot } from './plot.js'
import { Readouts } from './readouts.js'
import { SceneChoice } from './scene-choice.js'
import { Transport } from './transport.js'
import { WaterSettings } from './water-settings.js'

/** Everything one can set and read. A column at the right; a sheet at the bottom where the window is narrow. */
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
        <SceneChoice playground={playground} />
        <DisplaySettings playground={playground} />
        <section aria-label="Measurements">
          <Plot />
          <Readouts />
        </section>
        {state.info.value?.fluid ? (
          <FluidSettings playground={playground} />
        ) : (
          <WaterSettings playground={playground} />
        )}
        <Machine playground={playground} />
      </div>
    </aside>
  )
}

function Notices() {
  if (state.notices.value.length === 0) return null
  return (
    <ul class="notices" role="status" data-testid="notices">
      {state.notices.value.map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
    </ul>
  )
}

function Machine({ playground }: { playground: Playground }) {
  const info = state.info.value
  if (!info) return null
  const counts = info.scene.grid.cells
  const fixedGrid = hasDataFiles(state.scene.value.text)
  const current = Math.max(...counts)
  const shared = window.crossOriginIsolated
  const most = shared ? Math.max(navigator.hardwareConcurrency || 1, info.threads) : 1
  return (
    <section>
      <h2>Engine</h2>
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
        disabled={fixedGrid}
        options={withValue(isVolume(info) ? volumeCellCounts : cellCounts, current).map((count) => ({
          value: count,
          text: cellText(count, counts),
        }))}
        note={fixedGrid ? 'This scene comes with data for exactly this grid.' : undefined}
        onChange={(cells) => void playground.change({ cells })}
      />
      <Choice
        label="Threads"
        testId="threads"
        value={info.threads}
        disabled={most === 1}
        options={Array.from({ length: most }, (_, index) => ({ value: index + 1, text: String(index + 1) }))}
        note={threadNote(shared, most)}
        onChange={(threads) => void playground.change({ threads })}
      />
    </section>
  )
}

/** The values, and the present one in its place if it is not among them. */
function withValue(values: readonly number[], value: number): readonly number[] {
  return values.includes(value) ? values : [...values, value].sort((a, b) => a - b)
}

function cellText(count: number, present: readonly number[]): string {
  const ratio = count / Math.max(...present)
  return present.map((cells) => (cells === 1 ? 1 : Math.round(cells * ratio))).join(' × ')
}

function threadNote(shared: boolean, most: number): string | undefined {
  if (!shared)
    return 'One thread: this page came without the isolation headers (COOP, COEP) that a browser asks for before it lets threads share memory. The result is the same, only slower.'
  if (most === 1) return 'This device reports a single processor.'
  return undefined
}
