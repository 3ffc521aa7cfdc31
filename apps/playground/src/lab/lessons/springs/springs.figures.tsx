// The two waters from above, their frequencies, mean levels and weights.

import { useState } from 'preact/hooks'
import { Chart, type Curve } from '../../../figures/chart.js'
import type { Theme } from '../../../figures/theme.js'
import { roundedUp } from '../../../figures/ticks.js'
import { formatNumber } from '../../../ui/format.js'
import { FieldPicture } from '../../figures/field.js'
import { type Reading, Readings } from '../../figures/readings.js'
import type { FiguresProps } from '../../lesson.js'
import type { SpringsFrame, WaterFrame, WeightsFrame } from './springs.model.js'
import { cells, type settings } from './springs.settings.js'

const names = { textbook: 'Textbook, published weights', engine: 'Engine, fitted weights' }
/** Colors of curves: the textbook, real water, the engine, growth. */
const colors = { textbook: 0, exact: 1, engine: 2, growth: 3 }

type Run = FiguresProps<typeof settings, SpringsFrame>['run']

export function Figures({ run }: FiguresProps<typeof settings, SpringsFrame>) {
  const frame = run.frame.value
  if (!frame) return null
  const values = run.values.value
  return (
    <>
      <Pictures run={run} frame={frame} />
      <div class="figure-row equal">
        <DispersionChart frame={frame} crests={values.waves} />
        <MeanChart frame={frame} />
      </div>
      <Readings items={readingsOf(frame, values.waves)} />
    </>
  )
}

/** The weights, over distance and as windows. */
export function Below({ run }: FiguresProps<typeof settings, SpringsFrame>) {
  const frame = run.frame.value
  if (!frame) return null
  const { textbook, engine, textbookWeights, engineWeights } = frame
  return (
    <section class="below" aria-label="Weights of the windows">
      <h2>Weights of the windows</h2>
      <div class="figure-row">
        <div class="figure-row equal small">
          {textbook && <WindowPicture name="textbook" weights={textbookWeights} />}
          {engine && engineWeights && <WindowPicture name="engine" weights={engineWeights} />}
        </div>
        <WeightsChart frame={frame} />
      </div>
    </section>
  )
}

/** Both waters in one scale of colors. Pointer or keys add drops. */
function Pictures({ run, frame }: { run: Run; frame: SpringsFrame }) {
  const [cursor, setCursor] = useState({ x: cells / 2, z: cells / 2 })
  const [hasKeys, setHasKeys] = useState(false)
  const { show, stepping } = run.values.value
  const full = roundedUp(Math.max(frame.textbook?.size ?? 0, frame.engine?.size ?? 0))
  const drop = (x: number, z: number): void => run.act({ name: 'drop', x, z })
  const onKey = (key: string): boolean => {
    const step = { ArrowLeft: [-2, 0], ArrowRight: [2, 0], ArrowUp: [0, -2], ArrowDown: [0, 2] }[key]
    if (step) {
      const within = (place: number) => Math.min(cells - 1, Math.max(1, place))
      setCursor({ x: within(cursor.x + step[0]!), z: within(cursor.z + step[1]!) })
      setHasKeys(true)
    } else if (key === 'Enter' || key === ' ') drop(cursor.x, cursor.z)
    return step !== undefined || key === 'Enter' || key === ' '
  }
  const over = (context: CanvasRenderingContext2D, cell: number, theme: Theme): void => {
    if (hasKeys) drawCross(context, cursor.x * cell, cursor.z * cell, theme.alarm)
  }
  const picture = (name: keyof typeof names, water: WaterFrame) => {
    const isPotential = show === 'phi' && !(name === 'textbook' && stepping === 'verlet')
    const [quantity, unit] = isPotential ? ['potential', 'm²/s'] : ['height', 'm']
    return (
      <FieldPicture
        nx={cells}
        nz={cells}
        values={water.values}
        full={full}
        caption={`${names[name]}: ${quantity} from −${formatNumber(full)} ${unit}, blue, to +${formatNumber(full)} ${unit}, orange`}
        label={`${names[name]}: ${quantity} of the water from above, at most ${formatNumber(water.size)} ${unit}. Arrow keys move a cross, Enter adds a drop there.`}
        testId={`water-${name}`}
        over={over}
        onCell={(x, z, kind) => kind === 'down' && drop(x, z)}
        onKey={onKey}
      />
    )
  }
  return (
    <div class="figure-row equal">
      {frame.textbook && picture('textbook', frame.textbook)}
      {frame.engine && picture('engine', frame.engine)}
    </div>
  )
}

