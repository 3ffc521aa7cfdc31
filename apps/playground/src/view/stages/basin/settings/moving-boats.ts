// Boats where the scene has a pressure that moves over the water: the pressure is that of a hull.

import type { Scene } from 'seiche'
import { Fn, normalWorld, uniform } from 'three/tsl'
import {
  BoxGeometry,
  type BufferGeometry,
  Color,
  ExtrudeGeometry,
  Group,
  Mesh,
  NodeMaterial,
  Shape,
} from 'three/webgpu'
import type { Lighting } from '../../../shared/lighting.js'

type Motion = NonNullable<Scene['sources'][number]['motion']>

/** Shortest boat that can be seen, in parts of the extent of the water [1]. */
const shortest = 0.03

interface Boat {
  mesh: Group
  motion: Motion
  center: readonly [number, number]
}

export class MovingBoats extends Group {
  readonly #boats: Boat[]
  readonly #materials: NodeMaterial[] = []

  constructor({ sources }: Scene, extent: number, lighting: Lighting) {
    super()
    this.name = 'boats'
    const paint = (color: number): NodeMaterial => {
      const material = new NodeMaterial()
      material.name = 'boat'
      material.colorNode = Fn(() => uniform(new Color(color)).rgb.mul(lighting.outdoors(normalWorld)))()
      this.#materials.push(material)
      return material
    }
    const [hull, deck, cabin] = [paint(0xb5382c), paint(0xe9e2d2), paint(0xf4f4f0)]
    this.#boats = sources.flatMap(({ shape, motion, quantity }) => {
      if (!motion || quantity !== 'pressure' || !('center' in shape)) return []
      const radius = 'radius' in shape ? shape.radius : 0
      const mesh = makeBoat(Math.max(4 * radius, shortest * extent), hull, deck, cabin)
      return [{ mesh, motion, center: shape.center as readonly [number, number] }]
    })
    for (const { mesh } of this.#boats) this.add(mesh)
    this.setTime(0)
  }

  /** Moves the boats to their places at a time [s]. */
  setTime(time: number): void {
    for (const { mesh, motion, center } of this.#boats) {
      const [x, z, dx, dz] = placeOf(motion, center, time)
      mesh.position.set(x, 0, z)
      if (dx !== 0 || dz !== 0) mesh.rotation.y = Math.atan2(-dz, dx)
    }
  }

  override dispose(): void {
    super.dispose()
    this.traverse((part) => {
      if (part instanceof Mesh) (part as Mesh<BufferGeometry>).geometry.dispose()
    })
    for (const material of this.#materials) material.dispose()
  }
}

/** Place and direction of a moving shape: x, z [m], and a step along its way. */
export function placeOf(
  motion: Motion,
  [x, z]: readonly [number, number],
  time: number,
): [x: number, z: number, dx: number, dz: number] {
  if ('velocity' in motion) {
    const [u, w] = motion.velocity
    return [x + u * time, z + w * time, u, w]
  }
  const { path, loop } = motion
  const [first, last] = [path[0]!.time, path.at(-1)!.time]
  const now = loop && time > first ? first + ((time - first) % (last - first)) : time
  const end = Math.max(
    1,
    path.findIndex((point, at) => at > 0 && (point.time > now || at === path.length - 1)),
  )
  const [from, to] = [path[end - 1]!, path[end]!]
  const share = Math.min(1, Math.max(0, (now - from.time) / (to.time - from.time)))
  const [dx, dz] = [to.at[0] - from.at[0], to.at[1] - from.at[1]]
  return [from.at[0] + share * dx, from.at[1] + share * dz, dx, dz]
}

/** A boat of a length [m] that points along x. */
function makeBoat(length: number, hull: NodeMaterial, deck: NodeMaterial, cabin: NodeMaterial): Group {
  const plan = new Shape()
  const [half, beam] = [length / 2, 0.16 * length]
  plan.moveTo(-half, -0.8 * beam)
  plan.lineTo(0, -beam)
  plan.quadraticCurveTo(0.32 * length, -0.9 * beam, half, 0)
  plan.quadraticCurveTo(0.32 * length, 0.9 * beam, 0, beam)
  plan.lineTo(-half, 0.8 * beam)
  const sides = new ExtrudeGeometry(plan, { depth: 0.16 * length, bevelEnabled: false }).rotateX(-Math.PI / 2)
  const top = new ExtrudeGeometry(plan, { depth: 0.012 * length, bevelEnabled: false }).rotateX(-Math.PI / 2)
  const boat = new Group()
  const add = (geometry: BufferGeometry, material: NodeMaterial, x: number, y: number): void => {
    const part = new Mesh(geometry, material)
    part.position.set(x, y, 0)
    boat.add(part)
  }
  add(sides, hull, 0, -0.06 * length)
  add(top, deck, 0, 0.1 * length)
  add(new BoxGeometry(0.26 * length, 0.12 * length, 0.17 * length), cabin, -0.05 * length, 0.16 * length)
  add(new BoxGeometry(0.3 * length, 0.02 * length, 0.2 * length), hull, -0.05 * length, 0.23 * length)
  return boat
}
