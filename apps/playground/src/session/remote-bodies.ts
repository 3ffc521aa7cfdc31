import { type BodiesLike, type BodyLike, boundingRadius, type JointLike } from '@seiche/three'
import type { WaterPoint } from '../tools/water-point.js'
import type { BodyInfo, SimulationInfo } from '../worker/protocol.js'
import { poseLength } from '../worker/protocol.js'

/** The page's copy of a body of the simulation. */
export interface RemoteBody extends BodyLike {
  readonly info: BodyInfo
  readonly position: Float32Array
  readonly rotation: Float32Array
  /** Bounding radius about its origin [m]. */
  readonly reach: number
  /** [kg/m³] */
  density: number
  /** Share of its volume under water [1]. */
  submerged: number
}

/** The page's copy of the bodies in the worker: their shapes, and their poses in the last frame. */
export class RemoteBodies implements BodiesLike {
  readonly scene: { readonly joints: readonly JointLike[] }
  readonly bodies: RemoteBody[] = []
  /** Number of bodies at the beginning of the list whose poses are known. */
  #placed = 0

  constructor({ scene }: Pick<SimulationInfo, 'scene'>) {
    this.scene = scene
  }

  /** Shows the bodies of the list: those that it already has keep their poses, others come and go. */
  set(infos: readonly BodyInfo[]): void {
    this.bodies.length = Math.min(this.bodies.length, infos.length)
    for (const [index, info] of infos.entries()) {
      const before = this.bodies[index]
      if (before && JSON.stringify(before.info) === JSON.stringify(info)) continue
      this.bodies[index] = remoteBody(info)
      this.#placed = Math.min(this.#placed, index)
    }
    this.#placed = Math.min(this.#placed, infos.length)
  }

  /** The bodies to draw: those that a frame has placed. */
  get placed(): readonly RemoteBody[] {
    return this.#placed === this.bodies.length ? this.bodies : this.bodies.slice(0, this.#placed)
  }

  /** Top of the highest body over a disc about a point [m]; -Infinity if there is none. */
  highestBodyOver([x, z]: WaterPoint, radius: number): number {
    const tops = this.bodies.map(({ position, reach }) => {
      const isAway = Math.hypot(position[0]! - x, position[2]! - z) > reach + radius
      return isAway ? Number.NEGATIVE_INFINITY : position[1]! + reach
    })
    return Math.max(Number.NEGATIVE_INFINITY, ...tops)
  }

  /** Copies the poses of a frame. */
  setPoses(poses: Float32Array): void {
    for (const [index, body] of this.bodies.entries()) {
      const at = poseLength * index
      if (at >= poses.length) break
      this.#placed = Math.max(this.#placed, index + 1)
      body.position.set(poses.subarray(at, at + 3))
      body.rotation.set(poses.subarray(at + 3, at + 7))
      body.density = poses[at + 7]!
      body.submerged = poses[at + 8]!
    }
  }
}

function remoteBody(info: BodyInfo): RemoteBody {
  return {
    name: info.name,
    info,
    solid: { pieces: info.pieces },
    body: { color: info.color },
    position: new Float32Array(3),
    rotation: Float32Array.of(0, 0, 0, 1),
    reach: boundingRadius(info.pieces),
    density: 0,
    submerged: 0,
  }
}
