import { largestBrush, type Playground, smallestBrush } from '../../playground.js'
import * as state from '../../session/state.js'
import { type LaunchShape, launchShapes } from '../../tools/launch.js'
import { Slider } from '../controls.js'
import { formatLength, formatNumber } from '../format.js'
import { ToolIcon } from './tool-icons.js'

/** Densities to choose from, as powers of ten [kg/m³]: cork in air to lead. */
const [lightest, heaviest] = [1.3, 4]

const shapeText: Record<LaunchShape, string> = { ball: 'Ball', crate: 'Crate', log: 'Log', barrel: 'Barrel' }

/** What can be done to the body that was last taken hold of. */
export function ChosenBody({ playground }: { playground: Playground }) {
  const chosen = state.chosenBody.value
  const info = state.bodies.value[chosen ?? -1]
  const reading = state.chosenReading.value
  if (chosen === undefined || !info || !reading) {
    const hint =
      state.bodies.value.length > 0 ? 'Drag a body and throw it; press one to weigh it.' : 'Add a body first.'
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
        title="The camera goes along (F)"
        aria-pressed={state.followed.value === chosen}
        aria-keyshortcuts="F"
        data-testid="follow"
        onClick={() => playground.toggleFollow()}
      >
        Follow
      </button>
      {info.isMovable && (
        <Density value={reading.density} testId="density" onInput={(value) => playground.weigh(value)} />
      )}
    </div>
  )
}

/** What new bodies are like. */
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
      <Slider
        label="Size"
        testId="brush-size"
        value={state.brushSize.value}
        min={smallestBrush}
        max={largestBrush}
        step={0.001}
        text={formatLength(2 * state.brush.value.radius)}
        onInput={(value) => (state.brushSize.value = value)}
      />
      <Density
        value={state.launchDensity.value}
        testId="launch-density"
        onInput={(value) => (state.launchDensity.value = value)}
      />
    </div>
  )
}

/** Equal steps are equal factors; water is near the middle. */
function Density({ value, testId, onInput }: { value: number; testId: string; onInput(density: number): void }) {
  return (
    <Slider
      label="Density"
      testId={testId}
      value={Math.log10(value)}
      min={lightest}
      max={heaviest}
      step={0.01}
      text={`${formatNumber(value)} kg/m³`}
      onInput={(power) => onInput(Number((10 ** power).toPrecision(3)))}
    />
  )
}
