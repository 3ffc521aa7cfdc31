import type { ShownIf, ValuesOf } from '../../settings.js'

const isDeep: ShownIf = ({ dimension }) => dimension === '3'
const isTextbook: ShownIf = ({ by }) => by === 'textbook'

export const settings = {
  by: {
    kind: 'choice',
    label: 'Computed by',
    look: 'buttons',
    options: { textbook: 'Textbook', engine: 'Engine' },
    default: 'textbook',
    help: 'The engine always advects and projects.',
  },
  dimension: {
    kind: 'choice',
    label: 'Box',
    look: 'buttons',
    options: { '2': '2-D', '3': '3-D' },
    default: '2',
  },
  view: {
    kind: 'choice',
    label: 'Shown as',
    look: 'buttons',
    options: {
      cells: 'Cells',
      particles: 'Particles',
      metaballs: 'Metaballs',
      rays: 'Ray marching',
      surface: 'Marching cubes',
    },
    default: 'cells',
  },
  turn: {
    kind: 'number',
    label: 'Turn the box',
    unit: '°',
    min: -80,
    max: 80,
    step: 1,
    default: 30,
    shownIf: isDeep,
  },
  sources: { kind: 'switch', label: 'Add sources', default: true },
  diffusion: { kind: 'switch', label: 'Diffuse', default: true },
  advection: { kind: 'switch', label: 'Advect', default: true, shownIf: isTextbook },
  projection: { kind: 'switch', label: 'Project', default: true, shownIf: isTextbook },
  diffusivity: {
    kind: 'number',
    label: 'Diffusivity of the dye and viscosity',
    unit: 'm²/s',
    min: 1e-6,
    max: 1e-2,
    step: 0.05,
    default: 1e-5,
    scale: 'log',
  },
  'time-step': {
    kind: 'number',
    label: 'Time step',
    unit: 's',
    min: 0.01,
    max: 0.2,
    step: 0.01,
    default: 0.04,
  },
  sweeps: {
    kind: 'number',
    label: 'Sweeps of each solve of the textbook',
    unit: '',
    min: 1,
    max: 50,
    step: 1,
    default: 20,
    shownIf: isTextbook,
  },
} as const

export type StableFluidsValues = ValuesOf<typeof settings>
