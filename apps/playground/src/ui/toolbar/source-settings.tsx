import type { Playground } from '../../playground.js'
import * as state from '../../session/state.js'
import { fittingPeriod, rateOf } from '../../tools/source-placing.js'
import type { SourceTool } from '../../tools/tools.js'
import { LogSlider } from '../controls.js'
import { formatNumber } from '../format.js'

/** Density of water [kg/m³], for pressures. */
const waterDensity = 1000

/** Period of new sources, and whether they stay when they are released. */
export function SourceSettings({ playground }: { playground: Playground }) {
  const fitting = fittingPeriod(state.brush.value.radius)
  const isPressure = state.tool.value === 'pressure'
  const oscillates = state.tool.value === 'waveMaker' || (isPressure && state.pulses.value)
  const count = state.sources.value.length
  return (
    <>
      {oscillates && (
        <LogSlider
          label="Period"
          testId="source-period"
          value={state.period.value}
          min={fitting / 5}
          max={fitting * 5}
          text={`${formatNumber(state.period.value)} s`}
          onInput={(value) => (state.chosenPeriod.value = value)}
        />
      )}
      {isPressure && (
        <label class="control check" title="The pressure oscillates with a period">
          <span>Oscillate</span>
          <input
            type="checkbox"
            checked={state.pulses.value}
            data-testid="source-pulses"
            onChange={({ currentTarget }) => (state.pulses.value = currentTarget.checked)}
          />
        </label>
      )}
      <label class="control check" title="A source stays where it is released until a click removes it (K)">
        <span>Keep</span>
        <input
          type="checkbox"
          checked={state.lasting.value}
          aria-keyshortcuts="K"
          data-testid="source-lasting"
          onChange={({ currentTarget }) => (state.lasting.value = currentTarget.checked)}
        />
      </label>
      {/* Always there: the water must not move when a source is placed. */}
      <button
        type="button"
        class="remove-sources"
        disabled={count === 0}
        data-testid="remove-sources"
        data-count={count}
        onClick={() => playground.tools.removeSources()}
      >
        Remove all
      </button>
    </>
  )
}

/** The strength of a source: the water that it adds per area, or its pressure. */
export function sourceStrength(tool: SourceTool): string {
  const rate = rateOf(tool, state.brush.value, tool === 'waveMaker' ? state.period.value : undefined)
  if (tool === 'pressure') return `${formatNumber((rate * waterDensity) / 1000)} kPa`
  return `${formatNumber(rate)} m/s`
}
