import type { ShownIf, ValuesOf } from '../../settings.js'

const isDye: ShownIf = ({ part }) => part === 'dye'
const isTextbookDye: ShownIf = ({ part, by }) => part === 'dye' && by === 'textbook'
const isEquations: ShownIf = ({ part }) => part === 'equations'

export const settings = {
  part: {
    kind: 'choice',
    label: 'Subject',
    look: 'buttons',
    options: { dye: 'Dye in a box', equations: 'Two equations' },
    default: 'dye',
  },
  by: {
    kind: 'choice',
    label: 'Computed by',
    look: 'buttons',
    options: { textbook: 'Textbook', engine: 'Engine' },
    default: 'textbook',
    help: 'The engine has one way to diffuse: implicit along each axis in turn.',
    shownIf: isDye,
  },
  method: {
    kind: 'choice',
    label: 'Diffusion of the textbook',
    look: 'buttons',
    options: { bad: 'Naive', good: 'Gauss–Seidel', multigrid: 'Multigrid' },
    default: 'bad',
    shownIf: isTextbookDye,
  },
  dimension: {
    kind: 'choice',
    label: 'Box',
    look: 'buttons',
    options: { '2': '2-D', '3': '3-D' },
    default: '2',
    shownIf: isDye,
  },
  diffusivity: {
    kind: 'number',
    label: 'Diffusivity κ',
    unit: 'cm²/s',
    min: 0.02,
    max: 100,
    step: 0.01,
    default: 0.2,
    scale: 'log',
    marks: [
      { at: 1 / 6, text: '⅙' },
      { at: 1 / 4, text: '¼' },
    ],
    help: 'Cells of 1 cm and steps of 1 s: the slides’ a = κ dt/dx² is the same number. The naive step fails above ¼ in 2-D and ⅙ in 3-D.',
    shownIf: isDye,
  },
  sweeps: {
    kind: 'number',
    label: 'Sweeps of Gauss–Seidel',
    unit: '',
    min: 1,
    max: 50,
    step: 1,
    default: 10,
    marks: [{ at: 10, text: '10: slide' }],
    shownIf: isTextbookDye,
  },
  order: {
    kind: 'choice',
    label: 'Order of the two equations',
    look: 'buttons',
    options: { printed: 'As printed', exchanged: 'Exchanged' },
    default: 'printed',
    shownIf: isEquations,
  },
} as const

export type DiffusionValues = ValuesOf<typeof settings>
