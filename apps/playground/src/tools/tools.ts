// The tools of the page, which act by dragging over the water or through a fluid.

/** Tools that act on water and on solids. */
const waterTools = ['push', 'drop', 'build', 'erase'] as const
/** Tools that place sources on the water: oscillating, of pressure, adding and removing water. */
export const sourceTools = ['waveMaker', 'pressure', 'spring', 'drain'] as const
export type SourceTool = (typeof sourceTools)[number]
/** Tools that change terrain. */
const terrainTools = ['raise', 'lower', 'smooth', 'dig'] as const
/** Tools that act on bodies. */
const bodyTools = ['grab', 'launch'] as const
/** Tools that act on a fluid in a box. */
const fluidTools = ['stir', 'ink'] as const
export type FluidTool = (typeof fluidTools)[number]

/** Tools that measure and change nothing. They are chosen among the instruments, not in the tool bar. */
const measuringTools = ['probe', 'section'] as const
export type MeasuringTool = (typeof measuringTools)[number]

/** Tools that have a brush. */
export type PaintingTool =
  | (typeof waterTools)[number]
  | SourceTool
  | (typeof terrainTools)[number]
  | FluidTool
  | MeasuringTool
  | 'launch'
/** `look` moves the camera. */
export type Tool = PaintingTool | 'grab' | 'look'

/** Targets of the tools in a simulation. */
interface Subject {
  hasTerrain: boolean
  hasBodies: boolean
  /** A fluid in a box: whether it is flat, and whether it has dyes or a temperature. */
  fluid?: { isFlat: boolean; takesInk: boolean }
}

/** The tools for a simulation. Solids can be painted in flat fluids only. */
export function toolsFor({ hasTerrain, hasBodies, fluid }: Subject): readonly Tool[] {
  if (fluid)
    return [
      'stir',
      ...(fluid.takesInk ? (['ink'] as const) : []),
      ...(fluid.isFlat ? (['build', 'erase'] as const) : []),
      'look',
    ]
  // Water over terrain takes no pressure.
  const sources = sourceTools.filter((tool) => tool !== 'pressure' || !hasTerrain)
  return [...(hasBodies ? bodyTools : []), ...waterTools, ...sources, ...(hasTerrain ? terrainTools : []), 'look']
}

export function hasBrush(tool: Tool): tool is PaintingTool {
  return tool !== 'look' && tool !== 'grab'
}

/** Whether a tool acts on bodies. Tools of this kind also work where the water is read-only. */
export function actsOnBodies(tool: Tool): boolean {
  return (bodyTools as readonly Tool[]).includes(tool)
}

export function placesSource(tool: Tool): tool is SourceTool {
  return (sourceTools as readonly Tool[]).includes(tool)
}

export function measures(tool: Tool): tool is MeasuringTool {
  return (measuringTools as readonly Tool[]).includes(tool)
}

export function actsOnSolids(tool: Tool): boolean {
  return tool === 'build' || tool === 'erase'
}

export function actsOnFluid(tool: Tool): tool is FluidTool {
  return (fluidTools as readonly Tool[]).includes(tool)
}

export function actsOnTerrain(tool: Tool): boolean {
  return (terrainTools as readonly Tool[]).includes(tool)
}
