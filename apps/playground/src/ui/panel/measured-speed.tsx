import type { Playground } from '../../playground.js'
import { hasDataFiles } from '../../session/settings/settings.js'
import { halfOf, isSlow, paceText } from '../../session/slowness.js'
import { info, report, running, scene, speed } from '../../session/state.js'
import { Readout } from './readout.js'

/** The speed that the simulation reaches, and a smaller grid where that is less than the speed asked for. */
export function MeasuredSpeed({ playground }: { playground: Playground }) {
  const pace = running.value ? report.value?.pace : undefined
  const isTooSlow = isSlow(pace, speed.value)
  const half = halfOf(info.value?.scene.grid.cells ?? [0])
  return (
    <Readout label="Measured speed" testId="pace" data={{ 'data-factor': pace }} wide>
      {pace === undefined ? undefined : (
        <span class="measured-speed">
          {paceText(pace)}
          {isTooSlow && speed.value !== 1 && ` of ${speed.value}×`}
          {isTooSlow && half !== undefined && !hasDataFiles(scene.value.text) && (
            <button
              type="button"
              title="A step of half the cells along each side takes less time; the scene restarts, and your events are kept"
              data-testid="half-cells"
              onClick={() => void playground.session.change({ cells: half })}
            >
              Use half the cells
            </button>
          )}
        </span>
      )}
    </Readout>
  )
}
