import { airyFrequency, airyPhaseSpeed } from '@seiche/textbook'
import { Chart } from '../../../figures/chart.js'
import { formatLength, formatNumber } from '../../../ui/format.js'
import { PictureFigure } from '../../figures/picture.js'
import { Readings } from '../../figures/readings.js'
import { defineLesson, type FiguresProps } from '../../lesson.js'
import { Formula } from '../../ui/formula.js'
import type { ScaleFrame } from './scale.model.js'
import { settings } from './scale.settings.js'

/** Side of the square and longest wave at full size [m]: those of the model. */
const [side, longest] = [16, 8]
const tension = 0.0728 / 1000
const deep = Number.POSITIVE_INFINITY
/** Lengths of the plot, 2 mm to 20 m. */
const lengths = Float64Array.from({ length: 160 }, (_, n) => 0.002 * 10_000 ** (n / 159))

function Figures({ run }: FiguresProps<typeof settings, ScaleFrame>) {
  const frame = run.frame.value
  if (!frame) return null
  const values = run.values.value
  const { scale, shortest } = values
  const scaleText = `1:${formatNumber(scale)}`
  return (
    <>
      <div class="figure-row equal">
        <PictureFigure
          picture={frame.full}
          caption={`Full size: ${formatLength(side)} wide`}
          label={`A square of sea, ${formatLength(side)} wide`}
          testId="full"
        />
        <PictureFigure
          picture={frame.model}
          caption={`Model ${scaleText}: ${formatLength(side / scale)} wide${values.slow ? `, ${formatNumber(Math.sqrt(scale))} times slower` : ', as it runs'}`}
          label={`The same waves in a model ${scaleText}, ${formatLength(side / scale)} wide`}
          testId="model"
        />
      </div>
      <Readings
        items={[
          {
            name: 'long-ratio',
            label: `Longest waves: model over full size, on the film`,
            value: frame.longRatio,
            unit: '× as fast',
            theory: frame.longInTheory,
          },
          {
            name: 'short-ratio',
            label: `Shortest waves, ${formatLength(frame.shortestOfModel)} in the model`,
            value: frame.shortRatio,
            unit: '× as fast',
            theory: frame.shortInTheory,
          },
          { name: 'froude', label: 'Froude: √scale', value: Math.sqrt(scale) },
          {
            name: 'excess',
            label: 'Shortest waves too fast for Froude by',
            value: 100 * (frame.shortRatio / frame.longRatio - 1),
            unit: '%',
          },
        ]}
      />
      <SpeedChart values={values} />
      <Chart
        x={{ label: 'length at full size [m]', scale: 'log', range: [0.1, 20] }}
        y={{ label: 'model / Froude', range: [0.9, 2] }}
        aspect={3}
        curves={[
          {
            x: lengths,
            y: lengths.map((length) => excessOf(length, scale, values.tension)),
            color: 0,
            thickness: 3,
            label: `frequency of the model ${scaleText} over √scale times that at full size`,
          },
          {
            x: [longest, shortest],
            y: [1, frame.shortRatio / frame.longRatio],
            color: 3,
            look: 'dots',
            thickness: 11,
            label: 'measured',
          },
        ]}
        label={`The shortest waves of the model are ${formatNumber(frame.shortRatio / frame.longRatio)} times too fast`}
        testId="excess-chart"
      />
    </>
  )
}

/** Frequency of a wave of this length at full size in the model, over that by Froude. */
function excessOf(length: number, scale: number, hasTension: boolean): number {
  const water = { depth: deep, tension: hasTension ? tension : 0 }
  const k = (2 * Math.PI) / length
  return airyFrequency(k * scale, water) / airyFrequency(k, water) / Math.sqrt(scale)
}

/** Speed over length with surface tension and without, and the waves of both seas on it. */
function SpeedChart({ values }: { values: { scale: number; shortest: number; tension: boolean } }) {
  const { scale, shortest } = values
  const speed = (length: number, hasTension: boolean) =>
    airyPhaseSpeed((2 * Math.PI) / length, { depth: deep, tension: hasTension ? tension : 0 })
  const between = (by: number) =>
    Float64Array.from({ length: 40 }, (_, n) => (longest * (shortest / longest) ** (n / 39)) / by)
  const [fullWaves, modelWaves] = [between(1), between(scale)]
  return (
    <Chart
      x={{ label: 'length L [m]', scale: 'log', range: [0.002, 20] }}
      y={{ label: 'speed C [m/s]', scale: 'log', range: [0.05, 10] }}
      aspect={2.6}
      curves={[
        {
          x: lengths,
          y: lengths.map((length) => speed(length, false)),
          color: 1,
          dashed: true,
          label: 'gravity alone',
        },
        { x: lengths, y: lengths.map((length) => speed(length, true)), color: 1, label: 'with surface tension' },
        {
          x: fullWaves,
          y: fullWaves.map((length) => speed(length, values.tension)),
          color: 0,
          thickness: 6,
          label: 'waves at full size',
        },
        {
          x: modelWaves,
          y: modelWaves.map((length) => speed(length, values.tension)),
          color: 2,
          thickness: 6,
          label: 'waves of the model',
        },
      ]}
      marks={[{ axis: 'x', at: 0.0171, text: 'slowest: 1.71 cm, 0.231 m/s' }]}
      label="Speed over length: with surface tension no wave is slower than 0.231 m/s"
      testId="speed-chart"
    />
  )
}

export const lesson = defineLesson<typeof settings, ScaleFrame>({
  settings,
  Introduction: () => (
    <>
      <p>
        A model of a ship is filmed in a tank. All lengths are divided by the scale <Formula tex="s" />. Gravity is not:
        waves of the model swing <Formula tex="\sqrt{s}" /> times as fast (Froude), so the film is slowed by this
        factor.
      </p>
      <Formula block tex="\omega^2 = gk + \frac{\gamma}{\rho}\,k^3" />
      <p>
        Surface tension <Formula tex="\gamma" /> is the same in the tank. Below some centimetres it is stronger than
        gravity, and no film speed is right for all waves.
      </p>
    </>
  ),
  Figures,
  notice: [
    'Without slow motion the model looks hurried: at 1:20 all waves swing 4.5 times as fast.',
    'In slow motion the long waves of both pictures move alike. The short ones of the model still run ahead.',
    'Switch off surface tension: with slow motion both pictures are the same, at any scale. No real tank can do this.',
    'Make the model smaller or the waves shorter: near 1.7 cm gravity and tension are equal, and the wave is √2 too fast.',
  ],
  fromLectures: [
    {
      document: 'T',
      place: 'miniatures in film',
      states: 'Water does not scale well: small models of ships show waves of the wrong scale.',
      verdict:
        'Gravity waves do scale, with √s in time. Ripples, drops and foam do not, because surface tension stays: drops of 5 mm in a model 1:20 look 10 cm wide.',
    },
  ],
  listings: () => [
    { file: 'airy.ts', running: ['airyFrequency', 'airyPhaseSpeed'] },
    { file: 'sinusoids.ts', running: ['sinusoidHeight'] },
  ],
})
