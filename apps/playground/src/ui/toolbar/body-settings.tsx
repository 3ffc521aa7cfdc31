import type { Playground } from '../../playground.js'
import * as state from '../../session/state.js'
import { type LaunchShape, launchShapes } from '../../tools/launch.js'
import { LogSlider } from '../controls.js'
import { formatNumber } from '../format.js'
import { BrushSize } from './brush-size.js'
import { ToolIcon } from './tool-icons.js'

/** Densities to choose from [kg/m³]: from foam to beyond steel. Water is near the middle. */
const [lightest, heaviest] = [20, 10_000]

const shapeText: Record<LaunchShape, string> = {
  ball: 'Ball',
  crate: 'Crate',
  log: 'Log',
  barrel: 'Barrel',
  cone: 'Cone',
}

/** Numbers and settings of the body that was last grabbed. */
export function ChosenBody({ playground }: { playground: Playground }) {
  const chosen = state.chosenBody.value
  const info = state.bodies.value[chosen ?? -1]
  const reading = state.chosenReading.value
  if (chosen === undefined || !info || !reading) {
    const hint =
      state.bodies.value.length > 0
        ? 'Drag a body to move or throw it, or the water to push it. Click a body to see its numbers.'
        : 'There are no bodies yet: add one.'
    return (
      <p class="note hint" id="brush">
        {hint}
      </p>
    )
  }
  return (
    <div class="brush" id="brush" data-testid="chosen-body" data-body={chosen}>
      <dl class="chosen">
        <dt>{info.name ?? `Body ${chosen + 1}`}</dt>
        <dd data-testid="submerged" data-share={reading.submerged}>
          {Math.round(100 * reading.submerged)} % under water
        </dd>
      </dl>
      <button
        type="button"
        class="follow"
        title="The camera follows this body (F)"
        aria-pressed={state.followed.value === chosen}
        aria-keyshortcuts="F"
        data-testid="follow"
        onClick={() => playground.toggleFollow()}
      >
        Follow
      </button>
      {info.isMovable && (
        <Density
          value={reading.density}
          testId="density"
          onInput={(value) => playground.tools.setDensity(value)}
          onChange={() => playground.tools.endDensity()}
        />
      )}
    </div>
  )
}

/** Shape, size and density of new bodies. */
export function LaunchSettings() {
  return (
    <div class="brush" id="brush">
      <div class="shapes" role="radiogroup" aria-label="Shape of new bodies">
        {launchShapes.map((shape) => (
          <label class="tool" key={shape} title={shapeText[shape]}>
            <input
              type="radio"
              name="launch-shape"
              class="unseen"
              value={shape}
              checked={state.launchShape.value === shape}
              aria-label={shapeText[shape]}
              data-testid={`shape-${shape}`}
              onChange={() => (state.launchShape.value = shape)}
            />
            <ToolIcon name={shape} />
          </label>
        ))}
      </div>
      <BrushSize shown={2 * state.brush.value.radius} />
      <Density
        value={state.launchDensity.value}
        testId="launch-density"
        onInput={(value) => (state.launchDensity.value = value)}
      />
    </div>
  )
}

interface DensityProps {
  value: number
  testId: string
  onInput(density: number): void
  /** The handle was released. */
  onChange?(): void
}

function Density({ value, testId, onInput, onChange }: DensityProps) {
  return (
    <LogSlider
      label="Density"
      testId={testId}
      value={value}
      min={lightest}
      max={heaviest}
      text={`${formatNumber(value)} kg/m³`}
      onInput={onInput}
      {...(onChange && { onChange })}
    />
  )
}
