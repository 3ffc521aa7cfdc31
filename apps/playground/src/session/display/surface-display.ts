// The display of water with a surface: the water itself, one of its quantities in colors, or flat water with its normals; and arrows of its
// flow. It is plain data, stored in the page's URL.

import { type ColorMapName, colorPaths } from '@seiche/three'
import type { SimulationInfo } from '../../worker/protocol.js'

/**
 * Looks of a surface. `water`: as water looks. `normals`: flat water shaded by the normals of the waves (bump mapping). The others are
 * quantities in colors: elevation [m], velocity potential [m²/s], vertical velocity of the surface [m/s], depth [m], speed of the flow [m/s],
 * and, in comparisons only, the difference of the elevation to that of another simulation [m].
 */
export const surfaceLooks = ['water', 'normals', 'height', 'potential', 'rise', 'depth', 'speed', 'difference'] as const
export type SurfaceLook = (typeof surfaceLooks)[number]

export interface SurfaceDisplay {
  look: SurfaceLook
  /** Color map of a quantity; absent: the default of the quantity. */
  colors?: ColorMapName
  /** Whether arrows show the flow. */
  arrows: boolean
}

/** Name and unit of each quantity. */
export const quantityTexts: Record<Exclude<SurfaceLook, 'water' | 'normals'>, { name: string; unit: string }> = {
  height: { name: 'height', unit: 'm' },
  potential: { name: 'velocity potential', unit: 'm²/s' },
  rise: { name: 'vertical speed', unit: 'm/s' },
  depth: { name: 'depth', unit: 'm' },
  speed: { name: 'speed of the flow', unit: 'm/s' },
  difference: { name: 'difference', unit: 'm' },
}

export const initialSurfaceDisplay: SurfaceDisplay = { look: 'water', arrows: false }

type Surface = Pick<SimulationInfo, 'scene' | 'fieldNames'>

/** Whether a look shows a quantity in colors. */
export function isQuantity(look: SurfaceLook): look is Exclude<SurfaceLook, 'water' | 'normals'> {
  return look !== 'water' && look !== 'normals'
}

/** Whether the flow is known: as the gradient of a potential, or as a discharge. */
export function hasFlow({ fieldNames }: Surface): boolean {
  return fieldNames.includes('phi') || fieldNames.includes('qx')
}

/** The looks that the water of a simulation has. */
export function lookChoices(info: Surface): readonly SurfaceLook[] {
  const needs: Partial<Record<SurfaceLook, boolean>> = {
    potential: info.fieldNames.includes('phi'),
    depth: info.fieldNames.includes('depth'),
    speed: hasFlow(info),
    difference: false,
    // On terrain the surface cannot be drawn flat.
    normals: !info.fieldNames.includes('depth'),
  }
  return surfaceLooks.filter((look) => needs[look] ?? true)
}

/** Whether a quantity has values of either sign, which a diverging color map shows. */
export function isSigned(look: SurfaceLook): boolean {
  return look === 'height' || look === 'potential' || look === 'rise' || look === 'difference'
}

export function mapOf({ look, colors }: SurfaceDisplay): ColorMapName {
  return colors ?? (isSigned(look) ? 'balance' : 'lagoon')
}

/** Whether the colors of a quantity are bright: arrows over them are dark. */
export function isBright(display: SurfaceDisplay): boolean {
  return isQuantity(display.look) && ['balance', 'ink'].includes(mapOf(display))
}

/** The wanted display, with the default in place of each choice that this water does not have. */
export function validSurfaceDisplay(info: Surface, wanted: Partial<SurfaceDisplay>): SurfaceDisplay {
  const { look = 'water', colors, arrows = false } = wanted
  return {
    look: lookChoices(info).includes(look) ? look : 'water',
    ...(colors && Object.hasOwn(colorPaths, colors) && { colors }),
    arrows: arrows && hasFlow(info),
  }
}

/** Fields that a display needs besides those that every frame has. */
export function surfaceFieldsFor({ fieldNames }: Surface, { look, arrows }: SurfaceDisplay): string[] {
  const needsFlow = arrows || look === 'speed'
  return (look === 'potential' || needsFlow) && fieldNames.includes('phi') ? ['phi'] : []
}

/** The part of a display that a URL asks for. */
export function surfaceDisplayFromUrl(query: URLSearchParams): Partial<SurfaceDisplay> {
  const [look, colors] = [query.get('look'), query.get('colours')]
  return {
    ...(look && { look: look as SurfaceLook }),
    ...(look && colors && { colors: colors as ColorMapName }),
    ...(query.get('arrows') === '1' && { arrows: true }),
  }
}

/** Writes what differs from the initial display into a URL, and removes the rest. */
export function surfaceDisplayToUrl(query: URLSearchParams, shown: SurfaceDisplay | undefined): void {
  const { look, arrows, colors } = shown ?? initialSurfaceDisplay
  if (look === 'water') query.delete('look')
  else query.set('look', look)
  if (arrows) query.set('arrows', '1')
  else query.delete('arrows')
  if (!shown) return
  if (colors && isQuantity(look)) query.set('colours', colors)
  else query.delete('colours')
}
