// Trees on land around water: one mesh of simple crowns, which stand where the ground is drawn as forest.

import { cameraPosition, Fn, normalWorld, positionWorld, smoothstep, texture, uniform, vec2, vec3 } from 'three/tsl'
import { BufferAttribute, BufferGeometry, type Color, Mesh, type Node, NodeMaterial } from 'three/webgpu'
import type { Lighting } from '../../../shared/lighting.js'
import { chance, noiseTexture } from '../../../shared/noise-texture.js'

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

/** A piece of ground: its corners, in order around it, as x, y, z [m], and the part of it under trees [1]. */
export interface WoodedQuad {
  corners: readonly [Point, Point, Point, Point]
  cover: number
}
type Point = readonly [x: number, y: number, z: number]

/** Noise on the side of a crown, by its own two axes: by others it would be stretched to stripes. `size`: side of its period [m]. */
function leavesAt(size: number): Node<'vec4'> {
  const { x, y, z } = positionWorld
  const weights = normalWorld.abs().pow(4).toVar()
  const noise = (u: Node<'float'>, v: Node<'float'>): Node<'vec4'> => texture(noiseTexture(), vec2(u, v).div(size))
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

  /** `color`: that of the forest; `reach`: longer side of the water [m]; `hazed`: a radiance as it is seen through the air. */
  constructor(
    plan: TreePlan,
    color: Color,
    reach: number,
    lighting: Lighting,
    hazed: (radiance: Node<'vec3'>) => Node<'vec3'>,
  ) {
    super(treeGeometry(plan), new NodeMaterial())
    this.name = 'trees'
    this.frustumCulled = false
    this.#plan = plan
    this.material.name = 'trees'
    if (plan.isLeafy) {
      const edge = normalWorld.dot(cameraPosition.sub(positionWorld).normalize()).abs()
      this.material.maskNode = edge.add(leavesAt(0.021 * reach).x).greaterThan(0.72)
    }
    this.material.colorNode = Fn(() => {
      const [leaves, foliage] = [leavesAt(0.017 * reach).toVar(), leavesAt(0.029 * reach).toVar()] as const
      const stand = texture(noiseTexture(), positionWorld.xz.div(0.31 * reach)).x
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
          .mul(lighting.outdoors(normalWorld.add(bumps).normalize())),
      )
    })()
  }

  /** Plants trees on ground. Ground that is smaller than another gets fewer trees in proportion. */
  plant(ground: readonly WoodedQuad[]): void {
    const weights = ground.map((quad) => quad.cover * areaOf(quad))
    const whole = weights.reduce((sum, weight) => sum + weight, 0)
    const positions = this.geometry.getAttribute('position') as BufferAttribute
    const normals = this.geometry.getAttribute('normal') as BufferAttribute
    let [count, due] = [0, 0]
    for (const [at, { corners }] of ground.entries()) {
      due += whole > 0 ? (this.#plan.most * weights[at]!) / whole : 0
      for (; count + 1 <= due; count++) this.#write(count, within(corners, count), positions, normals)
    }
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

function areaOf({ corners: [a, b, c, d] }: WoodedQuad): number {
  return 0.5 * Math.abs((c[0] - a[0]) * (d[2] - b[2]) - (d[0] - b[0]) * (c[2] - a[2]))
}

/** A point of a quad, by chance. */
function within([a, b, c, d]: WoodedQuad['corners'], seed: number): Point {
  const [s, t] = [0.5 + 0.5 * chance(2 * seed + 5003), 0.5 + 0.5 * chance(2 * seed + 5004)]
  const at = (k: 0 | 1 | 2): number => (a[k] * (1 - s) + b[k] * s) * (1 - t) + (d[k] * (1 - s) + c[k] * s) * t
  return [at(0), at(1), at(2)]
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
