import { frameDuration, opened, rendererName, report, solidArea, stepCount, time } from '../state.js'
import { formatLength, formatMilliseconds, formatNumber } from './format.js'

/** The numbers of the run. */
export function Readouts() {
  const now = report.value
  const highest = now ? Math.max(now.diagnostics.maximum, -now.diagnostics.minimum) : undefined
  return (
    <dl class="readouts">
      <div>
        <dt>Step</dt>
        <dd data-testid="step-count">{stepCount}</dd>
      </div>
      <div>
        <dt>Time</dt>
        <dd data-testid="time">{time.value.toFixed(2)} s</dd>
      </div>
      <div>
        <dt>Highest wave</dt>
        <dd data-testid="highest" data-metres={highest}>
          {highest === undefined ? '–' : formatLength(highest)}
        </dd>
      </div>
      <div>
        <dt>Volume</dt>
        <dd data-testid="volume">{now ? `${formatNumber(now.diagnostics.volume)} m³` : '–'}</dd>
      </div>
      <div>
        <dt>Solid ground</dt>
        <dd data-testid="solid" data-square-metres={solidArea.value}>
          {solidArea.value === undefined ? '–' : `${formatNumber(solidArea.value)} m²`}
        </dd>
      </div>
      <div>
        <dt>One step takes</dt>
        <dd data-testid="step-duration">
          {now?.stepDuration === undefined ? '–' : formatMilliseconds(now.stepDuration)}
        </dd>
      </div>
      <div>
        <dt>One frame takes</dt>
        <dd data-testid="frame-duration">
          {frameDuration.value === undefined ? '–' : formatMilliseconds(frameDuration.value)}
        </dd>
      </div>
      <div>
        <dt>Substeps</dt>
        <dd>{opened.value?.substeps ?? '–'}</dd>
      </div>
      <div>
        <dt>Drawn by</dt>
        <dd data-testid="renderer">{rendererName}</dd>
      </div>
      <div class="wide">
        <dt>State hash</dt>
        <dd data-testid="hash" data-step={now?.diagnostics.step}>
          {now?.hash ? <code>{now.hash}</code> : 'while paused'}
        </dd>
      </div>
    </dl>
  )
}
