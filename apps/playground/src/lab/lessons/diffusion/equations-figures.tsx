import { Chart, type Place } from '../../../figures/chart.js'
import type { Theme } from '../../../figures/theme.js'
import { formatNumber } from '../../../ui/format.js'
import { Readings } from '../../figures/readings.js'
import type { EquationsFrame } from './equations.js'

export function EquationsFigures({ frame }: { frame: EquationsFrame }) {
  const { x, y, equations, factor, factorInTheory } = frame
  const [lastX, lastY] = [x.at(-1) ?? 0, y.at(-1) ?? 0]
  const isGrowing = factorInTheory > 1
  const reach = isGrowing ? Math.max(6, Math.abs(lastX), Math.abs(lastY)) * 1.1 : 0
  const ranges = isGrowing
    ? { x: [-reach, reach] as const, y: [-reach, reach] as const }
    : { x: [-1, 7] as const, y: [-3, 1] as const }
  // Each equation as a line over the whole width.
  const lines = equations.map(({ a, b, right }) => ({
    x: ranges.x,
    y: ranges.x.map((at) => (right - a * at) / b),
  }))
  return (
    <>
      <Chart
        x={{ label: 'x', range: ranges.x }}
        y={{ label: 'y', range: ranges.y }}
        equal
        aspect={1.7}
        curves={[
          { ...lines[0]!, color: 0, label: `solved for x: ${equationText(equations[0]!)}`, thickness: 1.5 },
          {
            ...lines[1]!,
            color: 4,
            label: `solved for y: ${equationText(equations[1]!)}`,
            thickness: 1.5,
            dashed: true,
          },
          { x: [5], y: [-2], color: 5, look: 'dots', thickness: 10, label: 'solution (5, −2)' },
        ]}
        over={(context, place, theme) => drawPath(context, place, theme, x, y)}
        label={`After ${x.length - 1} sweeps the iteration is at x ${formatNumber(lastX)}, y ${formatNumber(lastY)}; the solution is 5, −2`}
        testId="plane"
      />
      <Readings
        items={[
          { name: 'x', label: 'x', value: lastX, theory: 5 },
          { name: 'y', label: 'y', value: lastY, theory: -2 },
          { name: 'factor', label: 'Error after one sweep', value: factor, unit: '×', theory: factorInTheory },
          { name: 'sweeps', label: 'Sweeps', value: x.length - 1 },
        ]}
      />
      <SweepTable x={x} y={y} />
    </>
  )
}

function equationText({ a, b, right }: EquationsFrame['equations'][number]): string {
  const term = (factor: number, name: string) => (factor === 1 ? name : `${factor}${name}`)
  return `${term(a, 'x')} + ${term(b, 'y')} = ${right}`
}

/** An arrow along x, then one along y, for each sweep. */
function drawPath(
  context: CanvasRenderingContext2D,
  place: Place,
  theme: Theme,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
): void {
  for (let n = 1; n < x.length; n++) {
    const [fromX, toX] = [place.x(x[n - 1]!), place.x(x[n]!)]
    const [fromY, toY] = [place.y(y[n - 1]!), place.y(y[n]!)]
    arrow(context, theme.series[0]!, fromX, fromY, toX, fromY)
    arrow(context, theme.series[4]!, toX, fromY, toX, toY)
  }
}

function arrow(context: CanvasRenderingContext2D, color: string, x0: number, y0: number, x1: number, y1: number): void {
  const length = Math.hypot(x1 - x0, y1 - y0)
  if (length < 1) return
  const head = Math.min(11, length)
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length]
  context.strokeStyle = color
  context.fillStyle = color
  context.lineWidth = 3
  context.beginPath()
  context.moveTo(x0, y0)
  context.lineTo(x1 - dx * head * 0.8, y1 - dy * head * 0.8)
  context.stroke()
  context.beginPath()
  context.moveTo(x1, y1)
  context.lineTo(x1 - dx * head - dy * head * 0.45, y1 - dy * head + dx * head * 0.45)
  context.lineTo(x1 - dx * head + dy * head * 0.45, y1 - dy * head - dx * head * 0.45)
  context.fill()
}

/** The slide's table, as far as the run has come; its last rows where there are many. */
function SweepTable({ x, y }: Pick<EquationsFrame, 'x' | 'y'>) {
  const first = Math.max(0, x.length - 8)
  return (
    <table class="data-table">
      <caption>The unknowns after each sweep</caption>
      <thead>
        <tr>
          <th scope="col">Sweep</th>
          <th scope="col">x</th>
          <th scope="col">y</th>
          <th scope="col">Error of x</th>
        </tr>
      </thead>
      <tbody>
        {Array.from(x.slice(first), (value, n) => (
          <tr key={first + n}>
            <th scope="row">{first + n}</th>
            <td>{Number(value.toFixed(4))}</td>
            <td>{Number(y[first + n]!.toFixed(4))}</td>
            <td>{formatNumber(value - 5)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
