// The mass on its spring, the phase plane, displacement and energy over time, and the table of merits.

import { Canvas, type Draw } from '../../../figures/canvas.js'
import { Chart, type Curve } from '../../../figures/chart.js'
import { formatNumber } from '../../../ui/format.js'
import { Readings } from '../../figures/readings.js'
import type { FiguresProps } from '../../lesson.js'
import type { Merits, SpringFrame } from './spring.model.js'
import { type SchemeName, settings } from './spring.settings.js'

/** The time axis shows this many periods of a second. */
const shown = 8
/** The phase plane shows this many steps. */
const recentSteps = 200

export function Figures({ run }: FiguresProps<typeof settings, SpringFrame>) {
  const frame = run.frame.value
  if (!frame) return null
  const { scheme } = frame
  const now = frame.time.at(-1) ?? 0
  const start = Math.max(0, now - shown)
  const size = Math.max(1.2, 1.1 * largest(frame))
  const name = settings.scheme.options[scheme]
  const measured = frame.merits.find((merits) => merits.scheme === scheme)!
  return (
    <>
      <SpringPicture q={frame.q.at(-1) ?? 0} time={now} size={size} />
      <div class="figure-row">
        <PhasePlane frame={frame} size={size} name={name} />
        <div>
          <Displacement frame={frame} start={start} size={size} />
          <Chart
            x={{ label: 'time [periods]', range: [start, start + shown] }}
            y={{ label: 'energy / first', scale: 'log', range: energyRange(frame.energy) }}
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
            theory: frame.theory.growth,
            digits: 5,
          },
          { name: 'energy', label: 'Energy now', value: frame.energy.at(-1) ?? 1, unit: '× first', theory: 1 },
          {
            name: 'frequency',
            label: 'Frequency',
            value: measured.frequency,
            unit: '× true',
            theory: frame.theory.frequency,
            digits: 5,
          },
          {
            name: 'slide-frequency',
            label: 'Frequency printed on the slide',
            value: frame.slideFrequency,
            unit: '× true',
            digits: 5,
          },
        ]}
      />
    </>
  )
}

/** Largest distance from rest in the shown part of the phase plane [m]. */
function largest({ q, p }: SpringFrame): number {
  let most = 0
  for (let n = Math.max(0, q.length - recentSteps); n < q.length; n++) most = Math.max(most, Math.hypot(q[n]!, p[n]!))
  return most
}

/** The table of merits. */
export function Below({ run }: FiguresProps<typeof settings, SpringFrame>) {
  const frame = run.frame.value
  return frame ? <MeritsTable merits={frame.merits} chosen={frame.scheme} /> : null
}

/** The mass at its displacement, and a ghost at the exact one. */
function SpringPicture({ q, time, size }: { q: number; time: number; size: number }) {
  const exact = Math.cos(2 * Math.PI * time)
  const draw: Draw = (context, { width, height }, theme) => {
    const middle = height / 2
    const [wall, rest] = [10, width / 2]
    const place = (displacement: number) => rest + (displacement / size) * (width / 2 - 40)
    const mass = 0.5 * height
    context.lineWidth = 2
    context.strokeStyle = theme.muted
    context.beginPath()
    context.moveTo(wall, 4)
    context.lineTo(wall, height - 4)
    context.stroke()
    context.setLineDash([4, 4])
    context.strokeRect(place(exact) - mass / 2, middle - mass / 2, mass, mass)
    context.setLineDash([])
    const end = place(q) - mass / 2
    const turns = 14
    context.beginPath()
    context.moveTo(wall, middle)
    for (let n = 1; n < turns; n++)
      context.lineTo(wall + ((end - wall) * n) / turns, middle + (n % 2 === 0 ? 1 : -1) * 0.22 * height)
    context.lineTo(end, middle)
    context.strokeStyle = theme.ink
    context.stroke()
    context.fillStyle = theme.series[0]!
    context.fillRect(end, middle - mass / 2, mass, mass)
  }
  return (
    <figure class="figure">
      <Canvas
        draw={draw}
        aspect={11}
        label={`The mass is ${formatNumber(q)} m from rest; the dashed one, by the exact solution, is at ${formatNumber(exact)} m`}
        testId="spring-picture"
      />
    </figure>
  )
}

