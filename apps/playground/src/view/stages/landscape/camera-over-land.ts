// Where the camera can be over terrain: above the ground, beside the block, and in water that is deep enough.

import type { GroundSurface, WiderTerrain } from '@seiche/three'
import type { Vector3 } from 'three/webgpu'

/** The part of terrain that tells heights. */
export type Terrain = Pick<GroundSurface, 'bedAt' | 'topAt' | 'base' | 'extent'> & {
  readonly scale: { x: number; z: number }
  readonly heightScale: { value: number }
}

/** Depth of water that the camera may enter, in its least distances from the ground [1]: a lens, and water above it. */
const enough = 2.5

/**
 * Lowest height of the camera over a point (x, z) [m].
 * @param clearance Least distance from ground and from water that is too shallow [m].
 * @param around Land and sea around the terrain; undefined for a block.
 */
export function lowestOverland(
  terrain: Terrain,
  x: number,
  z: number,
  clearance: number,
  around?: Pick<WiderTerrain, 'topAt'>,
): number {
  const [u, v] = [x / terrain.scale.x, z / terrain.scale.z]
  const [halfX, halfZ] = [terrain.extent[0] / 2, terrain.extent[1] / 2]
  const scale = terrain.heightScale.value
  if (Math.abs(u) > halfX || Math.abs(v) > halfZ)
    return (around ? scale * around.topAt(u, v) : terrain.base) + clearance
  const [bed, top] = [scale * terrain.bedAt(u, v), scale * terrain.topAt(u, v)]
  // Near the shore the camera rises out of the water by and by.
  const deep = Math.min(1, Math.max(0, (top - bed) / (enough * clearance) - 1))
  return top + clearance + deep * (bed - top)
}

/** Whether water may be within a radius [m] of a point. */
export function isNearWater(terrain: Terrain, { x, y, z }: Vector3, radius: number): boolean {
  const { scale, extent, heightScale } = terrain
  for (const [dx, dz] of around) {
    const [u, v] = [(x + dx * radius) / scale.x, (z + dz * radius) / scale.z]
    if (Math.abs(u) > extent[0] / 2 || Math.abs(v) > extent[1] / 2) continue
    const top = terrain.topAt(u, v)
    if (top > terrain.bedAt(u, v) && heightScale.value * top > y - radius) return true
  }
  return false
}

/** The middle of a lens and its edges. */
const around = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const
