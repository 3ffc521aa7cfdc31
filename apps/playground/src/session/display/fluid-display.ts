// The display of a fluid: the rendering, the quantity, its colors and the overlay that shows the flow. It is plain data, stored in the
// page's URL.

import { type ColorMapName, colorPaths } from '@seiche/three'
import type { Scene } from 'seiche'
import type { SimulationInfo } from '../../worker/protocol.js'

/**
 * Renderings of a volume: ray-marched smoke, the same with the glow of its heat, the isosurface of a dye, metaballs of particles that the
 * flow carries, a slice, or nothing. A 2-D fluid is always one slice.
 */
export const renderings = ['cloud', 'fire', 'surface', 'metaballs', 'slice', 'nothing'] as const
export type FluidRendering = (typeof renderings)[number]
/** Overlays that show the flow; `lines` (line integral convolution) exist in slices only. */
export const flowOverlays = ['nothing', 'lines', 'streamlines', 'arrows', 'particles'] as const
export type FlowOverlay = (typeof flowOverlays)[number]
/** Backgrounds of the quantity `dyes`, which has no color map. */
export const dyeBackgrounds = ['white', 'black'] as const
export type DyeBackground = (typeof dyeBackgrounds)[number]
export type DisplayColors = ColorMapName | DyeBackground

export interface FluidDisplay {
  rendering: FluidRendering
  /** `dyes` all together, `nothing`, `speed`, `vorticity`, `p`, or a dye or `temperature` by its name. */
  show: string
  /** A color map, or the background of dyes; absent: the default of the quantity. */
  colors?: DisplayColors
  flow: FlowOverlay
  /** Level of the isosurface, or of the metaballs, 0 to 1. */
  level: number
  /** Position of a slice along z, -1 to 1 from the back to the front. */
  at: number
}

type Fluid = Pick<SimulationInfo, 'scene' | 'fluid'>

export function isVolume({ fluid }: Pick<SimulationInfo, 'fluid'>): boolean {
  return (fluid?.cells[2] ?? 1) > 1
}

/** Names of the dyes of a scene. */
export function dyesOf({ fluid }: Pick<Scene, 'fluid'>): string[] {
  return Object.keys(fluid?.dyes ?? {})
}

/** Substances that the ink tool can add to a fluid: its dyes, and heat if it has a temperature. */
export function inksOf(scene: Pick<Scene, 'fluid'>): string[] {
  return [...dyesOf(scene), ...(scene.fluid?.temperature ? ['temperature'] : [])]
}

/** Quantities that a slice can show. */
export function quantitiesOf({ scene }: Fluid): string[] {
  const dyes = dyesOf(scene)
  return [
    ...(dyes.length > 0 ? ['dyes'] : []),
    ...dyes,
    ...(scene.fluid?.temperature ? ['temperature'] : []),
    'speed',
    'vorticity',
    'p',
    'nothing',
  ]
}

export function renderingChoices(info: Fluid): readonly FluidRendering[] {
  if (!isVolume(info)) return ['slice']
  if (dyesOf(info.scene).length === 0) return ['slice', 'nothing']
  return renderings.filter((rendering) => rendering !== 'fire' || info.scene.fluid?.temperature)
}

export function overlayChoices(info: Fluid, rendering: FluidRendering): readonly FlowOverlay[] {
  return isVolume(info) && rendering !== 'slice' ? flowOverlays.filter((overlay) => overlay !== 'lines') : flowOverlays
}

/** Colors to choose from for a quantity. */
export function colorChoices(show: string): readonly DisplayColors[] {
  if (show === 'nothing') return []
  return show === 'dyes' ? dyeBackgrounds : (Object.keys(colorPaths) as ColorMapName[])
}

/** The chosen colors if the quantity has them, else its default. */
export function colorsOf({ show, colors }: Pick<FluidDisplay, 'show' | 'colors'>): DisplayColors {
  if (colors && colorChoices(show).includes(colors)) return colors
  if (show === 'dyes') return 'white'
  if (show === 'vorticity' || show === 'p') return 'balance'
  return show === 'temperature' ? 'ember' : 'lagoon'
}

