import { defineLesson, type FiguresProps } from '../../lesson.js'
import { Formula } from '../../ui/formula.js'
import type { DiffusionFrame } from './diffusion.model.js'
import { settings } from './diffusion.settings.js'
import { DyeFigures } from './dye-figures.js'
import { EquationsFigures } from './equations-figures.js'

function Figures({ run }: FiguresProps<typeof settings, DiffusionFrame>) {
  const frame = run.frame.value
  if (!frame) return null
  return frame.kind === 'equations' ? (
    <EquationsFigures frame={frame} />
  ) : (
    <DyeFigures frame={frame} values={run.values.value} onPress={({ x, y }) => run.act({ name: 'puff', x, y })} />
  )
}

export const lesson = defineLesson<typeof settings, DiffusionFrame>({
  settings,
  Introduction: () => (
    <>
      <p>
        Dye in still fluid spreads. The obvious step adds to every cell what flows in from its neighbours, with{' '}
        <Formula tex="a = \kappa\,\Delta t/\Delta x^2" />:
      </p>
      <Formula block tex="x_i = x^0_i + a \textstyle\sum_j (x^0_j - x^0_i)" />
      <p>
        A wave of wavenumber k is multiplied by <Formula tex="1 - 4 a \sum \sin^2(k \Delta x/2)" /> in each step. For
        the checkerboard the sum is the number D of axes: once <Formula tex="a > 1/(2D)" />, it grows and turns its
        sign.
      </p>
      <p>The cure asks which new density leads back to the old one. That is one equation for each cell:</p>
      <Formula block tex="x_i = \Bigl(x^0_i + a \textstyle\sum_j x_j\Bigr) / (1 + 2 D a)" />
    </>
  ),
  Figures,
  notice: [
    'Drag κ past ¼ in 2-D, or ⅙ in 3-D: a checkerboard of positive and negative dye appears and grows. Below the limit nothing happens.',
    'Gauss–Seidel never explodes. With few sweeps and a large κ it loses dye: at κ = 10 cm²/s and 10 sweeps about 60 % in each step.',
    'One V-cycle of multigrid costs five sweeps and leaves less than a fifth of the residual, at every κ. Gauss–Seidel needs ever more sweeps the larger κ is.',
    'Press the picture, or move the cross with the arrow keys and press Enter, to add a puff.',
    'Two equations: each sweep goes along x to the first line, then along y to the second. Exchanged, the same steps run away from the crossing.',
  ],
  fromLectures: [
    {
      document: 'E',
      place: '“Diffusion”',
      states: 'The naive solution diverges. Why?',
      verdict:
        'Above a = ¼ in 2-D and ⅙ in 3-D a cell gives away more than it has. The printed line is only the bracket: x0 + a (…) is meant.',
    },
    {
      document: 'E',
      place: '“Gauss–Seidel method”',
      states: 'About ten iterations are usually enough.',
      verdict:
        'True for a below 1. After ten sweeps a uniform density has kept 98 % at a = 1, 37 % at a = 10 and 5 % at a = 100.',
    },
    {
      document: 'E',
      place: '“Gauss–Seidel method”',
      states: 'It is usable with diagonally dominant matrices.',
      verdict:
        'Sufficient, not necessary; and the order matters. The two equations of the example, exchanged, multiply the error by 4.',
    },
    {
      document: 'E',
      place: '“Gauss–Seidel method – example”',
      states: 'x = 4, 4.75, 4.9375, 4.9844 and y = −1.5, −1.875, −1.9688, −1.9922.',
      verdict: 'Right. The error shrinks to a quarter in each sweep.',
    },
  ],
  listings: ({ part, by, method }) => {
    if (part === 'equations') return [{ file: 'gauss-seidel.ts', running: ['gaussSeidelSweep'] }]
    if (by === 'engine') return []
    if (method === 'multigrid') return [{ file: 'multigrid.ts', running: ['multigridCycle'] }]
    return [
      {
        file: 'fluid-box.ts',
        running: method === 'bad' ? ['fluidDiffuseBad'] : ['fluidDiffuseGood', 'fluidGaussSeidel'],
      },
    ]
  },
})