function DispersionChart({ frame, crests }: { frame: SpringsFrame; crests: number }) {
  const { k, theory, exact, textbook, engine } = frame
  const grows = theory.growth.map((rate) => (rate > 0 ? rate : Number.NaN))
  const measured = (water: WaterFrame | undefined, color: number): Curve[] =>
    water ? [{ x: k, y: oscillating(water), color, look: 'dots', thickness: 6 }] : []
  const curves: Curve[] = [
    { x: k, y: exact, color: colors.exact, dashed: true, label: 'real water' },
    ...(textbook
      ? [{ x: k, y: oscillating(theory), color: colors.textbook, label: 'published window' } satisfies Curve]
      : []),
    ...measured(textbook, colors.textbook),
    ...(engine ? [{ ...measured(engine, colors.engine)[0]!, label: 'engine, measured' }] : []),
  ]
  if (textbook) {
    if (grows.some(Number.isFinite)) curves.push({ x: k, y: grows, color: colors.growth, label: 'growth rate [1/s]' })
    const rates = textbook.growth.map((rate) => (rate > 0 ? rate : Number.NaN))
    curves.push({ x: k, y: rates, color: colors.growth, look: 'dots', thickness: 6 })
  }
  const most = Math.max(...exact, ...theory.growth)
  const shown = textbook?.omega[crests] ?? engine?.omega[crests] ?? Number.NaN
  return (
    <Chart
      x={{ label: 'wavenumber k [rad/m]', range: [0, Math.PI] }}
      y={{ label: 'frequency ω [rad/s]', range: [0, Math.min(1.05 * most, 12)] }}
      curves={curves}
      marks={[{ axis: 'x', at: (2 * Math.PI * crests) / cells, text: `${formatNumber(cells / crests)} m` }]}
      aspect={1.35}
      label={`Frequency over wavenumber: lines are theory, dots are measured. The wave of ${formatNumber(cells / crests)} m has ${formatNumber(shown)} rad/s`}
      testId="dispersion"
    />
  )
}

/** Waves that grow have no frequency. */
function oscillating({ omega, growth }: { omega: Float64Array; growth: Float64Array }): Float64Array {
  return omega.map((value, m) => (growth[m]! > 0 ? Number.NaN : value))
}

function MeanChart({ frame }: { frame: SpringsFrame }) {
  const { times, textbook, engine } = frame
  const size = 1000 * Math.max(0.001, ...[textbook, engine].map((water) => 1.2 * largest(water?.means)))
  const curve = (water: WaterFrame | undefined, color: number, label: string): Curve[] =>
    water ? [{ x: times, y: water.means.map((mean) => 1000 * mean), color, label }] : []
  return (
    <Chart
      x={{ label: 'time [s]', range: [times[0] ?? 0, Math.max((times[0] ?? 0) + 10, times.at(-1) ?? 0)] }}
      y={{ label: 'mean level [mm]', range: [-size, size] }}
      curves={[...curve(textbook, colors.textbook, 'published'), ...curve(engine, colors.engine, 'engine')]}
      aspect={1.35}
      label={`Mean level of the water over time, now ${formatNumber((textbook ?? engine)?.means.at(-1) ?? 0)} m; that of real water does not change`}
      testId="mean-level"
    />
  )
}

function WeightsChart({ frame }: { frame: SpringsFrame }) {
  const { textbook, engine, textbookWeights, engineWeights } = frame
  const dots = (weights: WeightsFrame | undefined, color: number, label: string): Curve[] =>
    weights ? [{ x: weights.distance, y: weights.weight, color, look: 'dots', thickness: 5, label }] : []
  return (
    <Chart
      x={{ label: 'distance [cells]', range: [0, 9] }}
      y={{ label: 'weight / weight of the middle', range: [-0.3, 1.05] }}
      curves={[
        ...dots(textbook && textbookWeights, colors.textbook, 'published weights'),
        ...dots(engine && engineWeights, colors.engine, 'engine'),
      ]}
      marks={[{ axis: 'y', at: 0, text: '' }]}
      aspect={1.35}
      label={`Weights over distance. Published weights sum to ${formatNumber(textbookWeights.sum)} times the middle one`}
      testId="weights"
    />
  )
}

