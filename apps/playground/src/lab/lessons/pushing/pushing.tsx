import { Chart } from '../../../figures/chart.js'
import { formatNumber } from '../../../ui/format.js'
import { type Reading, Readings } from '../../figures/readings.js'
import { defineLesson, type FiguresProps, type Listing } from '../../lesson.js'
import { Formula } from '../../ui/formula.js'
import type { PushingFrame } from './pushing.model.js'
import { type PushingValues, settings } from './pushing.settings.js'
import { SectionFigure } from './section-figure.js'
import { stillDepth } from './tank.js'

/** The time axis shows this many seconds. */
const shown = 10

function Figures({ run }: FiguresProps<typeof settings, PushingFrame>) {
  const frame = run.frame.value
  if (!frame) return null
  const values = run.values.value
  const hold = (depth: number): void => {
    const { min, max } = settings.depth
    run.set('depth', Math.min(max, Math.max(min, Math.round(depth * 100) / 100)))
  }
  return (
    <>
      <SectionFigure frame={frame} depth={values.depth} onDepth={hold} />
      <div class="figure-row equal">
        <WaterChart frame={frame} />
        {values.coupling === 'virtual-height' ? (
          <ResidualChart frame={frame} />
        ) : (
          <DepthChart frame={frame} values={values} />
        )}
      </div>
      <Readings items={readingsOf(frame, values)} />
    </>
  )
}

function readingsOf(frame: PushingFrame, { motion, coupling }: PushingValues): Reading[] {
  const isSolved = coupling === 'virtual-height'
  const inTheory = (theory: number | undefined) => (theory === undefined ? {} : { theory })
  const items: Reading[] = [
    {
      name: 'gained',
      label: 'Change of the water',
      value: frame.gained.at(-1) ?? 0,
      unit: 'm³/m',
      ...inTheory(frame.gainedInTheory),
    },
    { name: 'lift', label: 'Lift over weight of displaced water', value: frame.lift, unit: '×', theory: 1 },
  ]
  if (frame.lossInTheory !== undefined)
    items.push({ name: 'loss', label: 'Lost a second', value: frame.loss, unit: 'm²/s', theory: frame.lossInTheory })
  if (motion === 'free')
    items.push({
      name: 'draught',
      label: 'Draught, mean of a second',
      value: frame.draught,
      unit: 'm',
      theory: frame.draughtInTheory,
    })
  if (frame.spikeInTheory !== undefined)
    items.push({
      name: 'spike',
      label: 'Spike after the first step',
      value: frame.spike,
      unit: 'm',
      theory: frame.spikeInTheory,
    })
  if (isSolved)
    items.push(
      { name: 'iterations', label: 'Iterations', value: frame.residuals.length },
      { name: 'residual', label: 'Residual', value: frame.residuals.at(-1) ?? 0 },
    )
  return items
}

const start = (frame: PushingFrame): number => Math.max(0, frame.time - shown)

function WaterChart({ frame }: { frame: PushingFrame }) {
  const least = Math.min(-0.05, ...frame.gained)
  const most = Math.max(0.05, ...frame.gained)
  return (
    <Chart
      x={{ label: 'time [s]', range: [start(frame), start(frame) + shown] }}
      y={{ label: 'change of the water [m³/m]', range: [least * 1.1, most * 1.1] }}
      aspect={1.6}
      curves={[{ x: frame.times, y: frame.gained, color: 3, label: 'change of the water' }]}
      label={`Change of the water over time, now ${formatNumber(frame.gained.at(-1) ?? 0)} cubic metres a metre of crest`}
      testId="water"
    />
  )
}

function DepthChart({ frame, values }: { frame: PushingFrame; values: PushingValues }) {
  const isFree = values.motion === 'free'
  const now = frame.depths.at(-1) ?? 0
  return (
    <Chart
      x={{ label: 'time [s]', range: [start(frame), start(frame) + shown] }}
      y={{ label: 'depth of the lower side [m]', range: [Math.min(-0.1, ...frame.depths), stillDepth] }}
      aspect={1.6}
      curves={[{ x: frame.times, y: frame.depths, color: 0, label: 'lower side' }]}
      {...(isFree && {
        marks: [{ axis: 'y' as const, at: frame.draughtInTheory, text: 'floats here by Archimedes' }],
      })}
      label={`Depth of the lower side over time, now ${formatNumber(now)} m`}
    />
  )
}

