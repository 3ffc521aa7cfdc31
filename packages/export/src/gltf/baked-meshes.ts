// A mesh for each frame, at a node of its own. Each node has scale 1 from the time of its frame to that of the next, and 0 otherwise.

import type { Material } from '@gltf-transform/core'
import type { Frame } from '../frame.js'
import type { MeshesOf } from '../meshes/frame-meshes.js'
import type { AnimatedPart } from './animated-part.js'
import type { GltfScene } from './gltf-scene.js'

type SceneNode = ReturnType<GltfScene['node']>

/** The surfaces of a run whose triangles change, or of many frames. */
export class BakedMeshes implements AnimatedPart {
  readonly #scene: GltfScene
  readonly #meshesIn: MeshesOf
  readonly #materialOf: (name: string) => Material
  readonly #times: number[] = []
  /** The nodes of each frame. */
  readonly #nodes: SceneNode[][] = []

  /** Meshes in a document. */
  constructor(scene: GltfScene, meshesIn: MeshesOf, materialOf: (name: string) => Material) {
    this.#scene = scene
    this.#meshesIn = meshesIn
    this.#materialOf = materialOf
  }

  async add(frame: Frame): Promise<void> {
    const nodes: SceneNode[] = []
    for (const { name, mesh } of await this.#meshesIn(frame)) {
      if (mesh.indices.length === 0) continue
      const title = `${name} ${frame.frame}`
      // The arrays of an isosurface are overwritten by the next frame.
      const copy = {
        positions: mesh.positions.slice(),
        normals: mesh.normals.slice(),
        indices: mesh.indices.slice(),
        uvs: mesh.uvs?.slice(),
      }
      nodes.push(this.#scene.node(title).setMesh(this.#scene.mesh(title, copy, this.#materialOf(name))))
    }
    this.#times.push(frame.time)
    this.#nodes.push(nodes)
  }

  finish(): void {
    const scene = this.#scene
    const times = this.#times.map((time) => time - this.#times[0]!)
    if (times.length < 2) return
    for (const [k, nodes] of this.#nodes.entries()) {
      const keys: [time: number, scale: number][] = [
        ...(k > 0 ? [[0, 0] as [number, number]] : []),
        [times[k]!, 1],
        ...(k + 1 < times.length ? [[times[k + 1]!, 0] as [number, number]] : []),
      ]
      const input = scene.accessor(
        'SCALAR',
        Float32Array.from(keys, ([time]) => time),
      )
      const output = scene.accessor('VEC3', Float32Array.from(keys.flatMap(([, scale]) => [scale, scale, scale])))
      for (const node of nodes) {
        if (k > 0) node.setScale([0, 0, 0])
        scene.animate(node, 'scale', input, output, 'STEP')
      }
    }
  }
}
