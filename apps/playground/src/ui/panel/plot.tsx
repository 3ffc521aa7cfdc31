import { useEffect, useState } from 'preact/hooks'
import { firstWater } from '../../session/first-water.js'
import type { History } from '../../session/history.js'
import { history } from '../../session/state.js'
import { formatNumber } from '../format.js'

type ChartPart = typeof import('../../figures/chart.js').Chart

/** Energy over time: a closed pool loses energy only to damping and open walls. */
export function Plot() {
  const samples = history.value
  const [part, setPart] = useState<{ Chart: ChartPart } | undefined>(undefined)
  useEffect(() => {
    // After the first water: there is nothing to plot before.
    void firstWater.then(() => import('../../figures/chart.js')).then(({ Chart }) => setPart({ Chart }))
  }, [])
  const most = samples.energy.reduce((highest, energy) => Math.max(highest, energy), 0)
  return (
    <div class="plot" data-testid="plot" data-samples={samples.time.length} data-last={samples.time.at(-1) ?? 0}>
      {part && (
        <part.Chart
          x={{ label: 'time [s]' }}
          y={{ label: 'energy [J]', range: [0, most > 0 ? 1.1 * most : 1] }}
          curves={[{ x: samples.time, y: samples.energy, color: 2 }]}
          label={describe(samples)}
          aspect={2.1}
        />
      )}
    </div>
  )
}

function describe({ energy }: History): string {
  const latest = energy.at(-1)
  if (latest === undefined) return 'Energy over time; nothing measured yet'
  return `Energy over time, now ${formatNumber(latest)} joules`
}
