import { Chart } from '../../../figures/chart.js'
import { formatLength, formatNumber } from '../../../ui/format.js'
import { FieldPicture } from '../../figures/field.js'
import { Readings } from '../../figures/readings.js'
import type { LessonRun } from '../../run.js'
import type { AnatomyFrame } from './anatomy.model.js'
import type { settings } from './anatomy.settings.js'
import type { BeachFrame } from './beach.js'
import type { Wave } from './wave.js'

interface BeachFigureProps {
  run: LessonRun<typeof settings, AnatomyFrame>
  wave: Wave
  figure: BeachFrame
}

export function BeachFigure({ run, wave, figure }: BeachFigureProps) {
  const { rule } = run.values.value
  const { s, bed, eta, envelope, breakers } = figure
  const ends = [s[0]!, s.at(-1)!] as const
  const top = Math.max(...envelope, 0.2 * figure.offshoreDepth) * 1.4
  const chosen = breakers[rule]
  const place = (column: number | undefined) => (column === undefined ? undefined : s[Math.min(s.length - 1, column)])
  return (
    <>
      <Chart
        x={{ label: 'distance from the toe of the beach [m]', range: ends }}
        y={{ label: 'height [m]', range: [-figure.offshoreDepth * 1.05, top] }}
        aspect={2.4}
        curves={[
          { x: s, y: bed, color: 1, thickness: 4, label: 'ground' },
          { x: s, y: envelope, color: 4, dashed: true, thickness: 1.5, label: 'height of crests' },
          { x: s, y: eta, color: 0, thickness: 3, label: 'surface' },
        ]}
        marks={(['miche', 'slides'] as const).flatMap((name) => {
          const at = place(breakers[name])
          const text = name === 'miche' ? 'breaks (Miche)' : 'breaks (slide)'
          return at === undefined
            ? []
            : [{ axis: 'x' as const, at, text: name === rule ? text : '', alarm: name === rule }]
        })}
        label={`Section of the beach: the wave breaks at a depth of ${formatNumber(figure.breakerDepth)} m by Miche's rule`}
        testId="beach-section"
      />
      <FieldPicture
        nx={figure.nx}
        nz={figure.nz}
        values={figure.plan}
        full={Math.max(wave.height, 0.75 * figure.breakerHeight || 0)}
        caption="The same from above: crests turn toward the beach, which is at the right."
        label={`The beach from above, crests at ${formatNumber(figure.angle)}° to the shore at a quarter of the depth`}
        testId="beach-plan"
        over={(context, cell, theme) => {
          context.fillStyle = '#cdb98a'
          context.fillRect(figure.shore * cell, 0, (figure.nx - figure.shore) * cell, figure.nz * cell)
          if (chosen === undefined) return
          context.strokeStyle = theme.alarm
          context.lineWidth = 2
          context.setLineDash(rule === 'slides' ? [6, 5] : [])
          context.beginPath()
          context.moveTo(chosen * cell, 0)
          context.lineTo(chosen * cell, figure.nz * cell)
          context.stroke()
          context.setLineDash([])
        }}
      />
      <Readings
        items={[
          {
            name: 'shoaled-length',
            label: `Length at a quarter of the depth, offshore ${formatLength(wave.length)}`,
            value: figure.length,
            unit: 'm',
            theory: figure.lengthInTheory,
          },
          {
            name: 'refracted-angle',
            label: `Angle there, offshore ${run.values.value.direction}°`,
            value: figure.angle,
            unit: '°',
            theory: figure.angleInTheory,
          },
          { name: 'breaker-depth', label: 'Breaks by Miche in', value: figure.breakerDepth, unit: 'm of water' },
          { name: 'breaker-height', label: 'with a height of', value: figure.breakerHeight, unit: 'm' },
          {
            name: 'breaker-depth-slides',
            label: 'Breaks by the slide in',
            value: figure.breakerDepthBySlides,
            unit: 'm of water',
          },
        ]}
      />
    </>
  )
}
