import { formatLength, formatNumber } from '../../../ui/format.js'
import { FieldPicture } from '../../figures/field.js'
import { Readings } from '../../figures/readings.js'
import type { LessonRun } from '../../run.js'
import type { AnatomyFrame } from './anatomy.model.js'
import type { settings } from './anatomy.settings.js'
import type { PlanFrame } from './plan.js'
import type { Wave } from './wave.js'

interface PlanFigureProps {
  run: LessonRun<typeof settings, AnatomyFrame>
  wave: Wave
  figure: PlanFrame
}

/** Cells by which an arrow key moves the first source. */
const nudge = 2

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-nudge, 0],
  ArrowRight: [nudge, 0],
  ArrowUp: [0, -nudge],
  ArrowDown: [0, nudge],
}

export function PlanFigure({ run, wave, figure }: PlanFigureProps) {
  const { nx, nz, eta, sources, ringRatio } = figure
  const across = formatLength((nx / 16) * wave.length)
  return (
    <>
      <FieldPicture
        nx={nx}
        nz={nz}
        values={eta}
        full={0.75 * wave.height}
        caption={`Elevation: orange above, blue below the rest level; the ends of the scale are ±${formatLength(0.75 * wave.height)}. ${across} from left to right.`}
        label={`Waves from above, ${sources.length} sources and ${run.values.value.trains} trains. Arrow keys move the first source.`}
        testId="plan"
        over={(context, cell, theme) => {
          context.strokeStyle = theme.ink
          context.lineWidth = 2
          for (const [x, z] of sources) {
            context.beginPath()
            context.arc(x * cell, z * cell, 7, 0, 2 * Math.PI)
            context.stroke()
          }
        }}
        onCell={(x, z, kind) => {
          if (kind !== 'up') run.act({ name: 'move', x, z })
        }}
        onKey={(key) => {
          const way = arrows[key]
          if (way) run.act({ name: 'nudge', x: way[0], z: way[1] })
          return way !== undefined
        }}
      />
      <Readings
        items={[
          { name: 'length', label: 'Length L', value: wave.length, unit: 'm' },
          { name: 'period', label: 'Period T', value: wave.period, unit: 's' },
          {
            name: 'ring-ratio',
            label: 'Ring at 4 L over ring at 1 L',
            value: ringRatio,
            theory: 0.5,
          },
          {
            name: 'ring-energy',
            label: 'Energy of the ring at 4 L over that at 1 L',
            value: 4 * ringRatio ** 2,
            unit: '×',
            theory: 1,
          },
        ]}
      />
      {run.values.value.by === 'textbook' && run.values.value.law === 'constant' && sources.length > 0 && (
        <p class="figure-note">
          The ring carries {formatNumber(4 * ringRatio ** 2)} times its energy on the way from 1 L to 4 L: it comes from
          nowhere.
        </p>
      )}
    </>
  )
}
