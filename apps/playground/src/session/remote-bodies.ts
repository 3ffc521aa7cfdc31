import { type BodiesLike, type BodyLike, boundingRadius, type JointLike } from '@seiche/three'
import type { WaterPoint } from '../tools/water-point.js'
import type { BodyInfo, SimulationInfo } from '../worker/protocol.js'
import { poseLength } from '../worker/protocol.js'

/** A body of the simulation, as the page knows it. */
export interface RemoteBody extends BodyLike {
  readonly info: BodyInfo
  readonly position: Float32Array
  readonly rotation: Float32Array
  /** Radius of a ball about its origin that holds it [m]. */
  readonly reach: number
  /** [kg/m³] */
  density: number
  /** Share of its volume under water [1]. */
  submerged: number
}

/** The bodies of the simulation in the worker: what they are made of, and where they were in the last frame. */
export class RemoteBodies implements BodiesLike {
  readonly scene: { readonly joints: readonly JointLike[] }
  readonly bodies: RemoteBody[] = []

  constructor({ scene }: Pick<SimulationInfo, 'scene'>) {
    this.scene = scene
  }

  /** Takes over the list of all bodies: adds those that are new. */
  add(infos: readonly BodyInfo[]): void {
    for (const info of infos.slice(this.bodies.length))
      this.bodies.push({
        name: info.name,
        info,
        solid: { pieces: info.pieces },
        body: { color: info.color },
        position: new Float32Array(3),
        rotation: Float32Array.of(0, 0, 0, 1),
        reach: boundingRadius(info.pieces),
        density: 0,
        submerged: 0,
      })
  }

  /** Height of the highest body over a disc about a place [m]; -Infinity if there is none. */
  highestBodyOver([x, z]: WaterPoint, radius: number): number {
    const tops = this.bodies.map(({ position, reach }) => {
      const isAway = Math.hypot(position[0]! - x, position[2]! - z) > reach + radius
      return isAway ? Number.NEGATIVE_INFINITY : position[1]! + reach
    })
    return Math.max(Number.NEGATIVE_INFINITY, ...tops)
  }

  /** Takes over a frame's poses. */
  setPoses(poses: Float32Array): void {
    for (const [index, body] of this.bodies.entries()) {
      const at = poseLength * index
      if (at >= poses.length) return
      body.position.set(poses.subarray(at, at + 3))
      body.rotation.set(poses.subarray(at + 3, at + 7))
      body.density = poses[at + 7]!
      body.submerged = poses[at + 8]!
    }
  }
}
