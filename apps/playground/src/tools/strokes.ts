// Strokes of a brush over water, solids and terrain, as events.

import type { SimulationEvent } from 'seiche'
import type { MeasuringTool, PaintingTool, SourceTool } from './tools.js'
import type { WaterPoint } from './water-point.js'

export interface Brush {
  /** Half-width [m]. */
  radius: number
  /** Share of the radius over which it fades out: 0 a hard rim, 1 soft to the middle. */
  softness: number
  /**
   * On water: height in parts of the radius; negative reverses the effect. On terrain: the same, always positive. On solids:
   * the share of a cell that changes at once, 0 to 1.
   */
  strength: number
}

/** Share of strength or width at the lightest pressure of a pen. */
const lightestPress = 0.15
/** Depth of a full push, in parts of a drop's height: a push is repeated along a stroke, a drop falls once. */
const pushDepth = 0.6
/** Height that a full stroke adds to the terrain, in parts of a drop's height: hills are made by many strokes. */
const heap = 0.35
/**
 * Largest strength of soft brushes on solids. Each piece of a stroke closes a share of the openness left at its rim; with a strength of 1
 * the rim would close fully under overlapping pieces, and be hard.
 */
const fullestSoft = 0.99

/**
 * The event of one piece of a stroke; a piece from a point to itself is a dab. `pressure` of a pen, 0 to 1, and 1 for everything
 * else, scales the width of solids and the strength on water and terrain.
 */
export function strokeEvent(
  tool: Exclude<PaintingTool, SourceTool | MeasuringTool | 'dig' | 'launch' | 'stir' | 'ink'>,
  from: WaterPoint,
  to: WaterPoint,
  brush: Brush,
  pressure = 1,
): SimulationEvent {
  const { radius, softness } = brush
  const press = pressOf(pressure)
  const height = radius * brush.strength * press
  switch (tool) {
    case 'drop':
      return { type: 'drop', x: to[0], z: to[1], radius, height, softness }
    case 'push': {
      const strength = height * pushDepth * pieceShare(from, to, radius)
      return { type: 'stroke', from, to, radius, strength, softness }
    }
    case 'raise':
    case 'lower':
      return { type: tool, from, to, radius, softness, height: height * heap * pieceShare(from, to, radius) }
    default: {
      const pressed = radius * press
      const whole = softness > 0 ? Math.min(brush.strength, fullestSoft) : brush.strength
      // Pieces multiply the share that stays open: as a power of the length, the product does not depend on the pieces.
      const strength = 1 - (1 - whole) ** pieceShare(from, to, pressed)
      return { type: tool, from, to, radius: pressed, softness, strength }
    }
  }
}

function pressOf(pressure: number): number {
  return lightestPress + (1 - lightestPress) * pressure
}

/**
 * The share of a brush's full effect that a piece of a stroke has. Pointers report pieces of any length. The share is in proportion to
 * the length: the sum over a path does not depend on the pieces. A dab has the full effect.
 */
function pieceShare(from: WaterPoint, to: WaterPoint, radius: number): number {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  return length === 0 ? 1 : Math.min(1, length / (2 * radius))
}

/**
 * A channel that one stroke digs. Its floor lies below the surface, terrain or water, that was there when the stroke began, by the
 * brush's strength in parts of its radius, and never rises along the stroke: a line from a lake across a dam drains the lake.
 */
export class Channel {
  readonly #surfaceAt: (at: WaterPoint) => number
  readonly #brush: Brush
  #floor = Number.POSITIVE_INFINITY

  /** `surfaceAt`: height of water or terrain when the stroke began [m]. */
  constructor(surfaceAt: (at: WaterPoint) => number, brush: Brush) {
    this.#surfaceAt = surfaceAt
    this.#brush = brush
  }

  /** The event of the next piece. */
  dig(from: WaterPoint, to: WaterPoint, pressure = 1): SimulationEvent {
    const { radius, softness, strength } = this.#brush
    const cut = radius * strength * pressOf(pressure)
    this.#floor = Math.min(this.#floor, this.#surfaceAt(from) - cut, this.#surfaceAt(to) - cut)
    return { type: 'dig', from, to, radius, softness, level: this.#floor }
  }
}
