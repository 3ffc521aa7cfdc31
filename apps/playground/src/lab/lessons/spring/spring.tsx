import { defineLesson } from '../../lesson.js'
import { Formula } from '../../ui/formula.js'
import { Below, Figures } from './spring.figures.js'
import type { SpringFrame } from './spring.model.js'
import { type SchemeName, settings } from './spring.settings.js'

const functions: Record<SchemeName, string> = {
  'explicit-euler': 'oscillatorExplicitEuler',
  'forward-euler': 'oscillatorForwardEuler',
  leapfrog: 'oscillatorLeapfrog',
  'implicit-euler': 'oscillatorImplicitEuler',
  exponential: 'oscillatorExponential',
}

export const lesson = defineLesson<typeof settings, SpringFrame>({
  settings,
  Introduction: () => (
    <>
      <p>
        A mass on a spring obeys <Formula tex="\dot q = p,\ \dot p = -\omega^2 q" />. Every wave in a simulation is a
        spring of this kind, and a scheme that fails here fails for water. The exact motion runs around a circle in the
        plane of displacement and velocity, once a period.
      </p>
      <Formula
        block
        tex="\text{slides: } q_{n+1} = q_n + \Delta t\,p_n,\quad p_{n+1} = p_n - \omega^2 \Delta t\,q_{n+1}"
      />
      <p>
        One number decides: <Formula tex="\omega\,\Delta t" />, the part of an oscillation that one step skips.
      </p>
    </>
  ),
  Figures,
  Below,
  notice: [
    'Past ω dt = 2 the slides’ scheme explodes. Between √2 and 2 it does not, although the slide says so.',
    'Explicit Euler spirals outwards at every time step. Implicit Euler spirals inwards at every time step.',
    'Leapfrog and the slides’ scheme run around an ellipse: their energy swings but does not drift. Both are too fast, by the same amount: watch the mass run ahead of the dashed one.',
    'The exponential step lies on the circle for any time step. The engine rotates every wave this way.',
  ],
  fromLectures: [
    {
      document: 'T',
      place: '“Forward Euler Solution”',
      states: 'The scheme is named forward Euler.',
      verdict: 'It updates p with the new q, which makes it symplectic Euler. True forward Euler never is stable.',
    },
    {
      document: 'T',
      place: '“Errors in Forward Euler”',
      states: 'The scheme explodes for ω dt > √2.',
      verdict:
        'It explodes for ω dt > 2. The frequency printed there is wrong as well: it is 2 asin(ω dt/2)/dt, too fast by (ω dt)²/24 for short steps, where the slide has it too slow by twice as much.',
    },
    {
      document: 'T',
      place: '“Leapfrog Solution Visualization”',
      states: 'Leapfrog has no substantial phase shift, even for large time steps.',
      verdict:
        'It has the same frequency error as the scheme before, and the same limit: the two differ by half a drift.',
    },
    {
      document: 'T',
      place: '“Harmonic Oscillator”, energy',
      states: 'The energy is p²/2m + kq²/2, next to q̇ = p.',
      verdict:
        'With q̇ = p, p is a velocity and the kinetic energy is m p²/2. The printed sum is constant for m = 1 alone: for m = 2 it swings by a factor of 4.',
    },
    {
      document: 'T',
      place: '“Relative Merits of the Numeric Solution Schemes”',
      states: 'Errors of forward Euler grow without bound; leapfrog’s do not.',
      verdict: 'Of the scheme printed, only the phase error grows, and leapfrog’s grows as fast. See the table.',
    },
  ],
  listings: ({ scheme }) => [{ file: 'oscillator.ts', running: [functions[scheme], 'oscillatorEnergy'] }],
})
