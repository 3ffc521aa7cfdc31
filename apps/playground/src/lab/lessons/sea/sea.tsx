import { Chart } from '../../../figures/chart.js'
import { formatLength, formatNumber } from '../../../ui/format.js'
import { PictureFigure } from '../../figures/picture.js'
import { Readings } from '../../figures/readings.js'
import { defineLesson, type FiguresProps } from '../../lesson.js'
import { Formula } from '../../ui/formula.js'
import type { SeaFrame } from './sea.model.js'
import { settings } from './sea.settings.js'

/** Frames a second of the lecture's console. */
const lecture = 460

function Figures({ run }: FiguresProps<typeof settings, SeaFrame>) {
  const frame = run.frame.value
  if (!frame) return null
  const { wind } = run.values.value
  const most = frame.asked.reduce((largest, value) => Math.max(largest, value), 0)
  return (
    <>
      <PictureFigure
        picture={frame.picture}
        caption={`A square of sea, ${formatLength(frame.size)} wide, ${frame.waves.toLocaleString('en')} waves${frame.ship ? `, and a ship of ${formatLength(frame.ship.length)}` : ''}`}
        label={`A sea in a wind of ${formatNumber(wind)} m/s, significant height ${formatNumber(frame.height)} m`}
        testId="sea"
      />
      <Chart
        x={{ label: 'frequency ω [rad/s]', range: [frame.omega[0]!, frame.omega.at(-1)! * 0.6] }}
        y={{ label: 'S [m² s]', range: [0, 1.2 * most] }}
        aspect={2.6}
        curves={[
          { x: frame.askedOmega, y: frame.asked, color: 0, thickness: 3, label: 'asked for' },
          { x: frame.omega, y: frame.measured, color: 2, look: 'dots', thickness: 8, label: 'measured on the water' },
        ]}
        marks={[{ axis: 'x', at: (2 * Math.PI) / frame.peakPeriod, text: `peak, ${formatNumber(frame.peakPeriod)} s` }]}
        label={`Spectrum: asked for with its peak at ${formatNumber(frame.peakPeriod)} s, mean period measured ${formatNumber(frame.meanPeriod)} s`}
        testId="spectrum"
      />
      <Readings
        items={[
          {
            name: 'height',
            label: 'Significant height, measured',
            value: frame.height,
            unit: 'm',
            theory: frame.heightAsked,
          },
          {
            name: 'mean-period',
            label: 'Mean period, measured',
            value: frame.meanPeriod,
            unit: 's',
            theory: frame.meanPeriodAsked,
          },
          {
            name: 'frames',
            label: `Seas a second here, one thread; the lecture's console: ${lecture}`,
            value: frame.framesPerSecond,
          },
          { name: 'waves', label: 'Waves added up', value: frame.waves },
          ...(frame.ship
            ? [
                { name: 'heave', label: 'Ship: heave', value: frame.ship.heave, unit: 'm' },
                { name: 'pitch', label: 'pitch', value: frame.ship.pitch, unit: '°' },
                { name: 'roll', label: 'roll', value: frame.ship.roll, unit: '°' },
              ]
            : []),
        ]}
      />
    </>
  )
}

export const lesson = defineLesson<typeof settings, SeaFrame>({
  settings,
  Introduction: () => (
    <>
      <p>
        A sea is a sum of waves of all lengths and directions. A spectrum <Formula tex="S(\omega)" /> tells how much of
        the variance each frequency holds; wind and fetch decide its shape. The significant height is
      </p>
      <Formula block tex="H_s = 4\sqrt{m_0},\qquad m_0 = \int S\,d\omega" />
      <p>
        The textbook adds sinusoids one by one. The engine adds tens of thousands at once by Fourier transforms, on
        several tiles, and moves the water sideways toward the crests.
      </p>
    </>
  ),
  Figures,
  notice: [
    'More wind or a longer fetch makes waves higher and longer: the peak of the spectrum moves to the left and up. With Phillips the fetch has no effect.',
    'The dots are measured on the drawn water and averaged over time. They gather around the line that was asked for.',
    'Choppiness 0 makes round waves as the textbook does; 1 makes narrow crests and flat troughs. Foam appears where the surface is squeezed.',
    'Add swell and a second peak appears at its frequency.',
    'Choose the textbook: 60 sinusoids on a quarter of the cells take longer than 32,768 waves by transforms.',
    'The ship follows waves longer than itself and hardly notices short ones.',
  ],
  fromLectures: [
    {
      document: 'T',
      place: 'waves on a game console',
      states: 'Choppy waves by fast Fourier transform run at 460 frames a second on three processors of a console.',
      verdict:
        'The number under the figure is this device’s, for one thread, without ship and drawing. The slide does not tell its number of waves.',
    },
    {
      document: 'T',
      place: 'stills of films',
      states: 'Computed oceans carry ships.',
      verdict: 'The waves here are a function of time: they move the ship, and the ship leaves no wake in them.',
    },
  ],
  listings: ({ by }) =>
    by === 'engine'
      ? []
      : [
          { file: 'sea-spectrum.ts', running: ['seaDensity', 'seaSinusoids'] },
          { file: 'sinusoids.ts', running: ['sinusoidHeight'] },
        ],
})
