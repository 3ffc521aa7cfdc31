import type { Ref } from 'preact'
import type { Playground } from '../../playground.js'
import * as state from '../../session/state.js'
import { doseOf, pushSpeed } from '../../tools/fluid-strokes.js'
import { toolKeys } from '../../tools/keyboard.js'
import { actsOnBodies, actsOnFluid, actsOnSolids, actsOnTerrain, placesSource, type Tool } from '../../tools/tools.js'
import { Slider } from '../controls.js'
import { formatLength, formatNumber } from '../format.js'
import { ChosenBody, LaunchSettings } from './body-settings.js'
import { BrushSize } from './brush-size.js'
import { InkChoice } from './ink-choice.js'
import { SourceSettings, sourceStrength } from './source-settings.js'
import { ToolIcon } from './tool-icons.js'
import { UndoButtons } from './undo-buttons.js'

const toolText: Record<Tool, { name: string; does: string }> = {
  grab: {
    name: 'Grab',
    does: 'Drag a body to move it, release it while it moves to throw it; drag the water to push it',
  },
  launch: { name: 'Add', does: 'Click to drop a new body' },
  push: { name: 'Push', does: 'Drag to push the water down' },
  drop: { name: 'Drop', does: 'Click or drag to let drops fall' },
  build: { name: 'Build', does: 'Drag to build solid walls' },
  erase: { name: 'Erase', does: 'Drag to remove solid walls' },
  waveMaker: { name: 'Waves', does: 'Wave maker: hold to raise and lower the water in turn; drag to move the source' },
  pressure: { name: 'Pressure', does: 'Hold to press on the water; drag for the wake of a ship' },
  spring: { name: 'Spring', does: 'Hold to let water well up' },
  drain: { name: 'Drain', does: 'Hold to let water run off' },
  raise: { name: 'Raise', does: 'Drag to raise the terrain' },
  lower: { name: 'Lower', does: 'Drag to lower the terrain' },
  smooth: { name: 'Smooth', does: 'Drag to smooth the terrain' },
  dig: {
    name: 'Channel',
    does: 'Drag to dig a channel. Its floor never rises: from a lake across its dam, it drains the lake',
  },
  stir: { name: 'Stir', does: 'Drag to push the fluid along' },
  ink: { name: 'Ink', does: 'Drag to add dye or heat' },
  probe: { name: 'Probe', does: 'Click the water to measure it there' },
  section: { name: 'Section', does: 'Drag a line over the water to see its profile' },
  look: { name: 'Look', does: 'Drag to turn the camera' },
}

/** The choice of a tool, and the settings of its brush. */
export function Toolbar({ playground, bar }: { playground: Playground; bar: Ref<HTMLElement> }) {
  const readOnlyReason = state.readOnlyReason.value
  const forBodies = actsOnBodies(state.tool.value)
  return (
    <nav class="toolbar" ref={bar} aria-label="Tools" data-testid="toolbar" data-brush={state.brushOpen.value}>
      <div class="tools" data-many={state.tools.value.length > 5} role="radiogroup" aria-label="Tool">
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
      <UndoButtons playground={playground} />
      {forBodies || readOnlyReason === undefined ? (
        <ToolSettings playground={playground} />
      ) : (
        <p class="note read-only" role="status" data-testid="read-only">
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
        onChange={() => playground.tools.chooseTool(tool)}
      />
      <ToolIcon name={tool} />
      <span>{name}</span>
    </label>
  )
}

function BrushSliders({ playground }: { playground: Playground }) {
  const { radius, softness, strength } = state.brush.value
  const onSolids = actsOnSolids(state.tool.value)
  const inFluid = actsOnFluid(state.tool.value)
  const isSource = placesSource(state.tool.value)
  return (
    <div class="brush" id="brush" data-unused={state.tool.value === 'look'}>
      {state.tool.value === 'ink' && <InkChoice />}
      <BrushSize shown={radius} />
      {!inFluid && (
        <Slider
          label="Softness"
          testId="brush-softness"
          value={softness}
          min={0}
          max={1}
          step={0.05}
          text={percent(softness)}
          onInput={(value) => state.changeBrush({ softness: value })}
        />
      )}
      <Slider
        label="Strength"
        testId="brush-strength"
        value={strength}
        min={onSolids || inFluid || isSource || actsOnTerrain(state.tool.value) ? 0.05 : -1}
        max={1}
        step={0.05}
        text={strengthText()}
        onInput={(value) => state.changeBrush({ strength: value })}
      />
      {isSource && <SourceSettings playground={playground} />}
    </div>
  )
}

/** The strength of the tool that is in use, in the unit of its effect. */
function strengthText(): string {
  const tool = state.tool.value
  const { radius, strength } = state.brush.value
  if (actsOnFluid(tool)) return fluidStrength(strength)
  if (placesSource(tool)) return sourceStrength(tool)
  // Smoothing, like building, changes a share at once; other tools change heights.
  return actsOnSolids(tool) || tool === 'smooth' ? percent(strength) : formatLength(radius * strength)
}

function fluidStrength(strength: number): string {
  if (state.tool.value === 'stir') return `${formatNumber(pushSpeed({ strength, extent: state.extent.value }))} m/s`
  const dye = state.ink.value
  return `${formatNumber(doseOf({ strength, dye }))}${dye === 'temperature' ? ' K' : ''}`
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
