import type { Ref } from 'preact'
import { largestBrush, type Playground, smallestBrush } from '../../playground.js'
import * as state from '../../session/state.js'
import { handlesBodies, paintsSolids, shapesTerrain, type Tool, worksInFluid } from '../../tools/brush.js'
import { doseOf, pushOf } from '../../tools/fluid-strokes.js'
import { toolKeys } from '../../tools/keyboard.js'
import { Slider } from '../controls.js'
import { formatLength, formatNumber } from '../format.js'
import { ChosenBody, LaunchSettings } from './body-settings.js'
import { InkChoice } from './ink-choice.js'
import { ToolIcon } from './tool-icons.js'

const toolText: Record<Tool, { name: string; does: string }> = {
  grab: { name: 'Grab', does: 'Dragging a body takes it along; let go in motion to throw it' },
  launch: { name: 'Add', does: 'New bodies fall where you press' },
  push: { name: 'Push', does: 'Dragging presses the water down' },
  drop: { name: 'Drop', does: 'Drops fall where you press' },
  build: { name: 'Build', does: 'Dragging builds solid ground' },
  erase: { name: 'Erase', does: 'Dragging takes solid ground away' },
  raise: { name: 'Raise', does: 'Dragging heaps up the ground' },
  lower: { name: 'Lower', does: 'Dragging takes earth away' },
  smooth: { name: 'Smooth', does: 'Dragging levels what is rough' },
  dig: {
    name: 'Channel',
    does: 'Dragging digs a channel that never rises: from a lake across its dam, it lets the lake out',
  },
  stir: { name: 'Stir', does: 'Dragging takes the fluid along' },
  ink: { name: 'Ink', does: 'Dragging leaves ink or warmth, and takes the fluid along' },
  look: { name: 'Look', does: 'Dragging turns the camera' },
}

/** What the hand on the water does, and with what brush. */
export function Toolbar({ playground, bar }: { playground: Playground; bar: Ref<HTMLElement> }) {
  const readOnlyReason = state.readOnlyReason.value
  const forBodies = handlesBodies(state.tool.value)
  return (
    <nav class="toolbar" ref={bar} aria-label="Tools" data-testid="toolbar" data-brush={state.brushOpen.value}>
      <div
        class="tools"
        data-many={state.tools.value.length > 5}
        role="radiogroup"
        aria-label="What dragging over the water does"
      >
        {state.tools.value.map((tool) => (
          <ToolChoice key={tool} tool={tool} playground={playground} />
        ))}
        <button
          type="button"
          class="brush-toggle"
          aria-expanded={state.brushOpen.value}
          aria-controls="brush"
          data-testid="brush-toggle"
          onClick={() => (state.brushOpen.value = !state.brushOpen.value)}
        >
          <ToolIcon name="brush" />
          <span>{forBodies ? 'Body' : 'Brush'}</span>
        </button>
      </div>
      {forBodies || readOnlyReason === undefined ? (
        <ToolSettings playground={playground} />
      ) : (
        <p class="note refusal" role="status" data-testid="refusal">
          {readOnlyReason}
        </p>
      )}
    </nav>
  )
}

function ToolSettings({ playground }: { playground: Playground }) {
  if (state.tool.value === 'grab') return <ChosenBody playground={playground} />
  if (state.tool.value === 'launch') return <LaunchSettings />
  return <BrushSliders playground={playground} />
}

function ToolChoice({ tool, playground }: { tool: Tool; playground: Playground }) {
  const { name, does } = toolText[tool]
  const key = toolKeys[tool]
  return (
    <label class="tool" title={`${does} (${key})`}>
      <input
        type="radio"
        name="tool"
        class="unseen"
        value={tool}
        checked={state.tool.value === tool}
        disabled={!state.isOffered(tool)}
        aria-keyshortcuts={key}
        aria-label={name}
        aria-description={does}
        data-testid={`tool-${tool}`}
        onChange={() => playground.chooseTool(tool)}
      />
      <ToolIcon name={tool} />
      <span>{name}</span>
    </label>
  )
}

function BrushSliders({ playground }: { playground: Playground }) {
  const { radius, softness, strength } = state.brush.value
  const solid = paintsSolids(state.tool.value)
  const inFluid = worksInFluid(state.tool.value)
  // The ground goes up and down by different tools; a smoothing has a share, as building has.
  const share = solid || state.tool.value === 'smooth'
  return (
    <div class="brush" id="brush" data-unused={state.tool.value === 'look'}>
      {state.tool.value === 'ink' && <InkChoice />}
      <Slider
        label="Size"
        testId="brush-size"
        value={state.brushSize.value}
        min={smallestBrush}
        max={largestBrush}
        step={0.001}
        text={formatLength(radius)}
        onInput={(value) => (state.brushSize.value = value)}
      />
      {!inFluid && (
        <Slider
          label="Softness"
          testId="brush-softness"
          value={softness}
          min={0}
          max={1}
          step={0.05}
          text={percent(softness)}
          onInput={(value) => playground.setBrush({ softness: value })}
        />
      )}
      <Slider
        label="Strength"
        testId="brush-strength"
        value={strength}
        min={solid || inFluid || shapesTerrain(state.tool.value) ? 0.05 : -1}
        max={1}
        step={0.05}
        text={inFluid ? fluidStrength(strength) : share ? percent(strength) : formatLength(radius * strength)}
        onInput={(value) => playground.setBrush({ strength: value })}
      />
    </div>
  )
}

function fluidStrength(strength: number): string {
  if (state.tool.value === 'stir') return `${formatNumber(pushOf({ strength, extent: state.extent.value }))} m/s`
  const dye = state.ink.value
  return `${formatNumber(doseOf({ strength, dye }))}${dye === 'temperature' ? ' K' : ''}`
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
