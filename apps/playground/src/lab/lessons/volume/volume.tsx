import { Chart } from '../../../figures/chart.js'
import { formatNumber } from '../../../ui/format.js'
import { amount } from '../../figures/color-maps.js'
import { FieldPicture } from '../../figures/field.js'
import { type Reading, Readings } from '../../figures/readings.js'
import { defineLesson, type FiguresProps, type Listing } from '../../lesson.js'
import { Formula } from '../../ui/formula.js'
import { type Difference, steps } from './differences.js'
import type { VolumeFrame } from './volume.model.js'
import { settings, type VolumeValues } from './volume.settings.js'

type Water = VolumeFrame['waters'][number]

const names: Record<Water['name'], string> = { ...settings.form.options, engine: 'Engine' }
const colors: Record<Water['name'], number> = { losing: 3, face: 0, constant: 4, engine: 5 }

function Figures({ run }: FiguresProps<typeof settings, VolumeFrame>) {
  const frame = run.frame.value
  if (!frame) return null
  const values = run.values.value
  const shown = frame.waters.find(({ name }) => name === values.form) ?? frame.waters[0]!
  return (
    <>
      <div class="figure-row">
        {frame.nz > 1 ? <Basin frame={frame} water={shown} /> : <Trough frame={frame} shown={shown} />}
        <Volumes frame={frame} />
      </div>
      <Readings items={readingsOf(frame)} />
      <h2>Finite differences</h2>
      <div class="figure-row">
        <Errors differences={frame.differences} step={values.step} />
        <DifferenceTable differences={frame.differences} step={values.step} />
      </div>
    </>
  )
}

function Trough({ frame, shown }: { frame: VolumeFrame; shown: Water }) {
  const x = Float64Array.from(shown.depth, (_, i) => (i + 0.5) * frame.dx)
  return (
    <Chart
      x={{ label: 'place [m]', range: [0, frame.nx * frame.dx] }}
      y={{ label: 'water column [m]', range: [-0.3, 1.9] }}
      aspect={1.5}
      curves={frame.waters.map(({ name, depth }) => ({
        x,
        y: depth,
        color: colors[name],
        label: names[name],
        thickness: name === shown.name ? 3 : 1.5,
      }))}
      marks={[{ axis: 'y', at: 0, text: 'ground' }]}
      label={`Water columns along the trough; the lowest of the first form is ${formatNumber(frame.shallowest)} m`}
      testId="water"
    />
  )
}

function Basin({ frame, water }: { frame: VolumeFrame; water: Water }) {
  return (
    <FieldPicture
      nx={frame.nx}
      nz={frame.nz}
      values={water.depth}
      full={1.6}
      colors={amount}
      caption={`${names[water.name]}: water column from 0 (white) to 1.6 m (dark), ${frame.nx * frame.dx} m wide`}
      label={`Water columns of the basin from above, ${names[water.name]}`}
      testId="water"
    />
  )
}

function Volumes({ frame }: { frame: VolumeFrame }) {
  const last = frame.time.at(-1) ?? 0
  return (
    <Chart
      x={{ label: 'time [s]', range: [frame.time[0] ?? 0, Math.max(last, 5)] }}
      y={{ label: 'volume / first volume', range: [0, 1.1] }}
      aspect={1.5}
      curves={frame.waters.map(({ name, volume }) => ({
        x: frame.time,
        y: volume,
        color: colors[name],
        label: names[name],
        dashed: name === 'constant',
        thickness: 2.5,
      }))}
      label={`Volume over time: ${frame.waters.map(({ name, volume }) => `${names[name]} ${(100 * (volume.at(-1) ?? 1)).toFixed(1)} %`).join(', ')}`}
      testId="volumes"
    />
  )
}

function readingsOf(frame: VolumeFrame): Reading[] {
  const lost = frame.waters.map(({ name, volume }): Reading => {
    const theory = name === 'losing' ? 100 * (1 - frame.losingInTheory) : 0
    return {
      name: `lost-${name}`,
      label: `Lost, ${names[name].toLowerCase()}`,
      value: 100 * (1 - (volume.at(-1) ?? 1)),
      unit: '%',
      theory,
    }
  })
  return [...lost, { name: 'time', label: 'Time', value: frame.time.at(-1) ?? 0, unit: 's' }]
}

const formulaNames: Record<Difference['name'], string> = {
  forward: 'Forward',
  backward: 'Backward',
  central: 'Central',
  second: 'Second derivative',
}
const formulaColors: Record<Difference['name'], number> = { forward: 3, backward: 2, central: 0, second: 4 }

function Errors({ differences, step }: { differences: readonly Difference[]; step: number }) {
  return (
    <Chart
      x={{ label: 'step', scale: 'log', range: [1e-10, 1] }}
      y={{ label: 'error', scale: 'log', range: [1e-14, 10] }}
      aspect={1.4}
      curves={differences.map(({ name, errors }) => ({
        x: steps,
        y: errors,
        color: formulaColors[name],
        label: formulaNames[name],
        dashed: name === 'backward' || name === 'second',
        thickness: 2,
      }))}
      marks={[{ axis: 'x', at: step, text: 'step' }]}
      label={`Errors of four finite differences over the step, from 1e-10 to 1; the step is ${formatNumber(step)}`}
      testId="errors"
    />
  )
}

