// Keeps bodies inside the walls, above the floor and above the terrain where Rapier's contacts do not.
//
// Rapier solves joints as hard constraints and contacts as stiff springs. Where both cannot be met, as on a rope to a body that leaves the
// tank, the joint wins and its other body goes through the wall.
//
// Without a joint, too few contacts let a body in. Rapier looks for them once a substep, and of a face with more than four corners takes
// four neighbouring ones and the deepest point. These stop, and the body turns about them: the side without a contact goes in. A heavy disc
// rocks on the floor in this way, deeper each time, and a fast body that hits with a corner is in the wall to its centre after one
// substep. The springs take tenths of a second to push it out.
//
// After each substep, a body is therefore moved back to the surface of wall, floor or terrain: with a joint as soon as contacts yield,
// without one as soon as its centre of mass is beyond the surface. It loses its velocity towards the surface and, by friction, along it;
// a joint stays stretched. Contacts that Rapier resolves itself are not changed in any bit.

import RAPIER from '@dimforge/rapier3d-deterministic-compat'
import type { Joint } from '../../scene/schema/body.js'
import { setMatrix } from '../geometry/rotation.js'
import { type Solid, setBounds } from '../geometry/solid.js'
import type { BodyWorld, LoadedBody, Tank } from '../world.js'
import { TANK_FRICTION } from './colliders.js'
import { sizeOf } from './overlaps.js'

/** Overlap of a body with a joint and a static collider that is left to contacts, as a fraction of the body's smallest width. */
const ALLOWED = 0.02
/** Distance from a body at which rays start [m]. */
const OUTSIDE = 0.1

type RawColliders = RAPIER.World['colliders']['raw']
type RawVector = ReturnType<typeof RAPIER.VectorOps.intoRaw>

interface Kept {
  readonly index: number
  readonly solid: Solid
  /** Whether a joint pulls it. */
  readonly isTied: boolean
  /** Smallest width [m]. */
  readonly width: number
  /** Overlap with a static collider that is left to contacts [m]; without a joint, from the moment at which the centre of mass is out. */
  readonly allowed: number
  /** Coefficient of friction between them [1]: the mean, as in Rapier's contacts. */
  readonly friction: number
}

export class Enclosure {
  /** Names of the bodies that joints pull. */
  readonly #tied: ReadonlySet<string | undefined>
  /** Friction of walls, floor and terrain [1]. */
  readonly #friction: number
  #kept: readonly Kept[] = []
  /** Where the tank begins and ends along x, y and z [m]. */
  readonly #from: readonly number[]
  readonly #to: readonly number[]
  // Kept, so that nothing is allocated.
  readonly #quaternion = new Float64Array(4)
  readonly #matrix = new Float64Array(9)
  readonly #low = new Float64Array(3)
  readonly #high = new Float64Array(3)
  readonly #place = new Float64Array(3)
  readonly #center = new Float64Array(3)
  readonly #velocity = new Float64Array(3)
  readonly #vector = { x: 0, y: 0, z: 0 }
  readonly #rotation = { x: 0, y: 0, z: 0, w: 1 }
  readonly #origin = RAPIER.VectorOps.intoRaw({ x: 0, y: 0, z: 0 })
  readonly #down = RAPIER.VectorOps.intoRaw({ x: 0, y: -1, z: 0 })
  readonly #up = RAPIER.VectorOps.intoRaw({ x: 0, y: 1, z: 0 })

  constructor({ grid, walls, floor, friction = TANK_FRICTION }: Tank, joints: readonly Joint[]) {
    this.#tied = new Set(joints.flatMap((joint) => joint.bodies))
    this.#friction = friction
    const x = (grid.nx * grid.cellSize) / 2
    const z = (grid.nz * grid.cellSize) / 2
    this.#from = [walls['x-'] ? -x : -Infinity, floor, walls['z-'] ? -z : -Infinity]
    this.#to = [walls['x+'] ? x : Infinity, Infinity, walls['z+'] ? z : Infinity]
  }

