import type { ValuesOf } from '../../settings.js'

/** Cells along each side of the square; a cell is 1 m wide. */
export const cells = 64

export const settings = {
  by: {
    kind: 'choice',
    label: 'Computed by',
    look: 'buttons',
    options: { both: 'Both', textbook: 'Textbook', engine: 'Engine' },
    default: 'both',
  },
  window: {
    kind: 'choice',
    label: 'Window of weights',
    options: {
      laplace: 'Laplace: four neighbors',
      '5x5': '5 × 5',
      '7x7': '7 × 7',
      '9x9': '9 × 9',
      '11x11': '11 × 11',
      '13x13': '13 × 13',
    },
    default: '13x13',
    help: 'The textbook has the published weights, the engine fits its own to the same window.',
  },
  start: {
    kind: 'choice',
    label: 'Start',
    options: {
      drop: 'A drop',
      flat: 'Flat water, 10 cm too high',
      stripes: 'Stripes of two cells, 1 mm high',
      wave: 'A plane wave',
      rest: 'Still water',
    },
    default: 'drop',
    help: 'Press on a picture of the water to add a drop.',
  },
  waves: {
    kind: 'number',
    label: 'Crests across the square, for the plane wave and the readings',
    unit: '',
    min: 1,
    max: 32,
    step: 1,
    default: 8,
  },
  'time-step': {
    kind: 'number',
    label: 'Time step',
    unit: 's',
    min: 0.02,
    max: 1.2,
    step: 0.01,
    default: 0.1,
    marks: [
      { at: 0.23, text: 'Laplace' },
      { at: 0.96, text: '13 × 13' },
    ],
    help: 'Marked: the limits of two windows of the textbook. The engine divides a long step by itself.',
  },
  stepping: {
    kind: 'choice',
    label: 'Stepping of the textbook',
    look: 'buttons',
    options: { leapfrog: 'Leapfrog', verlet: 'Verlet' },
    default: 'leapfrog',
  },
  edges: {
    kind: 'choice',
    label: 'Edges',
    options: {
      periodic: 'Periodic: joined to the opposite side',
      clamped: 'Closed: the nearest cell stands for those outside',
      interior: 'As printed: the rim is never computed',
    },
    default: 'periodic',
    help: 'Frequencies are exact between periodic edges.',
  },
  show: {
    kind: 'choice',
    label: 'Shown',
    look: 'buttons',
    options: { eta: 'Height η', phi: 'Potential φ' },
    default: 'eta',
  },
  source: {
    kind: 'choice',
    label: 'A source that lasts, in the middle',
    options: { none: 'None', pressure: 'S: it pushes the potential', height: 'T: it adds and takes height' },
    default: 'none',
  },
  period: { kind: 'number', label: 'Period of the source', unit: 's', min: 1, max: 8, step: 0.1, default: 3 },
  pyramid: {
    kind: 'switch',
    label: 'Engine: windows on coarser grids for long waves',
    default: true,
  },
} as const

export type SpringsValues = ValuesOf<typeof settings>
