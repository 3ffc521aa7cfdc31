import type { ValuesOf } from '../../settings.js'

export const settings = {
  scheme: {
    kind: 'choice',
    label: 'Scheme',
    options: {
      'explicit-euler': 'Explicit Euler',
      'forward-euler': '“Forward Euler” of the slides',
      leapfrog: 'Leapfrog',
      'implicit-euler': 'Implicit Euler',
      exponential: 'Exponential',
    },
    default: 'forward-euler',
  },
  'omega-dt': {
    kind: 'number',
    label: 'Frequency times time step, ω dt',
    unit: '',
    min: 0.02,
    max: 2.2,
    step: 0.01,
    default: 0.3,
    marks: [
      { at: Math.SQRT2, text: '√2: limit on the slide' },
      { at: 2, text: '2: true limit' },
    ],
  },
} as const

export type SpringValues = ValuesOf<typeof settings>
export type SchemeName = SpringValues['scheme']
