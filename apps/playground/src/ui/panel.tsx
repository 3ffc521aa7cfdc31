import { useEffect, useRef } from 'preact/hooks'
import type { Playground } from '../playground.js'
import { scenes } from '../scenes.js'
import { boundaries, cellCounts, hasDataFiles, speeds } from '../settings.js'
import * as state from '../state.js'
import { Choice, Slider } from './controls.js'
import { formatLength, formatNumber } from './format.js'
import { Plot } from './plot.js'
import { Readouts } from './readouts.js'
import { Transport } from './transport.js'

/** Everything one can set and read. A column at the right; a sheet at the bottom where the window is narrow. */
export function Panel({ playground }: { playground: Playground }) {
  const panel = useRef<HTMLElement>(null)
  useFreeArea(panel, playground)
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
        <section aria-label="Measurements">
          <Plot />
          <Readouts />
        </section>
        <Water playground={playground} />
        <Brush />
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

function SceneChoice({ playground }: { playground: Playground }) {
  const description = state.opened.value?.scene.description
  return (
    <section aria-label="Scene">
      <Choice
        label="Scene"
        testId="scene"
        value={state.scene.value.id}
        options={scenes.map(({ id, title }) => ({ value: id, text: title }))}
        note={description}
        onChange={(id) => {
          const scene = scenes.find((candidate) => candidate.id === id)
          if (scene) void playground.choose(scene)
        }}
      />
    </section>
  )
}

function Water({ playground }: { playground: Playground }) {
  const opened = state.opened.value
  if (!opened) return null
  const { solver } = opened.scene
  const { depth } = solver
  const damping = 'damping' in solver ? solver.damping : undefined
  const wished = state.settings.value.boundary
  return (
    <section>
      <h2>Water</h2>
      {/* Wave speed goes with the root of depth: equal steps on the slider should be equal factors. */}
      {depth !== undefined && (
        <Slider
          label="Depth"
          testId="depth"
          value={Math.log10(depth)}
          min={Math.log10(state.sceneDepth.value) - 1}
          max={Math.log10(state.sceneDepth.value) + 1}
          step={0.02}
          text={formatLength(depth)}
          onChange={(power) => void playground.change({ depth: Number((10 ** power).toPrecision(3)) })}
        />
      )}
      {damping !== undefined && (
        <Slider
          label="Damping"
          testId="damping"
          value={damping}
          min={0}
          max={Math.max(2, damping)}
          step={0.01}
          text={`${formatNumber(damping)} /s`}
          onChange={(value) => void playground.change({ damping: value })}
        />
      )}
      <Choice
        label="Walls"
        testId="boundary"
        value={wished ?? 'scene'}
        options={[
          { value: 'scene', text: 'as the scene says' },
          ...boundaries.map((value) => ({ value, text: boundaryText[value] })),
        ]}
        onChange={(value) => void playground.changeBoundary(value === 'scene' ? undefined : value)}
      />
    </section>
  )
}

const boundaryText = {
  reflect: 'reflect: solid walls',
  absorb: 'absorb: open water',
  fixed: 'fixed: rest level held',
  periodic: 'periodic: opposite sides joined',
} as const

function Brush() {
  return (
    <section>
      <h2>Touch</h2>
      <Slider
        label="Size"
        testId="brush-size"
        value={state.brushSize.value}
        min={0.01}
        max={0.12}
        step={0.005}
        text={formatLength(state.brushRadius.value)}
        onInput={(value) => (state.brushSize.value = value)}
      />
      <Slider
        label="Strength"
        testId="brush-strength"
        value={state.brushStrength.value}
        min={-1}
        max={1}
        step={0.05}
        text={formatLength(state.brushRadius.value * state.brushStrength.value)}
        onInput={(value) => (state.brushStrength.value = value)}
      />
      <Slider
        label="Heights drawn"
        testId="height-scale"
        value={Math.log10(state.heightScale.value)}
        min={0}
        max={Math.max(1.5, Math.log10(state.fittingHeightScale.value) + 0.5)}
        step={0.01}
        text={`× ${formatNumber(state.heightScale.value)}`}
        onInput={(power) => (state.chosenHeightScale.value = Number((10 ** power).toPrecision(2)))}
      />
    </section>
  )
}

function Machine({ playground }: { playground: Playground }) {
  const opened = state.opened.value
  if (!opened) return null
  const { nx, nz } = opened.grid
  const fixedGrid = hasDataFiles(state.scene.value.text)
  const current = Math.max(nx, nz)
  const shared = window.crossOriginIsolated
  const most = shared ? Math.max(navigator.hardwareConcurrency || 1, opened.threads) : 1
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
        options={withValue(cellCounts, current).map((count) => ({ value: count, text: cellText(count, nx, nz) }))}
        note={fixedGrid ? 'This scene comes with data for exactly this grid.' : undefined}
        onChange={(cells) => void playground.change({ cells })}
      />
      <Choice
        label="Threads"
        testId="threads"
        value={opened.threads}
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

function cellText(count: number, nx: number, nz: number): string {
  const ratio = count / Math.max(nx, nz)
  const other = (cells: number): number => (cells === 1 ? 1 : Math.round(cells * ratio))
  return `${other(nx)} × ${other(nz)}`
}

function threadNote(shared: boolean, most: number): string | undefined {
  if (!shared)
    return 'One thread: this page came without the isolation headers (COOP, COEP) that a browser asks for before it lets threads share memory. The result is the same, only slower.'
  if (most === 1) return 'This device reports a single processor.'
  return undefined
}

/** Tells the view which part of the window the panel leaves free, so that the pool lies in the middle of it. */
function useFreeArea(panel: { readonly current: HTMLElement | null }, playground: Playground): void {
  useEffect(() => {
    const element = panel.current
    if (!element) return
    const measure = () => {
      const box = element.getBoundingClientRect()
      const asSheet = box.width > window.innerWidth * 0.7
      playground.setFreeArea({
        left: 0,
        top: 0,
        right: asSheet ? 0 : window.innerWidth - box.left,
        bottom: asSheet ? window.innerHeight - box.top : 0,
      })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [panel, playground])
}
