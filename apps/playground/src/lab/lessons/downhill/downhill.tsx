import { useState } from 'preact/hooks'
import { Chart } from '../../../figures/chart.js'
import { formatNumber } from '../../../ui/format.js'
import { Readings } from '../../figures/readings.js'
import { defineLesson, type FiguresProps, type Listing } from '../../lesson.js'
import { Formula } from '../../ui/formula.js'
import type { DownhillFrame } from './downhill.model.js'
import { type DownhillValues, settings } from './downhill.settings.js'
import { MatrixTable } from './matrix-table.js'
import { Section, StaggeredCells } from './section.js'

/** The time axis shows this many seconds. */
const shown = 20

function Figures({ run }: FiguresProps<typeof settings, DownhillFrame>) {
  const [cell, setCell] = useState(10)
  const frame = run.frame.value
  if (!frame) return null
  const values = run.values.value
  return (
    <>
      <Section frame={frame} cell={cell} onCell={setCell} />
      <p class="note">
        Press on a cell, or choose one with the arrow keys, to see it large. Arrows show the velocity u.
      </p>
      <div class="figure-row">
        <Amplitude frame={frame} />
        <StaggeredCells frame={frame} cell={cell} />
      </div>
      <Readings
        items={[
          {
            name: 'growth',
            label: 'Wave after one step',
            value: frame.growth,
            unit: '×',
            ...(Number.isFinite(frame.growthInTheory) && { theory: frame.growthInTheory }),
          },
          {
            name: 'growth-second',
            label: 'Wave after one second',
            value: frame.growth ** (1 / values.dt),
            unit: '×',
            ...(Number.isFinite(frame.growthInTheory) && { theory: frame.growthInTheory ** (1 / values.dt) }),
          },
          { name: 'volume', label: 'Volume', value: 100 * frame.volume, unit: '% of the start', theory: 100 },
          { name: 'highest', label: 'Farthest from rest', value: frame.highest, unit: 'm' },
          { name: 'time', label: 'Time', value: frame.time, unit: 's' },
        ]}
      />
      {frame.system ? (
        <MatrixTable system={frame.system} stage={values.stage} onStage={(stage) => run.set('stage', stage)} />
      ) : (
        <p>The explicit step needs no matrix: every new value follows from old ones.</p>
      )}
    </>
  )
}

function Amplitude({ frame }: { frame: DownhillFrame }) {
  const { times, amplitudes } = frame
  const last = times.at(-1) ?? 0
  const start = Math.max(0, last - shown)
  const most = amplitudes.reduce((size, value) => Math.max(size, Math.abs(value)), 0.12)
  return (
    <Chart
      x={{ label: 'time [s]', range: [start, start + shown] }}
      y={{ label: 'wave [m]', range: [-Math.min(most, 5), Math.min(most, 5)] }}
      aspect={1.4}
      curves={[
        { x: times, y: amplitudes, color: 0, label: 'height of the wave' },
        { x: times, y: amplitudes, color: 0, look: 'dots', thickness: 4 },
      ]}
      label={`Height of the wave over time, now ${formatNumber(amplitudes.at(-1) ?? 0)} m`}
      testId="amplitude"
    />
  )
}

function listings({ by, method }: DownhillValues): Listing[] {
  if (by === 'engine') return []
  return method === 'explicit'
    ? [{ file: 'explicit-shallow.ts', running: ['explicitShallow1D'] }]
    : [
        {
          file: 'kass-miller.ts',
          running: ['kassMiller1D', 'kassMillerRows', 'kassMillerDepth', 'thomas', 'extrapolated'],
        },
        { file: 'thomas-steps.ts', running: ['thomasStages'] },
      ]
}

export const lesson = defineLesson<typeof settings, DownhillFrame>({
  settings,
  Introduction: () => (
    <>
      <p>
        Water over ground: surface <Formula tex="h" />, ground <Formula tex="b" />, depth <Formula tex="d = h - b" /> in
        the middle of each cell, velocity <Formula tex="u" /> on the faces between cells.
      </p>
      <Formula
        block
        tex="\frac{\partial h_i}{\partial t} = \frac{d_{i-1}+d_i}{2\Delta x}\,u_{i-1} - \frac{d_i+d_{i+1}}{2\Delta x}\,u_i"
      />
      <Formula block tex="\frac{\partial u_i}{\partial t} = -g\,\frac{h_{i+1}-h_i}{\Delta x}" />
      <p>
        The explicit step takes both rates from before the step. The implicit one takes the slopes after it, which makes
        a system of equations:
      </p>
      <Formula block tex="A\,h(n) = h(n-1) + (1-\tau)\,\bigl(h(n-1) - h(n-2)\bigr)" />
    </>
  ),
  Figures,
  notice: [
    'The explicit step explodes at every time step: a shorter one only takes longer. The shorter the wave, the faster.',
    'The implicit step stays in bounds at every time step, even many cells a step. Its price is damping: long steps and short waves die out at once.',
    'τ damps in addition, by the same part in every step and for every wave. At τ = 1 the water creeps.',
    'Halve the time step: the damping of a second halves. It is numerical, not friction of the water.',
    'Over a bar waves are slower and shorter. On the beach the implicit step gains and loses water at the shore; the engine’s solvers do not.',
    'Step the elimination: one row after the other loses its left element, then one height after the other is known. Six rows need eleven stages; the work grows with the number of cells, not with its cube.',
  ],
  fromLectures: [
    {
      document: 'W',
      place: '“Finding its way downhill”, explicit update',
      states: 'The explicit update diverges fast.',
      verdict:
        'By √(1 + ω²Δt²) a step, at every Δt. Explicit steps as such are not to blame: heights moved by the new u are stable up to one cell a step.',
    },
    {
      document: 'W',
      place: '“First-order implicit method”',
      states: 'The first-order implicit method is stable enough.',
      verdict: 'It is stable at any Δt, and damps by 1/√(1 + ω²Δt²) a step, which the slide does not say.',
    },
    {
      document: 'W',
      place: '“Simplified Navier-Stokes equation”',
      states: 'The book is wrong on page 260; the momentum equation is ∂u/∂t + g ∂h/∂x = 0.',
      verdict: 'The equation of the slide is the one of Kass and Miller (1990), and the one solved here.',
    },
    {
      document: 'W',
      place: 'heading of the following slides',
      states: 'The equation is h″ = g d ∂²h/∂x².',
      verdict:
        'With the depth outside the derivative the volume is lost. The matrix on the same slides has it inside, and is right.',
    },
    {
      document: 'W',
      place: '“extrapolation”',
      states: 'The right side extrapolates; τ damps it.',
      verdict: 'τ is a part of the motion for each step, not each second: halve Δt and it damps twice as fast.',
    },
  ],
  listings,
})