function WindowPicture({ name, weights }: { name: keyof typeof names; weights: WeightsFrame }) {
  const { width, window, sum } = weights
  const over = (context: CanvasRenderingContext2D, cell: number): void => {
    if (cell < 30) return
    context.font = `${Math.min(15, cell * 0.3)}px sans-serif`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    window.forEach((weight, n) => {
      context.fillStyle = Math.abs(weight) > 0.3 ? '#fff' : '#14242c'
      context.fillText(
        weight.toFixed(2).replace('-', '−'),
        ((n % width) + 0.5) * cell,
        (Math.floor(n / width) + 0.5) * cell,
      )
    })
  }
  return (
    <FieldPicture
      nx={width}
      nz={width}
      values={window}
      full={0.4}
      over={over}
      caption={`${name === 'textbook' ? 'Published' : 'Engine'}, ${width} × ${width}`}
      label={`${names[name]}: a window of ${width} × ${width} weights that sum to ${formatNumber(sum)} times the middle one`}
    />
  )
}

function readingsOf(frame: SpringsFrame, crests: number): Reading[] {
  const { textbook, engine, theory, exact, textbookWeights, engineWeights, limit } = frame
  const shortest = theory.growth.length - 1
  const length = formatNumber(cells / crests)
  const items: Reading[] = []
  if (textbook) {
    if (!(theory.growth[crests]! > 0))
      items.push({
        name: 'omega-textbook',
        label: `ω of waves of ${length} m, published`,
        value: textbook.omega[crests]!,
        unit: 'rad/s',
        theory: theory.omega[crests]!,
      })
    else
      items.push({
        name: 'growth-textbook',
        label: `Growth of waves of ${length} m, published`,
        value: textbook.growth[crests]!,
        unit: '1/s',
        theory: theory.growth[crests]!,
      })
  }
  if (engine)
    items.push({
      name: 'omega-engine',
      label: `ω of waves of ${length} m, engine`,
      value: engine.omega[crests]!,
      unit: 'rad/s',
      theory: exact[crests]!,
    })
  if (textbook && crests !== shortest && theory.growth[shortest]! > 0)
    items.push({
      name: 'growth-stripes',
      label: 'Growth of stripes of 2 m, published',
      value: textbook.growth[shortest]!,
      unit: '1/s',
      theory: theory.growth[shortest]!,
    })
  const mean = (name: string, label: string, water: WaterFrame, expected: number): Reading => ({
    name,
    label,
    value: 1000 * (water.means.at(-1) ?? 0),
    unit: 'mm',
    ...(Number.isFinite(expected) && { theory: 1000 * expected }),
  })
  const sum = (name: string, label: string, weights: WeightsFrame): Reading => ({
    name,
    label,
    // The engine's numbers have seven digits.
    value: Number(weights.sum.toFixed(5)),
    unit: '× middle',
    theory: 0,
  })
  if (textbook) items.push(mean('mean-textbook', 'Mean level, published', textbook, frame.meanInTheory))
  if (engine) items.push(mean('mean-engine', 'Mean level, engine', engine, frame.meanOfWater))
  if (textbook) items.push(sum('sum-textbook', 'Sum of weights, published', textbookWeights))
  if (engine && engineWeights) items.push(sum('sum-engine', 'Sum of weights, engine', engineWeights))
  if (textbook) items.push({ name: 'limit', label: 'Longest time step, published', value: limit, unit: 's' })
  return items
}

function largest(values: Float64Array | undefined): number {
  let most = 0
  for (const value of values ?? []) most = Math.max(most, Math.abs(value))
  return most
}

function drawCross(context: CanvasRenderingContext2D, x: number, y: number, color: string): void {
  context.strokeStyle = color
  context.lineWidth = 2
  context.beginPath()
  for (const [dx, dy] of [
    [8, 0],
    [0, 8],
  ] as const) {
    context.moveTo(x - dx, y - dy)
    context.lineTo(x + dx, y + dy)
  }
  context.stroke()
}
