import { defineLesson } from '../../lesson.js'
import { Formula } from '../../ui/formula.js'
import { Below, Figures } from './springs.figures.js'
import type { SpringsFrame } from './springs.model.js'
import { settings } from './springs.settings.js'

export const lesson = defineLesson<typeof settings, SpringsFrame>({
  settings,
  Introduction: () => (
    <>
      <p>
        Join the points of a grid by springs and waves run over it. With springs to four neighbors, the Laplace weights,
        all waves have one speed. Deep water needs springs to all neighbors: the rise of the surface is{' '}
        <Formula tex="\sqrt{-\nabla^2}\,\phi" />, which multiplies a wave of wavenumber <Formula tex="k" /> by{' '}
        <Formula tex="k" />.
      </p>
      <Formula block tex="\frac{d\phi}{dt} = -g\,\eta + S,\qquad \frac{d\eta}{dt} = \sum w\,\phi + T" />
      <p>
        Waves of water then have the frequency <Formula tex="\omega = \sqrt{g k}" />. iWave cuts the springs off at a
        window and publishes a formula for their weights. Both waters below start alike: one has the published weights,
        one has weights that the engine fits to the frequencies of water. Cells are 1 m wide. The published weights are
        divided by 14.18 here, by which they are too strong, so that g is 9.81 m/s².
      </p>
    </>
  ),
  Figures,
  Below,
  notice: [
    'The dots are frequencies measured in the running water, of every wave along x at once. The published window is right for one wave, about 30 m long. Shorter waves are up to thirty times too slow: the middle of the drop stays where it fell.',
    'Start with flat water that is 10 cm too high, and look at the mean level. By the published weights it sinks, as if every point hung on a spring of its own, and swings from +10 to −10 cm. Their sum is 2.10 times the middle one and should be 0.',
    'Start with stripes of two cells. They grow by 28 % a second at any time step, until the run stops at 10 m. The fitted window leaves them alone.',
    'Drag the time step past 0.96 s. Waves about 9 m long explode by the rate on the red curve. Verlet does the same: it is leapfrog without the potential.',
    'Choose a 5 × 5 window, then 13 × 13: each needs neighbors as far as its waves are long. Without coarser grids the engine’s window fails for long waves too.',
    'Choose the edges as printed: the rim, six cells wide, stays as it was at the start.',
  ],
  fromLectures: [
    {
      document: 'T',
      place: '“Take square root”',
      states: 'A window of 13 × 13 is the smallest with reasonable quality.',
      verdict:
        'With the published weights, no window has the frequencies of water: 13 × 13 is off by −25 % for waves of 8 cells and +28 % for waves of 64. A fitted window of 5 × 5 with coarser grids stays within 8 % from 3 to 32 cells.',
    },
    {
      document: 'T',
      place: '“Mass Conserving Surface Equations”',
      states: 'The equations conserve mass automatically.',
      verdict: 'The equations do, the window does not: flat water oscillates with 1.21 rad/s.',
    },
    {
      document: 'T',
      place: '“Mass Conserving Surface Equations”',
      states: 'Leapfrog and Verlet are stable.',
      verdict:
        'Neither is: 12 % of the waves of the grid grow at every time step, and past 0.96 s others do. The limit is not given on the slides.',
    },
    {
      document: 'T',
      place: '“Grid of Harmonic Oscillators”',
      states: 'The Laplace weights are −4 and four times 1.',
      verdict:
        'Right as a force on the height. In the equation of the height above they need the opposite sign, or every wave grows.',
    },
    {
      document: 'T',
      place: '“Leapfrog Equations” and “Pseudo-code”',
      states: 'The equations have a source T of height; the listing has none, and one array for S at two times.',
      verdict: 'The textbook keeps T and holds S during a step. Both can last here.',
    },
    {
      document: 'T',
      place: '“DPhi pseudo-code”',
      states: 'The loop covers the interior only.',
      verdict: 'The rim keeps its first height for ever and sends waves back upside down.',
    },
  ],
  listings: ({ by, stepping }) =>
    by === 'engine'
      ? []
      : stepping === 'leapfrog'
        ? [{ file: 'iwave.ts', running: ['iwaveStep', 'verticalDerivative', 'computeDPhi', 'iwaveWeight'] }]
        : [
            { file: 'iwave-verlet.ts', running: ['iwaveVerlet', 'acceleration'] },
            { file: 'iwave.ts', running: ['verticalDerivative', 'computeDPhi', 'iwaveWeight'] },
          ],
})