function ResidualChart({ frame }: { frame: PushingFrame }) {
  const { residuals } = frame
  const count = Float64Array.from(residuals, (_, n) => n + 1)
  return (
    <Chart
      x={{ label: 'iterations of the conjugate gradient', range: [0, Math.max(12, residuals.length + 1)] }}
      y={{ label: 'residual / right side', scale: 'log', range: [1e-16, 10] }}
      aspect={1.6}
      curves={[
        {
          x: count,
          y: residuals.map((residual) => Math.max(residual, 1e-16)),
          color: 4,
          label: 'residual of the last solve',
        },
        { x: count, y: residuals.map((residual) => Math.max(residual, 1e-16)), color: 4, look: 'dots' },
      ]}
      label={`Residual by iteration: ${residuals.length} iterations, ${formatNumber(residuals.at(-1) ?? 0)} left`}
      testId="residual"
    />
  )
}

function listings({ by, coupling, motion, force }: PushingValues): Listing[] {
  if (by === 'engine') return []
  switch (coupling) {
    case 'push-down':
      return [{ file: 'push-down.ts', running: ['pushDown'] }]
    case 'displacement':
      return [{ file: 'balls.ts', running: ['ballsInWater', 'ballOverlap', 'smoothed'] }]
    case 'virtual-height': {
      const forces = force === 'slide' ? 'slideFloatingForce' : 'floatingForce'
      const moving = motion === 'free' ? [forces, 'boxStep'] : [forces]
      return [{ file: 'virtual-height.ts', running: ['virtualHeight2D', 'maskedConjugateGradient', ...moving] }]
    }
  }
}

export const lesson = defineLesson<typeof settings, PushingFrame>({
  settings,
  Introduction: () => (
    <>
      <p>
        A body dips into a channel of columns. The columns under it must give way, and the water has to go somewhere.
        Two lectures have three answers.
      </p>
      <p>
        <strong>Push down</strong>: cut the columns at the lower side. <strong>Displace</strong>: keep the covered
        height b beside the total height h, and add the change,
      </p>
      <Formula block tex="h \leftarrow h + \alpha\,(b - b_\text{before})" />
      <p>
        <strong>Virtual height</strong>: imagine water of height v on the covered columns that presses the excess e out,
      </p>
      <Formula block tex="\textstyle\sum_j (v_i - v_j) = (h^\text{new}_i - h_i + e_i)/\alpha" />
      <p>
        with v = 0 beside the body. That is a Poisson equation on the covered cells, solved by the conjugate gradient.
      </p>
    </>
  ),
  Figures,
  notice: [
    'Push down: the water falls by the area of the dip at once, and then by 2 c d every second. Drag the box: each dip costs more.',
    'Displace: with α = 1 no water is lost, but h and b drive each other: without smoothing columns beside the disc reach 1.7 m after a second. With α = 0.5 half of the displaced water is missing.',
    'Virtual height at γ = 1: all water of the dip lands in the two columns beside the box, spikes of n e/2. Smaller γ lowers them and lets water into the hull.',
    'Release the box at depth 0 under the force of the slide: it sinks to the floor. Under the pressure of γ v it floats.',
    'Release it at its draught, 0.15 m: throwing the water out in one step takes so much force that the box jumps into the air.',
    'The engine loses no water, and its free bodies come to rest at the draught of Archimedes.',
  ],
  fromLectures: [
    {
      document: 'M',
      place: '“Object To Water First Try”',
      states: 'Pushing columns down loses volume and does not work for submerged bodies.',
      verdict:
        'Right. Held at a depth d, a box loses 2 c d of water a second and metre, until the level is as far below it as it was above.',
    },
    {
      document: 'M',
      place: '“Water Update”',
      states:
        'Adding the change of b keeps the volume; α from 0 to 1 sets the intensity; smoothing prevents instabilities.',
      verdict:
        'The volume is kept for α = 1 alone. Waves under a ball grow for every α and time step; smoothing slows them and does not stop them.',
    },
    {
      document: 'H',
      place: 'P28 to P31',
      states: 'A virtual height makes the step end at h − e under the body.',
      verdict:
        'It does. Water thrown out in one step stands beside the box as two spikes of n e/2, and takes a force of (n + 1)(n + 2)/(12 α) times Archimedes’.',
    },
    {
      document: 'H',
      place: 'P32',
      states: 'The floating force is the weight of the water expelled in a step, ρ g Δx (h − h new).',
      verdict:
        'At rest nothing is expelled, and the force is 0: nothing floats. The pressure on the hull is in v: f = ρ g Δx γ v.',
    },
  ],
  listings,
})