function DifferenceTable({ differences, step }: { differences: readonly Difference[]; step: number }) {
  return (
    <div>
      <table class="data-table">
        <caption>At the step {formatNumber(step)}; the order from this step and half of it</caption>
        <thead>
          <tr>
            <th scope="col">Difference</th>
            <th scope="col">Value</th>
            <th scope="col">Error</th>
            <th scope="col">Order</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ name, value, exact, order }) => (
            <tr key={name}>
              <th scope="row">{formulaNames[name]}</th>
              <td>{value.toFixed(6)}</td>
              <td>{Math.abs(value - exact).toExponential(1)}</td>
              <td>{Number.isNaN(order) ? 'rounding' : order.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Readings
        items={differences.map(({ name, order, orderInTheory }) => ({
          name: `order-${name}`,
          label: `Order, ${formulaNames[name].toLowerCase()}`,
          value: order,
          theory: orderInTheory,
        }))}
      />
    </div>
  )
}

function listings({ by, form, grid }: VolumeValues): Listing[] {
  const differences = {
    file: 'finite-differences.ts',
    running: ['forwardDifference', 'backwardDifference', 'centralDifference', 'secondDifference'],
  }
  if (by === 'engine') return [differences]
  const dimension = grid === 'row' ? '1D' : '2D'
  const forms: Record<VolumeValues['form'], Listing> = {
    losing: { file: 'volume-losing.ts', running: [`volumeLosing${dimension}`] },
    face: { file: 'face-depth.ts', running: [`faceDepth${dimension}`] },
    constant: { file: 'shallow-wave.ts', running: [`shallowWave${dimension}`] },
  }
  return [forms[form], differences]
}

export const lesson = defineLesson<typeof settings, VolumeFrame>({
  settings,
  Introduction: () => (
    <>
      <p>
        The lecture eliminates the velocity from two equations and puts the depth in front of the second derivative. On
        a grid the sum of the columns then shrinks in every step. It names two cures.
      </p>
      <Formula block tex="\text{outside:}\quad \ddot h = g\,h\,\frac{\partial^2 h}{\partial x^2}" />
      <Formula
        block
        tex="\text{on faces:}\quad \ddot h = g\,\frac{\partial}{\partial x}\!\left(h\,\frac{\partial h}{\partial x}\right)"
      />
      <Formula block tex="\text{constant:}\quad \ddot h = g\,H\,\frac{\partial^2 h}{\partial x^2}" />
      <p>
        All three use the same finite differences, which the lecture derives first. Below, their errors are measured.
      </p>
    </>
  ),
  Figures,
  notice: [
    'With the depth outside, every slope adds to the rate of loss and nothing lowers it. A hump of half a metre costs 23 % of the water in 3 s; after 4.6 s a column lies below the ground.',
    'With the depth on the face between two columns, the amount that leaves one enters the other. The volume stays to the last digit.',
    'A constant depth in front keeps the volume too, but all crests then travel at one speed.',
    'Low humps lose less: the rate goes with the square of the slope. Try 0.05 m.',
    'Halve the step of a forward difference and its error halves; that of a central one falls to a quarter. Below about 10⁻⁵ rounding takes over and errors grow again.',
    'With the sign that P12 prints, both series are equal, and the central difference of every function is zero.',
  ],
  fromLectures: [
    {
      document: 'H',
      place: 'P16, Volume Preservation',
      states: 'The sum of the heights does not stay the same.',
      verdict:
        'It can only fall, ever faster: V(n+1) − 2 V(n) + V(n−1) = −(g Δt²/Δx²) Σ (differences of neighbours)². The reading compares both.',
    },
    {
      document: 'H',
      place: 'P17 and P19, two solutions',
      states: 'Keep the depth inside the derivative, or take it as constant.',
      verdict: 'Both keep the volume to rounding, in 1-D and in 2-D.',
    },
    {
      document: 'H',
      place: 'P12, second Taylor line',
      states: 'f(t − Δt) = f + Δt f′ + ½ Δt² f″ …',
      verdict: 'A misprint: the sign of Δt f′ is minus, as on P11. With plus the central difference does not follow.',
    },
    {
      document: 'H',
      place: 'P14, first difference',
      states: 'The difference of pressure at i + ½ is dP/dt.',
      verdict: 'A misprint: it is dP/dx, like the one beside it. Both divide by Δx.',
    },
    {
      document: 'H',
      place: 'P11 to P13',
      states: 'Forward and backward differences are of first order, the central one of second.',
      verdict: 'Measured: 1, 1 and 2. The second derivative, whose order is left open, has 2.',
    },
  ],
  listings,
})
