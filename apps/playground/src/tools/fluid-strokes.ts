// Strokes through a fluid, as events: they push the fluid along, and add dye or heat.

import type { Scene, SimulationEvent } from 'seiche'
import type { Brush } from './strokes.js'
import type { FluidTool } from './tools.js'

export interface FluidBrush extends Brush {
  /** Dye that is added, or `temperature`. */
  dye: string
  /** Longest side of the box [m]. */
  extent: number
}

/** Distance between two dabs of a stroke, in radii: small enough that they merge. */
const dabSpacing = 0.6
/** Temperature that full strength adds in one dab [K]. */
const fullHeat = 60
/** Concentration of dye that full strength adds in one dab [1]. */
const fullDye = 2
/** Push of the ink tool, in parts of a full push: enough to carry the ink along. */
const inkPush = 0.5
/** A dab (1 - r²)² that moves over a point has 8/15 of its effect there, if each piece has the share of its length in 2 radii. */
const passing = 15 / 8

/** Speed that a stroke gives the fluid [m/s]: at strength 1 it would cross the box in a second. */
export function pushSpeed({ strength, extent }: Pick<FluidBrush, 'strength' | 'extent'>): number {
  return strength * extent
}

/** Concentration of dye [1], or temperature [K], that a dab adds in its middle. */
export function doseOf({ strength, dye }: Pick<FluidBrush, 'strength' | 'dye'>): number {
  return strength * (dye === 'temperature' ? fullHeat : fullDye)
}

/**
 * A piece of a stroke, from one point to another of a flat fluid, or of a volume. Pushes and amounts are in proportion to the length
 * of the piece: their sum over a path does not depend on the pieces. From a point to itself it is a dab, without a push.
 */
export function fluidStroke(
  tool: FluidTool,
  from: readonly number[],
  to: readonly number[],
  brush: FluidBrush,
  pressure = 1,
): SimulationEvent[] {
  const { radius, dye } = brush
  const way = to.map((end, axis) => end - from[axis]!)
  const length = Math.hypot(...way)
  if (length === 0)
    return tool === 'ink' ? [{ type: 'inject', at: [...to], radius, dye, amount: doseOf(brush) * pressure }] : []
  const count = Math.ceil(length / (dabSpacing * radius))
  const share = Math.min(1, length / count / (2 * radius)) * passing * pressure
  const push = pushSpeed(brush) * share * (tool === 'ink' ? inkPush : 1)
  const velocity = way.map((part) => (part / length) * push)
  return Array.from({ length: count }, (_, k) =>
    from.map((start, axis) => start + (way[axis]! * (k + 1)) / count),
  ).flatMap((at): SimulationEvent[] => [
    ...(tool === 'ink' ? [{ type: 'inject', at, radius, dye, amount: doseOf(brush) * share } as const] : []),
    { type: 'stir', at, radius, velocity },
  ])
}

/** Color of a brush that heats. */
export const heatColor = '#ff8a3c'

/** Color of a dye, or of heat; undefined where the fluid has no such dye. */
export function inkColor(scene: Pick<Scene, 'fluid'> | undefined, ink: string): string | undefined {
  return ink === 'temperature' ? heatColor : scene?.fluid?.dyes[ink]?.color
}

/** A push at a point in a direction of length 1, for the keyboard. */
export function fluidPush(at: readonly number[], direction: readonly number[], brush: FluidBrush): SimulationEvent {
  return {
    type: 'stir',
    at: [...at],
    radius: brush.radius,
    velocity: at.map((_, axis) => pushSpeed(brush) * (direction[axis] ?? 0)),
  }
}
