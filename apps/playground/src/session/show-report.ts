// The numbers of a run on the page: those of the last report, and their history.

import { batch } from '@preact/signals'
import type { Report, SimulationInfo } from '../worker/protocol.js'
import { withSample } from './history.js'
import { exaggeratedHeight, mostExaggeration } from './scenes/setting.js'
import type { SessionState } from './session-state.js'
import { fitHeightScale } from './settings/settings.js'
import { isOpenSea } from './settings/solvers.js'

/** Shows a report, adds it to the history, and with the first one chooses the factor on the heights. */
export function showReport(state: SessionState, info: SimulationInfo, report: Report): void {
  const { diagnostics } = report
  const { step, time, energy, momentum } = diagnostics
  const isSurface = diagnostics.kind === 'surface'
  // Drops in the air fall back into the water.
  const volume = diagnostics.volume + (isSurface ? (diagnostics.airborneVolume ?? 0) : 0)
  batch(() => {
    if (!state.report.value && !info.hasTerrain && isSurface)
      state.fittingHeightScale.value = heightScaleFor(
        info,
        Math.max(diagnostics.maximum, -diagnostics.minimum),
        state.extent.value,
      )
    showReached(state, step, time)
    state.report.value = report
    state.history.value = withSample(state.history.value, {
      time,
      energy,
      volume: isSurface ? volume : Number.NaN,
      momentum,
      residual: diagnostics.residual ?? Number.NaN,
    })
  })
}

/** Frames and reports may arrive in any order; the displayed step and time never decrease. */
export function showReached(state: SessionState, step: number, time: number): void {
  if (step < state.stepCount.value) return
  state.stepCount.value = step
  state.time.value = time
}

/** Factor on the heights of waves that makes them visible. Bodies are drawn to scale, and so is the water that they float in. */
function heightScaleFor(info: SimulationInfo, highest: number, extent: number): number {
  if (isOpenSea(info) || info.hasBodies) return 1
  return Math.min(mostExaggeration(info.scene), fitHeightScale(highest, extent, exaggeratedHeight(info.scene)))
}
