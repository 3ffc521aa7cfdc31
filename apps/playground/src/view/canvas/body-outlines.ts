// Outlines of bodies seen from above, as convex polygons, for the 2-D view.

import type { PieceLike, PieceShapeLike } from '@seiche/three'
import { Quaternion, Vector3 } from 'three/webgpu'
import type { RemoteBody } from '../../session/remote-bodies.js'
import type { WaterPoint } from '../../tools/water-point.js'

/** Number of directions, and of corners, of an outline. */
const directions = 32

/** The support points (x, z) [m] of a body in directions all around. */
export function outlineOf({ info, position, rotation }: RemoteBody): WaterPoint[] {
  const own = new Quaternion(...(rotation as unknown as [number, number, number, number]))
  const origin = new Vector3(...(position as unknown as [number, number, number]))
  return Array.from({ length: directions }, (_, k) => {
    const angle = (2 * Math.PI * k) / directions
    const direction = new Vector3(Math.cos(angle), 0, Math.sin(angle))
    const inBody = direction.clone().applyQuaternion(own.clone().invert())
    const furthest = info.pieces
      .map((piece) => extremeOf(piece, inBody).applyQuaternion(own).add(origin))
      .reduce((best, point) => (point.dot(direction) > best.dot(direction) ? point : best))
    return [furthest.x, furthest.z]
  })
}

/** The point of a piece that reaches furthest in a direction, both in the body's own axes. */
function extremeOf({ shape, position, rotation }: PieceLike, direction: Vector3): Vector3 {
  const turn = new Quaternion(...rotation)
  const local = direction.clone().applyQuaternion(turn.clone().invert())
  return extremeOfShape(shape, local)
    .applyQuaternion(turn)
    .add(new Vector3(...position))
}

function extremeOfShape(shape: PieceShapeLike, direction: Vector3): Vector3 {
  const { x, y, z } = direction
  switch (shape.kind) {
    case 'sphere':
      return direction.clone().multiplyScalar(shape.radius)
    case 'capsule':
      return direction
        .clone()
        .multiplyScalar(shape.radius)
        .add(new Vector3(0, Math.sign(y) * (shape.height / 2 - shape.radius), 0))
    case 'cylinder': {
      const across = Math.hypot(x, z) || 1
      return new Vector3((shape.radius * x) / across, (Math.sign(y) * shape.height) / 2, (shape.radius * z) / across)
    }
    case 'cone': {
      // The farther of two points, on the rims of base and top.
      const across = Math.hypot(x, z) || 1
      const rim = (radius: number, height: number) => new Vector3((radius * x) / across, height, (radius * z) / across)
      const [base, top] = [rim(shape.radius, -shape.height / 2), rim(shape.top, shape.height / 2)]
      return base.dot(direction) > top.dot(direction) ? base : top
    }
    case 'box':
      return new Vector3(...shape.size).divideScalar(2).multiply(new Vector3(Math.sign(x), Math.sign(y), Math.sign(z)))
    default: {
      const { vertices } = shape.polyhedron
      const best = new Vector3(vertices[0], vertices[1], vertices[2])
      const point = new Vector3()
      for (let v = 3; v < vertices.length; v += 3) {
        point.set(vertices[v]!, vertices[v + 1]!, vertices[v + 2]!)
        if (point.dot(direction) > best.dot(direction)) best.copy(point)
      }
      return best
    }
  }
}

/** Whether a point is inside of a convex polygon that goes round from x to z. */
export function isInside(outline: readonly WaterPoint[], [x, z]: WaterPoint): boolean {
  return outline.every(([fromX, fromZ], k) => {
    const [toX, toZ] = outline[(k + 1) % outline.length]!
    return (toX - fromX) * (z - fromZ) - (toZ - fromZ) * (x - fromX) >= 0
  })
}
