import { formatNumber } from '../../../ui/format.js'
import { Chart } from '../../figures/chart.js'
import { Readings } from '../../figures/readings.js'
import { defineLesson, type FiguresProps } from '../../lesson.js'
import { Formula } from '../../ui/formula.js'
import type { SpringFrame } from './spring.model.js'
import { type SchemeName, settings } from './spring.settings.js'

const functions: Record<SchemeName, string> = {
  'explicit-euler': 'oscillatorExplicitEuler',
  'forward-euler': 'oscillatorForwardEuler',
  leapfrog: 'oscillatorLeapfrog',
  'implicit-euler': 'oscillatorImplicitEuler',
  exponential: 'oscillatorExponential',
}

/** The time axis shows this many seconds; the period is one second. */
const shown = 8

function Figures({ run }: FiguresProps<typeof settings, SpringFrame>) {
  const frame = run.frame.value
  if (!frame) return null
  const now = frame.time.at(-1) ?? 0
  const start = Math.max(0, now - shown)
  const size = Math.max(1.2, Math.hypot(frame.q.at(-1) ?? 0, frame.p.at(-1) ?? 0) * 1.1)
  const exact = Float64Array.from({ length: 400 }, (_, n) => start + (n / 399) * shown)
  const name = settings.scheme.options[run.values.value.scheme]
  return (
    <>
      <div class="figure-row">
        <Chart
          x={{ label: 'displacement q [m]', range: [-size, size] }}
          y={{ label: 'velocity p/ω [m]', range: [-size, size] }}
          equal
          aspect={1.1}
          curves={[
            {
              x: circle.map(Math.cos),
              y: circle.map(Math.sin),
              color: 1,
              dashed: true,
              label: 'exact',
              thickness: 1.5,
            },
            { x: frame.q.slice(-200), y: frame.p.slice(-200), color: 0, label: name, thickness: 1.5 },
            { x: frame.q.slice(-200), y: frame.p.slice(-200), color: 0, look: 'dots', thickness: 4 },
            { x: frame.q.slice(-1), y: frame.p.slice(-1), color: 3, look: 'dots', thickness: 11 },
          ]}
          label={`Phase plane: the exact motion is a circle; ${name} is ${formatNumber(size / 1.1)} m from rest`}
          testId="phase-plane"
        />
        <div>
          <Chart
            x={{ label: 'time [periods]', range: [start, start + shown] }}
            y={{ label: 'displacement q [m]', range: [-size, size] }}
            aspect={2.4}
            curves={[
              {
                x: exact,
                y: exact.map((time) => Math.cos(2 * Math.PI * time)),
                color: 1,
                dashed: true,
                thickness: 1.5,
              },
              { x: frame.time, y: frame.q, color: 0 },
              { x: frame.time, y: frame.q, color: 0, look: 'dots', thickness: 4 },
            ]}
            label={`Displacement over time, now ${formatNumber(frame.q.at(-1) ?? 0)} m`}
          />
          <Chart
            x={{ label: 'time [periods]', range: [start, start + shown] }}
            y={{ label: 'energy', scale: 'log', range: energyRange(frame.energy) }}
            aspect={3}
            curves={[{ x: frame.time, y: frame.energy, color: 2 }]}
            label={`Energy over time, now ${formatNumber(frame.energy.at(-1) ?? 1)} of the first value`}
          />
        </div>
      </div>
      <Readings
        items={[
          {
            name: 'growth',
            label: 'Amplitude after one step',
            value: frame.growth,
            unit: '×',
            theory: frame.growthInTheory,
          },
          { name: 'energy', label: 'Energy now', value: frame.energy.at(-1) ?? 1, unit: '× first' },
          { name: 'frequency', label: 'Frequency in theory', value: frame.frequencyInTheory, unit: '× true' },
        ]}
      />
      <MeritsTable frame={frame} chosen={run.values.value.scheme} />
    </>
  )
}

const circle = Float64Array.from({ length: 181 }, (_, n) => (n * Math.PI) / 90)

function energyRange(energy: Float64Array): readonly [number, number] {
  let [least, most] = [0.1, 10]
  for (const value of energy) [least, most] = [Math.min(least, value), Math.max(most, value)]
  return [10 ** Math.max(-12, Math.floor(Math.log10(least))), 10 ** Math.ceil(Math.log10(most))]
}

function MeritsTable({ frame, chosen }: { frame: SpringFrame; chosen: SchemeName }) {
  return (
    <table class="data-table">
      <caption>All five at this time step, measured over 400 steps</caption>
      <thead>
        <tr>
          <th scope="col">Scheme</th>
          <th scope="col">Amplitude after one step</th>
          <th scope="col">Frequency</th>
          <th scope="col">Verdict</th>
        </tr>
      </thead>
      <tbody>
        {frame.merits.map(({ scheme, growth, frequency }) => (
          <tr key={scheme} aria-current={scheme === chosen ? 'true' : undefined}>
            <th scope="row">{settings.scheme.options[scheme]}</th>
            <td>{growth.toFixed(4)} ×</td>
            <td>{Number.isNaN(frequency) ? 'none' : `${frequency.toFixed(4)} ×`}</td>
            <td>{growth > 1.005 ? 'explodes' : growth < 0.995 ? 'dies out' : 'keeps its size'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const lesson = defineLesson<typeof settings, SpringFrame>({
  settings,
  Introduction: () => (
    <>
      <p>
        A mass on a spring obeys <Formula tex="\dot q = p,\ \dot p = -\omega^2 q" />. Every wave in a simulation is such
        a spring, so a scheme that fails here fails for water. The exact motion runs around a circle in the plane of
        displacement and velocity, once a period.
      </p>
      <Formula
        block
        tex="\begin{aligned} q_{n+1} &= q_n + \Delta t\,p_n \\ p_{n+1} &= p_n - \omega^2 \Delta t\,q_{n+1} \end{aligned}"
      />
      <p>
        One number decides: <Formula tex="\omega\,\Delta t" />, the part of an oscillation that one step skips.
      </p>
    </>
  ),
  Figures,
  notice: [
    'Past ω dt = 2 the slides’ scheme explodes. Between √2 and 2 it does not, although the slide says so.',
    'Explicit Euler spirals outwards at every time step. Implicit Euler spirals inwards at every time step.',
    'Leapfrog and the slides’ scheme run around an ellipse: their energy swings but does not drift. Both are too fast.',
    'The exponential step lies on the circle for any time step. The engine rotates every wave this way.',
  ],
  fromLectures: [
    {
      document: 'T',
      place: '“Forward Euler Solution”',
      states: 'The scheme is named forward Euler.',
      verdict: 'It updates p with the new q, which makes it symplectic Euler. True forward Euler never is stable.',
    },
    {
      document: 'T',
      place: '“Errors in Forward Euler”',
      states: 'The scheme explodes for ω dt > √2.',
      verdict: 'It explodes for ω dt > 2. The frequency printed there is wrong as well: it is 2 asin(ω dt/2)/dt.',
    },
    {
      document: 'T',
      place: '“Leapfrog Solution”',
      states: 'Leapfrog has no phase shift.',
      verdict: 'It has the same frequency error as the scheme before, and the same limit.',
    },
  ],
  listings: ({ scheme }) => [{ file: 'oscillator.ts', running: [functions[scheme]] }],
})
