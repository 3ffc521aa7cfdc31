// Trees on land: one mesh of simple crowns.

import {
  cameraPosition,
  Fn,
  mix,
  normalWorld,
  positionWorld,
  smoothstep,
  texture,
  uniform,
  vec2,
  vec3,
} from 'three/tsl'
import { BufferAttribute, BufferGeometry, type Color, Mesh, type Node, NodeMaterial } from 'three/webgpu'
import { chance, noiseTexture } from '../noise-texture.js'

/** A stand of trees. */
export interface TreePlan {
  /** Greatest number of trees. */
  most: number
  /** Height of a tree [m]. */
  height: number
  /** Outline of the crown from its foot up to below its top: pairs of height and radius, over the whole height [1]. */
  outline: readonly (readonly [height: number, radius: number])[]
  /** Vertices of a ring around a crown; one more is its top. Default 6. */
  sides?: number
  /** Whether leaves stand out at the outline of a crown, which is seen from near. */
  isLeafy?: boolean
}

export interface TreeLook {
  /** Color of the forest. */
  color: Color
  /** Size of which branches and leaves are parts, about the height of a tree [m]. */
  size: number
  /** Light on a leaf with this normal. */
  light: (normal: Node<'vec3'>) => Node<'vec3'>
  /** A radiance as it is seen through the air. Default: the same. */
  hazed?: (radiance: Node<'vec3'>) => Node<'vec3'>
}

/** A point as x, y, z [m]. */
export type Point = readonly [x: number, y: number, z: number]

/** Outlines of crowns: see `TreePlan`. */
export const crowns = {
  /** A spruce: three tiers of branches. */
  spruce: [
    [0.04, 0.3],
    [0.4, 0.12],
    [0.42, 0.22],
    [0.68, 0.08],
    [0.7, 0.14],
  ],
  /** A tree with a broad crown, seen from afar. */
  broad: [
    [0, 0.6],
    [0.3, 0.68],
    [0.68, 0.54],
    [0.93, 0.22],
  ],
  /** A bush that is seen from near. */
  bush: [
    [0, 0.6],
    [0.2, 0.67],
    [0.44, 0.65],
    [0.66, 0.55],
    [0.84, 0.38],
    [0.95, 0.18],
  ],
} as const

/** Noise on a crown, by the axes of its side: by others it would be stretched to stripes. `size`: side of its period [m]. */
function leavesAt(size: number, isNear: boolean): Node<'vec4'> {
  const { x, y, z } = positionWorld
  const noise = (u: Node<'float'>, v: Node<'float'>): Node<'vec4'> => texture(noiseTexture(), vec2(u, v).div(size))
  // From afar both sides are one.
  if (!isNear) return mix(noise(x.add(z), y), noise(x, z), normalWorld.y.mul(normalWorld.y))
  const weights = normalWorld.abs().pow(4).toVar()
  return noise(z, y)
    .mul(weights.x)
    .add(noise(x, z).mul(weights.y))
    .add(noise(x, y).mul(weights.z))
    .div(weights.x.add(weights.y).add(weights.z))
}

const sidesOf = ({ sides = 6 }: TreePlan): number => sides
/** Radius of a vertex, from that of its ring [1]. */
const uneven = 0.16

export class Trees extends Mesh<BufferGeometry, NodeMaterial> {
  readonly #plan: TreePlan

  constructor(plan: TreePlan, { color, size, light, hazed = (radiance) => radiance }: TreeLook) {
    super(treeGeometry(plan), new NodeMaterial())
    this.name = 'trees'
    this.frustumCulled = false
    this.#plan = plan
    this.material.name = 'trees'
    if (plan.isLeafy) {
      const edge = normalWorld.dot(cameraPosition.sub(positionWorld).normalize()).abs()
      this.material.maskNode = edge.add(leavesAt(0.7 * size, true).x).greaterThan(0.72)
    }
    this.material.colorNode = Fn(() => {
      const isNear = plan.isLeafy ?? false
      const [leaves, foliage] = [leavesAt(0.57 * size, isNear).toVar(), leavesAt(0.97 * size, isNear).toVar()] as const
      const stand = texture(noiseTexture(), positionWorld.xz.div(10.3 * size)).x
      // The foot of a crown is in the shade of its neighbors.
      const open = smoothstep(-0.2, 0.9, normalWorld.y).mul(0.75).add(0.35)
      // Between leaves it is dark.
      const deep = smoothstep(0.25, 0.65, leaves.x.mul(0.5).add(foliage.x.mul(0.5)))
        .mul(0.6)
        .add(0.4)
      const bumps = vec3(leaves.y.sub(0.5), foliage.y.sub(0.5).add(0.35), leaves.z.sub(0.5).add(foliage.z.sub(0.5)))
      const albedo = uniform(color).rgb.mul(leaves.x.mul(0.5).add(stand.mul(0.7)).add(0.5))
      return hazed(
        albedo
          .mul(open)
          .mul(deep)
          .mul(light(normalWorld.add(bumps).normalize())),
      )
    })()
  }