  /** Sets the bodies in the tank. */
  hold(bodies: readonly LoadedBody[]): void {
    this.#kept = bodies.flatMap((loaded, index) => {
      const { body, solid } = loaded
      if (body.kind !== 'dynamic') return []
      const isTied = body.name !== undefined && this.#tied.has(body.name)
      const width = sizeOf(loaded)
      const friction = 0.5 * (this.#friction + body.friction)
      return [{ index, solid, isTied, width, allowed: isTied ? ALLOWED * width : 0, friction }]
    })
  }

  /**
   * Moves bodies back into the tank, one of the parts of a step after they were in it. `seconds`: that of the step; `bed`: the terrain, if there is
   * any; `before`: where all bodies were at the beginning of the step.
   */
  keep(
    { colliders: { raw } }: RAPIER.World,
    movers: readonly RAPIER.RigidBody[],
    seconds: number,
    parts: number,
    bed: RAPIER.Collider | undefined,
    before: Pick<BodyWorld, 'positions' | 'centers'>,
  ): void {
    for (let k = 0; k < this.#kept.length; k++) {
      const kept = this.#kept[k]!
      const mover = movers[kept.index]!
      put(this.#center, mover.worldCom(this.#vector))
      // Height from which to look for ground. A body that flies into a slope comes to lie under ground that its centre was not above, but
      // moves by less than its width in a substep.
      let top = Math.max(before.centers[3 * kept.index + 1]!, this.#center[1]!) + kept.width
      if (!kept.isTied && !this.#isCenterOut(raw, bed, top)) continue
      this.#read(mover, kept.solid)
      if (kept.isTied) top = Math.max(before.positions[3 * kept.index + 1]!, this.#place[1]!) + this.#high[1]! + OUTSIDE
      let isOut = false
      const depth = bed ? this.#depthInGround(raw, mover, bed, top) : 0
      if (depth > kept.allowed) {
        this.#putBack(kept, 1, -depth, seconds / parts)
        isOut = true
      }
      for (let axis = 0; axis < 3; axis++) {
        const into = this.#depthBeyond(axis)
        if (Math.abs(into) <= kept.allowed) continue
        this.#putBack(kept, axis, into, seconds / parts)
        isOut = true
      }
      if (isOut) this.#write(mover)
    }
  }

  /** Frees the engine's memory. */
  dispose(): void {
    this.#origin.free()
    this.#down.free()
    this.#up.free()
  }

  /** Whether the present centre of mass is in a wall, the floor or, seen from a height, the ground. */
  #isCenterOut(colliders: RawColliders, bed: RAPIER.Collider | undefined, top: number): boolean {
    for (let axis = 0; axis < 3; axis++) {
      const at = this.#center[axis]!
      if (at < this.#from[axis]! || at > this.#to[axis]!) return true
    }
    return bed !== undefined && this.#cast(colliders, bed.handle, this.#down, top, top - this.#center[1]!, false) >= 0
  }

  /** Distance at which a vertical ray through the present centre of mass, from a height, hits a collider [m]; negative if it does not. */
  #cast(
    colliders: RawColliders,
    collider: number,
    direction: RawVector,
    height: number,
    length: number,
    solid: boolean,
  ): number {
    const origin = this.#origin
    origin.x = this.#center[0]!
    origin.y = height
    origin.z = this.#center[2]!
    return colliders.coCastRay(collider, origin, direction, length, solid)
  }

  #read(mover: RAPIER.RigidBody, solid: Solid): void {
    const quaternion = this.#quaternion
    const vector = this.#vector
    const { x, y, z, w } = mover.rotation(this.#rotation)
    quaternion[0] = x
    quaternion[1] = y
    quaternion[2] = z
    quaternion[3] = w
    setMatrix(this.#matrix, quaternion, 0)
    setBounds(this.#low, this.#high, solid, this.#matrix)
    put(this.#place, mover.translation(vector))
    put(this.#velocity, mover.linvel(vector))
  }

  #write(mover: RAPIER.RigidBody): void {
    mover.setTranslation(take(this.#place, this.#vector), true)
    mover.setLinvel(take(this.#velocity, this.#vector), true)
  }

  /** Distance by which the present body reaches beyond the tank along an axis [m]: negative at the lower end, 0 if it does not. */
  #depthBeyond(axis: number): number {
    const at = this.#place[axis]!
    return (
      Math.min(0, at + this.#low[axis]! - this.#from[axis]!) + Math.max(0, at + this.#high[axis]! - this.#to[axis]!)
    )
  }

  /**
   * Removes a penetration of a static collider from position and velocity, with the friction of an impact: friction times the velocity that
   * is lost towards the surface is lost along it. A joint pulls with depth/dt; without one the depth may be that of several substeps.
   */
  #putBack({ isTied, friction }: Kept, axis: number, into: number, dt: number): void {
    const place = this.#place
    const velocity = this.#velocity
    place[axis]! -= into
    const towards = Math.max(0, into > 0 ? velocity[axis]! : -velocity[axis]!)
    velocity[axis] = into > 0 ? Math.min(0, velocity[axis]!) : Math.max(0, velocity[axis]!)
    const one = (axis + 1) % 3
    const two = (axis + 2) % 3
    const along = Math.sqrt(velocity[one]! * velocity[one]! + velocity[two]! * velocity[two]!)
    const lost = isTied ? (friction / dt) * Math.abs(into) : friction * towards
    const kept = along > lost ? 1 - lost / along : 0
    velocity[one]! *= kept
    velocity[two]! *= kept
  }

  /**
   * Depth of the underside of the present body, vertically below its centre of mass, in the terrain [m]. `top`: height at which the ray begins,
   * so that a wall into which the body was pulled does not count as terrain.
   */
  #depthInGround(colliders: RawColliders, mover: RAPIER.RigidBody, bed: RAPIER.Collider, top: number): number {
    const bottom = this.#place[1]! + this.#low[1]! - OUTSIDE
    const length = top - bottom
    const toGround = this.#cast(colliders, bed.handle, this.#down, top, length, false)
    if (toGround < 0) return 0
    let toUnderside = Infinity
    for (let k = 0; k < mover.numColliders(); k++) {
      const distance = this.#cast(colliders, mover.collider(k).handle, this.#up, bottom, length, true)
      if (distance >= 0) toUnderside = Math.min(toUnderside, distance)
    }
    return Math.max(0, length - toGround - toUnderside)
  }
}

function put(list: Float64Array, { x, y, z }: { x: number; y: number; z: number }): void {
  list[0] = x
  list[1] = y
  list[2] = z
}

function take(list: Float64Array, vector: { x: number; y: number; z: number }) {
  vector.x = list[0]!
  vector.y = list[1]!
  vector.z = list[2]!
  return vector
}
