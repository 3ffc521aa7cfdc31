import { Chart } from '../../../figures/chart.js'
import { formatNumber } from '../../../ui/format.js'
import { type CursorPlace, useCursor } from '../../figures/cursor.js'
import { FieldPicture } from '../../figures/field.js'
import { Readings } from '../../figures/readings.js'
import type { DiffusionValues } from './diffusion.settings.js'
import type { DyeFrame } from './dye.js'

interface DyeFiguresProps {
  frame: DyeFrame
  values: DiffusionValues
  onPress(place: CursorPlace): void
}

export function DyeFigures({ frame, values, onPress }: DyeFiguresProps) {
  const { n, dimension, plane, row, growth, growthInTheory } = frame
  const cursor = useCursor(1 / n, onPress)
  let most = 1
  for (const dye of plane) most = Math.max(most, Math.abs(dye))
  const isNaive = values.by === 'textbook' && values.method === 'bad'
  const explodes = growthInTheory > 1
  return (
    <>
      <div class="figure-row">
        <FieldPicture
          nx={n}
          nz={n}
          values={plane}
          full={most}
          caption={`Dye${dimension === 3 ? ' in the plane of the puff' : ''}: orange above 0, blue below, full color at ${formatNumber(most)}`}
          label={`Dye in ${n} by ${n} cells, at most ${formatNumber(most)} in size. Press to add a puff; arrow keys move the cross, Enter adds.`}
          testId="dye"
          over={(context, cell, theme) => cursor.draw(context, n * cell, n * cell, theme)}
          onCell={(x, z, kind) => kind === 'down' && onPress({ x: x / n, y: 1 - z / n })}
          onKey={cursor.onKey}
        />
        <div>
          <Chart
            x={{ label: 'cells along the row of the puff', range: [0, n] }}
            y={{ label: 'dye', range: [explodes ? -most : Math.min(0, -0.02), most] }}
            aspect={2.3}
            curves={[{ x: Float64Array.from(row, (_, i) => i + 0.5), y: row, color: 0, look: 'bars' }]}
            label={`Dye along the row of the puff, from ${formatNumber(Math.min(...row))} to ${formatNumber(Math.max(...row))}`}
          />
          <DeviationChart frame={frame} />
        </div>
      </div>
      <ResidualChart frame={frame} sweeps={values.sweeps} />
      <Readings
        items={[
          {
            name: 'checkerboard',
            label: 'Checkerboard after one step',
            value: frame.shortestGrowth,
            unit: '×',
            theory: frame.shortestInTheory,
          },
          { name: 'growth', label: 'Deviation after one step', value: growth, unit: '×', theory: growthInTheory },
          { name: 'kept', label: 'Dye kept in a step', value: frame.kept, unit: '×', theory: frame.keptInTheory },
          { name: 'amount', label: 'Dye left', value: frame.amount.at(-1) ?? 1, unit: '× first' },
          {
            name: 'limit',
            label: isNaive ? 'κ over its limit' : 'κ over the naive limit',
            value: values.diffusivity * 2 * dimension,
            unit: '×',
          },
        ]}
      />
    </>
  )
}

/** Deviation and shortest wave over the steps; the latter with its theory. */
function DeviationChart({ frame: { steps, deviation, shortest, shortestInTheory } }: { frame: DyeFrame }) {
  const [first, last] = [steps[0] ?? 0, steps.at(-1) ?? 0]
  const now = deviation.at(-1) ?? 1
  const end = Math.max(last, first + 60)
  const most = Math.max(10, now, shortest.at(-1) ?? 1)
  return (
    <Chart
      x={{ label: 'steps', range: [first, end] }}
      y={{
        label: 'size / first',
        scale: 'log',
        range: [shortestInTheory < -1 ? 1e-2 : 1e-6, 10 ** Math.ceil(Math.log10(most))],
      }}
      aspect={2.3}
      curves={[
        {
          x: [first, end],
          y: [1, Math.abs(shortestInTheory) ** (end - first)],
          color: 1,
          dashed: true,
          label: 'checkerboard in theory',
          thickness: 1.5,
        },
        { x: steps, y: shortest, color: 2, label: 'checkerboard' },
        { x: steps, y: deviation, color: 0, label: 'deviation from the mean' },
      ]}
      label={`Deviation from the mean and checkerboard over steps; the deviation is now ${formatNumber(now)} of the first`}
      testId="deviation"
    />
  )
}

function ResidualChart({ frame: { gaussSeidel, multigrid }, sweeps }: { frame: DyeFrame; sweeps: number }) {
  const reached = gaussSeidel.residual[sweeps - 1] ?? 1
  return (
    <Chart
      x={{ label: 'work [sweeps]', range: [0, 50] }}
      y={{ label: 'residual / right side', scale: 'log', range: [1e-12, 1] }}
      aspect={3.2}
      curves={[
        { x: gaussSeidel.work, y: gaussSeidel.residual, color: 2, label: 'Gauss–Seidel' },
        { x: multigrid.work, y: multigrid.residual, color: 0, label: 'multigrid, a dot for each V-cycle' },
        { x: multigrid.work, y: multigrid.residual, color: 0, look: 'dots', thickness: 7 },
      ]}
      marks={[{ axis: 'x', at: sweeps, text: `${sweeps} sweeps leave ${formatNumber(reached)}` }]}
      label={`Residual of one step over the work: ${sweeps} sweeps of Gauss–Seidel leave ${formatNumber(reached)}`}
      testId="residual"
    />
  )
}
