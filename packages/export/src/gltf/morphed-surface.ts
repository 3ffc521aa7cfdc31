// The surface as one mesh with a morph target for each frame after the first. The triangles stay the same: solids have none, and cells that are
// dry at times keep theirs, below the ground.

import type { Frame } from '../frame.js'
import type { RunInfo } from '../run-info.js'
import { withoutDryLand } from '../surface/shore.js'
import { dryDepth, surfaceOf } from '../surface/surface-fields.js'
import type { SurfaceLayout } from '../surface/surface-layout.js'
import { type SurfaceMesh, type SurfaceTopology, surfaceMesh, surfaceTopology } from '../surface/surface-mesh.js'
import type { AnimatedPart } from './animated-part.js'
import type { GltfScene } from './gltf-scene.js'

/** The surface of a run of few frames. */
export class MorphedSurface implements AnimatedPart {
  readonly #scene: GltfScene
  readonly #run: RunInfo
  readonly #layout: SurfaceLayout
  readonly #times: number[] = []
  #topology: SurfaceTopology | undefined
  #first: SurfaceMesh | undefined
  readonly #targets: { positions: Float32Array; normals: Float32Array }[] = []

  /** A surface in a document. */
  constructor(scene: GltfScene, run: RunInfo, layout: SurfaceLayout) {
    this.#scene = scene
    this.#run = run
    this.#layout = layout
  }

  async add(frame: Frame): Promise<void> {
    const state = await surfaceOf(this.#run, this.#layout, frame)
    this.#topology ??= surfaceTopology(this.#layout, (cell) => state.openness?.[cell] !== 0)
    const mesh = surfaceMesh(this.#topology, withoutDryLand(state, this.#layout, dryDepth(this.#run)))
    this.#times.push(frame.time)
    if (!this.#first) this.#first = mesh
    else {
      const { positions, normals } = this.#first
      this.#targets.push({ positions: minus(mesh.positions, positions), normals: minus(mesh.normals, normals) })
    }
  }

  finish(): void {
    const first = this.#first
    if (!first || first.indices.length === 0) return
    const scene = this.#scene
    const mesh = scene.mesh('surface', first, scene.water)
    const node = scene.node('surface').setMesh(mesh)
    if (this.#targets.length === 0) return
    const [primitive] = mesh.listPrimitives()
    // Blender refuses targets without names.
    for (const [k, { positions, normals }] of this.#targets.entries())
      primitive!.addTarget(
        scene.document
          .createPrimitiveTarget(`frame ${k + 1}`)
          .setAttribute('POSITION', scene.accessor('VEC3', positions))
          .setAttribute('NORMAL', scene.accessor('VEC3', normals)),
      )
    const count = this.#targets.length
    mesh.setWeights(new Array<number>(count).fill(0))
    // At the time of a frame the weight of its target is 1, and that of all others is 0.
    const weights = new Float32Array((count + 1) * count)
    for (let k = 0; k < count; k++) weights[(k + 1) * count + k] = 1
    const times = Float32Array.from(this.#times, (time) => time - this.#times[0]!)
    scene.animate(node, 'weights', scene.accessor('SCALAR', times), scene.accessor('SCALAR', weights), 'LINEAR')
  }
}

function minus(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, k) => value - b[k]!)
}
