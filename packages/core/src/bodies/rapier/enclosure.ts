// Keeps bodies with joints inside the walls, above the floor and above the terrain.
//
// Rapier solves joints as hard constraints and contacts as stiff springs. Where both cannot be met, as on a rope to a body that leaves the
// tank, the joint wins and its other body goes through the wall. After each substep, bodies with joints are therefore moved back to the
// surface of wall, floor or terrain. They lose their velocity towards it and, by friction, along it; the joint stays stretched. Contacts
// that Rapier resolves itself are not changed in any bit.

import RAPIER from '@dimforge/rapier3d-deterministic-compat'
import type { Joint } from '../../scene/schema/body.js'
import { setMatrix } from '../geometry/rotation.js'
import { type Solid, setBounds } from '../geometry/solid.js'
import type { LoadedBody, Tank } from '../world.js'
import { TANK_FRICTION } from './colliders.js'
import { sizeOf } from './overlaps.js'

/** Overlap with a static collider that is left to contacts, as a fraction of the body's smallest width. */
const ALLOWED = 0.02
/** Distance from a body at which rays start [m]. */
const OUTSIDE = 0.1

interface Tied {
  readonly index: number
  readonly solid: Solid
  /** Overlap with a static collider that is left to contacts [m]. */
  readonly allowed: number
  /** Coefficient of friction between them [1]: the mean, as in Rapier's contacts. */
  readonly friction: number
}

export class Enclosure {
  /** Bodies that joints pull. */
  readonly #tied: readonly Tied[]
  /** Where the tank begins and ends along x, y and z [m]. */
  readonly #from: readonly number[]
  readonly #to: readonly number[]
  // Kept, so that nothing is allocated.
  readonly #quaternion = new Float64Array(4)
  readonly #matrix = new Float64Array(9)
  readonly #low = new Float64Array(3)
  readonly #high = new Float64Array(3)
  readonly #place = new Float64Array(3)
  readonly #velocity = new Float64Array(3)
  readonly #vector = { x: 0, y: 0, z: 0 }
  readonly #rotation = { x: 0, y: 0, z: 0, w: 1 }
  readonly #down = new RAPIER.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: -1, z: 0 })
  readonly #up = new RAPIER.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 1, z: 0 })

  constructor(
    { grid, walls, floor, friction = TANK_FRICTION }: Tank,
    bodies: readonly LoadedBody[],
    joints: readonly Joint[],
  ) {
    const names = new Set<string | undefined>(joints.flatMap((joint) => joint.bodies))
    this.#tied = bodies.flatMap((loaded, index) =>
      loaded.body.kind === 'dynamic' && loaded.body.name !== undefined && names.has(loaded.body.name)
        ? [
            {
              index,
              solid: loaded.solid,
              allowed: ALLOWED * sizeOf(loaded),
              friction: 0.5 * (friction + loaded.body.friction),
            },
          ]
        : [],
    )
    const x = (grid.nx * grid.cellSize) / 2
    const z = (grid.nz * grid.cellSize) / 2
    this.#from = [walls['x-'] ? -x : -Infinity, floor, walls['z-'] ? -z : -Infinity]
    this.#to = [walls['x+'] ? x : Infinity, Infinity, walls['z+'] ? z : Infinity]
  }

  /**
   * Moves bodies back into the tank, one of the parts of a step after they were in it. `seconds`: that of the step; `bed`: the terrain, if there is
   * any; `before`: positions of all bodies when they were last above it.
   */
  keep(
    movers: readonly RAPIER.RigidBody[],
    seconds: number,
    parts: number,
    bed: RAPIER.Collider | undefined,
    before: Float64Array,
  ): void {
    for (let k = 0; k < this.#tied.length; k++) {
      const tied = this.#tied[k]!
      const mover = movers[tied.index]!
      this.#read(mover, tied.solid)
      let isOut = false
      const depth = bed ? this.#depthInGround(mover, bed, before[3 * tied.index + 1]!) : 0
      if (depth > tied.allowed) {
        this.#putBack(1, -depth, tied.friction / (seconds / parts))
        isOut = true
      }
      for (let axis = 0; axis < 3; axis++) {
        const into = this.#depthBeyond(axis)
        if (Math.abs(into) <= tied.allowed) continue
        this.#putBack(axis, into, tied.friction / (seconds / parts))
        isOut = true
      }
      if (isOut) this.#write(mover)
    }
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
   * Removes a penetration of a static collider from position and velocity, as if the velocity depth/dt had been lost in an impact:
   * friction times this velocity is lost along the surface. `friction` is divided by dt [1/s].
   */
  #putBack(axis: number, into: number, friction: number): void {
    const place = this.#place
    const velocity = this.#velocity
    place[axis]! -= into
    velocity[axis] = into > 0 ? Math.min(0, velocity[axis]!) : Math.max(0, velocity[axis]!)
    const one = (axis + 1) % 3
    const two = (axis + 2) % 3
    const along = Math.sqrt(velocity[one]! * velocity[one]! + velocity[two]! * velocity[two]!)
    const lost = friction * Math.abs(into)
    const kept = along > lost ? 1 - lost / along : 0
    velocity[one]! *= kept
    velocity[two]! *= kept
  }

  /**
   * Depth of the underside of a body, vertically below its centre of mass, in the terrain [m]. `before`: height of its origin when it was above
   * the terrain. The ray starts there, so that a wall into which the body was pulled does not count as terrain.
   */
  #depthInGround(mover: RAPIER.RigidBody, bed: RAPIER.Collider, before: number): number {
    const { x, z } = mover.worldCom(this.#vector)
    const down = this.#down.origin
    const up = this.#up.origin
    down.x = up.x = x
    down.z = up.z = z
    const y = this.#place[1]!
    up.y = y + this.#low[1]! - OUTSIDE
    down.y = Math.max(before, y) + this.#high[1]! + OUTSIDE
    const length = down.y - up.y
    const toGround = bed.castRay(this.#down, length, false)
    if (toGround < 0) return 0
    let toUnderside = Infinity
    for (let k = 0; k < mover.numColliders(); k++) {
      const distance = mover.collider(k).castRay(this.#up, length, true)
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
