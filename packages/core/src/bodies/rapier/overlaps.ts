// Bodies that overlap at the start.

import type RAPIER from '@dimforge/rapier3d-deterministic-compat'
import { formatPath, SceneError } from '../../scene/parse/error.js'
import type { Joint } from '../../scene/schema/body.js'
import { matrixOf, quaternionOf } from '../geometry/rotation.js'
import { boundsOf } from '../geometry/solid.js'
import type { LoadedBody } from '../world.js'
import { positionOf, rotationOf } from './vectors.js'

/** Deepest overlap of two bodies that is accepted, as a fraction of the smaller one's size. */
const OVERLAP = 1e-3

/** Throws `SceneError` for overlapping bodies, which would fly apart in the first step. `from`: index of the first body to test. */
export function validateNoOverlaps(
  bodies: readonly LoadedBody[],
  movers: readonly RAPIER.RigidBody[],
  joints: readonly Joint[],
  from = 1,
): void {
  const joined = new Set(joints.flatMap(({ bodies: [one, two] }) => [`${one}\n${two}`, `${two}\n${one}`]))
  const boxes = bodies.map(({ solid }, index) => ({
    at: positionOf(movers[index]!),
    ...boundsOf(solid, matrixOf(rotationOf(movers[index]!))),
  }))
  const apart = (one: (typeof boxes)[number], two: (typeof boxes)[number]) =>
    [0, 1, 2].some(
      (axis) =>
        one.at[axis]! + one.high[axis]! <= two.at[axis]! + two.low[axis]! ||
        two.at[axis]! + two.high[axis]! <= one.at[axis]! + one.low[axis]!,
    )
  const issues: { path: string; message: string }[] = []
  for (let two = from; two < bodies.length; two++)
    for (let one = 0; one < two; one++) {
      const [{ body: a }, { body: b }] = [bodies[one]!, bodies[two]!]
      if (a.kind !== 'dynamic' && b.kind !== 'dynamic') continue
      if (apart(boxes[one]!, boxes[two]!) || joined.has(`${a.name}\n${b.name}`)) continue
      const depth = penetration(movers[one]!, movers[two]!)
      if (depth > OVERLAP * Math.min(sizeOf(bodies[one]!), sizeOf(bodies[two]!)))
        issues.push({
          path: formatPath(['bodies', two]),
          message: `begins ${Number(depth.toPrecision(3))} m deep in ${formatPath(['bodies', one])}: move one of them`,
        })
    }
  if (issues.length > 0) throw new SceneError(issues)
}

/** Depth of the overlap of two bodies [m], 0 if there is none. */
function penetration(one: RAPIER.RigidBody, two: RAPIER.RigidBody): number {
  let depth = 0
  for (let k = 0; k < one.numColliders(); k++)
    for (let l = 0; l < two.numColliders(); l++) {
      const contact = one.collider(k).contactCollider(two.collider(l), 0)
      if (contact) depth = Math.max(depth, -contact.distance)
    }
  return depth
}

/** Smallest side of the upright box around a body [m]. */
export function sizeOf({ body, solid }: LoadedBody): number {
  const { low, high } = boundsOf(solid, matrixOf(quaternionOf(body.rotation)))
  return Math.min(high[0] - low[0], high[1] - low[1], high[2] - low[2])
}
