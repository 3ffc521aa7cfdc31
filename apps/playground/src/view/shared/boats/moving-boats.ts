// Boats where the scene has a pressure that moves over the water, or a solid that water passes: both stand for a hull.

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
import type { Lighting } from '../lighting.js'

type Motion = NonNullable<Scene['sources'][number]['motion']>

/** Shortest boat that can be seen, in parts of the extent of the water [1]. */
const shortest = 0.03
/** Solidity up to which a moving solid is a hull, under which water passes [1]. */
const leastSolid = 0.5

/** A hull of a length [m]. `center`: where it is at time 0 if it moves at a constant velocity [m]. */
interface Hull {
  length: number
  motion: Motion
  center: readonly [x: number, z: number]
}
type Boat = Omit<Hull, 'length'> & { mesh: Group }

export class MovingBoats extends Group {
  readonly #boats: Boat[]
  readonly #materials: NodeMaterial[] = []

  constructor(scene: Scene, extent: number, lighting: Lighting) {
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
    this.#boats = hullsOf(scene).map(({ length, ...way }) => ({
      mesh: makeBoat(Math.max(length, shortest * extent), hull, deck, cabin),
      ...way,
    }))
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

/** All that moves over the water of a scene like a hull. */
export function hullsOf({ sources, obstacles }: Scene): Hull[] {
  return [...hullsOfPressures(sources), ...hullsOfSolids(obstacles)]
}

function hullsOfPressures(sources: Scene['sources']): Hull[] {
  return sources.flatMap(({ shape, motion, quantity }) => {
    if (!motion || quantity !== 'pressure' || !('center' in shape)) return []
    const radius = 'radius' in shape ? shape.radius : 0
    return [{ length: 4 * radius, motion, center: shape.center }]
  })
}

function hullsOfSolids(obstacles: Scene['obstacles']): Hull[] {
  return obstacles.flatMap((solid) => {
    if (!('shape' in solid) || solid.shape !== 'polygon' || !solid.motion || solid.height > leastSolid) return []
    const [x, z] = [0, 1].map((axis) => solid.points.map((point) => point[axis]!)) as [number[], number[]]
    const [[west, east], [north, south]] = [x, z].map((along) => [Math.min(...along), Math.max(...along)]) as [
      Range,
      Range,
    ]
    const center = [(west + east) / 2, (north + south) / 2] as const
    return [{ length: Math.max(east - west, south - north), motion: solid.motion, center }]
  })
}
type Range = [least: number, most: number]

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
