import type { ValuesOf } from '../../settings.js'

export const settings = {
  by: {
    kind: 'choice',
    label: 'Computed by',
    options: { textbook: 'Textbook', engine: 'Engine' },
    default: 'textbook',
    look: 'buttons',
    help: 'The engine’s explicit solver is shallow-water, its implicit one kass-miller.',
  },
  method: {
    kind: 'choice',
    label: 'Step',
    options: { explicit: 'Explicit', implicit: 'Implicit' },
    default: 'implicit',
    look: 'buttons',
  },
  dt: {
    kind: 'number',
    label: 'Time step dt',
    unit: 's',
    min: 0.01,
    max: 1,
    step: 0.05,
    default: 0.1,
    scale: 'log',
    marks: [{ at: 0.16, text: 'one cell a step' }],
  },
  tau: {
    kind: 'number',
    label: 'τ, part of the motion lost in a step (implicit)',
    unit: '',
    min: 0,
    max: 1,
    step: 0.02,
    default: 0,
  },
  ground: {
    kind: 'choice',
    label: 'Ground',
    options: { flat: 'Flat', bar: 'A bar', beach: 'A beach' },
    default: 'flat',
    look: 'buttons',
  },
  waves: {
    kind: 'number',
    label: 'Half waves in the trough',
    unit: '',
    min: 1,
    max: 39,
    step: 1,
    default: 4,
    help: 'On flat ground the growth of this wave is compared with theory.',
  },
  stage: {
    kind: 'number',
    label: 'Stage of the elimination (implicit)',
    unit: 'of 11',
    min: 0,
    max: 11,
    step: 1,
    default: 0,
    help: '0: the matrix. 1 to 5: forth, row by row. 6 to 11: back.',
  },
} as const

export type DownhillValues = ValuesOf<typeof settings>
