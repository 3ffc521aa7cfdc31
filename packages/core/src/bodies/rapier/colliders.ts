// Rapier's colliders of bodies, tank and terrain.

import RAPIER from '@dimforge/rapier3d-deterministic-compat'
import type { Grid } from '../../fields/grid.js'
import { RADIANS_PER_DEGREE } from '../../numerics/constants.js'
import { cos, sin } from '../../numerics/elementary.js'
import { principal } from '../geometry/moments.js'
import { quaternionOf, type Vector } from '../geometry/rotation.js'
import type { Piece } from '../geometry/solid.js'
import { KinematicMotion } from '../kinematic.js'
import type { LoadedBody, Tank } from '../world.js'
import { xyz, xyzw } from './vectors.js'

/** Default friction of walls, floor and terrain [1]. */
export const TANK_FRICTION = 0.5
/** Sides of the prisms and pyramids that replace cylinders and cones. */
const PRISM_SIDES = 32
/** Height of the walls over the rest level [m]. */
const WALL_HEIGHT = 1000

export function addBody(world: RAPIER.World, { body, solid }: LoadedBody): RAPIER.RigidBody {
  const { RigidBodyDesc } = RAPIER
  const { kind } = body
  const desc =
    kind === 'dynamic'
      ? RigidBodyDesc.dynamic()
      : kind === 'fixed'
        ? RigidBodyDesc.fixed()
        : RigidBodyDesc.kinematicPositionBased()
  const start = kind === 'kinematic' ? new KinematicMotion(body).position : body.position
  desc
    .setTranslation(start[0]!, start[1]!, start[2]!)
    .setRotation(xyzw(quaternionOf(body.rotation)))
    .setCanSleep(false)
  if (kind === 'dynamic') {
    const { moments, axes } = principal(solid.mass)
    const [vx, vy, vz] = body.velocity
    desc
      .setLinvel(vx, vy, vz)
      .setAngvel(xyz(body.angularVelocity.map((rate) => rate * RADIANS_PER_DEGREE) as [number, number, number]))
      .setAdditionalMassProperties(solid.mass.amount, xyz(solid.mass.center), xyz(moments), xyzw(axes))
      // A fast body could pass a wall or the terrain within a step.
      .setCcdEnabled(true)
  }
  const mover = world.createRigidBody(desc)
  for (const piece of solid.pieces) {
    const [x, y, z] = piece.position
    world.createCollider(
      colliderOf(piece, kind === 'dynamic')
        .setTranslation(x, y, z)
        .setRotation(xyzw(piece.rotation))
        .setDensity(0)
        .setFriction(body.friction)
        .setRestitution(body.restitution),
      mover,
    )
  }
  mover.recomputeMassPropertiesFromColliders()
  return mover
}

/** Rapier's meshes are surfaces without an inside: dynamic bodies collide with their convex hull. */
function colliderOf({ shape }: Piece, moves: boolean): RAPIER.ColliderDesc {
  const { ColliderDesc } = RAPIER
  switch (shape.kind) {
    case 'sphere':
      return ColliderDesc.ball(shape.radius)
    case 'capsule':
      return ColliderDesc.capsule(shape.height / 2 - shape.radius, shape.radius)
    case 'cylinder':
      return hullCollider(prism(shape.radius, shape.radius, shape.height))
    case 'cone':
      return hullCollider(prism(shape.radius, shape.top, shape.height))
    case 'box':
      return ColliderDesc.cuboid(shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2)
  }
  const { vertices, triangles } = shape.polyhedron
  const points = Float32Array.from(vertices)
  if (shape.kind === 'mesh' && !moves) return ColliderDesc.trimesh(points, triangles)
  return hullCollider(points)
}

function hullCollider(points: Float32Array): RAPIER.ColliderDesc {
  const hull = RAPIER.ColliderDesc.convexHull(points)
  if (!hull) throw new Error('the rigid-body engine finds no hull around a body: it is too thin')
  return hull
}

/** The collider of a cylinder or cone: an inscribed prism or pyramid, because Rapier's own cylinders sink through uneven terrain. */
function prism(radius: number, top: number, height: number): Float32Array {
  const points = new Float32Array(6 * PRISM_SIDES)
  for (let k = 0; k < PRISM_SIDES; k++) {
    const angle = (2 * Math.PI * k) / PRISM_SIDES
    const [x, z] = [cos(angle), sin(angle)]
    points.set([radius * x, -height / 2, radius * z, top * x, height / 2, top * z], 6 * k)
  }
  // All upper corners of a pyramid are its tip.
  return top > 0 ? points : Float32Array.of(...points.filter((_, k) => k % 6 < 3), 0, height / 2, 0)
}

/**
 * Floor and walls: slabs as thick as the tank is long, higher than any body is thrown. Half-spaces would have no limits, but Rapier's hulls do
 * not come to rest on them: they rock from corner to corner, sink in and finally fall through.
 */
export function tankColliders({ grid, floor, walls }: Tank): RAPIER.ColliderDesc[] {
  const { nx, nz, cellSize } = grid
  const [x, z] = [(nx * cellSize) / 2, (nz * cellSize) / 2]
  const thick = Math.max(x, z)
  const high = WALL_HEIGHT - floor
  const slab = (half: Vector, at: Vector) =>
    RAPIER.ColliderDesc.cuboid(half[0], half[1], half[2]).setTranslation(at[0], at[1], at[2])
  const colliders = [slab([x + 2 * thick, thick, z + 2 * thick], [0, floor - thick, 0])]
  if (walls['x-']) colliders.push(slab([thick, high, z + 2 * thick], [-x - thick, floor, 0]))
  if (walls['x+']) colliders.push(slab([thick, high, z + 2 * thick], [x + thick, floor, 0]))
  if (walls['z-']) colliders.push(slab([x + 2 * thick, high, thick], [0, floor, -z - thick]))
  if (walls['z+']) colliders.push(slab([x + 2 * thick, high, thick], [0, floor, z + thick]))
  return colliders
}

/** The terrain as a surface through its heights, level beyond the outermost cells. */
export function bedCollider({ nx, nz, cellSize }: Grid, bed: ArrayLike<number>): RAPIER.ColliderDesc {
  // Column by column, with a copy of the outermost cells around them: the surface extends beyond the edges.
  const heights = new Float32Array((nx + 2) * (nz + 2))
  const inside = (k: number, count: number) => Math.min(count - 1, Math.max(0, k - 1))
  for (let i = 0; i < nx + 2; i++)
    for (let j = 0; j < nz + 2; j++) heights[i * (nz + 2) + j] = bed[inside(j, nz) * nx + inside(i, nx)]!
  const scale = { x: (nx + 1) * cellSize, y: 1, z: (nz + 1) * cellSize }
  return RAPIER.ColliderDesc.heightfield(nz + 1, nx + 1, heights, scale)
}