/** The display that a scene starts with. */
export function defaultDisplay({ scene, fluid }: Fluid): FluidDisplay {
  const { dyes = {}, emitters = [], boundaries } = scene.fluid ?? {}
  const edges = Object.values(boundaries ?? {})
  const isEmitted = emitters.some((emitter) => Object.keys(emitter.dyes).length > 0)
  const common = { colors: undefined, flow: 'nothing', at: 0, level: 0.5 } as const
  if (isVolume({ fluid } as Fluid)) {
    if (Object.keys(dyes).length === 0)
      return makeDisplay({ ...common, rendering: 'slice', show: 'speed', flow: 'particles' })
    // Initial dye has a clear surface; dye from emitters is diffuse.
    return makeDisplay({ ...common, rendering: isEmitted ? 'cloud' : 'surface', show: Object.keys(dyes)[0]! })
  }
  const flows = edges.some((edge) => typeof edge !== 'string' && 'inflow' in edge)
  if (flows) return makeDisplay({ ...common, rendering: 'slice', show: 'vorticity' })
  if (isEmitted) return makeDisplay({ ...common, rendering: 'slice', show: 'dyes' })
  return makeDisplay({ ...common, rendering: 'slice', show: 'vorticity', flow: 'lines' })
}

function makeDisplay({
  colors,
  ...others
}: Omit<FluidDisplay, 'colors'> & { colors: DisplayColors | undefined }): FluidDisplay {
  return { ...others, ...(colors && { colors }) }
}

/** The wanted display, with the default in place of each choice that this fluid does not have. */
export function validDisplay(info: Fluid, wanted: Partial<FluidDisplay>): FluidDisplay {
  const initial = defaultDisplay(info)
  const merged = { ...initial, ...wanted }
  const rendering = renderingChoices(info).includes(merged.rendering) ? merged.rendering : initial.rendering
  const show = quantitiesOf(info).includes(merged.show) ? merged.show : initial.show
  const flow = overlayChoices(info, rendering).includes(merged.flow) ? merged.flow : 'nothing'
  const at = Math.min(1, Math.max(-1, Number.isFinite(merged.at) ? merged.at : 0))
  const level = Math.min(0.95, Math.max(0.05, Number.isFinite(merged.level) ? merged.level : 0.5))
  return makeDisplay({ rendering, show, colors: merged.colors, flow, at, level })
}

/** Whether a rendering shows one dye. */
export function showsDye(rendering: FluidRendering | undefined): boolean {
  return rendering !== undefined && rendering !== 'slice' && rendering !== 'nothing'
}

/** The dye that a cloud or a surface shows. */
export function renderedDye({ scene }: Fluid, { show }: FluidDisplay): string {
  return scene.fluid?.dyes[show] ? show : (dyesOf(scene)[0] ?? show)
}

/** Whether a display shows more than the cells: the dyes of a flat fluid, and smoke. */
function hasFineDetail(info: Fluid, { rendering, show }: FluidDisplay): boolean {
  return isVolume(info) ? rendering === 'cloud' || rendering === 'fire' : show === 'dyes'
}

/** Names of the fields that a display needs. */
export function fieldsFor(info: Fluid, shown: FluidDisplay): string[] {
  const velocity = ['u', 'v', ...(isVolume(info) ? ['w'] : [])]
  const needed = new Set<string>(shown.flow === 'nothing' ? [] : velocity)
  if (showsDye(shown.rendering)) needed.add(renderedDye(info, shown))
  if (shown.rendering === 'fire') needed.add('temperature')
  if (shown.rendering === 'metaballs') for (const name of velocity) needed.add(name)
  if (shown.rendering === 'slice')
    for (const name of shown.show === 'dyes'
      ? dyesOf(info.scene)
      : shown.show === 'speed' || shown.show === 'vorticity'
        ? velocity
        : [shown.show])
      needed.add(name)
  needed.delete('nothing')
  // Detail finer than the cells is carried by the flow, in runs that have it.
  if (hasFineDetail(info, shown) && velocity.every((name) => info.fluid?.fields.includes(name)))
    for (const name of velocity) needed.add(name)
  return [...needed]
}

/** Query parameter of each member. Links that people have shared contain these names. */
const parameters = {
  rendering: 'body',
  show: 'show',
  colors: 'colours',
  flow: 'flow',
  at: 'at',
  level: 'level',
} as const
const members = Object.keys(parameters) as (keyof typeof parameters)[]

/** The part of a display that a URL asks for. */
export function displayFromUrl(query: URLSearchParams): Partial<FluidDisplay> {
  const found: Record<string, string | number> = {}
  for (const member of members) {
    const value = query.get(parameters[member])
    if (value) found[member] = member === 'at' || member === 'level' ? Number(value) : value
  }
  return found as Partial<FluidDisplay>
}

/** Writes the members that differ from the initial display into a URL, and removes the others. */
export function displayToUrl(query: URLSearchParams, shown: FluidDisplay | undefined, initial?: FluidDisplay): void {
  for (const member of members)
    if (shown?.[member] === undefined || shown[member] === initial?.[member]) query.delete(parameters[member])
    else query.set(parameters[member], String(shown[member]))
}
