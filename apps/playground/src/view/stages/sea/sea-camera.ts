// Where the camera is at sea: just above the crests, on the dunes of a beach, beside bodies, or where the scene says.

import type { Scene } from 'seiche'
import { MathUtils, Spherical, Vector3 } from 'three/webgpu'
import type { SimulationInfo } from '../../../worker/protocol.js'
import { type CameraPose, type FreeAngles, fitBlock } from '../../camera-fit.js'
import { beachOf, headingOf } from './sea-plan.js'

type Sea = Pick<SimulationInfo, 'grid' | 'scene'>
type NamedCamera = NonNullable<NonNullable<Scene['view']>['camera']>

/** Depth to which the camera may go in the open sea, in parts of its extent [1]: further down nothing is left of the daylight. */
const divingDepth = 0.15
/** Least distance of the camera from the ground, in cells [1]. */
const clearance = 0.6

/**
 * The pose of the camera until the person moves it.
 * @param highest Highest elevation of the water [m].
 * @param time Simulated time, by which the camera drifts slowly [s].
 */
export function poseAtSea(info: Sea, highest: number, time: number, angles: FreeAngles): CameraPose {
  const { camera } = info.scene.view ?? {}
  if (!camera) return usualPose(info, highest, time)
  return named(usualPose(info, highest, 0), camera, info, angles)
}

function usualPose(info: Sea, highest: number, drift: number): CameraPose {
  const { nx, nz, cellSize } = info.grid
  const plan = beachOf(info)
  if (plan) return poseOnBeach(plan.toe + plan.depth / plan.slope, plan.direction, drift)
  const height = Math.max(2.5 * cellSize, 1.5 * highest)
  const heading = headingOf(info) + 0.07 * Math.sin(drift / 23)
  const ahead = new Vector3(Math.cos(heading), 0, Math.sin(heading))
  const extent = Math.max(nx, nz) * cellSize
  const position = new Vector3(0, height * (1 + 0.12 * Math.sin(drift / 17)), 0).addScaledVector(
    ahead,
    0.04 * extent * Math.sin(drift / 31),
  )
  const target = position.clone().addScaledVector(ahead, 5 * height)
  target.y = position.y - 0.3 * height
  return towardsBodies(info, ahead, height) ?? { position, target }
}

/** A pose towards the initial bodies: from a little above, and far enough away to see them all. */
function towardsBodies({ grid, scene: { bodies } }: Sea, ahead: Vector3, height: number): CameraPose | undefined {
  if (bodies.length === 0) return undefined
  const places = bodies.map(({ position: [x, , z] }) => new Vector3(x, 0, z))
  const middle = places.reduce((sum, place) => sum.add(place), new Vector3()).divideScalar(places.length)
  const spread = Math.max(...places.map((place) => place.distanceTo(middle)))
  const away = 2.5 * spread + 10 * grid.cellSize
  const position = middle.clone().addScaledVector(ahead, -away)
  position.y = Math.max(1.5 * height, 0.3 * away)
  return { position, target: middle }
}

/** From the dunes along the shore and out to sea. */
function poseOnBeach(shoreline: number, direction: number, drift: number): CameraPose {
  const turned = (vector: Vector3): Vector3 =>
    vector.applyAxisAngle(new Vector3(0, 1, 0), MathUtils.degToRad(-direction))
  const sway = 3 * Math.sin(drift / 19)
  return {
    position: turned(new Vector3(shoreline + 11, 5.5, 30 + sway)),
    target: turned(new Vector3(shoreline - 20, 1.5, -9.5)),
  }
}

/** A pose with the angles, the distance and the target that a scene names; the others are the usual ones. */
function named(
  { position, target }: CameraPose,
  { azimuth, polar, distance, target: at }: NamedCamera,
  { grid: { nx, nz, cellSize } }: Sea,
  angles: FreeAngles,
): CameraPose {
  const orbit = new Spherical().setFromVector3(position.clone().sub(target))
  if (azimuth !== undefined) orbit.theta = MathUtils.degToRad(azimuth)
  if (polar !== undefined) orbit.phi = MathUtils.degToRad(polar)
  if (distance !== undefined) {
    const block = { width: nx * cellSize, length: nz * cellSize, low: 0, high: 0 }
    const whole = fitBlock(block, { polar: orbit.phi, azimuth: orbit.theta }, angles)
    orbit.radius = distance * whole.position.distanceTo(whole.target)
  }
  const middle = at ? new Vector3(at[0], target.y, at[1]) : target
  return { position: new Vector3().setFromSpherical(orbit).add(middle), target: middle }
}

/** The lowest height of the camera over a point (x, z) [m]: above the ground of a beach, and not too deep in the open sea. */
export function lowestAtSea(info: Sea): (x: number, z: number) => number {
  const { nx, nz, cellSize } = info.grid
  const plan = beachOf(info)
  if (!plan) return () => -divingDepth * Math.max(nx, nz) * cellSize
  const turn = MathUtils.degToRad(plan.direction)
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)]
  return (x, z) => {
    const inland = x * cosine + z * sine - plan.toe
    return plan.slope * Math.max(0, inland) - plan.depth + clearance * cellSize
  }
}
