// Vectors and rotations as Rapier writes them, and ours.

import type RAPIER from '@dimforge/rapier3d-deterministic-compat'
import type { Quaternion, Vector } from '../geometry/rotation.js'

export const xyz = ([x, y, z]: Vector) => ({ x, y, z })
export const xyzw = ([x, y, z, w]: Quaternion) => ({ x, y, z, w })

export function positionOf(mover: RAPIER.RigidBody): Vector {
  const { x, y, z } = mover.translation()
  return [x, y, z]
}

export function rotationOf(mover: RAPIER.RigidBody): Quaternion {
  const { x, y, z, w } = mover.rotation()
  return [x, y, z, w]
}
