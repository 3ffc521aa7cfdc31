import type { ValuesOf } from '../../settings.js'

export const settings = {
  by: {
    kind: 'choice',
    label: 'Computed by',
    options: { textbook: 'Textbook', engine: 'Engine' },
    look: 'buttons',
    default: 'engine',
  },
  scale: {
    kind: 'number',
    label: 'Scale of the model, 1 to …',
    unit: '',
    min: 2,
    max: 100,
    step: 0.01,
    scale: 'log',
    default: 20,
    marks: [{ at: 20, text: '1:20' }],
  },
  slow: {
    kind: 'switch',
    label: 'Film the model in slow motion, √scale times slower',
    default: false,
    help: 'Froude: the time of gravity waves shrinks with the square root of lengths.',
  },
  tension: {
    kind: 'switch',
    label: 'Surface tension of water, 0.0728 N/m',
    default: true,
    help: 'It does not shrink with the model.',
  },
  shortest: {
    kind: 'number',
    label: 'Shortest waves at full size',
    unit: 'm',
    min: 0.4,
    max: 4,
    step: 0.01,
    scale: 'log',
    default: 0.6,
  },
} as const

export type ScaleValues = ValuesOf<typeof settings>
