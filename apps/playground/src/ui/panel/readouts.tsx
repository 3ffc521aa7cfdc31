import { frameDuration, info, rendererName, report, solidArea, stepCount, time } from '../../session/state.js'
import { formatLength, formatMilliseconds, formatNumber } from '../format.js'
import { FluidReadouts } from './fluid-readouts.js'

/** The numbers of the run. */
export function Readouts() {
  const now = report.value
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
      {info.value?.fluid ? <FluidReadouts /> : <WaterReadouts />}
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
        <dd>{now?.diagnostics.substeps ?? info.value?.substeps ?? '–'}</dd>
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

/** Of water with a surface. */
function WaterReadouts() {
  const now = report.value
  // Over ground heights are elevations: of lakes on mountains, too.
  const onTerrain = info.value?.hasTerrain ?? false
  const highest =
    now && (onTerrain ? now.diagnostics.maximum : Math.max(now.diagnostics.maximum, -now.diagnostics.minimum))
  return (
    <>
      <div>
        <dt>{onTerrain ? 'Highest water' : 'Highest wave'}</dt>
        <dd data-testid="highest" data-metres={highest}>
          {highest === undefined ? '–' : formatLength(highest)}
        </dd>
      </div>
      <div>
        <dt>Volume</dt>
        <dd data-testid="volume" data-cubic-metres={now?.diagnostics.volume}>
          {now ? `${formatNumber(now.diagnostics.volume)} m³` : '–'}
        </dd>
      </div>
      <div>
        <dt>{onTerrain ? 'Walls' : 'Solid ground'}</dt>
        <dd data-testid="solid" data-square-metres={solidArea.value}>
          {solidArea.value === undefined ? '–' : `${formatNumber(solidArea.value)} m²`}
        </dd>
      </div>
    </>
  )
}
