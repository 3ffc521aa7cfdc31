// Rigid bodies by Rapier, in its build that gives the same bits on every machine.
//
// Rapier knows shapes, contacts and joints. Masses are ours, because the water needs the same ones: colliders weigh
// nothing, and each body is given its mass, centre and inertia (moments.ts).

import RAPIER from '@dimforge/rapier3d-deterministic-compat'
import type { Grid } from '../fields/grid.js'
import { cos, sin } from '../numerics/elementary.js'
import { type Joint, TANK } from '../scene/body-schema.js'
import { formatPath, SceneError } from '../scene/error.js'
import { BodyColumns } from './body-columns.js'
import { drivenPosition, drivenRotation } from './driven.js'
import { principal } from './moments.js'
import { matrixOf, type Quaternion, quaternionOf, turned, type Vector } from './rotation.js'
import { boundsOf, type Piece } from './solid.js'
import { Spans } from './spans.js'
import type { BodyWorld, BodyWorldSetup, LoadedBody, Tank } from './world.js'

const DEGREE = Math.PI / 180
/** Bodies that reach deeper into each other than this part of the smaller one's size are refused. */
const OVERLAP = 1e-3

/** Bodies are lifted out of ground that has risen into them by more than the first and less than the second, in cells: contacts do the one, walls the other. */
const [LEAST_LIFT, MOST_LIFT] = [0.1, 32]

/** Sides of the prisms that stand for cylinders. */
const PRISM_SIDES = 32

/** Height of the walls over the rest level [m]. */
const WALL_HEIGHT = 1000

/** Parts of a step at most: a bullet may pass through a wall. */
const MOST_PARTS = 64

const xyz = ([x, y, z]: Vector) => ({ x, y, z })
const xyzw = ([x, y, z, w]: Quaternion) => ({ x, y, z, w })

/** Makes the bodies of a scene with Rapier: for `createSimulation(scene, { bodies: rapier })`. */
export async function rapier(setup: BodyWorldSetup): Promise<BodyWorld> {
  await RAPIER.init()
  return new RapierWorld(setup)
}

class RapierWorld implements BodyWorld {
  positions = new Float64Array(0)
  rotations = new Float64Array(0)
  centers = new Float64Array(0)
  velocities = new Float64Array(0)
  spins = new Float64Array(0)
  masses = new Float64Array(0)
  time = 0
  #bodies: LoadedBody[]
  #world: RAPIER.World
  #movers: RAPIER.RigidBody[]
  /** How many times as heavy as made each body is. */
  #factors: number[]
  readonly #tank: Tank
  #ground: RAPIER.RigidBody
  #bed: RAPIER.Collider | undefined
  /** Momentum and angular momentum that each body gets in the next step. */
  #pushes = new Float64Array(0)
  /** Forces of the step [N] and smallest widths of the bodies [m]. */
  #forces = new Float64Array(0)
  #sizes: number[] = []
  // Used again: reading and pushing allocates nothing.
  readonly #vector = { x: 0, y: 0, z: 0 }
  readonly #rotation = { x: 0, y: 0, z: 0, w: 1 }

  constructor({ bodies, joints, tank, gravity }: BodyWorldSetup) {
    this.#bodies = [...bodies]
    this.#factors = bodies.map(() => 1)
    this.#tank = tank
    const world = new RAPIER.World({ x: 0, y: -gravity, z: 0 })
    this.#world = world
    // Rapier lets things overlap by thousandths of this [m].
    world.lengthUnit = Math.min(1, ...bodies.map(sizeOf))
    this.#ground = world.createRigidBody(RAPIER.RigidBodyDesc.fixed())
    for (const desc of tankColliders(tank)) this.#stand(desc)
    if (tank.bed) this.#bed = this.#stand(bedCollider(tank.grid, tank.bed))
    this.#movers = bodies.map((body) => addBody(world, body))
    try {
      this.#refuseOverlaps(joints)
      for (const joint of joints) this.#join(joint, this.#ground)
    } catch (error) {
      world.free()
      throw error
    }
    this.#room()
    this.#read()
  }

  get count(): number {
    return this.#bodies.length
  }

