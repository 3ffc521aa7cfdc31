// Joints between bodies, or between a body and the tank, for Rapier.

import RAPIER from '@dimforge/rapier3d-deterministic-compat'
import { RADIANS_PER_DEGREE } from '../../numerics/constants.js'
import { type Joint, TANK } from '../../scene/schema/body.js'
import { matrixOf, type Quaternion, quaternionOf, rotated, type Vector } from '../geometry/rotation.js'
import type { LoadedBody } from '../world.js'
import { xyz, xyzw } from './vectors.js'

/** Joins two bodies of the scene at their initial poses. */
export function addJoint(
  world: RAPIER.World,
  joint: Joint,
  bodies: readonly LoadedBody[],
  movers: readonly RAPIER.RigidBody[],
  ground: RAPIER.RigidBody,
): void {
  const end = (name: string) => {
    const index = bodies.findIndex(({ body }) => body.name === name)
    return name === TANK || index < 0
      ? { mover: ground, position: [0, 0, 0] as Vector, rotation: [0, 0, 0, 1] as Quaternion }
      : {
          mover: movers[index]!,
          position: bodies[index]!.body.position as Vector,
          rotation: quaternionOf(bodies[index]!.body.rotation),
        }
  }
  const [one, two] = [end(joint.bodies[0]), end(joint.bodies[1])]
  const made = world.createImpulseJoint(jointData(joint, one, two), one.mover, two.mover, true)
  // A body on a line from the tank still collides with its floor and walls.
  const isLine = joint.type === 'rope' || joint.type === 'spring'
  made.setContactsEnabled(isLine && joint.bodies.includes(TANK))
  if (joint.type !== 'hinge') return
  const hinge = made as RAPIER.RevoluteImpulseJoint
  if (joint.limits) hinge.setLimits(joint.limits[0] * RADIANS_PER_DEGREE, joint.limits[1] * RADIANS_PER_DEGREE)
  if (!joint.motor) return
  hinge.configureMotorModel(RAPIER.MotorModel.ForceBased)
  hinge.configureMotorPosition(joint.motor.angle * RADIANS_PER_DEGREE, joint.motor.stiffness, joint.motor.damping)
}

interface End {
  readonly position: Vector
  readonly rotation: Quaternion
}

function jointData(joint: Joint, one: End, two: End): RAPIER.JointData {
  const { JointData } = RAPIER
  if (joint.type === 'weld') {
    // The second body's origin and the scene's axes, in the axes of each body at the start.
    const [back, own] = [inverse(one.rotation), inverse(two.rotation)]
    const [x, y, z] = [0, 1, 2].map((axis) => two.position[axis]! - one.position[axis]!) as [number, number, number]
    return JointData.fixed(xyz(rotated(matrixOf(back), [x, y, z])), xyzw(back), xyz([0, 0, 0]), xyzw(own))
  }
  const [first, second] = [xyz(joint.anchors[0]), xyz(joint.anchors[1])]
  switch (joint.type) {
    case 'rope':
      return JointData.rope(joint.length, first, second)
    case 'spring':
      return JointData.spring(joint.length, joint.stiffness, joint.damping, first, second)
    case 'ball':
      return JointData.spherical(first, second)
    case 'hinge':
      return JointData.revolute(first, second, xyz(unitVector(joint.axis)))
  }
}

function inverse([x, y, z, w]: Quaternion): Quaternion {
  return [-x, -y, -z, w]
}

function unitVector([x, y, z]: Vector): Vector {
  const length = Math.sqrt(x * x + y * y + z * z)
  return [x / length, y / length, z / length]
}
