// What a hand holds over the water, and the events its strokes become.

import type { WaterEvent } from 'seiche'
import type { WaterPoint } from './water-point.js'

/** What dragging does to water and solids. */
const waterTools = ['push', 'drop', 'build', 'erase'] as const
/** What it does to the ground, where there is ground. */
const terrainTools = ['raise', 'lower', 'smooth', 'dig'] as const
/** What it does with bodies, where there can be bodies. */
const bodyTools = ['grab', 'launch'] as const
/** What it does to a fluid in a box; solids are painted in flat ones. */
const fluidTools = ['stir', 'ink'] as const
/** Tools that leave something behind. */
export type PaintingTool =
  | (typeof waterTools)[number]
  | (typeof terrainTools)[number]
  | (typeof fluidTools)[number]
  | 'launch'
/** What dragging does. */
export type Tool = PaintingTool | 'grab' | 'look'

/** What there is to have tools for. */
interface Workplace {
  hasTerrain: boolean
  hasBodies: boolean
  /** A fluid in a box: whether it is flat, and whether anything can be added to it. */
  fluid?: { isFlat: boolean; takesInk: boolean }
}

/** The tools there are. */
export function toolsFor({ hasTerrain, hasBodies, fluid }: Workplace): readonly Tool[] {
  if (fluid)
    return [
      'stir',
      ...(fluid.takesInk ? (['ink'] as const) : []),
      ...(fluid.isFlat ? (['build', 'erase'] as const) : []),
      'look',
    ]
  return [...(hasBodies ? bodyTools : []), ...waterTools, ...(hasTerrain ? terrainTools : []), 'look']
}

/** Whether a tool is for bodies: such tools work on waves that cannot be touched, too. */
export function handlesBodies(tool: Tool): boolean {
  return (bodyTools as readonly Tool[]).includes(tool)
}

/** Whether a tool has a brush. */
export function hasBrush(tool: Tool): tool is PaintingTool {
  return tool !== 'look' && tool !== 'grab'
}

/** How a tool paints. */
export interface Brush {
  /** Half-width [m]. */
  radius: number
  /** Share of the radius over which it fades out, 0 a hard rim, 1 soft to the middle. */
  softness: number
  /**
   * On water: height in parts of the radius, negative the other way round. On ground: the same, always positive. On solids: how
   * much changes at once, 0 to 1.
   */
  strength: number
}

/** Whether a tool changes solid ground rather than water. */
export function paintsSolids(tool: Tool): boolean {
  return tool === 'build' || tool === 'erase'
}

/** Whether a tool works in a fluid. */
export function worksInFluid(tool: Tool): tool is (typeof fluidTools)[number] {
  return (fluidTools as readonly Tool[]).includes(tool)
}

/** Whether a tool changes the ground. */
export function shapesTerrain(tool: Tool): boolean {
  return (terrainTools as readonly Tool[]).includes(tool)
}

/** Share of its strength or width that a pen keeps when it hardly touches. */
const lightest = 0.15
/** How far the surface goes down under a full push, in parts of a drop's height: a push goes on, a drop falls once. */
const pushDepth = 0.6
/** How high a full brush heaps up the ground at once, in parts of a drop's height: hills are made by many strokes. */
const heap = 0.35
/** A soft rim grows by each piece of a stroke; pieces that close nearly all leave it as soft as one piece would. */
const softestFull = 0.99

/**
 * A piece of a stroke as an event; from a point to itself it is one dab. `pressure` of a pen, 0 to 1 and 1 for everything
 * else, scales how wide solids are drawn and how hard the water is touched.
 */
export function strokeEvent(
  tool: Exclude<PaintingTool, 'dig' | 'launch' | 'stir' | 'ink'>,
  from: WaterPoint,
  to: WaterPoint,
  brush: Brush,
  pressure = 1,
): WaterEvent {
  const press = lightest + (1 - lightest) * pressure
  const { softness } = brush
  if (tool === 'drop') {
    const { radius } = brush
    return { type: 'drop', x: to[0], z: to[1], radius, height: radius * brush.strength * press, softness }
  }
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  if (tool === 'push') {
    const { radius } = brush
    // Pointers report in pieces of any length; in proportion to it, the sum over a path does not depend on the pieces.
    const share = length === 0 ? 1 : Math.min(1, length / (2 * radius))
    const strength = radius * brush.strength * pushDepth * press * share
    return { type: 'stroke', from, to, radius, strength, softness }
  }
  if (tool === 'raise' || tool === 'lower') {
    const { radius } = brush
    const share = length === 0 ? 1 : Math.min(1, length / (2 * radius))
    return { type: tool, from, to, radius, softness, height: radius * brush.strength * heap * press * share }
  }
  const radius = brush.radius * press
  const whole = softness > 0 ? Math.min(brush.strength, softestFull) : brush.strength
  // What stays is multiplied piece by piece: as a power of the length it does not depend on the pieces either.
  const share = length === 0 ? 1 : Math.min(1, length / (2 * radius))
  return { type: tool, from, to, radius, softness, strength: 1 - (1 - whole) ** share }
}

/**
 * A channel as the hand draws it. Its floor lies below what was on top when the stroke began, ground or water, by the brush's strength
 * in parts of its radius, and never rises on the way: a line from a lake across a dam into the valley lets the lake out.
 */
export class Channel {
  readonly #topAt: (at: WaterPoint) => number
  readonly #brush: Brush
  #floor = Number.POSITIVE_INFINITY

  /** `topAt`: height of what was on top when the stroke began [m]. */
  constructor(topAt: (at: WaterPoint) => number, brush: Brush) {
    this.#topAt = topAt
    this.#brush = brush
  }

  /** The next piece of it. */
  dig(from: WaterPoint, to: WaterPoint, pressure = 1): WaterEvent {
    const { radius, softness, strength } = this.#brush
    const cut = radius * strength * (lightest + (1 - lightest) * pressure)
    this.#floor = Math.min(this.#floor, this.#topAt(from) - cut, this.#topAt(to) - cut)
    return { type: 'dig', from, to, radius, softness, level: this.#floor }
  }
}

/** A point of a stroke: where, and how hard a pen presses there. */
export interface StrokePoint<At = WaterPoint> {
  at: At
  pressure: number
}

/**
 * Joins the points of a pointer to pieces of a stroke that are long enough to matter, so that a mouse which reports a thousand
 * times a second makes no more events than one which reports sixty.
 */
export class StrokePath<At extends readonly number[] = WaterPoint> {
  readonly #paint: (from: At, to: At, pressure: number) => void
  #last: At
  #waiting: StrokePoint<At> | undefined

  constructor(start: At, paint: (from: At, to: At, pressure: number) => void) {
    this.#last = start
    this.#paint = paint
  }

  /** Goes on to a point; paints if it is at least `spacing` [m] away from where the last piece ended. */
  to(point: StrokePoint<At>, spacing: number): void {
    this.#waiting = point
    if (Math.hypot(...point.at.map((place, axis) => place - this.#last[axis]!)) >= spacing) this.end()
  }

  /** Paints what is left of the way. */
  end(): void {
    if (!this.#waiting) return
    const { at, pressure } = this.#waiting
    this.#waiting = undefined
    this.#paint(this.#last, at, pressure)
    this.#last = at
  }
}
