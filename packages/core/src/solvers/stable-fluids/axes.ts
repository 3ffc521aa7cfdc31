// The axes of a fluid: x, y (up) and, in a volume, z.

import type { VolumeGrid } from '../../fields/volume-field.js'

/** 0 along x, 1 along y, 2 along z. */
export type AxisNumber = 0 | 1 | 2

/** Names of the axes, by their numbers. */
export const AXES = ['x', 'y', 'z'] as const

/** The axes along which a fluid flows: x and y of a 2-D fluid, which is one cell deep, and all three of a volume. */
export function axesOf({ nz }: VolumeGrid): readonly AxisNumber[] {
  return nz > 1 ? [0, 1, 2] : [0, 1]
}
