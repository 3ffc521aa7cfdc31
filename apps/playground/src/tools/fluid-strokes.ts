// What a hand does to a fluid, as events: it takes the fluid along, and leaves dye or warmth.

import type { WaterEvent } from 'seiche'
import type { Brush } from './brush.js'

/** Tools that work in a fluid. */
export type FluidTool = 'stir' | 'ink'

/** What a hand holds over a fluid. */
export interface FluidBrush extends Brush {
  /** Dye that is added, or `temperature`. */
  dye: string
  /** Longest side of the box [m]. */
  extent: number
}

/** Between two balls of a stroke, in radii: near enough that they make one path. */
const apart = 0.6
/** Warmth that full strength adds at once [K]. */
const warmth = 60
/** Dye that full strength adds at once. */
const amount = 2
/** How much of a push the tool for dye makes: enough that it does not stay where it is put. */
const inkPush = 0.5
/** A ball (1 - r²)² that passes over a point with shares of its way over 2 radii leaves 8/15 of a push there. */
const passing = 15 / 8

/** Speed that a stroke brings the fluid to [m/s]: at strength 1 it would cross the box in a second. */
export function pushOf({ strength, extent }: Pick<FluidBrush, 'strength' | 'extent'>): number {
  return strength * extent
}

/** What is added of a dye in the middle of a dab; of warmth [K]. */
export function doseOf({ strength, dye }: Pick<FluidBrush, 'strength' | 'dye'>): number {
  return strength * (dye === 'temperature' ? warmth : amount)
}

/**
 * A piece of a stroke, from one point to another of a flat fluid, or of a volume. Pushes and amounts go with the length of the piece,
 * so that their sum over a path does not depend on the pieces. From a point to itself it is a dab, which pushes nowhere.
 */
export function fluidStroke(
  tool: FluidTool,
  from: readonly number[],
  to: readonly number[],
  brush: FluidBrush,
  pressure = 1,
): WaterEvent[] {
  const { radius, dye } = brush
  const way = to.map((end, axis) => end - from[axis]!)
  const length = Math.hypot(...way)
  if (length === 0)
    return tool === 'ink' ? [{ type: 'ink', at: [...to], radius, dye, amount: doseOf(brush) * pressure }] : []
  const count = Math.ceil(length / (apart * radius))
  const share = Math.min(1, length / count / (2 * radius)) * passing * pressure
  const push = pushOf(brush) * share * (tool === 'ink' ? inkPush : 1)
  const velocity = way.map((part) => (part / length) * push)
  return Array.from({ length: count }, (_, k) =>
    from.map((start, axis) => start + (way[axis]! * (k + 1)) / count),
  ).flatMap((at): WaterEvent[] => [
    ...(tool === 'ink' ? [{ type: 'ink', at, radius, dye, amount: doseOf(brush) * share } as const] : []),
    { type: 'stir', at, radius, velocity },
  ])
}

/** A push at a place, for the keyboard: in a direction of length 1. */
export function fluidPush(at: readonly number[], direction: readonly number[], brush: FluidBrush): WaterEvent {
  return {
    type: 'stir',
    at: [...at],
    radius: brush.radius,
    velocity: at.map((_, axis) => pushOf(brush) * (direction[axis] ?? 0)),
  }
}
