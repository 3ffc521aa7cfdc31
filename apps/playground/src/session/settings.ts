import type { RecordedEvent } from 'seiche'

/** Settings of a scene that the person can change. Absent: as in the scene. */
export interface Settings {
  /** Cells along the longer side; the pool keeps its size. */
  cells?: number
  /** Depth of the water at rest [m], or `deep` for infinite depth. */
  depth?: number | 'deep'
  /** Numerical method of the solver. */
  method?: string
  /** Surface tension [N/m]. */
  surfaceTension?: number
  /** Rate at which all motion decays [1/s]. */
  damping?: number
  /** Roughness of the bed, Manning's n [s/m^(1/3)]. */
  manning?: number
  /** Kinematic viscosity of a fluid [m²/s]. */
  viscosity?: number
  /** Vorticity confinement of a fluid [1/s]. */
  confinement?: number
  /** Gravity that acts on differences of density in a fluid [m/s²]. */
  gravity?: number
  /** Advection scheme of a fluid. */
  advection?: string
  /** Boundary condition of all four walls. */
  boundary?: Boundary
  /** Number of threads. */
  threads?: number
}

export const boundaries = ['reflect', 'absorb', 'fixed', 'periodic'] as const
export type Boundary = (typeof boundaries)[number]

export const cellCounts = [64, 128, 256, 512, 1024] as const
/** The same for volumes. */
export const volumeCellCounts = [32, 48, 64, 80, 96, 128] as const

/** Speeds to choose from [1]. */
export const speeds = [0.1, 0.25, 0.5, 1, 2, 5] as const

/**
 * Factor that makes waves of this height [m] visible in a pool of this extent [m], as 1, 2 or 5 times a power of ten; 1 where
 * they are visible without it.
 */
export function fitHeightScale(highest: number, extent: number): number {
  if (highest <= 0 || highest > 0.008 * extent) return 1
  return roundFactor((0.02 * extent) / highest)
}

/** The same for terrain with water on it, whose highest point lies this far above the lowest [m]. */
export function fitReliefScale(relief: number, extent: number): number {
  if (relief <= 0 || relief > 0.05 * extent) return 1
  return roundFactor((0.1 * extent) / relief)
}

function roundFactor(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  const digit = wanted / power
  return Math.min(10_000, (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power)
}

interface SceneData {
  grid?: { cells?: number[]; cellSize?: number }
  solver?: Record<string, unknown>
  boundaries?: unknown
  [key: string]: unknown
}

/**
 * The scene text with the settings written into it. Without settings it is the text itself: messages about the scene then have the
 * line and column in the file.
 */
export function applySettings(text: string, settings: Settings): string {
  const { threads: _, ...written } = settings
  if (Object.keys(written).length === 0) return text
  const { cells, depth, boundary, ...ofSolver } = written
  const scene = JSON.parse(text) as SceneData
  if (cells !== undefined) scene.grid = withCells(scene.grid, cells)
  scene.solver = { ...scene.solver, ...ofSolver }
  if (depth === 'deep') delete scene.solver.depth
  else if (depth !== undefined) scene.solver.depth = depth
  if (boundary !== undefined) scene.boundaries = { 'x-': boundary, 'x+': boundary, 'z-': boundary, 'z+': boundary }
  return JSON.stringify(scene, undefined, 2)
}

/** The scene text with the recorded events in it: run for the same number of steps, it gives the same state again. */
export function withRecord(text: string, events: readonly RecordedEvent[]): string {
  return JSON.stringify({ ...(JSON.parse(text) as SceneData), events }, undefined, 2)
}

/** Other cells for the same extent. A channel one cell wide stays one cell wide. */
function withCells(grid: SceneData['grid'], cells: number): NonNullable<SceneData['grid']> {
  const counts = grid?.cells ?? [cells, cells]
  const ratio = cells / Math.max(...counts)
  const rescaled = (count: number): number => (count === 1 ? 1 : Math.max(1, Math.round(count * ratio)))
  return { ...grid, cells: counts.map(rescaled), cellSize: (grid?.cellSize ?? 1) / ratio }
}

/** Whether the grid of a scene may be refined: data files fix it. */
export function hasDataFiles(text: string): boolean {
  return /"(npy|image)"\s*:/.test(text)
}
