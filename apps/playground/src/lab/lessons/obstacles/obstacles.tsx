import { defineLesson } from '../../lesson.js'
import { Formula } from '../../ui/formula.js'
import { Figures } from './obstacles.figures.js'
import type { ObstaclesFrame } from './obstacles.model.js'
import { settings } from './obstacles.settings.js'

export const lesson = defineLesson<typeof settings, ObstaclesFrame>({
  settings,
  Introduction: () => (
    <>
      <p>
        A matte marks solids: 1 in open water, 0 inside a solid, a fraction on its rim. After every step, height and
        potential are multiplied by it. The slides promise that reflected waves follow by themselves.
      </p>
      <Formula block tex="\eta \leftarrow m\,\eta,\qquad \phi \leftarrow m\,\phi,\qquad 0 \le m \le 1" />
      <p>
        They do, but are they the waves of a wall? Below the pond, a packet of waves runs along a channel against a wall
        with the same rim. Its return is measured: how high, which way up, with how much energy. The water is 1 m deep.
      </p>
    </>
  ),
  Figures,
  notice: [
    'With a rim of 0 the packet returns at full height and upside down: heights of zero in the solid are a held edge, not a wall. Its node lies half a cell inside the solid; for waves of 12 m that turns the phase by 150°, not 180°.',
    'Widen the rim to 12 cells: the matte swallows 83 % of the energy. A rim of fractions is a beach, and a good one.',
    'Shorten the time step to 0.02 s and the same rim returns almost twice as much. A fraction is a factor for each step, so its meaning changes with the time step.',
    'Change to the engine. Its walls return the packet upright and keep all of its energy, whatever the rim. A wide rim holds it back for a while: the returned height falls, the energy does not.',
    'Draw a harbor: press and drag in the pond, or focus it and use the arrow keys and Enter. Erase a gap and watch the waves pass.',
    'The published window explodes after about 80 s of water, 20 s on this page: its own short waves grow, as in the lesson “A grid of springs”.',
  ],
  fromLectures: [
    {
      document: 'T',
      place: '“Assigning Obstacle Matte Values”',
      states: 'Overlay the shape; 0 inside, between 0 and 1 on the edge.',
      verdict: 'It does not say which number. The textbook counts the open share of each cell at 8 × 8 points.',
    },
    {
      document: 'T',
      place: '“Using Obstacle Matte”',
      states: 'Propagation and filter automatically generate reflected waves.',
      verdict:
        'They reflect upside down, and a rim of fractions swallows waves, by an amount that depends on the time step.',
    },
    {
      document: 'T',
      place: '“Obstacles in a Scene”',
      states: 'The approach is inaccurate and looks nice.',
      verdict: 'True. Momentum and volume under the matte are lost; the engine’s walls keep volume and energy.',
    },
  ],
  listings: ({ by }) =>
    by === 'engine'
      ? []
      : [
          { file: 'matte.ts', running: ['overlayMatte', 'circleShape', 'boxShape', 'polygonShape'] },
          { file: 'iwave.ts', running: ['iwaveStep'] },
        ],
})
