import { useMemo } from 'preact/hooks'
import type { LoggedSeries } from '../../../../../packages/cli/src/viewer/protocol.js'
import { Chart, type Curve } from '../../figures/chart.js'
import { thinned } from '../../figures/thinned.js'
import type { Player } from '../player.js'
import * as state from '../state.js'

/** Most probes in the plot. */
const mostSeries = 6
/** Most points of a curve. */
const mostPoints = 1200

/** Probes over time, with a line at the time that is shown. A click goes there. */
export function LogPlot({ log, player }: { log: LoggedSeries; player: Player }) {
  const series = log.series.slice(0, mostSeries)
  const curves = useMemo(
    () =>
      series.map(({ name, values }, color): Curve => {
        return { ...thinned(values, (k) => log.time[k]!, mostPoints), color, label: name, thickness: 1.5 }
      }),
    [log],
  )
  return (
    <div data-testid="probes" data-series={series.length}>
      <Chart
        x={{ label: 'time [s]' }}
        y={{ label: `[${series[0]?.unit}]` }}
        curves={curves}
        marks={[{ axis: 'x', at: state.time.value, text: '' }]}
        label={`${series.map(({ name }) => name).join(', ')} over time`}
        onPoint={(time, _, kind) => {
          if (kind !== 'up') player.seekTime(time)
        }}
      />
    </div>
  )
}
