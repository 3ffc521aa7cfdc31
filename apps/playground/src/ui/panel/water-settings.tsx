import type { Playground } from '../../playground.js'
import { boundaries } from '../../session/settings.js'
import { cleanWaterTension, methods, type SolverSettings, solverName, solverSettingsOf } from '../../session/solvers.js'
import * as state from '../../session/state.js'
import { Choice, Slider } from '../controls.js'
import { formatLength, formatNumber } from '../format.js'

/** What the water is and how its waves go; only what its solver knows is offered. */
export function WaterSettings({ playground }: { playground: Playground }) {
  const info = state.info.value
  if (!info) return null
  const water = solverSettingsOf(info.scene)
  const { type, damping, method, surfaceTension, manning } = water
  const ways = methods[type]
  return (
    <section>
      <h2>Water</h2>
      <p class="fact">
        <span>Solver</span>
        <span data-testid="solver">{solverName(type)}</span>
      </p>
      {method !== undefined && ways && (
        <Choice
          label="Method"
          testId="method"
          value={method}
          options={ways}
          onChange={(value) => void playground.change({ method: value })}
        />
      )}
      <Depth water={water} playground={playground} />
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
      {surfaceTension !== undefined && (
        <label class="control check">
          <span>Surface tension</span>
          <input
            type="checkbox"
            checked={surfaceTension > 0}
            data-testid="surface-tension"
            onChange={(event) =>
              void playground.change({ surfaceTension: event.currentTarget.checked ? cleanWaterTension : 0 })
            }
          />
        </label>
      )}
      {manning !== undefined && (
        <Slider
          label="Roughness of the ground"
          testId="manning"
          value={manning}
          min={0}
          max={Math.max(0.1, manning)}
          step={0.005}
          text={`${formatNumber(manning)} s/m¹ᐟ³`}
          onChange={(value) => void playground.change({ manning: value })}
        />
      )}
      <Walls playground={playground} />
      <HeightScale />
    </section>
  )
}

/** Wave speed goes with the root of depth: equal steps on the slider are equal factors. Its end may mean deep water. */
function Depth({ water: { depth, mayBeDeep }, playground }: { water: SolverSettings; playground: Playground }) {
  if (depth === undefined && !mayBeDeep) return null
  const middle = Math.log10(state.sceneDepth.value)
  const deep = middle + 1.02
  return (
    <Slider
      label="Depth"
      testId="depth"
      value={depth === undefined ? deep : Math.log10(depth)}
      min={middle - 1}
      max={mayBeDeep ? deep : middle + 1}
      step={0.02}
      text={depth === undefined ? 'deep' : formatLength(depth)}
      onChange={(power) =>
        void playground.change({ depth: power > middle + 1.01 ? 'deep' : Number((10 ** power).toPrecision(3)) })
      }
    />
  )
}

function Walls({ playground }: { playground: Playground }) {
  return (
    <Choice
      label="Walls"
      testId="boundary"
      value={state.settings.value.boundary ?? 'scene'}
      options={[
        { value: 'scene', text: 'as the scene says' },
        ...boundaries.map((value) => ({ value, text: boundaryText[value] })),
      ]}
      onChange={(value) => void playground.changeBoundary(value === 'scene' ? undefined : value)}
    />
  )
}

const boundaryText = {
  reflect: 'reflect: solid walls',
  absorb: 'absorb: open water',
  fixed: 'fixed: rest level held',
  periodic: 'periodic: opposite sides joined',
} as const

function HeightScale() {
  return (
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
  )
}