  /** Plants trees with their feet at these points, in place of those before. Each keeps its shape if its place in the list stays the same. */
  plant(feet: readonly Point[]): void {
    const positions = this.geometry.getAttribute('position') as BufferAttribute
    const normals = this.geometry.getAttribute('normal') as BufferAttribute
    const count = Math.min(feet.length, this.#plan.most)
    for (let tree = 0; tree < count; tree++) this.#write(tree, feet[tree]!, positions, normals)
    this.geometry.setDrawRange(0, indicesOf(this.#plan) * count)
    positions.needsUpdate = normals.needsUpdate = true
  }

  override dispose(): void {
    super.dispose()
    this.geometry.dispose()
    this.material.dispose()
  }

  #write(tree: number, [x, y, z]: Point, positions: BufferAttribute, normals: BufferAttribute): void {
    const { outline } = this.#plan
    const sides = sidesOf(this.#plan)
    const height = this.#plan.height * (1 + 0.4 * chance(3 * tree + 11))
    const broad = height * (1 + 0.25 * chance(3 * tree + 12))
    let vertex = tree * verticesOf(this.#plan)
    for (const [ring, [level, radius]] of outline.entries()) {
      const [above] = outline[ring + 1] ?? [1]
      const [, narrower] = outline[ring + 1] ?? [1, 0]
      // The normal of the side up to the next ring.
      const up = (radius - narrower) / (above - level)
      for (let k = 0; k < sides; k++, vertex++) {
        const angle = (2 * Math.PI * (k + 0.5 * ring + chance(tree))) / sides
        const [c, s] = [Math.cos(angle), Math.sin(angle)]
        const out = radius * broad * (1 + uneven * chance(97 * tree + 7 * ring + k))
        positions.setXYZ(vertex, x + out * c, y + level * height, z + out * s)
        normals.setXYZ(vertex, c, up, s)
      }
    }
    positions.setXYZ(vertex, x, y + height, z)
    normals.setXYZ(vertex, 0, 1, 0)
  }
}

/** Vertices of a tree. */
function verticesOf(plan: TreePlan): number {
  return sidesOf(plan) * plan.outline.length + 1
}

/** Indices of a tree: two triangles for each side between two rings, one up to the top. */
function indicesOf(plan: TreePlan): number {
  return 3 * sidesOf(plan) * (2 * plan.outline.length - 1)
}

function treeGeometry(plan: TreePlan): BufferGeometry {
  const rings = plan.outline.length
  const sides = sidesOf(plan)
  const indices = new Uint32Array(indicesOf(plan) * plan.most)
  for (let tree = 0, at = 0; tree < plan.most; tree++) {
    const first = tree * verticesOf(plan)
    for (let ring = 0; ring < rings; ring++)
      for (let k = 0; k < sides; k++) {
        const [a, b] = [first + ring * sides + k, first + ring * sides + ((k + 1) % sides)]
        if (ring === rings - 1) {
          indices.set([a, first + rings * sides, b], at)
          at += 3
        } else {
          indices.set([a, a + sides, b, b, a + sides, b + sides], at)
          at += 6
        }
      }
  }
  const geometry = new BufferGeometry()
  const room = 3 * verticesOf(plan) * plan.most
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(room), 3))
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(room), 3))
  geometry.setIndex(new BufferAttribute(indices, 1))
  return geometry
}
