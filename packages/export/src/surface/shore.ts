// The surface at a shore, for meshes whose triangles do not change. In a dry cell the surface of the solver is the ground itself: drawn there,
// water and ground would lie in one plane. Below the ground, the edge of the water is where the surface comes out of the ground.

import type { SurfaceState } from './surface-fields.js'
import type { SurfaceLayout } from './surface-layout.js'
import { normalsFromHeights } from './surface-normals.js'

/** Depth of the surface under dry land [cells]. */
const BURIED = 0.25

/**
 * The surface with dry cells below the ground: at the level of the adjacent water if that is lower than the ground, otherwise a quarter of a
 * cell under it.
 *
 * @param state The surface.
 * @param layout Where its cells lie.
 * @param dry Depth up to which a cell counts as dry [m].
 * @returns The surface; the same if it has no ground.
 */
export function withoutDryLand(
  state: SurfaceState,
  layout: SurfaceLayout,
  dry: number,
): Pick<SurfaceState, 'height' | 'shift' | 'normals'> {
  const { height, depth, bed, shift } = state
  if (!depth || !bed) return state
  const { x, z, cellSize } = layout
  const isWet = (cell: number) => depth[cell]! > dry
  const lowered = height.map((level, cell) => {
    if (isWet(cell)) return level
    const [i, j] = [cell % x.count, Math.floor(cell / x.count)]
    const around = [
      i > 0 ? cell - 1 : cell,
      i < x.count - 1 ? cell + 1 : cell,
      j > 0 ? cell - x.count : cell,
      j < z.count - 1 ? cell + x.count : cell,
    ].filter(isWet)
    const mean = around.reduce((sum, other) => sum + height[other]!, 0) / around.length
    const buried = bed[cell]! - BURIED * cellSize
    return around.length > 0 ? Math.min(mean, buried) : buried
  })
  return { height: lowered, shift, normals: normalsFromHeights(lowered, layout) }
}
