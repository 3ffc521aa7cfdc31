import type { RefObject } from 'preact'
import type { RunDescription } from '../../../../../packages/cli/src/viewer/protocol.js'
import { isVolume } from '../../session/display/fluid-display.js'
import { isOpenSea } from '../../session/settings/solvers.js'
import { Choice, LogSlider, Slider } from '../../ui/controls.js'
import { formatLength, formatNumber } from '../../ui/format.js'
import { gradientOf } from '../field-map.js'
import type { Player } from '../player.js'
import { displaysOf, overlaysOf } from '../recorded-frame.js'
import * as state from '../state.js'
import { LogPlot } from './log-plot.js'

const picture = 'picture'
const names: Record<string, string> = { dyes: 'all dyes', p: 'pressure' }

/** The run, its fields, its probes. */
export function RunPanel({
  run,
  player,
  panel,
}: {
  run: RunDescription
  player: Player
  panel: RefObject<HTMLElement | null>
}) {
  const isOpen = state.panelOpen.value
  return (
    <aside class="panel" ref={panel} data-open={isOpen} data-testid="panel" aria-label="Run">
      <header>
        <h1>{run.scene.name || run.name}</h1>
        <button
          type="button"
          class="fold"
          aria-expanded={isOpen}
          aria-controls="panel-body"
          onClick={() => (state.panelOpen.value = !isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </button>
      </header>
      <div class="body" id="panel-body" hidden={!isOpen}>
        {state.notices.value.length > 0 && (
          <ul class="notices" data-testid="notices">
            {state.notices.value.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        )}
        <FieldSettings run={run} />
        {run.log.series.length > 0 && run.log.time.length > 1 && (
          <section aria-label="Probes">
            <LogPlot log={run.log} player={player} />
          </section>
        )}
        <Facts run={run} />
      </div>
    </aside>
  )
}

function FieldSettings({ run }: { run: RunDescription }) {
  const [info, display, mapped] = [state.info.value, state.display.value, state.mapped.value]
  if (!info) return null
  const displays = info.fluid ? displaysOf(info) : []
  const keyOf = ({ rendering, show }: { rendering: string; show: string }) => `${picture}:${rendering}:${show}`
  const pictures = info.fluid
    ? displays.map((choice) => ({
        value: keyOf(choice),
        text: `${names[choice.show] ?? choice.show}${isVolume(info) ? `, ${choice.rendering}` : ''}`,
        group: 'Picture',
      }))
    : [{ value: picture, text: 'water', group: 'Picture' }]
  const maps = Object.entries(run.fields).map(([name, { unit }]) => ({
    value: name,
    text: unit && unit !== '1' ? `${name} [${unit}]` : name,
    group: 'Map of a field',
  }))
  const overlays = info.fluid && display && mapped === undefined ? overlaysOf(info, display) : []
  return (
    <section aria-label="Display">
      <Choice
        label="Show"
        testId="field"
        value={mapped ?? (display ? keyOf(display) : picture)}
        options={[...pictures, ...maps]}
        note={mapped && run.fields[mapped]?.meaning}
        onChange={(value) => {
          state.mapped.value = value.startsWith(picture) ? undefined : value
          const chosen = displays.find((choice) => keyOf(choice) === value)
          if (chosen) state.display.value = chosen
        }}
      />
      {mapped !== undefined && <ColorBar unit={run.fields[mapped]?.unit ?? ''} />}
      {overlays.length > 1 && display && (
        <Choice
          label="Flow"
          testId="flow"
          value={display.flow}
          options={overlays.map((value) => ({ value, text: value === 'nothing' ? 'none' : value }))}
          onChange={(flow) => (state.display.value = { ...display, flow })}
        />
      )}
      {info.fluid && display?.rendering === 'slice' && isVolume(info) && mapped === undefined && (
        <Slider
          label="Slice"
          value={display.at}
          min={-1}
          max={1}
          step={0.05}
          text={display.at === 0 ? 'middle' : display.at > 0 ? 'front' : 'back'}
          onInput={(at) => (state.display.value = { ...display, at })}
        />
      )}
      {!info.fluid && !isOpenSea(info) && mapped === undefined && (
        <LogSlider
          label="Height"
          testId="height-scale"
          value={state.heightScale.value}
          min={0.1}
          max={Math.max(100, state.fittingHeightScale.value * 10)}
          digits={2}
          text={`${formatNumber(state.heightScale.value)}×`}
          onInput={(value) => (state.chosenHeightScale.value = value)}
        />
      )}
    </section>
  )
}

/** The colors of the map in the frame that is shown. */
function ColorBar({ unit }: { unit: string }) {
  const [low, high] = state.mapRange.value
  const text = (value: number) => `${formatNumber(value)}${unit && unit !== '1' ? ` ${unit}` : ''}`
  return (
    <div class="color-bar" data-testid="color-bar">
      <div class="gradient" ref={(element) => void element?.style.setProperty('background', gradientOf([low, high]))} />
      <span>{text(low)}</span>
      <span>{text(high)}</span>
    </div>
  )
}

function Facts({ run }: { run: RunDescription }) {
  const { cells, cellSize } = run.scene.grid
  const facts = [
    ['Solver', run.scene.solver.type],
    ['Grid', `${cells.join(' × ')} cells`],
    ['Size', cells.map((count) => formatLength(count * cellSize)).join(' × ')],
    ['Steps', `${run.steps} of ${formatNumber(run.timeStep)} s`],
    ...(run.bodies.length > 0 ? [['Bodies', String(run.bodies.length)]] : []),
    ['Renderer', state.rendererName.value],
  ]
  return (
    <section aria-label="Facts">
      <dl class="readouts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div class="wide">
          <dt>Hash of the final state</dt>
          <dd>
            <code>{run.hash}</code>
          </dd>
        </div>
      </dl>
      <p class="note keys">
        <kbd>Space</kbd> play, <kbd>←</kbd>
        <kbd>→</kbd> frames, <kbd>[</kbd>
        <kbd>]</kbd> speed, <kbd>W</kbd>
        <kbd>A</kbd>
        <kbd>S</kbd>
        <kbd>D</kbd> camera
      </p>
    </section>
  )
}
