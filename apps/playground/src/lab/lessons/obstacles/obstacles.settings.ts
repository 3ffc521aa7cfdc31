import type { ValuesOf } from '../../settings.js'

/** The pond: cells along x and z; a cell is 1 m wide. */
export const pondCells = { nx: 80, nz: 60 }
/** The channel: its cells, and the place of the wall's outline [cells]. */
export const channelCells = 256
export const wallAt = 150

export const settings = {
  by: {
    kind: 'choice',
    label: 'Computed by',
    look: 'buttons',
    options: { textbook: 'Textbook', engine: 'Engine' },
    default: 'textbook',
    help: 'The textbook has the matte of the slides. The engine has three kinds of solids.',
  },
  window: {
    kind: 'choice',
    label: 'Window of the textbook',
    options: { laplace: 'Laplace: four neighbors', published: '13 × 13, published' },
    default: 'laplace',
    help: 'The published window makes its own short waves grow: see the lesson “A grid of springs”.',
  },
  solids: {
    kind: 'choice',
    label: 'Solids of the engine',
    options: {
      matte: 'Matte: multiplied away, as on the slides',
      pipes: 'Walls: no water flows into solid cells',
      impermeable: 'Walls down to the bed',
    },
    default: 'pipes',
  },
  shape: {
    kind: 'choice',
    label: 'Shape in the pond',
    options: { circle: 'Circle', box: 'Box', wedge: 'Wedge', slit: 'Wall with a gap', none: 'None: paint your own' },
    default: 'circle',
  },
  size: { kind: 'number', label: 'Size of the shape', unit: 'm', min: 4, max: 30, step: 0.5, default: 14 },
  rim: {
    kind: 'number',
    label: 'Width of the rim with fractions',
    unit: 'cells',
    min: 0,
    max: 12,
    step: 1,
    default: 1,
    help: '0: a cell is open or solid. 1: a cell on the outline has its open share. More: the outline is blurred.',
  },
  'time-step': {
    kind: 'number',
    label: 'Time step',
    unit: 's',
    min: 0.01,
    max: 0.22,
    step: 0.01,
    default: 0.1,
  },
  wavelength: {
    kind: 'number',
    label: 'Wavelength in the channel',
    unit: 'm',
    min: 8,
    max: 24,
    step: 1,
    default: 12,
  },
  tool: {
    kind: 'choice',
    label: 'Your hand in the pond',
    look: 'buttons',
    options: { build: 'Build', erase: 'Erase', drop: 'Drop' },
    default: 'build',
  },
  brush: { kind: 'number', label: 'Radius of the brush', unit: 'm', min: 1, max: 8, step: 0.5, default: 2.5 },
  source: { kind: 'switch', label: 'A source at the left that keeps making waves', default: true },
} as const

export type ObstaclesValues = ValuesOf<typeof settings>
