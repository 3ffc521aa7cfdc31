// One binary glTF file with the whole run as an animation: the surface, the ground, and bodies as nodes with their real shapes.
//
// glTF has no sequences of meshes. Two constructions stand in for them, and importers read both:
//
//   morph targets  the frames as shapes of one mesh, whose weights blend from each frame to the next. Smooth at any frame rate. A viewer
//                  adds up all targets in its shader, and Blender keeps a curve for each: good for up to MOST_TARGETS frames.
//   baked meshes   a node with a mesh for each frame, all of scale 0 but one. For long runs, and where triangles change from frame to
//                  frame, as the surfaces of dyes do.
//
// The file is one block of memory: its size is limited, and known before the run for a surface of water.

import type { Format, FrameWriter } from '../format.js'
import { DYE_LEVEL, layoutOf, meshesOf, meshFields } from '../meshes/frame-meshes.js'
import type { RunInfo } from '../run-info.js'
import { AnimatedBodies } from './animated-bodies.js'
import type { AnimatedPart } from './animated-part.js'
import { BakedMeshes } from './baked-meshes.js'
import { GltfScene } from './gltf-scene.js'
import { Ground } from './ground.js'
import { MorphedSurface } from './morphed-surface.js'

/** Most frames as morph targets. three.js has an influence for each in the uniforms of its shader, of which devices allow 1024 at least. */
const MOST_TARGETS = 120
/** Largest file [bytes]. Programs hold it in memory several times while they read it. */
const LARGEST_FILE = 512 * 2 ** 20
/** Position and normal of a vertex [bytes]. */
const BYTES_PER_VERTEX = 24

const FILE = 'animation.glb'

/** A glTF animation: the surface as morph targets or baked meshes, bodies as animated nodes. */
export const gltf: Format = {
  name: 'gltf',
  summary: 'one binary glTF animation: the surface as morph targets or baked meshes, bodies as moving nodes',
  fieldsFor: meshFields,
  filesOf: () => [],
  assertFits(run) {
    if (run.kind === 'fluid') return
    const { x, z } = layoutOf(run)
    const bytes = run.frames.length * x.count * z.count * BYTES_PER_VERTEX
    if (bytes > LARGEST_FILE) throw new Error(tooLarge(bytes))
  },
  async open(run, fields, output) {
    gltf.assertFits?.(run)
    const { Document, NodeIO } = await import('@gltf-transform/core')
    const scene = new GltfScene(new Document(), run)
    const parts = partsOf(scene, run, fields)
    return {
      async add(frame) {
        for (const part of parts) await part.add(frame)
        if (scene.bytes > LARGEST_FILE) throw new Error(tooLarge(scene.bytes))
      },
      async finish() {
        for (const part of parts) part.finish()
        scene.finish()
        await output.write(FILE, await new NodeIO().writeBinary(scene.document))
        return { file: FILE, surface: parts[0] instanceof MorphedSurface ? 'morph targets' : 'baked meshes' }
      },
    } satisfies FrameWriter
  },
}

function partsOf(scene: GltfScene, run: RunInfo, fields: readonly string[]): AnimatedPart[] {
  const meshesIn = meshesOf(run, fields, DYE_LEVEL)
  if (run.kind === 'fluid') {
    const { dyes } = run.scene.fluid!
    return [new BakedMeshes(scene, meshesIn, (dye) => scene.paint(dyes[dye]?.color, 0))]
  }
  const layout = layoutOf(run)
  return [
    run.frames.length <= MOST_TARGETS
      ? new MorphedSurface(scene, run, layout)
      : new BakedMeshes(scene, meshesIn, () => scene.water),
    ...(run.fields.bed ? [new Ground(scene, layout)] : []),
    ...(run.bodies && run.bodies.length > 0 ? [new AnimatedBodies(scene, run.bodies)] : []),
  ]
}

function tooLarge(bytes: number): string {
  const mebibytes = (size: number) => `${Math.ceil(size / 2 ** 20)} MiB`
  return (
    `the glTF animation would have ${mebibytes(bytes)}, more than the ${mebibytes(LARGEST_FILE)} that programs read well: ` +
    'write fewer frames (--every), fewer cells (--stride, --region), or a mesh for each frame (--format glb)'
  )
}
