// Where trees stand in a landscape: in groups, on land that is dry, neither steep nor high.

import { chance, noiseAt } from '../../shared/noise-texture.js'

/** Heights of a landscape at a point (x, z), within the grid and beyond it [m]. */
export interface LandHeights {
  bedAt(x: number, z: number): number
  /** Top of the water, or of the ground where there is none. */
  topAt(x: number, z: number): number
}

export interface WoodsPlan {
  /** Longer side of the grid [m]. */
  readonly reach: number
  /** Height of a tree [m]. */
  readonly height: number
  /** Elevations between which trees grow [m]. */
  readonly lowest: number
  readonly highest: number
  /** Greatest number of trees. */
  readonly most: number
}

/** Part of its height up to which a tree may be under water [1]. */
const drowning = 0.3
/** Steepest ground [1]. */
const steepest = 0.65
/** Distance between two places for trees, in heights of a tree [1]. */
const apart = 1.6
/** Half the side of the wooded square, and the part of it from which on woods thin out, in longer sides of the grid [1]. */
const [half, whole] = [1.1, 0.5]
/** Size of the groups, in longer sides of the grid [1]; values of noise between which they begin; share of single trees [1]. */
const [groups, sparse, dense, single] = [0.8, 0.52, 0.66, 0.05]
/** Place of the middle of the grid on the noise [1]: there are woods, and an island in the middle is not bare. */
const middle = [1 / 3, 1 / 4] as const
/** Distance of trees from water: in longer sides of the grid, and in heights of a tree more [1]. */
const [fromWater, more] = [0.02, 0.8]
/** Water that counts, in heights of a tree [1]: a puddle does not. */
const puddle = 0.03

/** The feet of trees, as x and z [m]. */
export function woodsOn(land: LandHeights, plan: WoodsPlan): [x: number, z: number][] {
  const { reach, height, most } = plan
  const spacing = apart * height
  const side = Math.floor((2 * half * reach) / spacing)
  const feet: [number, number][] = []
  for (let k = 0; k < side * side; k++) {
    const at = (cell: number, seed: number): number => (cell - side / 2 + 0.5 * chance(3 * k + seed)) * spacing
    const [x, z] = [at(k % side, 0), at(Math.floor(k / side), 1)]
    const away = Math.max(Math.abs(x), Math.abs(z)) / reach
    const share = woodedAt(x, z, reach) * (1 - smooth((away - whole) / (half - whole)))
    if (0.5 + 0.5 * chance(3 * k + 2) < share && isWoodland(land, x, z, plan)) feet.push([x, z])
  }
  // Of too many, the same part everywhere.
  if (feet.length <= most) return feet
  return Array.from({ length: most }, (_, k) => feet[Math.floor((k * feet.length) / most)]!)
}

/** Whether the foot of a tree of this height is so deep in water that the water carries it away. */
export function isDrowned(land: LandHeights, x: number, z: number, height: number): boolean {
  return land.topAt(x, z) - land.bedAt(x, z) > drowning * height
}

/** Share of places with trees [1]. */
function woodedAt(x: number, z: number, reach: number): number {
  const noise = noiseAt(x / (groups * reach) + middle[0], z / (groups * reach) + middle[1])
  return single + (0.9 - single) * smooth((noise - sparse) / (dense - sparse))
}

function isWoodland(land: LandHeights, x: number, z: number, { reach, height, lowest, highest }: WoodsPlan): boolean {
  const bed = land.bedAt(x, z)
  if (bed < lowest || bed > highest) return false
  const step = 0.5 * height
  const slope = Math.hypot(land.bedAt(x + step, z) - bed, land.bedAt(x, z + step) - bed) / step
  if (slope > steepest) return false
  const isWet = (u: number, v: number): boolean => land.topAt(u, v) - land.bedAt(u, v) > puddle * height
  if (isWet(x, z)) return false
  const radius = fromWater * reach + more * height
  for (let k = 0; k < 8; k++) {
    const angle = (k * Math.PI) / 4
    if (isWet(x + radius * Math.cos(angle), z + radius * Math.sin(angle))) return false
  }
  return true
}

function smooth(t: number): number {
  const within = Math.min(1, Math.max(0, t))
  return within * within * (3 - 2 * within)
}
