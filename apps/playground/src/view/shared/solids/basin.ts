import type { RayColor, RayLength } from '@seiche/three'
import { MathUtils, type Node, type Object3D, type Renderer } from 'three/webgpu'
import { depthOf } from '../../../session/settings/solvers.js'
import type { SimulationInfo } from '../../../worker/protocol.js'

/** Sizes of a basin [m]. */
export interface BasinSize {
  /** Along x. */
  width: number
  /** Along z. */
  length: number
  /** From the water at rest down to the floor. */
  depth: number
  /** From the water at rest up to the rim. */
  rim: number
}

/** A pool in the ground, a flume with a glass front, or open water. */
export interface Basin extends Object3D {
  /** Radiance along a ray from the water upwards. */
  readonly reflect: RayColor
  /** Radiance along a ray from the water downwards that leaves the picture; absent when none does. */
  readonly refract?: RayColor
  /** Length of such a ray [m]. */
  readonly refractedLength?: RayLength
  /** Share of direct sunlight at a point of the water [1]: less behind clouds and walls. Default: 1. */
  sunlight?(point: Node<'vec3'>): Node<'float'>
  /** Objects of the surroundings that stand in the water or hang over it: the water mirrors them, besides what `reflect` does. */
  readonly mirrored?: readonly Object3D[]
  /** Radiance behind everything. Default: the clear sky. */
  readonly background?: Node<'vec3'>
  /** A level that stands for the depth of open water; a camera under water does not see it. */
  readonly depths?: Object3D
  /** Light on a solid or a body in the water, at a point with a normal. */
  light(point: Node<'vec3'>, normal: Node<'vec3'>): Node<'vec3'>
  /** Called before each picture: draws textures for it. */
  beforeRender?(renderer: Renderer): void
  /** Receives the simulated time [s], for objects of the scene that move by themselves. */
  setTime?(time: number): void
  /** Tells where solids are, for land behind those at open edges. `solid`: solidity of the cell next to a point (x, z) [m]. */
  setSolids?(solid: (x: number, z: number) => number): void
  dispose(): void
}

/** Whether the water is a channel one cell wide. */
export function isChannel({ grid }: Pick<SimulationInfo, 'grid'>): boolean {
  return grid.nx === 1 || grid.nz === 1
}

/** The basin to draw for a simulation. A channel one cell wide would be too narrow to see: it is drawn wider. `rim`: in parts of the extent. */
export function basinSizeOf(info: SimulationInfo, rim = 0.04): BasinSize {
  const { nx, nz, cellSize } = info.grid
  const extent = Math.max(nx, nz) * cellSize
  const channelWidth = 0.06 * extent
  const width = nx === 1 ? channelWidth : nx * cellSize
  const length = nz === 1 ? channelWidth : nz * cellSize
  // Very shallow and very deep water is drawn in a basin whose floor is still visible.
  const given = depthOf(info.scene) ?? Number.POSITIVE_INFINITY
  const visible = MathUtils.clamp(given, 0.04 * extent, 0.35 * extent)
  // Sunken bodies lie on the true floor.
  const depth = info.hasBodies && given < extent ? given : visible
  return { width, length, depth, rim: rim * extent }
}

/** The nearest of 1, 2, 5 times a power of ten: tiles and marks of a round length. */
export function roundLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length))
  const digit = length / power
  return (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power
}
