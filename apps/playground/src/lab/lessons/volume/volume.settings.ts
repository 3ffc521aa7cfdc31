import type { ValuesOf } from '../../settings.js'

export const settings = {
  by: {
    kind: 'choice',
    label: 'Computed by',
    options: { textbook: 'Textbook, three forms', engine: 'Engine' },
    default: 'textbook',
    look: 'buttons',
    help: 'The engine solves the full shallow-water equations, with the advection that the lecture leaves out.',
  },
  grid: {
    kind: 'choice',
    label: 'Water',
    options: { row: '1-D, a trough', plane: '2-D, a basin' },
    default: 'row',
    look: 'buttons',
  },
  height: {
    kind: 'number',
    label: 'Height of the hump on 1 m of water',
    unit: 'm',
    min: 0.05,
    max: 0.8,
    step: 0.05,
    default: 0.5,
  },
  form: {
    kind: 'choice',
    label: 'Form to look at',
    options: { losing: 'Depth outside', face: 'Depth on faces', constant: 'Constant depth' },
    default: 'losing',
    look: 'buttons',
  },
  curve: {
    kind: 'choice',
    label: 'Function to differentiate at t = 0.7',
    options: { sine: 'sin t', cube: 't³' },
    default: 'sine',
    look: 'buttons',
  },
  step: {
    kind: 'number',
    label: 'Step of the differences',
    unit: '',
    min: 1e-10,
    max: 1,
    step: 0.05,
    default: 0.1,
    scale: 'log',
    marks: [{ at: 7e-6, text: 'rounding takes over' }],
  },
  printed: {
    kind: 'switch',
    label: 'Series of P12 with the printed sign',
    default: false,
  },
} as const

export type VolumeValues = ValuesOf<typeof settings>
export type Form = VolumeValues['form']
