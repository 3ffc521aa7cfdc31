// Trees on land around water: one mesh of simple crowns, which stand where the ground is drawn as forest.

import { Fn, normalWorld, positionWorld, smoothstep, texture, uniform, vec3 } from 'three/tsl'
import { BufferAttribute, BufferGeometry, type Color, Mesh, type Node, NodeMaterial } from 'three/webgpu'
import type { Lighting } from '../../../shared/lighting.js'
import { chance, noiseTexture } from '../../../shared/noise-texture.js'

/** A stand of trees. */
export interface TreePlan {
  /** Greatest number of trees. */
  most: number
  /** Height of a tree [m]. */
  height: number
  /** Radius of the crown over its height, and height of its widest part over the whole [1]: low for conifers. */
  crown: number
  widest: number
}

/** A piece of ground: its corners, in order around it, as x, y, z [m], and the part of it under trees [1]. */
export interface WoodedQuad {
  corners: readonly [Point, Point, Point, Point]
  cover: number
}
type Point = readonly [x: number, y: number, z: number]

/** Vertices around a crown; one more is its top. */
const sides = 6

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
    super(treeGeometry(plan.most), new NodeMaterial())
    this.name = 'trees'
    this.frustumCulled = false
    this.#plan = plan
    this.material.name = 'trees'
    this.material.colorNode = Fn(() => {
      const leaves = texture(noiseTexture(), positionWorld.xz.add(positionWorld.y).div(0.02 * reach)).x
      const stand = texture(noiseTexture(), positionWorld.xz.div(0.31 * reach)).x
      // The foot of a crown is in the shade of its neighbors.
      const open = smoothstep(-0.2, 0.9, normalWorld.y).mul(0.75).add(0.35)
      const albedo = uniform(color).rgb.mul(leaves.mul(0.5).add(stand.mul(0.7)).add(0.45))
      return hazed(albedo.mul(open).mul(lighting.outdoors(normalWorld.add(vec3(0, 0.35, 0)).normalize())))
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
    this.geometry.setDrawRange(0, 3 * sides * count)
    positions.needsUpdate = normals.needsUpdate = true
  }

  override dispose(): void {
    super.dispose()
    this.geometry.dispose()
    this.material.dispose()
  }

  #write(tree: number, [x, y, z]: Point, positions: BufferAttribute, normals: BufferAttribute): void {
    const { crown, widest } = this.#plan
    const height = this.#plan.height * (1 + 0.4 * chance(3 * tree + 11))
    const radius = crown * height * (1 + 0.25 * chance(3 * tree + 12))
    const first = tree * (sides + 1)
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * (k + chance(tree))) / sides
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      positions.setXYZ(first + k, x + radius * c, y + widest * height, z + radius * s)
      normals.setXYZ(first + k, c, 0.1, s)
    }
    positions.setXYZ(first + sides, x, y + height, z)
    normals.setXYZ(first + sides, 0, 1, 0)
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

function treeGeometry(most: number): BufferGeometry {
  const indices = new Uint32Array(3 * sides * most)
  for (let tree = 0; tree < most; tree++)
    for (let k = 0; k < sides; k++) {
      const first = tree * (sides + 1)
      indices.set([first + k, first + sides, first + ((k + 1) % sides)], 3 * (tree * sides + k))
    }
  const geometry = new BufferGeometry()
  const room = 3 * (sides + 1) * most
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(room), 3))
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(room), 3))
  geometry.setIndex(new BufferAttribute(indices, 1))
  return geometry
}
