// The surroundings of a scene's water: those that the scene names, else those that fit its size, edges and obstacles.

import type { Scene } from 'seiche'

type NamedSetting = NonNullable<NonNullable<Scene['view']>['setting']>
/** Surroundings of water over terrain. */
export type LandSetting = Extract<NamedSetting, 'block' | 'country' | 'coast'>
/** Surroundings of water without terrain. */
export type BasinSetting = Exclude<NamedSetting, LandSetting> | 'flume'
/** Surroundings of any water. */
export type Setting = BasinSetting | 'landscape' | 'sea'

/** The parts of a scene that decide. */
export type SettingSource = Pick<Scene, 'grid' | 'solver' | 'boundaries'> & {
  readonly terrain?: unknown
  readonly fluid?: unknown
  readonly obstacles: readonly unknown[]
  readonly inflows?: Scene['inflows']
  readonly view?: Scene['view']
}

/** Extents up to which water is that of a bath, of a pond or of a pool [m]. */
const [longestBath, longestPond, longestPool] = [1.5, 12, 30]
/** Extent up to which terrain is a model [m]. */
const longestModel = 30

/** The surroundings of a scene; undefined for a fluid in a box. */
export function settingOf(scene: SettingSource): Setting | undefined {
  const { grid, solver, terrain, fluid } = scene
  if (fluid !== undefined || solver.type === 'stable-fluids') return undefined
  if (terrain !== undefined) return 'landscape'
  const isChannel = grid.cells[0] === 1 || grid.cells[1] === 1
  if ((solver.type === 'ocean' || solver.type === 'waves') && !isChannel) return 'sea'
  return basinSettingOf(scene)
}

/** The surroundings of water without terrain that is not a prescribed sea. */
export function basinSettingOf({ grid, boundaries, obstacles, view }: SettingSource): BasinSetting {
  const [nx, nz] = grid.cells
  // A channel one cell wide is a section: nothing else shows it.
  if (nx === 1 || nz === 1) return 'flume'
  if (view?.setting && !isLandSetting(view.setting)) return view.setting
  const extent = Math.max(nx, nz) * grid.cellSize
  if (extent <= longestBath) return 'bath'
  const isEnclosed = openSides(boundaries).length === 0
  if (isEnclosed) return extent <= longestPool ? 'pool' : 'lake'
  if (extent <= longestPond) return 'pond'
  return obstacles.length > 0 ? 'harbor' : 'open-water'
}

const isLandSetting = (name: NamedSetting): name is LandSetting =>
  name === 'block' || name === 'country' || name === 'coast'

/** The surroundings of water over terrain. */
export function landSettingOf({ grid, inflows, view }: SettingSource): LandSetting {
  const [nx, nz] = grid.cells
  // The cut faces of a channel one cell wide are what it shows.
  if (nx === 1 || nz === 1) return 'block'
  if (view?.setting && isLandSetting(view.setting)) return view.setting
  // Terrain of the size of a room is a model of one in a laboratory.
  if (Math.max(nx, nz) * grid.cellSize <= longestModel) return 'block'
  return inflows?.some((inflow) => 'wave' in inflow || 'level' in inflow) ? 'coast' : 'country'
}

/** Names of the edges, as in a scene. */
export const sides = ['x-', 'x+', 'z-', 'z+'] as const
export type Side = (typeof sides)[number]

/** The edges beyond which the water goes on. */
export function openSides(boundaries: Scene['boundaries']): Side[] {
  return sides.filter((side) => boundaries[side] === 'absorb' || boundaries[side] === 'periodic')
}

/**
 * Largest factor on heights that a page chooses by itself [1]. In a harbor, on open water and in a landscape there are things of known height
 * beside the waves, and waves break at a seventh of their length: a larger factor would draw spikes.
 */
export function mostExaggeration(scene: SettingSource): number {
  const setting = settingOf(scene)
  if (setting === 'landscape') return landSettingOf(scene) === 'block' ? Number.POSITIVE_INFINITY : 2
  return setting === 'harbor' || setting === 'open-water' ? 3 : Number.POSITIVE_INFINITY
}

/** Height up to which a page exaggerates waves, in parts of the extent [1]. Those of a lake stay within its banks. */
export function exaggeratedHeight(scene: SettingSource): number {
  return settingOf(scene) === 'lake' ? 0.008 : 0.02
}
