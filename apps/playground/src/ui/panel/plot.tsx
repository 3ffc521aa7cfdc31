import { Chart } from '../../figures/chart.js'
import type { History } from '../../session/history.js'
import { history } from '../../session/state.js'
import { formatNumber } from '../format.js'

/** Energy over time: a closed pool loses energy only to damping and open walls. */
export function Plot() {
  const samples = history.value
  const most = samples.energy.reduce((highest, energy) => Math.max(highest, energy), 0)
  return (
    <div data-testid="plot" data-samples={samples.time.length} data-last={samples.time.at(-1) ?? 0}>
      <Chart
        x={{ label: 'time [s]' }}
        y={{ label: 'energy [J]', range: [0, most > 0 ? 1.1 * most : 1] }}
        curves={[{ x: samples.time, y: samples.energy, color: 2 }]}
        label={describe(samples)}
        aspect={2.1}
      />
    </div>
  )
}

function describe({ energy }: History): string {
  const latest = energy.at(-1)
  if (latest === undefined) return 'Energy over time; nothing measured yet'
  return `Energy over time, now ${formatNumber(latest)} joules`
}