function PhasePlane({ frame, size, name }: { frame: SpringFrame; size: number; name: string }) {
  const recent = { x: frame.q.slice(-recentSteps), y: frame.p.slice(-recentSteps), color: 0 }
  return (
    <Chart
      x={{ label: 'displacement q [m]', range: [-size, size] }}
      y={{ label: 'velocity p/ω [m]', range: [-size, size] }}
      equal
      aspect={1.1}
      curves={[
        { x: circle.map(Math.cos), y: circle.map(Math.sin), color: 1, dashed: true, label: 'exact', thickness: 1.5 },
        { ...recent, label: name, thickness: 1.5 },
        { ...recent, look: 'dots', thickness: 4 },
        { x: frame.q.slice(-1), y: frame.p.slice(-1), color: 3, look: 'dots', thickness: 11 },
      ]}
      label={`Phase plane: the exact motion is a circle; ${name} is at most ${formatNumber(size / 1.1)} m from rest`}
      testId="phase-plane"
    />
  )
}

const circle = Float64Array.from({ length: 181 }, (_, n) => (n * Math.PI) / 90)

function Displacement({ frame, start, size }: { frame: SpringFrame; start: number; size: number }) {
  const exact = Float64Array.from({ length: 400 }, (_, n) => start + (n / 399) * shown)
  const others: Curve[] = frame.others.map(({ scheme, q }) => ({
    x: frame.time,
    y: q,
    color: otherColors[scheme],
    thickness: 1.5,
    label: settings.scheme.options[scheme],
  }))
  return (
    <Chart
      x={{ label: 'time [periods]', range: [start, start + shown] }}
      y={{ label: 'displacement q [m]', range: [-size, size] }}
      aspect={2}
      curves={[
        { x: exact, y: exact.map((time) => Math.cos(2 * Math.PI * time)), color: 1, dashed: true, thickness: 1.5 },
        ...others,
        { x: frame.time, y: frame.q, color: 0 },
        { x: frame.time, y: frame.q, color: 0, look: 'dots', thickness: 4 },
      ]}
      label={`Displacement over time, now ${formatNumber(frame.q.at(-1) ?? 0)} m`}
    />
  )
}

/** Colors of the schemes that are not chosen; the chosen one has color 0. */
const otherColors: Record<SchemeName, number> = {
  'explicit-euler': 3,
  'forward-euler': 0,
  leapfrog: 2,
  'implicit-euler': 4,
  exponential: 5,
}

function energyRange(energy: Float64Array): readonly [number, number] {
  let [least, most] = [0.1, 10]
  for (const value of energy) [least, most] = [Math.min(least, value), Math.max(most, value)]
  return [10 ** Math.max(-12, Math.floor(Math.log10(least))), 10 ** Math.ceil(Math.log10(most))]
}

/** The table of the slide "Relative Merits", in our words. */
const saidOnSlide: Record<SchemeName, string> = {
  'explicit-euler': 'not on the slide',
  'forward-euler': 'simple; errors grow without bound; unstable at large steps',
  leapfrog: 'simple; errors do not grow; unstable at very large steps',
  'implicit-euler': 'almost always stable; damps; complex',
  exponential: 'exact; no damping; complex, yet simpler than implicit',
}

function MeritsTable({ merits, chosen }: { merits: readonly Merits[]; chosen: SchemeName }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by the keyboard
    <section class="table-scroller" aria-label="Relative merits" tabIndex={0}>
      <table class="data-table" data-testid="merits">
        <caption>Relative merits at this time step, measured over ten periods</caption>
        <thead>
          <tr>
            <th scope="col">Scheme</th>
            <th scope="col">Amplitude, one step</th>
            <th scope="col">Frequency</th>
            <th scope="col">Energy</th>
            <th scope="col">Measured</th>
            <th scope="col">The slide says</th>
          </tr>
        </thead>
        <tbody>
          {merits.map(({ scheme, growth, frequency, energy: [least, most] }) => (
            <tr key={scheme} aria-current={scheme === chosen ? 'true' : undefined} data-testid={`merits-${scheme}`}>
              <th scope="row">{settings.scheme.options[scheme]}</th>
              <td>{growth.toFixed(4)} ×</td>
              <td>{Number.isNaN(frequency) ? 'none' : `${frequency.toFixed(4)} ×`}</td>
              <td>
                {formatNumber(least)} to {formatNumber(most)}
              </td>
              <td>{verdictOf(growth, frequency)}</td>
              <td>{saidOnSlide[scheme]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function verdictOf(growth: number, frequency: number): string {
  if (growth > 1.0001) return 'explodes'
  if (growth < 0.9999) return 'dies out'
  return Math.abs(frequency - 1) < 1e-4 ? 'keeps size and time' : 'keeps its size, runs fast'
}
