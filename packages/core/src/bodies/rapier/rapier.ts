// Rigid bodies by Rapier, in its deterministic build: the same bits on every machine.
//
// Rapier has shapes, contacts and joints. Masses come from moments.ts, because the water needs the same ones: colliders have no mass,
// and each body is given its mass, centre of mass and inertia.

import RAPIER from '@dimforge/rapier3d-deterministic-compat'
import { BodyColumns } from '../columns/body-columns.js'
import { Spans } from '../columns/spans.js'
import { principal } from '../geometry/moments.js'
import { KinematicMotion } from '../kinematic.js'
import type { BodyWorld, BodyWorldSetup, LoadedBody, Tank } from '../world.js'
import { addBody, bedCollider, TANK_FRICTION, tankColliders } from './colliders.js'
import { Enclosure } from './enclosure.js'
import { addJoint } from './joints.js'
import { sizeOf, validateNoOverlaps } from './overlaps.js'
import { positionOf, xyz, xyzw } from './vectors.js'

/** Bodies are raised with terrain that has risen into them by more than the first and less than the second height, in cells. Contacts resolve less; more is a new wall. */
const [LEAST_LIFT, MOST_LIFT] = [0.1, 32]

/** Substeps of a step, at most. Faster bodies may pass through the terrain. */
const MOST_PARTS = 64

const UNREADABLE = 'the bodies of this snapshot cannot be read by Rapier'

/**
 * The rigid-body engine Rapier, in its deterministic build: creates the bodies of a scene.
 *
 * @param setup Bodies, joints and surroundings of the scene.
 * @returns The bodies, at rest in their initial poses.
 * @throws {@link SceneError} for bodies that overlap.
 *
 * @example
 * ```ts
 * import { createSimulation } from 'seiche'
 * import { rapier } from 'seiche/bodies'
 *
 * const sim = await createSimulation(sceneText, { rigidBodies: rapier })
 * console.log(sim.bodies.length)
 * ```
 */
export async function rapier(setup: BodyWorldSetup): Promise<BodyWorld> {
  await RAPIER.init()
  return new RapierWorld(setup)
}

class RapierWorld implements BodyWorld {
  positions = new Float64Array(0)
  rotations = new Float64Array(0)
  centers = new Float64Array(0)
  velocities = new Float64Array(0)
  angularVelocities = new Float64Array(0)
  masses = new Float64Array(0)
  time = 0
  #bodies: LoadedBody[]
  #world: RAPIER.World
  #kinematic: RAPIER.RigidBody[]
  /** Mass of each body over its initial mass. */
  #factors: number[]
  readonly #tank: Tank
  #ground: RAPIER.RigidBody
  #bed: RAPIER.Collider | undefined
  readonly #enclosure: Enclosure
  /** Momentum and angular momentum that each body gets in the next step. */
  #pushes = new Float64Array(0)
  /** Forces of the step [N] and smallest widths of the bodies [m]. */
  #forces = new Float64Array(0)
  #sizes: number[] = []
  /** Motions of the kinematic bodies; undefined for the others. */
  #motions: (KinematicMotion | undefined)[] = []
  // Kept, so that pushing, stepping and reading allocate nothing.
  readonly #gravity: ReturnType<typeof RAPIER.VectorOps.intoRaw>
  readonly #vector = RAPIER.VectorOps.intoRaw({ x: 0, y: 0, z: 0 })
  readonly #values = new Float32Array(4)

