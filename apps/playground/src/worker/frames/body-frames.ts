// Copies bodies for the page: the shape of each, once; the pose of each, with every frame.

import { type FloatingBody, isBodyEvent, type Simulation, type SprayView } from 'seiche'
import { type BodyInfo, dropLength, poseLength, type Values } from '../protocol.js'

/** Whether a scene has bodies or can have bodies later. A text that is not JSON has none. */
export function wantsBodies(text: string): boolean {
  try {
    const { bodies, events } = JSON.parse(text) as { bodies?: unknown; events?: { type?: unknown }[] }
    return bodies !== undefined || (Array.isArray(events) && events.some(isBodyEvent))
  } catch {
    return false
  }
}

export function bodyInfoOf({ name, body, solid }: FloatingBody): BodyInfo {
  return {
    ...(name !== undefined && { name }),
    ...(body.color !== undefined && { color: body.color }),
    pieces: solid.pieces.map(({ shape, position, rotation }) => ({ shape, position, rotation })),
    isMovable: body.kind === 'dynamic',
    hasMotor: body.outboard !== undefined,
  }
}

/** Copies poses, densities and submerged shares of the bodies; `target` is used again if it has the right length. */
export function copyPoses({ bodies }: Pick<Simulation, 'bodies'>, target?: Values): Values {
  const length = poseLength * bodies.length
  const poses = target?.length === length ? target : new Float32Array(length)
  for (const { index, position, rotation, mass, submerged, solid } of bodies) {
    const at = poseLength * index
    poses.set(position, at)
    poses.set(rotation, at + 3)
    poses[at + 7] = mass / solid.volume
    poses[at + 8] = submerged
  }
  return poses
}

/** A simulation that may have drops in the air. */
export interface Spraying {
  readonly spray?: SprayView | undefined
}

/** x, y, z and radius [m] and velocity [m/s] of each drop; undefined where there are none. */
export function copySpray(sim: Spraying): Values | undefined {
  const { spray } = sim
  if (!spray || spray.count === 0) return undefined
  const drops = new Float32Array(dropLength * spray.count)
  for (let k = 0; k < spray.count; k++) {
    const at = dropLength * k
    drops.set(spray.positions.subarray(3 * k, 3 * k + 3), at)
    drops[at + 3] = spray.radii[k]!
    drops.set(spray.velocities.subarray(3 * k, 3 * k + 3), at + 4)
  }
  return drops
}
