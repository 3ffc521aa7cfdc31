import { airyPhaseSpeed, slideAiryPhaseSpeed } from '@seiche/textbook'
import { Chart, type Place } from '../../../figures/chart.js'
import type { Theme } from '../../../figures/theme.js'
import { formatLength, formatNumber } from '../../../ui/format.js'
import { Readings } from '../../figures/readings.js'
import type { LessonRun } from '../../run.js'
import type { AnatomyFrame } from './anatomy.model.js'
import type { settings } from './anatomy.settings.js'
import type { SectionFrame } from './section.js'
import type { Wave } from './wave.js'

type Run = LessonRun<typeof settings, AnatomyFrame>

/** Depths of the curves in the plot of the speed [m]. */
const depths = [0.2, 2, 20, 200]

export function SectionFigure({ run, wave, figure }: { run: Run; wave: Wave; figure: SectionFrame }) {
  const { length, height, depth } = wave
  const half = 0.75 * length
  const deepest = Math.min(depth, 0.58 * length)
  const room = Math.max(0.75 * height, 0.06 * deepest)
  const isEqual = deepest > 0.16 * length
  const breaks = run.values.value.rule === 'miche' ? wave.breaksByMiche : wave.breaksBySlides
  return (
    <>
      <p class="figure-note" data-testid="breaking" data-breaks={breaks}>
        {breaks
          ? `Too steep: by this rule the wave breaks. H = ${formatLength(height)}, limit ${formatLength(limitOf(run, wave))}.`
          : `The wave holds: H = ${formatLength(height)}, limit by this rule ${formatLength(limitOf(run, wave))}.`}
      </p>
      <Chart
        x={{ label: 'distance [m]', range: [-half, half] }}
        y={{ label: 'height [m]', range: [-deepest * 1.06, room] }}
        equal={isEqual}
        aspect={2.3}
        curves={[
          { x: figure.x, y: figure.eta, color: breaks ? 3 : 0, thickness: 3 },
          { x: figure.traceX, y: figure.traceY, color: 2, thickness: 1.5, label: 'path of the marked particle' },
          ...(depth < length
            ? [{ x: [-half, half], y: [-depth, -depth], color: 1, thickness: 4, label: 'ground' }]
            : []),
        ]}
        over={(context, place, theme) => drawParticles(context, place, theme, figure)}
        label={`Section of the wave: ${formatLength(length)} long, ${formatLength(height)} high, on ${formatLength(depth)} of water, with particles on their orbits`}
        testId="section"
      />
      <Readings
        items={[
          { name: 'length', label: 'Length L', value: length, unit: 'm' },
          { name: 'period', label: 'Period T', value: wave.period, unit: 's' },
          { name: 'speed', label: 'Speed C, measured', value: figure.speed, unit: 'm/s', theory: wave.speed },
          { name: 'slide-speed', label: 'C by the misprint', value: wave.slideSpeed, unit: 'm/s' },
          { name: 'group-speed', label: 'Group speed Cg', value: wave.groupSpeed, unit: 'm/s' },
          { name: 'steepness', label: 'Steepness S = H/L', value: wave.steepness },
          { name: 'orbit-speed', label: 'Orbit speed Q = πH/T', value: wave.orbitSpeed, unit: 'm/s' },
          {
            name: 'drift',
            label: 'Drift of the marked particle',
            value: figure.drift,
            unit: 'm/s',
            theory: figure.driftInTheory,
          },
        ]}
      />
      <SpeedChart run={run} wave={wave} />
    </>
  )
}

function limitOf(run: Run, wave: Wave): number {
  return run.values.value.rule === 'miche' ? wave.micheHeight : wave.slidesHeight
}

function drawParticles(context: CanvasRenderingContext2D, place: Place, theme: Theme, figure: SectionFrame): void {
  context.strokeStyle = theme.muted
  context.globalAlpha = 0.45
  context.lineWidth = 1
  for (const { x, y, along, up } of figure.orbits) {
    const [rx, ry] = [Math.abs(place.x(x + along) - place.x(x)), Math.abs(place.y(y + up) - place.y(y))]
    context.beginPath()
    context.ellipse(place.x(x), place.y(y), rx, ry, 0, 0, 2 * Math.PI)
    context.stroke()
  }
  context.globalAlpha = 1
  const marked = 2 * 11 + 5
  for (let n = 0; 2 * n < figure.particles.length; n++) {
    context.fillStyle = n === marked ? theme.series[2]! : theme.series[0]!
    context.beginPath()
    context.arc(
      place.x(figure.particles[2 * n]!),
      place.y(figure.particles[2 * n + 1]!),
      n === marked ? 6 : 3.2,
      0,
      2 * Math.PI,
    )
    context.fill()
  }
}

/** C over L for some depths; the pointer or the arrow keys choose a length. */
function SpeedChart({ run, wave }: { run: Run; wave: Wave }) {
  const lengths = Float64Array.from({ length: 160 }, (_, n) => 10 ** (-1 + (n / 159) * 4))
  const speeds = (speed: typeof airyPhaseSpeed, depth: number) =>
    lengths.map((length) => speed((2 * Math.PI) / length, { depth }))
  const choose = (length: number): void =>
    run.setAll({
      ...run.values.value,
      given: 'length',
      length: Number(Math.min(500, Math.max(1, length)).toPrecision(3)),
    })
  return (
    <Chart
      x={{ label: 'length L [m]', scale: 'log', range: [0.1, 1000] }}
      y={{ label: 'speed C [m/s]', scale: 'log', range: [0.1, 100] }}
      aspect={2.7}
      curves={[
        ...depths.map((depth) => ({ x: lengths, y: speeds(airyPhaseSpeed, depth), color: 1, thickness: 1.2 })),
        {
          x: lengths,
          y: speeds(airyPhaseSpeed, wave.depth),
          color: 0,
          thickness: 3,
          label: `depth ${formatLength(wave.depth)}`,
        },
        {
          x: lengths,
          y: speeds(slideAiryPhaseSpeed, wave.depth),
          color: 2,
          dashed: true,
          label: 'second form of the slide',
        },
        { x: [wave.length], y: [wave.speed], color: 3, look: 'dots', thickness: 13, label: 'this wave' },
      ]}
      over={(context, place, theme) => nameDepths(context, place, theme)}
      label={`Speed over length for depths of 0.2 to 200 m. This wave: ${formatNumber(wave.speed)} m/s. Arrow keys change the length.`}
      testId="speed-chart"
      onPoint={choose}
      onKey={(key) => {
        const factor = { ArrowLeft: 1 / 1.1, ArrowRight: 1.1 }[key]
        if (factor) choose(wave.length * factor)
        return factor !== undefined
      }}
    />
  )
}

/** Names the curves at their right ends, where there is room between them. */
function nameDepths(context: CanvasRenderingContext2D, place: Place, theme: Theme): void {
  const height = (depth: number) => place.y(airyPhaseSpeed((2 * Math.PI) / 1000, { depth }))
  if (Math.abs(height(0.2) - height(2)) < 22) return
  context.fillStyle = theme.muted
  context.font = `11px ${theme.font}`
  context.textAlign = 'right'
  context.textBaseline = 'bottom'
  for (const depth of depths) context.fillText(`${depth} m deep`, place.x(960), height(depth) - 2)
}