  constructor({ bodies, joints, tank, gravity }: BodyWorldSetup) {
    this.#bodies = [...bodies]
    this.#factors = bodies.map(() => 1)
    this.#tank = tank
    this.#enclosure = new Enclosure(tank, joints)
    const world = new RAPIER.World({ x: 0, y: -gravity, z: 0 })
    this.#gravity = RAPIER.VectorOps.intoRaw(world.gravity)
    this.#world = world
    // Rapier lets things overlap by thousandths of this [m].
    world.lengthUnit = Math.min(1, ...bodies.map(sizeOf))
    this.#ground = world.createRigidBody(RAPIER.RigidBodyDesc.fixed())
    for (const desc of tankColliders(tank)) this.#stand(desc)
    if (tank.bed) this.#bed = this.#stand(bedCollider(tank.grid, tank.bed))
    this.#kinematic = bodies.map((body) => addBody(world, body))
    try {
      validateNoOverlaps(this.#bodies, this.#kinematic, joints)
      for (const joint of joints) addJoint(world, joint, this.#bodies, this.#kinematic, this.#ground)
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
    this.angularVelocities = new Float64Array(3 * this.count)
    this.#pushes = new Float64Array(6 * this.count)
    this.#forces = new Float64Array(3 * this.count)
    this.#sizes = this.#bodies.map(sizeOf)
    this.#enclosure.hold(this.#bodies)
    this.#motions = this.#bodies.map(({ body }) => (body.kind === 'kinematic' ? new KinematicMotion(body) : undefined))
    this.masses = Float64Array.from(this.#bodies, ({ body, solid }, index) =>
      body.kind === 'dynamic' ? this.#factors[index]! * solid.mass.amount : Number.POSITIVE_INFINITY,
    )
  }

  /** Adds a static collider. */
  #stand(desc: RAPIER.ColliderDesc): RAPIER.Collider {
    const { friction = TANK_FRICTION, restitution = 0 } = this.#tank
    return this.#world.createCollider(desc.setFriction(friction).setRestitution(restitution), this.#ground)
  }

  add(body: LoadedBody): void {
    this.#bodies.push(body)
    this.#factors.push(1)
    this.#kinematic.push(addBody(this.#world, body))
    try {
      validateNoOverlaps(this.#bodies, this.#kinematic, [], this.count - 1)
    } catch (error) {
      this.#world.removeRigidBody(this.#kinematic.pop()!)
      this.#bodies.pop()
      this.#factors.pop()
      throw error
    }
    this.#room()
    this.#read()
  }

  setDensity(body: number, factor: number): void {
    this.#factors[body] = factor
    const { kind } = this.#bodies[body]!.body
    if (kind !== 'dynamic') return
    const { mass } = this.#bodies[body]!.solid
    const { moments, axes } = principal(mass)
    const inertia = moments.map((moment) => moment * factor) as [number, number, number]
    this.#kinematic[body]!.setAdditionalMassProperties(
      factor * mass.amount,
      xyz(mass.center),
      xyz(inertia),
      xyzw(axes),
      true,
    )
    this.#kinematic[body]!.recomputeMassPropertiesFromColliders()
    this.masses[body] = factor * mass.amount
  }

  setTerrain(bed: ArrayLike<number>): void {
    if (this.#bed) this.#world.removeCollider(this.#bed, false)
    this.#bed = this.#stand(bedCollider(this.#tank.grid, bed))
    this.#raiseAboveTerrain(bed)
  }

  /** Raises bodies with terrain that has risen into them. A wall that was built at a body does not throw it up. */
  #raiseAboveTerrain(bed: ArrayLike<number>): void {
    const { grid } = this.#tank
    const columns = new BodyColumns(grid)
    const spans = new Spans()
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
      const [x, y, z] = positionOf(this.#kinematic[index]!)
      this.#kinematic[index]!.setTranslation({ x, y: y + deepest, z }, true)
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
    for (let body = 0; body < this.count; body++)
      if (this.#bodies[body]!.body.kind === 'dynamic') this.#force(body, seconds)
    this.#pushes.fill(0)
    const parts = this.#parts(seconds)
    this.#world.timestep = seconds / parts
    for (let part = 1; part <= parts; part++) {
      this.#drive(seconds, part, parts)
      this.#move()
      this.#enclosure.keep(this.#world, this.#kinematic, seconds, parts, this.#bed, this)
    }
    this.time += seconds
    this.#read()
  }

  /**
   * Moves all bodies on by `timestep`. `World.step` does the same, and then looks for bodies and colliders that soft bodies may have made or
   * removed: a call for each, and lists of all. There are none here.
   */
  #move(): void {
    const world = this.#world
    world.physicsPipeline.raw.step(
      this.#gravity,
      world.integrationParameters.raw,
      world.islands.raw,
      world.broadPhase.raw,
      world.narrowPhase.raw,
      world.bodies.raw,
      world.colliders.raw,
      world.softBodies.raw,
      world.impulseJoints.raw,
      world.multibodyJoints.raw,
      world.ccdSolver.raw,
    )
  }

  /** Sets the positions of kinematic bodies at the end of a part of a step. */
  #drive(seconds: number, part: number, parts: number): void {
    const { raw } = this.#world.bodies
    for (let index = 0; index < this.count; index++) {
      const motion = this.#motions[index]
      if (!motion) continue
      motion.set(this.time + (seconds * part) / parts)
      const { position, rotation } = motion
      const { handle } = this.#kinematic[index]!
      raw.rbSetNextKinematicTranslation(handle, position[0]!, position[1]!, position[2]!)
      raw.rbSetNextKinematicRotation(handle, rotation[0]!, rotation[1]!, rotation[2]!, rotation[3]!)
    }
  }

  /** Number of substeps in which no body passes through a wall: in each, a body moves less than a third of its width. */
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
   * Converts the pushes since the last step to forces over the next. Rapier divides a step and spreads forces, the weight among
   * them, over its substeps. Momentum applied at once would not balance the weight within a step: a body at rest in the water
   * would appear to sink at 3/8 of the velocity that gravity adds in a step.
   */
  #force(body: number, seconds: number): void {
    const { handle } = this.#kinematic[body]!
    const pushes = this.#pushes
    const forces = this.#forces
    const vector = this.#vector
    const { raw } = this.#world.bodies
    raw.rbResetForces(handle, false)
    raw.rbResetTorques(handle, false)
    for (let axis = 0; axis < 3; axis++) forces[3 * body + axis] = pushes[6 * body + axis]! / seconds
    vector.x = forces[3 * body]!
    vector.y = forces[3 * body + 1]!
    vector.z = forces[3 * body + 2]!
    raw.rbAddForce(handle, vector, true)
    vector.x = pushes[6 * body + 3]! / seconds
    vector.y = pushes[6 * body + 4]! / seconds
    vector.z = pushes[6 * body + 5]! / seconds
    raw.rbAddTorque(handle, vector, true)
  }

  snapshot(): Uint8Array {
    const state = this.#world.takeSnapshot()
    const header: Header = {
      engine: engineName(),
      time: this.time,
      factors: this.#factors,
      movers: this.#kinematic.map(({ handle }) => handle),
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
    const { header, state } = unpack(bytes)
    const world = RAPIER.World.restoreSnapshot(state)
    if (!world) throw new Error(UNREADABLE)
    const movers = header.movers.map((handle) => world.getRigidBody(handle))
    const ground = world.getRigidBody(header.ground)
    const bed = header.bed === undefined ? undefined : world.getCollider(header.bed)
    const isWhole = movers.every(Boolean) && ground && (bed || header.bed === undefined)
    if (movers.length !== bodies.length || !isWhole) {
      world.free()
      throw new Error(`this snapshot is of ${movers.length} bodies, and not of the ${bodies.length} of the scene`)
    }
    this.#world.free()
    this.#world = world
    this.#bodies = [...bodies]
    this.#kinematic = movers
    this.#factors = [...header.factors]
    this.#ground = ground
    this.#bed = bed
    this.time = header.time
    this.#room()
    this.#read()
  }

  dispose(): void {
    this.#world.free()
    this.#enclosure.dispose()
    this.#gravity.free()
    this.#vector.free()
  }

  #read(): void {
    const values = this.#values
    const { raw } = this.#world.bodies
    for (let body = 0; body < this.count; body++) {
      const { handle } = this.#kinematic[body]!
      raw.rbTranslation(handle, values)
      put(this.positions, 3 * body, 3, values)
      raw.rbWorldCom(handle, values)
      put(this.centers, 3 * body, 3, values)
      raw.rbLinvel(handle, values)
      put(this.velocities, 3 * body, 3, values)
      raw.rbAngvel(handle, values)
      put(this.angularVelocities, 3 * body, 3, values)
      raw.rbRotation(handle, values)
      put(this.rotations, 4 * body, 4, values)
    }
  }
}

/** Header of a snapshot, before Rapier's own data. */
interface Header {
  /** Name and version of the engine: another version may have another format. */
  readonly engine: string
  readonly time: number
  readonly factors: readonly number[]
  /** Rapier's numbers for the bodies and for what stands still. */
  readonly movers: readonly number[]
  readonly ground: number
  readonly bed: number | undefined
}

function engineName(): string {
  return `Rapier ${RAPIER.version()}`
}

function unpack(bytes: Uint8Array): { header: Header; state: Uint8Array } {
  let header: Header
  const end = bytes.length < 4 ? 0 : 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, end)))
  } catch {
    throw new Error(UNREADABLE)
  }
  if (header.engine !== engineName())
    throw new Error(`the bodies of this snapshot are of ${header.engine}, the engine here is ${engineName()}`)
  return { header, state: bytes.slice(end) }
}

/** Copies the first values to a place of a list. */
function put(list: Float64Array, at: number, count: number, values: Float32Array): void {
  for (let k = 0; k < count; k++) list[at + k] = values[k]!
}