  /** Arrays for as many bodies as there are. */
  #room(): void {
    this.positions = new Float64Array(3 * this.count)
    this.rotations = new Float64Array(4 * this.count)
    this.centers = new Float64Array(3 * this.count)
    this.velocities = new Float64Array(3 * this.count)
    this.spins = new Float64Array(3 * this.count)
    this.#pushes = new Float64Array(6 * this.count)
    this.#forces = new Float64Array(3 * this.count)
    this.#sizes = this.#bodies.map(sizeOf)
    this.masses = Float64Array.from(this.#bodies, ({ body, solid }, index) =>
      body.kind === 'dynamic' ? this.#factors[index]! * solid.mass.amount : Number.POSITIVE_INFINITY,
    )
  }

  /** Something that stands still. */
  #stand(desc: RAPIER.ColliderDesc): RAPIER.Collider {
    const { friction = 0.5, restitution = 0 } = this.#tank
    return this.#world.createCollider(desc.setFriction(friction).setRestitution(restitution), this.#ground)
  }

  add(body: LoadedBody): void {
    this.#bodies.push(body)
    this.#factors.push(1)
    this.#movers.push(addBody(this.#world, body))
    try {
      this.#refuseOverlaps([], this.count - 1)
    } catch (error) {
      this.#world.removeRigidBody(this.#movers.pop()!)
      this.#bodies.pop()
      this.#factors.pop()
      throw error
    }
    this.#room()
    this.#read()
  }

  weigh(body: number, factor: number): void {
    this.#factors[body] = factor
    const { kind } = this.#bodies[body]!.body
    if (kind !== 'dynamic') return
    const { mass } = this.#bodies[body]!.solid
    const { moments, axes } = principal(mass)
    const inertia = moments.map((moment) => moment * factor) as [number, number, number]
    this.#movers[body]!.setAdditionalMassProperties(
      factor * mass.amount,
      xyz(mass.center),
      xyz(inertia),
      xyzw(axes),
      true,
    )
    this.#movers[body]!.recomputeMassPropertiesFromColliders()
    this.masses[body] = factor * mass.amount
  }

  reshape(bed: ArrayLike<number>): void {
    if (this.#bed) this.#world.removeCollider(this.#bed, false)
    this.#bed = this.#stand(bedCollider(this.#tank.grid, bed))
    this.#lift(bed)
  }

  /** Ground that has risen into bodies takes them along; a wall that was built where one is does not throw it up. */
  #lift(bed: ArrayLike<number>): void {
    const { grid } = this.#tank
    const [columns, spans] = [new BodyColumns(grid), new Spans()]
    for (const [index, { body, solid }] of this.#bodies.entries()) {
      if (body.kind !== 'dynamic') continue
      spans.clear()
      columns.add(solid, this.positions, this.rotations, index, spans)
      let deepest = 0
      for (let k = 0; k < spans.count; k++) {
        const depth = bed[spans.cell[k]!]! - spans.bottom[k]!
        if (depth < MOST_LIFT * grid.cellSize) deepest = Math.max(deepest, depth)
      }
      if (deepest <= LEAST_LIFT * grid.cellSize) continue
      const [x, y, z] = placeOf(this.#movers[index]!)
      this.#movers[index]!.setTranslation({ x, y: y + deepest, z }, true)
    }
    this.#read()
  }

  push(body: number, x: number, y: number, z: number, turnX: number, turnY: number, turnZ: number): void {
    const pushes = this.#pushes
    pushes[6 * body]! += x
    pushes[6 * body + 1]! += y
    pushes[6 * body + 2]! += z
    pushes[6 * body + 3]! += turnX
    pushes[6 * body + 4]! += turnY
    pushes[6 * body + 5]! += turnZ
  }

  step(seconds: number): void {
    for (const [index, { body }] of this.#bodies.entries()) if (body.kind === 'dynamic') this.#force(index, seconds)
    this.#pushes.fill(0)
    const parts = this.#parts(seconds)
    const start = this.time
    this.#world.timestep = seconds / parts
    for (let part = 1; part <= parts; part++) {
      this.#drive(start + (seconds * part) / parts)
      this.#world.step()
    }
    this.time = start + seconds
    this.#read()
  }

  /** Kinematic bodies go where they will be. */
  #drive(then: number): void {
    for (const [index, { body }] of this.#bodies.entries()) {
      if (body.kind !== 'kinematic') continue
      this.#movers[index]!.setNextKinematicTranslation(xyz(drivenPosition(body, then)))
      this.#movers[index]!.setNextKinematicRotation(xyzw(drivenRotation(body, then)))
    }
  }

  /** So many parts that no body passes a wall within one: each is shorter than the way across a third of the body. */
  #parts(seconds: number): number {
    let parts = 1
    for (let body = 0; body < this.count; body++) {
      if (!Number.isFinite(this.masses[body]!)) continue
      let square = 0
      for (let axis = 3 * body; axis < 3 * body + 3; axis++) {
        const faster = Math.abs(this.velocities[axis]!) + (Math.abs(this.#forces[axis]!) * seconds) / this.masses[body]!
        square += faster * faster
      }
      parts = Math.max(parts, Math.min(MOST_PARTS, Math.ceil((3 * Math.sqrt(square) * seconds) / this.#sizes[body]!)))
    }
    return parts
  }

  /**
   * Makes forces for the next step of the pushes since the last. Rapier divides a step and spreads forces, weight among
   * them, over its parts; momentum that came at once would not balance the weight within a step, and a body at rest in
   * the water would be seen to sink at 3/8 of what gravity adds in a step.
   */
  #force(body: number, seconds: number): void {
    const mover = this.#movers[body]!
    const [pushes, vector] = [this.#pushes, this.#vector]
    mover.resetForces(false)
    mover.resetTorques(false)
    vector.x = pushes[6 * body]! / seconds
    vector.y = pushes[6 * body + 1]! / seconds
    vector.z = pushes[6 * body + 2]! / seconds
    mover.addForce(vector, true)
    put(this.#forces, body, vector)
    vector.x = pushes[6 * body + 3]! / seconds
    vector.y = pushes[6 * body + 4]! / seconds
    vector.z = pushes[6 * body + 5]! / seconds
    mover.addTorque(vector, true)
  }

  snapshot(): Uint8Array {
    const state = this.#world.takeSnapshot()
    const header: Header = {
      time: this.time,
      factors: this.#factors,
      movers: this.#movers.map(({ handle }) => handle),
      ground: this.#ground.handle,
      bed: this.#bed?.handle,
    }
    const text = new TextEncoder().encode(JSON.stringify(header))
    const bytes = new Uint8Array(4 + text.length + state.length)
    new DataView(bytes.buffer).setUint32(0, text.length, true)
    bytes.set(text, 4)
    bytes.set(state, 4 + text.length)
    return bytes
  }

  restore(bytes: Uint8Array, bodies: readonly LoadedBody[]): void {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as Header
    const world = RAPIER.World.restoreSnapshot(bytes.slice(4 + length))
    if (!world) throw new Error('these bytes are no snapshot of bodies')
    this.#world.free()
    this.#world = world
    this.#bodies = [...bodies]
    this.#movers = header.movers.map((handle) => world.getRigidBody(handle))
    this.#factors = [...header.factors]
    this.#ground = world.getRigidBody(header.ground)
    this.#bed = header.bed === undefined ? undefined : world.getCollider(header.bed)
    this.time = header.time
    this.#room()
    this.#read()
  }

  dispose(): void {
    this.#world.free()
  }

  #read(): void {
    for (let body = 0; body < this.count; body++) {
      const mover = this.#movers[body]!
      put(this.positions, body, mover.translation(this.#vector))
      put(this.centers, body, mover.worldCom(this.#vector))
      put(this.velocities, body, mover.linvel(this.#vector))
      put(this.spins, body, mover.angvel(this.#vector))
      const { x, y, z, w } = mover.rotation(this.#rotation)
      this.rotations[4 * body] = x
      this.rotations[4 * body + 1] = y
      this.rotations[4 * body + 2] = z
      this.rotations[4 * body + 3] = w
    }
  }

  /** Two bodies in one place would fly apart in the first step. `from`: the first body that may be in another's place. */
  #refuseOverlaps(joints: readonly Joint[], from = 1): void {
    const joined = new Set(joints.flatMap(({ bodies: [one, two] }) => [`${one}\n${two}`, `${two}\n${one}`]))
    const boxes = this.#bodies.map(({ solid }, index) => ({
      at: placeOf(this.#movers[index]!),
      ...boundsOf(solid, matrixOf(turnOf(this.#movers[index]!))),
    }))
    const apart = (one: (typeof boxes)[number], two: (typeof boxes)[number]) =>
      [0, 1, 2].some(
        (axis) =>
          one.at[axis]! + one.high[axis]! <= two.at[axis]! + two.low[axis]! ||
          two.at[axis]! + two.high[axis]! <= one.at[axis]! + one.low[axis]!,
      )
    const issues: { path: string; message: string }[] = []
    for (let two = from; two < this.count; two++)
      for (let one = 0; one < two; one++) {
        const [{ body: a }, { body: b }] = [this.#bodies[one]!, this.#bodies[two]!]
        if (a.kind !== 'dynamic' && b.kind !== 'dynamic') continue
        if (apart(boxes[one]!, boxes[two]!) || joined.has(`${a.name}\n${b.name}`)) continue
        const depth = penetration(this.#movers[one]!, this.#movers[two]!)
        if (depth > OVERLAP * Math.min(sizeOf(this.#bodies[one]!), sizeOf(this.#bodies[two]!)))
          issues.push({
            path: formatPath(['bodies', two]),
            message: `begins ${Number(depth.toPrecision(3))} m deep in ${formatPath(['bodies', one])}: move one of them`,
          })
      }
    if (issues.length > 0) throw new SceneError(issues)
  }

  #join(joint: Joint, ground: RAPIER.RigidBody): void {
    const end = (name: string) => {
      const index = this.#bodies.findIndex(({ body }) => body.name === name)
      return name === TANK || index < 0
        ? { mover: ground, position: [0, 0, 0] as Vector, rotation: [0, 0, 0, 1] as Quaternion }
        : {
            mover: this.#movers[index]!,
            position: this.#bodies[index]!.body.position as Vector,
            rotation: quaternionOf(this.#bodies[index]!.body.rotation),
          }
    }
    const [one, two] = [end(joint.bodies[0]), end(joint.bodies[1])]
    const made = this.#world.createImpulseJoint(jointData(joint, one, two), one.mover, two.mover, true)
    // What hangs on a line from the tank still lies on its floor and stops at its walls.
    const isLine = joint.type === 'rope' || joint.type === 'spring'
    made.setContactsEnabled(isLine && joint.bodies.includes(TANK))
    if (joint.type !== 'hinge') return
    const hinge = made as RAPIER.RevoluteImpulseJoint
    if (joint.limits) hinge.setLimits(joint.limits[0] * DEGREE, joint.limits[1] * DEGREE)
    if (!joint.motor) return
    hinge.configureMotorModel(RAPIER.MotorModel.ForceBased)
    hinge.configureMotorPosition(joint.motor.angle * DEGREE, joint.motor.stiffness, joint.motor.damping)
  }
}

/** What a snapshot has to say beside Rapier's own. */
interface Header {
  readonly time: number
  readonly factors: readonly number[]
  /** Rapier's numbers for the bodies and for what stands still. */
  readonly movers: readonly number[]
  readonly ground: number
  readonly bed: number | undefined
}

function placeOf(mover: RAPIER.RigidBody): Vector {
  const { x, y, z } = mover.translation()
  return [x, y, z]
}

function turnOf(mover: RAPIER.RigidBody): Quaternion {
  const { x, y, z, w } = mover.rotation()
  return [x, y, z, w]
}

function put(list: Float64Array, body: number, { x, y, z }: { x: number; y: number; z: number }): void {
  list[3 * body] = x
  list[3 * body + 1] = y
  list[3 * body + 2] = z
}

/** Smallest side of the upright box around a body [m]. */
function sizeOf({ body, solid }: LoadedBody): number {
  const { low, high } = boundsOf(solid, matrixOf(quaternionOf(body.rotation)))
  return Math.min(high[0] - low[0], high[1] - low[1], high[2] - low[2])
}

function addBody(world: RAPIER.World, { body, solid }: LoadedBody): RAPIER.RigidBody {
  const { RigidBodyDesc } = RAPIER
  const { kind } = body
  const desc =
    kind === 'dynamic'
      ? RigidBodyDesc.dynamic()
      : kind === 'fixed'
        ? RigidBodyDesc.fixed()
        : RigidBodyDesc.kinematicPositionBased()
  const start = kind === 'kinematic' ? drivenPosition(body, 0) : body.position
  desc
    .setTranslation(start[0], start[1], start[2])
    .setRotation(xyzw(quaternionOf(body.rotation)))
    .setCanSleep(false)
  if (kind === 'dynamic') {
    const { moments, axes } = principal(solid.mass)
    const [vx, vy, vz] = body.velocity
    desc
      .setLinvel(vx, vy, vz)
      .setAngvel(xyz(body.angularVelocity.map((rate) => rate * DEGREE) as [number, number, number]))
      .setAdditionalMassProperties(solid.mass.amount, xyz(solid.mass.center), xyz(moments), xyzw(axes))
      // Walls and the ground are what fast bodies could pass within a step.
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

/** Rapier's meshes are surfaces without an inside: what moves freely hits others with its hull. */
function colliderOf({ shape }: Piece, moves: boolean): RAPIER.ColliderDesc {
  const { ColliderDesc } = RAPIER
  switch (shape.kind) {
    case 'sphere':
      return ColliderDesc.ball(shape.radius)
    case 'capsule':
      return ColliderDesc.capsule(shape.height / 2 - shape.radius, shape.radius)
    case 'cylinder':
      return hullCollider(prism(shape.radius, shape.height))
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

/** What a cylinder hits others with: Rapier's own cylinders sink through uneven ground. Its sides touch the round one from inside. */
function prism(radius: number, height: number): Float32Array {
  const points = new Float32Array(6 * PRISM_SIDES)
  for (let k = 0; k < PRISM_SIDES; k++) {
    const angle = (2 * Math.PI * k) / PRISM_SIDES
    const [x, z] = [radius * cos(angle), radius * sin(angle)]
    points.set([x, -height / 2, z, x, height / 2, z], 6 * k)
  }
  return points
}

/**
 * Floor and walls: slabs as thick as the tank is long, higher than anything is thrown. Half-spaces would have no end, but Rapier's hulls do not
 * come to rest on them: they rock from corner to corner and sink in, at last through.
 */
function tankColliders({ grid, floor, walls }: Tank): RAPIER.ColliderDesc[] {
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

/** The ground as a surface through its heights, level beyond the outermost. */
function bedCollider({ nx, nz, cellSize }: Grid, bed: ArrayLike<number>): RAPIER.ColliderDesc {
  // Column by column, with a copy of the outermost cells around: the surface reaches beyond the edges.
  const heights = new Float32Array((nx + 2) * (nz + 2))
  const inside = (k: number, count: number) => Math.min(count - 1, Math.max(0, k - 1))
  for (let i = 0; i < nx + 2; i++)
    for (let j = 0; j < nz + 2; j++) heights[i * (nz + 2) + j] = bed[inside(j, nz) * nx + inside(i, nx)]!
  const scale = { x: (nx + 1) * cellSize, y: 1, z: (nz + 1) * cellSize }
  return RAPIER.ColliderDesc.heightfield(nz + 1, nx + 1, heights, scale)
}

/** How deep two bodies are in each other [m], 0 if they are not. */
function penetration(one: RAPIER.RigidBody, two: RAPIER.RigidBody): number {
  let depth = 0
  for (let k = 0; k < one.numColliders(); k++)
    for (let l = 0; l < two.numColliders(); l++) {
      const contact = one.collider(k).contactCollider(two.collider(l), 0)
      if (contact) depth = Math.max(depth, -contact.distance)
    }
  return depth
}

interface End {
  readonly position: Vector
  readonly rotation: Quaternion
}

function jointData(joint: Joint, one: End, two: End): RAPIER.JointData {
  const { JointData } = RAPIER
  if (joint.type === 'weld') {
    // The second body's origin, and the scene's axes, as each of them sees these at the start.
    const [back, own] = [inverse(one.rotation), inverse(two.rotation)]
    const [x, y, z] = [0, 1, 2].map((axis) => two.position[axis]! - one.position[axis]!) as [number, number, number]
    return JointData.fixed(xyz(turned(matrixOf(back), [x, y, z])), xyzw(back), xyz([0, 0, 0]), xyzw(own))
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
