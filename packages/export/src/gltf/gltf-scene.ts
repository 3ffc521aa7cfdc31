// The glTF document of a run: one scene, one animation, one buffer, and the materials of water, ground and bodies.

import type { Accessor, Animation, Buffer, Document, Material, Node, Scene } from '@gltf-transform/core'
import type { TriangleMesh } from 'seiche'
import type { RunInfo } from '../run-info.js'

/** Colours of bodies without one of their own, `#rrggbb`. */
const PALETTE = ['#e07a3f', '#3f88c5', '#f2b531', '#6a994e', '#b5838d', '#d64550']

/** Kind of an animated property of a node. */
export type AnimatedPath = 'translation' | 'rotation' | 'scale' | 'weights'

/** A document that grows with the frames of a run. */
export class GltfScene {
  readonly document: Document
  readonly #buffer: Buffer
  readonly #scene: Scene
  readonly #animation: Animation
  readonly #materials = new Map<string, Material>()
  #bytes = 0

  /** An empty document for a run. */
  constructor(document: Document, { scene }: Pick<RunInfo, 'scene'>) {
    this.document = document
    document.getRoot().getAsset().generator = 'seiche'
    this.#buffer = document.createBuffer()
    this.#scene = document.createScene(scene.name)
    document.getRoot().setDefaultScene(this.#scene)
    this.#animation = document.createAnimation(scene.name)
  }

  /** Size of the arrays so far [bytes]. */
  get bytes(): number {
    return this.#bytes
  }

  /** An array of the file. The document keeps it: it must not change. */
  accessor(type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4', values: Float32Array | Uint32Array): Accessor {
    this.#bytes += values.byteLength
    return this.document.createAccessor().setType(type).setArray(values).setBuffer(this.#buffer)
  }

  /** A node of the scene. */
  node(name: string): Node {
    const node = this.document.createNode(name)
    this.#scene.addChild(node)
    return node
  }

  /** A mesh with a material. */
  mesh(name: string, { positions, normals, indices, uvs }: TriangleMesh, material: Material) {
    const primitive = this.document
      .createPrimitive()
      .setAttribute('POSITION', this.accessor('VEC3', positions))
      .setAttribute('NORMAL', this.accessor('VEC3', normals))
      .setIndices(this.accessor('SCALAR', indices))
      .setMaterial(material)
    if (uvs) primitive.setAttribute('TEXCOORD_0', this.accessor('VEC2', uvs))
    return this.document.createMesh(name).addPrimitive(primitive)
  }

  /** Animates a property of a node. `times` [s], and the values at these times. */
  animate(node: Node, path: AnimatedPath, times: Accessor, values: Accessor, interpolation: 'LINEAR' | 'STEP'): void {
    const sampler = this.document
      .createAnimationSampler()
      .setInput(times)
      .setOutput(values)
      .setInterpolation(interpolation)
    const channel = this.document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler)
    this.#animation.addSampler(sampler).addChannel(channel)
  }

  /** Drops an animation without channels, which the format does not allow. Call it at the end. */
  finish(): void {
    if (this.#animation.listChannels().length === 0) this.#animation.dispose()
  }

  /** Water: dark and smooth, seen from both sides. */
  get water(): Material {
    return this.#material('water', () =>
      this.document
        .createMaterial('water')
        .setBaseColorFactor([0.02, 0.13, 0.19, 1])
        .setMetallicFactor(0)
        .setRoughnessFactor(0.06)
        .setDoubleSided(true),
    )
  }

  /** Ground. */
  get ground(): Material {
    return this.#material('ground', () =>
      this.document.createMaterial('ground').setBaseColorFactor([0.36, 0.29, 0.19, 1]).setMetallicFactor(0),
    )
  }

  /** Paint of a colour `#rrggbb`; by default one of a palette. */
  paint(color: string | undefined, index: number): Material {
    const text = color ?? PALETTE[index % PALETTE.length]!
    return this.#material(text, () =>
      this.document
        .createMaterial(`paint ${text}`)
        .setBaseColorFactor([...linear(text), 1])
        .setMetallicFactor(0)
        .setRoughnessFactor(0.45),
    )
  }

  #material(key: string, make: () => Material): Material {
    const known = this.#materials.get(key) ?? make()
    this.#materials.set(key, known)
    return known
  }
}

/** The linear parts of an sRGB colour `#rrggbb`, which materials have (IEC 61966-2-1). */
function linear(color: string): [number, number, number] {
  const part = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}
