import type { Playground } from '../../playground.js'
import { frameDuration, info, rendererName, report, stepCount, time } from '../../session/state.js'
import { formatLength, formatMilliseconds, formatNumber } from '../format.js'
import { FluidReadouts } from './fluid-readouts.js'
import { MeasuredSpeed } from './measured-speed.js'
import { Readout } from './readout.js'
import { SolidArea } from './solid-area.js'

/** The numbers of the run. */
export function Readouts({ playground }: { playground: Playground }) {
  const now = report.value
  return (
    <dl class="readouts">
      <Readout label="Step" testId="step-count">
        {stepCount}
      </Readout>
      <Readout label="Time" testId="time">
        {time.value.toFixed(2)} s
      </Readout>
      <MeasuredSpeed playground={playground} />
      {info.value?.fluid ? <FluidReadouts /> : <WaterReadouts />}
      <Readout label="Time per step" testId="step-duration">
        {now?.stepDuration === undefined ? undefined : formatMilliseconds(now.stepDuration)}
      </Readout>
      <Readout label="Time per frame" testId="frame-duration">
        {frameDuration.value === undefined ? undefined : formatMilliseconds(frameDuration.value)}
      </Readout>
      <Readout label="Substeps">{now?.diagnostics.substeps ?? info.value?.substeps}</Readout>
      <Readout label="Renderer" testId="renderer">
        {rendererName}
      </Readout>
      <Readout label="State hash" testId="hash" data={{ 'data-step': now?.diagnostics.step }} wide>
        {now?.hash ? <code>{now.hash}</code> : 'shown while paused'}
      </Readout>
    </dl>
  )
}

/** The numbers of water with a surface. */
function WaterReadouts() {
  const reported = report.value?.diagnostics
  const diagnostics = reported?.kind === 'surface' ? reported : undefined
  // On terrain heights are elevations: those of lakes in the mountains, too.
  const onTerrain = info.value?.hasTerrain ?? false
  const highest = diagnostics && (onTerrain ? diagnostics.maximum : Math.max(diagnostics.maximum, -diagnostics.minimum))
  return (
    <>
      <Readout
        label={onTerrain ? 'Highest water level' : 'Highest wave'}
        testId="highest"
        data={{ 'data-metres': highest }}
      >
        {highest === undefined ? undefined : formatLength(highest)}
      </Readout>
      <Readout label="Volume" testId="volume" data={{ 'data-cubic-metres': diagnostics?.volume }}>
        {diagnostics && `${formatNumber(diagnostics.volume)} m³`}
      </Readout>
      <SolidArea />
    </>
  )
}
