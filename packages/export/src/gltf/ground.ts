// The ground of a run, as it is at the first frame.

import type { Frame } from '../frame.js'
import type { SurfaceLayout } from '../surface/surface-layout.js'
import { surfaceMesh, surfaceTopology } from '../surface/surface-mesh.js'
import { normalsFromHeights } from '../surface/surface-normals.js'
import type { AnimatedPart } from './animated-part.js'
import type { GltfScene } from './gltf-scene.js'

/** The ground. */
export class Ground implements AnimatedPart {
  readonly #scene: GltfScene
  readonly #layout: SurfaceLayout
  #isAdded = false

  /** The ground in a document. */
  constructor(scene: GltfScene, layout: SurfaceLayout) {
    this.#scene = scene
    this.#layout = layout
  }

  async add(frame: Frame): Promise<void> {
    if (this.#isAdded) return
    this.#isAdded = true
    const bed = await frame.values('bed')
    const topology = surfaceTopology(this.#layout, () => true)
    const mesh = surfaceMesh(topology, {
      height: bed,
      shift: undefined,
      normals: normalsFromHeights(bed, this.#layout),
    })
    this.#scene.node('ground').setMesh(this.#scene.mesh('ground', mesh, this.#scene.ground))
  }

  finish(): void {}
}
