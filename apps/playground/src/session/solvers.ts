import type { Scene } from 'seiche'
import type { SimulationInfo } from '../worker/protocol.js'

/** The settings of a solver that the page can show and change. Absent: this solver does not have it. */
export interface SolverSettings {
  /** Its `type` in scene files. */
  type: string
  /** Depth of the water at rest [m]; absent where it is deep, or varies. */
  depth?: number
  /** Whether it can do without a depth: deep water. */
  mayBeDeep: boolean
  /** Rate at which all motion decays [1/s]. */
  damping?: number
  /** Its numerical method. */
  method?: string
  /** Surface tension [N/m]. */
  surfaceTension?: number
  /** Roughness of the bed, Manning's n [s/m^(1/3)]. */
  manning?: number
  /** Kinematic viscosity of a fluid in a box [m²/s]. */
  viscosity?: number
  /** Vorticity confinement of a fluid in a box [1/s]. */
  confinement?: number
  /** Gravity that acts on differences of density in a fluid in a box [m/s²]. */
  gravity?: number
}

/** Names of the solvers. */
const names: Record<string, string> = {
  columns: 'columns: long waves, all at one speed',
  iwave: 'iWave: dispersive waves',
  waves: 'waves: prescribed wave trains',
  ocean: 'ocean: a random sea',
  'kass-miller': 'Kass–Miller: on terrain, in large steps',
  'shallow-water': 'shallow water: floods, bores, dry land',
  'stable-fluids': 'stable fluids: smoke, ink and flow in a box',
}

export function solverName(type: string): string {
  return names[type] ?? type
}

/** Methods to choose from, by solver. */
export const methods: Record<string, readonly { value: string; text: string }[]> = {
  iwave: [
    { value: 'exponential', text: 'exponential: exact in open water' },
    { value: 'fft', text: 'fft: solids reflect fully' },
    { value: 'window', text: 'window: like fft, within a few percent' },
  ],
  'stable-fluids': [
    { value: 'maccormack', text: 'MacCormack: sharp' },
    { value: 'bfecc', text: 'BFECC: sharp, slower' },
    { value: 'quick', text: 'QUICK: third order, accurate eddies' },
    { value: 'semi-lagrangian', text: 'semi-Lagrangian: diffusive' },
  ],
}

/** The reason why the water of a scene cannot be changed by events; undefined if it can. */
export function readOnlyReasonOf({ solver }: Pick<Scene, 'solver'>): string | undefined {
  if (solver.type !== 'waves' && solver.type !== 'ocean') return undefined
  return 'Prescribed waves: tools cannot change them.'
}

/** Surface tension of clean water at 20 °C [N/m]. */
export const cleanWaterTension = 0.0728

/** The settings that the solver of a scene has. */
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

/** Whether a simulation is a piece of the open sea, without walls around it: prescribed waves over an area. */
export function isOpenSea({ scene, grid }: Pick<SimulationInfo, 'scene' | 'grid'>): boolean {
  const { type } = scene.solver
  return (type === 'ocean' || type === 'waves') && grid.nx > 1 && grid.nz > 1
}
