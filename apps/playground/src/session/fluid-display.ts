// How a fluid is shown: what of it, in which colours, and by what its flow is marked. Plain data, so that it fits into the page's address.

import { type ColourMapName, colourPaths } from '@seiche/three'
import type { Scene } from 'seiche'
import type { Opened } from '../worker/protocol.js'

/** Of a volume: a cloud that rays go through, the surface of a dye, a plane through it, or nothing. A flat fluid is a plane. */
export const bodies = ['cloud', 'surface', 'slice', 'nothing'] as const
export type FluidBody = (typeof bodies)[number]
/** What marks the flow; lines are for planes. */
export const marks = ['nothing', 'lines', 'streamlines', 'arrows', 'particles'] as const
export type FlowMark = (typeof marks)[number]
/** Dyes have grounds instead of maps. */
export const grounds = ['white', 'black'] as const
export type DyeGround = (typeof grounds)[number]
export type LookColours = ColourMapName | DyeGround

export interface FluidLook {
  body: FluidBody
  /** `dyes` all together, `nothing`, `speed`, `vorticity`, `p`, or a dye or `temperature` by its name. */
  show: string
  /** A map, or the ground that dyes are on; absent: what suits. */
  colours?: LookColours
  flow: FlowMark
  /** Where a slice lies along z, -1 to 1 from the back to the front. */
  at: number
}

type Fluid = Pick<Opened, 'scene' | 'fluid'>

export function isVolume({ fluid }: Pick<Opened, 'fluid'>): boolean {
  return (fluid?.cells[2] ?? 1) > 1
}

/** Names of the dyes of a scene. */
export function dyesOf({ fluid }: Pick<Scene, 'fluid'>): string[] {
  return Object.keys(fluid?.dyes ?? {})
}

/** What can be added to a fluid by hand: its dyes, and warmth. */
export function inksOf(scene: Pick<Scene, 'fluid'>): string[] {
  return [...dyesOf(scene), ...(scene.fluid?.temperature ? ['temperature'] : [])]
}

/** What a plane can show. */
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

export function bodiesOf(opened: Fluid): readonly FluidBody[] {
  if (!isVolume(opened)) return ['slice']
  return dyesOf(opened.scene).length > 0 ? bodies : ['slice', 'nothing']
}

export function marksOf(opened: Fluid, body: FluidBody): readonly FlowMark[] {
  return isVolume(opened) && body !== 'slice' ? marks.filter((mark) => mark !== 'lines') : marks
}

/** Colours to choose from for a quantity. */
export function coloursOf(show: string): readonly LookColours[] {
  if (show === 'nothing') return []
  return show === 'dyes' ? grounds : (Object.keys(colourPaths) as ColourMapName[])
}

/** The colours that are used where none, or none that fit, are chosen. */
export function fittingColours({ show, colours }: Pick<FluidLook, 'show' | 'colours'>): LookColours {
  if (colours && coloursOf(show).includes(colours)) return colours
  if (show === 'dyes') return 'white'
  if (show === 'vorticity' || show === 'p') return 'balance'
  return show === 'temperature' ? 'ember' : 'lagoon'
}

/** How a fluid is best seen first. */
export function suitingLook({ scene, fluid }: Fluid): FluidLook {
  const { dyes = {}, emitters = [], boundaries } = scene.fluid ?? {}
  const edges = Object.values(boundaries ?? {})
  const isEmitted = emitters.some((emitter) => Object.keys(emitter.dyes).length > 0)
  const common = { colours: undefined, flow: 'nothing', at: 0 } as const
  if (isVolume({ fluid } as Fluid)) {
    if (Object.keys(dyes).length === 0) return look({ ...common, body: 'slice', show: 'speed', flow: 'particles' })
    // What is there from the start has a surface, what is blown in is a cloud.
    return look({ ...common, body: isEmitted ? 'cloud' : 'surface', show: Object.keys(dyes)[0]! })
  }
  const flows = edges.some((edge) => typeof edge !== 'string' && 'inflow' in edge)
  if (flows) return look({ ...common, body: 'slice', show: 'vorticity' })
  if (isEmitted) return look({ ...common, body: 'slice', show: 'dyes' })
  return look({ ...common, body: 'slice', show: 'vorticity', flow: 'lines' })
}

function look({ colours, ...others }: Omit<FluidLook, 'colours'> & { colours: LookColours | undefined }): FluidLook {
  return { ...others, ...(colours && { colours }) }
}

/** A look with what does not fit the fluid replaced by what does. */
export function fittingLook(opened: Fluid, wanted: Partial<FluidLook>): FluidLook {
  const suiting = suitingLook(opened)
  const merged = { ...suiting, ...wanted }
  const body = bodiesOf(opened).includes(merged.body) ? merged.body : suiting.body
  const show = quantitiesOf(opened).includes(merged.show) ? merged.show : suiting.show
  const flow = marksOf(opened, body).includes(merged.flow) ? merged.flow : 'nothing'
  const at = Math.min(1, Math.max(-1, Number.isFinite(merged.at) ? merged.at : 0))
  return look({ body, show, colours: merged.colours, flow, at })
}

/** The dye that a cloud or a surface is made of. */
export function bodyDye({ scene }: Fluid, { show }: FluidLook): string {
  return scene.fluid?.dyes[show] ? show : (dyesOf(scene)[0] ?? show)
}

/** Fields that have to be known to show it. */
export function fieldsFor(opened: Fluid, shown: FluidLook): string[] {
  const velocity = ['u', 'v', ...(isVolume(opened) ? ['w'] : [])]
  const needed = new Set<string>(shown.flow === 'nothing' ? [] : velocity)
  if (shown.body === 'cloud' || shown.body === 'surface') needed.add(bodyDye(opened, shown))
  else if (shown.body === 'slice')
    for (const name of shown.show === 'dyes'
      ? dyesOf(opened.scene)
      : shown.show === 'speed' || shown.show === 'vorticity'
        ? velocity
        : [shown.show])
      needed.add(name)
  needed.delete('nothing')
  return [...needed]
}

/** Names of what an address says about a look. */
const keys = ['body', 'show', 'colours', 'flow', 'at'] as const

/** What an address asks for. */
export function lookFromAddress(address: URLSearchParams): Partial<FluidLook> {
  const found: Record<string, string | number> = {}
  for (const key of keys) {
    const value = address.get(key)
    if (value !== null && value !== '') found[key] = key === 'at' ? Number(value) : value
  }
  return found as Partial<FluidLook>
}

/** Writes into an address what differs from the look that suits. */
export function lookToAddress(address: URLSearchParams, shown: FluidLook | undefined, suiting?: FluidLook): void {
  for (const key of keys)
    if (shown?.[key] === undefined || shown[key] === suiting?.[key]) address.delete(key)
    else address.set(key, String(shown[key]))
}
