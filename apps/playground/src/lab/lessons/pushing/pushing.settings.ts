import type { ShownIf, ValuesOf } from '../../settings.js'

const isFree: ShownIf = ({ motion }) => motion === 'free'
const displaces: ShownIf = ({ by, coupling }) => by === 'textbook' && coupling === 'displacement'
const solves: ShownIf = ({ by, coupling }) => by === 'textbook' && coupling === 'virtual-height'

export const settings = {
  coupling: {
    kind: 'choice',
    label: 'How the body moves the water',
    look: 'buttons',
    options: { 'push-down': 'Push down', displacement: 'Displace', 'virtual-height': 'Virtual height' },
    default: 'push-down',
  },
  by: {
    kind: 'choice',
    label: 'Computed by',
    look: 'buttons',
    options: { textbook: 'Textbook', engine: 'Engine' },
    default: 'textbook',
    help: 'The engine does not push columns down. It displaces instead.',
  },
  motion: {
    kind: 'choice',
    label: 'The body is',
    look: 'buttons',
    options: { held: 'Held', free: 'Free' },
    default: 'held',
  },
  depth: {
    kind: 'number',
    label: 'Depth of its lower side',
    unit: 'm',
    min: 0,
    max: 0.4,
    step: 0.01,
    default: 0.1,
    help: 'Under the still water. A free body starts there.',
  },
  density: {
    kind: 'number',
    label: 'Density of the free body over that of water',
    unit: '×',
    min: 0.1,
    max: 1.5,
    step: 0.05,
    default: 0.5,
    shownIf: isFree,
  },
  alpha: {
    kind: 'number',
    label: 'Intensity α',
    unit: '',
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.5,
    help: 'Part of the covered height that is added to a column.',
    shownIf: displaces,
  },
  smoothing: {
    kind: 'number',
    label: 'Smoothing of the covered heights',
    unit: 'times',
    min: 0,
    max: 12,
    step: 1,
    default: 2,
    shownIf: displaces,
  },
  gamma: {
    kind: 'number',
    label: 'Part γ that is applied',
    unit: '',
    min: 0.02,
    max: 1,
    step: 0.01,
    default: 0.1,
    shownIf: solves,
  },
  force: {
    kind: 'choice',
    label: 'Force on the body',
    look: 'buttons',
    options: { slide: 'Slide: water expelled', pressure: 'Pressure of γ v' },
    default: 'pressure',
    shownIf: solves,
  },
} as const

export type PushingValues = ValuesOf<typeof settings>
