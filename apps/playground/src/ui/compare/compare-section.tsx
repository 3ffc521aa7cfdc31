// The comparison in the panel: which of B and B − A is shown, numbers of the difference, and the settings of B.

import './compare.css'
import type { Comparison } from '../../compare/comparison.js'
import type { Playground } from '../../playground.js'
import { isVolume } from '../../session/display/fluid-display.js'
import { cellCounts, hasDataFiles, volumeCellCounts } from '../../session/settings/settings.js'
import { loading, scene, time } from '../../session/state.js'
import { Choice } from '../controls.js'
import { formatMeasure, formatNumber } from '../format.js'
import { Readout } from '../panel/readout.js'
import { TargetSettings } from '../panel/scene-settings.js'
import { secondTarget } from '../panel/settings-target.js'
import { ColorScale } from '../panel/surface-settings.js'
import { DifferenceTrace } from './difference-trace.js'

export function CompareSection({ playground }: { playground: Playground }) {
  const comparison = playground.comparison.value
  if (!comparison) return null
  return (
    <section class="compare" aria-label="Comparison" data-testid="compare">
      <h2>
        Comparison
        <span class="compare-buttons">
          <button
            type="button"
            title="A gets the settings of B, and B those of A; both begin anew and go to the present time"
            data-testid="compare-swap"
            disabled={loading.value || comparison.state.loading.value}
            onClick={() => void comparison.swap()}
          >
            Swap
          </button>
          <button
            type="button"
            title="Ends B; A goes on as it is (V)"
            data-testid="compare-close"
            onClick={() => comparison.close()}
          >
            Close
          </button>
        </span>
      </h2>
      <Shown comparison={comparison} />
      <Numbers comparison={comparison} />
      <Messages comparison={comparison} />
      <SecondSettings comparison={comparison} />
    </section>
  )
}

/** The choice between B and the difference. */
function Shown({ comparison }: { comparison: Comparison }) {
  const isDifference = comparison.showsDifference.value
  const choices = [
    { value: false, text: 'B', testId: 'compare-second' },
    { value: true, text: 'Difference B − A', testId: 'compare-difference' },
  ]
  return (
    <fieldset class="segments">
      <legend class="unseen">Shown beside A</legend>
      {choices.map(({ value, text, testId }) => (
        <label key={testId}>
          <input
            type="radio"
            class="unseen"
            name="compared"
            checked={isDifference === value}
            data-testid={testId}
            onChange={() => (comparison.showsDifference.value = value)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

function Numbers({ comparison }: { comparison: Comparison }) {
  const { rms, maximum, rmsOfA } = comparison.numbers.value ?? {}
  const { text: of = '', unit = '' } = comparison.quantity.value ?? {}
  const relative = rms === 0 ? 0 : rms === undefined || !rmsOfA ? undefined : rms / rmsOfA
  const text = (value: number | undefined) => (value === undefined ? undefined : formatMeasure(value, unit))
  return (
    <>
      {comparison.showsDifference.value && (
        <ColorScale
          name={`difference of ${of}`}
          unit={unit}
          colors="balance"
          range={maximum === 0 ? [0, 0] : (comparison.sliceRange.value ?? comparison.state.surfaceRange.value)}
          testId="difference-scale"
        />
      )}
      <p class="note">Difference of {of}, B − A:</p>
      <dl class="readouts">
        <Readout label="Root mean square" testId="difference-rms" data={{ 'data-value': rms }}>
          {text(rms)}
        </Readout>
        <Readout label="Largest" testId="difference-maximum" data={{ 'data-value': maximum }}>
          {text(maximum)}
        </Readout>
        <Readout label="Relative to A" testId="difference-relative" data={{ 'data-value': relative }}>
          {relative === undefined ? undefined : `${formatNumber(100 * relative)} %`}
        </Readout>
        <Readout label="Step and time of B" testId="b-step" data={{ 'data-step': comparison.state.stepCount.value }}>
          {comparison.state.stepCount} · {comparison.state.time.value.toFixed(2)} s
        </Readout>
        <Readout label="State hash of B" testId="b-hash" wide>
          {comparison.state.report.value?.hash ? (
            <code>{comparison.state.report.value.hash}</code>
          ) : (
            'shown while paused'
          )}
        </Readout>
      </dl>
      <DifferenceTrace trace={comparison.trace.value} of={of} unit={unit} />
    </>
  )
}

function Messages({ comparison }: { comparison: Comparison }) {
  const { failure, progress, state } = comparison
  const isApart = Math.abs(state.time.value - time.value) > 1e-6 * Math.max(1, time.value)
  return (
    <div role="status" data-testid="compare-messages">
      {failure.value !== undefined && <p class="note alarm">B goes on as it was. {failure}</p>}
      {progress.value !== undefined && (
        <p class="note">B computes the time that has passed: {Math.round(100 * progress.value)} %</p>
      )}
      {isApart && progress.value === undefined && !state.loading.value && (
        <p class="note">The steps have different lengths: B is at the step nearest to the time of A.</p>
      )}
    </div>
  )
}

/** The settings of B; at first those of A. */
function SecondSettings({ comparison }: { comparison: Comparison }) {
  const target = secondTarget(comparison)
  const open = target.info
  if (!open) return null
  const counts = open.scene.grid.cells
  const most = Math.max(...counts)
  const choices = [...new Set([...(isVolume(open) ? volumeCellCounts : cellCounts), most])].sort((a, b) => a - b)
  const { cells, values = {} } = target.changed
  const isChanged = cells !== undefined || Object.keys(values).length > 0
  return (
    <details class="more" open data-testid="b-settings">
      <summary>Settings of B</summary>
      <p class="note">
        B restarts with every change, repeats your events and catches up with A. ↺ sets the value of A again.
        {isChanged && (
          <button type="button" data-testid="b-reset-all" onClick={() => void comparison.change({})}>
            All as A
          </button>
        )}
      </p>
      <TargetSettings target={target}>
        <Choice
          label="Cells"
          testId="b-cells"
          value={most}
          disabled={hasDataFiles(scene.value.text)}
          options={choices.map((count) => ({
            value: count,
            text: counts.map((n) => (n === 1 ? 1 : Math.round((n * count) / most))).join(' × '),
          }))}
          onChange={(chosen) => void target.change({ cells: chosen })}
        />
      </TargetSettings>
    </details>
  )
}
