import type { SimulationEvent } from 'seiche'
import type { SimulationInfo } from '../worker/protocol.js'

/** Shapes of new bodies. */
export const launchShapes = ['ball', 'crate', 'log', 'barrel', 'cone'] as const
export type LaunchShape = (typeof launchShapes)[number]

/** A new body. */
export interface Launch {
  shape: LaunchShape
  /** Half its width [m]. */
  radius: number
  /** [kg/m³] */
  density: number
}

/** Initial height of a new body above the water, in parts of its radius. */
const gap = 0.6

type LaunchEvent = Extract<SimulationEvent, { type: 'addBody' }>
type Solid = LaunchEvent['body'] extends infer Body
  ? Body extends { shape: 'sphere' | 'box' | 'capsule' | 'cylinder' | 'cone' }
    ? Body
    : never
  : never

/** Properties of a body other than its shape. */
const plain = {
  kind: 'dynamic',
  velocity: [0, 0, 0],
  angularVelocity: [0, 0, 0],
  drag: 0.8,
  friction: 0.5,
  restitution: 0.2,
} satisfies Partial<Solid>

/** Half extents of a shape along x, y and z, in parts of its radius. */
const reaches = {
  ball: [1, 1, 1],
  crate: [1, 1, 1],
  log: [3, 0.7, 0.7],
  barrel: [0.85, 1.2, 0.85],
  cone: [1, 0.6, 1],
} as const satisfies Record<LaunchShape, readonly [number, number, number]>

/**
 * Adds a body above a point: a little above the highest surface there, `top` [m], and clear of the walls. A log lies along x.
 */
export function launchEvent(
  { shape, radius, density }: Launch,
  [x, z]: readonly [number, number],
  top: number,
  { grid }: Pick<SimulationInfo, 'grid'>,
): LaunchEvent {
  const [alongX, upwards, alongZ] = reaches[shape].map((part) => part * radius) as [number, number, number]
  const within = (value: number, cells: number, reach: number): number => {
    const room = Math.max(0, (cells * grid.cellSize) / 2 - 1.01 * reach)
    return Math.min(room, Math.max(-room, value))
  }
  const place = {
    position: [within(x, grid.nx, alongX), top + upwards + gap * radius, within(z, grid.nz, alongZ)] as [
      number,
      number,
      number,
    ],
    rotation: [0, 0, 0, 1] as [number, number, number, number],
  }
  const common = { ...plain, density, ...place }
  if (shape === 'ball') return { type: 'addBody', body: { shape: 'sphere', radius, ...common, drag: 0.5 } }
  if (shape === 'crate')
    return { type: 'addBody', body: { shape: 'box', size: [2 * alongX, 2 * upwards, 2 * alongZ], ...common, drag: 1 } }
  if (shape === 'barrel')
    return { type: 'addBody', body: { shape: 'cylinder', radius: alongX, height: 2 * upwards, ...common } }
  if (shape === 'cone')
    return { type: 'addBody', body: { shape: 'cone', radius: alongX, top: 0, height: 2 * upwards, ...common } }
  const quarter: [number, number, number, number] = [0, 0, Math.SQRT1_2, Math.SQRT1_2]
  return {
    type: 'addBody',
    body: { shape: 'capsule', radius: upwards, height: 2 * alongX, ...common, rotation: quarter },
  }
}
