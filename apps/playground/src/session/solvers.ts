import type { Scene } from 'seiche'

/** What the page can say about a solver and change about it. Absent: this solver has no such thing. */
export interface SolverSettings {
  /** Its `type` in scene files. */
  type: string
  /** Depth of the water at rest [m]; absent where it is deep, or changes from place to place. */
  depth?: number
  /** Whether it may be deep: without any depth. */
  mayBeDeep: boolean
  /** Rate at which all motion dies down [1/s]. */
  damping?: number
  /** Which of its methods it uses. */
  method?: string
  /** N/m */
  surfaceTension?: number
  /** Roughness of the ground, Manning's n [s/m^(1/3)]. */
  manning?: number
  /** Kinematic viscosity of a fluid in a box [m²/s]. */
  viscosity?: number
  /** Vorticity confinement of a fluid in a box [1/s]. */
  confinement?: number
  /** Gravity on what is heavier or lighter in a fluid in a box [m/s²]. */
  gravity?: number
}

/** Names of the solvers for the person. */
const names: Record<string, string> = {
  columns: 'columns: long waves, all equally fast',
  iwave: 'iWave: short waves slower than long ones',
  waves: 'waves: trains as a formula',
  ocean: 'ocean: a random sea',
  'kass-miller': 'Kass-Miller: over ground, in large steps',
  'shallow-water': 'shallow water: floods, bores, dry land',
  'stable-fluids': 'stable fluids: smoke, ink and flow in a box',
}

export function solverName(type: string): string {
  return names[type] ?? type
}

/** Ways to choose from, by solver. */
export const methods: Record<string, readonly { value: string; text: string }[]> = {
  iwave: [
    { value: 'exponential', text: 'exponential: exact in open water' },
    { value: 'fft', text: 'fft: solids reflect fully' },
    { value: 'window', text: 'window: as fft, a few per cent off' },
  ],
  'stable-fluids': [
    { value: 'maccormack', text: 'MacCormack: sharp' },
    { value: 'bfecc', text: 'BFECC: sharp, dearer' },
    { value: 'semi-lagrangian', text: 'semi-Lagrangian: blurs' },
  ],
}

/** Why nothing can be done to the water of a scene; undefined if it can. */
export function readOnlyReasonOf({ solver }: Pick<Scene, 'solver'>): string | undefined {
  if (solver.type !== 'waves' && solver.type !== 'ocean') return undefined
  return 'These waves are a given function of time: look around.'
}

/** Surface tension of clean water at 20 °C [N/m]. */
export const cleanWaterTension = 0.0728

/** The solver of a scene as the page sees it: the settings that are there, whatever the solver. */
export function solverSettingsOf({ solver }: Pick<Scene, 'solver'>): SolverSettings {
  const settings: Record<string, unknown> = solver
  const number = (key: string): Record<string, number> => {
    const value = settings[key]
    return typeof value === 'number' ? { [key]: value } : {}
  }
  const isFluid = solver.type === 'stable-fluids'
  const { [isFluid ? 'advection' : 'method']: method } = settings
  return {
    type: solver.type,
    mayBeDeep: solver.type === 'iwave',
    ...number('depth'),
    ...number('damping'),
    ...number('surfaceTension'),
    ...number('manning'),
    ...(isFluid && { ...number('viscosity'), ...number('confinement'), ...number('gravity') }),
    ...(typeof method === 'string' && { method }),
  }
}
