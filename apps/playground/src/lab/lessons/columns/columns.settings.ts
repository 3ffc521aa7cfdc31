import type { ValuesOf } from '../../settings.js'

export const settings = {
  by: {
    kind: 'choice',
    label: 'Computed by',
    options: { textbook: 'Textbook', engine: 'Engine' },
    default: 'textbook',
    look: 'buttons',
  },
  grid: {
    kind: 'choice',
    label: 'Columns',
    options: { row: '1.5-D, a row', plane: '2.5-D, a plane' },
    default: 'plane',
    look: 'buttons',
  },
  courant: {
    kind: 'number',
    label: 'Courant number c dt/dx',
    unit: '',
    min: 0.1,
    max: 1.1,
    step: 0.005,
    default: 0.5,
    marks: [
      { at: Math.SQRT1_2, text: '1/√2' },
      { at: 1, text: '1: slide' },
    ],
    help: 'Columns that a wave crosses in one step. 1/√2 ≈ 0.707 is the limit in the plane.',
  },
  edges: {
    kind: 'choice',
    label: 'Edges',
    options: { closed: 'Closed', held: 'Held', open: 'Open' },
    default: 'closed',
    look: 'buttons',
    help: 'The document calls an edge held at rest level open. The engine has an edge that is open.',
  },
  height: {
    kind: 'number',
    label: 'Height of held edges',
    unit: 'm',
    min: -0.4,
    max: 0.4,
    step: 0.05,
    default: 0.2,
  },
  order: {
    kind: 'choice',
    label: 'Who updates first',
    options: {
      slides: 'All velocities, then all heights (slide)',
      'heights-first': 'All heights, then all velocities',
      'all-at-once': 'Both from the old values',
      'one-loop': 'Column by column, in one loop',
    },
    default: 'slides',
    help: 'Textbook, closed edges and β = 1 only.',
  },
  beta: {
    kind: 'number',
    label: 'β, motion left after one step (textbook)',
    unit: '',
    min: 0.9,
    max: 1,
    step: 0.005,
    default: 1,
    help: 'The document calls it viscosity. It slows waves of all lengths alike.',
  },
  viscosity: {
    kind: 'number',
    label: 'Viscosity (engine)',
    unit: 'm²/s',
    min: 0,
    max: 0.1,
    step: 0.005,
    default: 0,
    help: 'Calms short waves first.',
  },
} as const

export type ColumnsValues = ValuesOf<typeof settings>
