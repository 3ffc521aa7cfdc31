// Bodies as nodes with the meshes of their solids. Positions and rotations are animated; a body that is added during the run has scale 0
// before.

import type { Material, Mesh } from '@gltf-transform/core'
import type { BodyShape } from '../body-shapes.js'
import type { Frame } from '../frame.js'
import { bodyMesh } from '../meshes/body-mesh.js'
import type { AnimatedPart } from './animated-part.js'
import type { GltfScene } from './gltf-scene.js'

/** Poses of a body at the frames that it is in. */
interface Track {
  readonly times: number[]
  readonly positions: number[]
  readonly rotations: number[]
}

/** The bodies of a run. */
export class AnimatedBodies implements AnimatedPart {
  readonly #scene: GltfScene
  readonly #shapes: readonly BodyShape[]
  readonly #tracks: Track[]
  #start: number | undefined

  /** Bodies in a document. */
  constructor(scene: GltfScene, shapes: readonly BodyShape[]) {
    this.#scene = scene
    this.#shapes = shapes
    this.#tracks = shapes.map(() => ({ times: [], positions: [], rotations: [] }))
  }

  async add({ time, bodies }: Frame): Promise<void> {
    this.#start ??= time
    for (const { index, position, rotation } of bodies) {
      const track = this.#tracks[index]
      if (!track) continue
      track.times.push(time - this.#start)
      track.positions.push(...position)
      track.rotations.push(...continued(track.rotations, rotation))
    }
  }

  finish(): void {
    const scene = this.#scene
    const meshes: { pieces: BodyShape['pieces']; material: Material; mesh: Mesh }[] = []
    /** Bodies with the same pieces, of the same colour, share a mesh. */
    const meshOf = (index: number) => {
      const { name, color, pieces } = this.#shapes[index]!
      const material = scene.paint(color, index)
      const known = meshes.find((one) => one.pieces === pieces && one.material === material)
      if (known) return known.mesh
      const mesh = scene.mesh(name ?? `body ${index}`, bodyMesh(pieces), material)
      meshes.push({ pieces, material, mesh })
      return mesh
    }
    for (const [index, track] of this.#tracks.entries()) {
      const { times, positions, rotations } = track
      if (times.length === 0) continue
      const node = scene.node(this.#shapes[index]!.name ?? `body ${index}`).setMesh(meshOf(index))
      node.setTranslation(positions.slice(0, 3) as [number, number, number])
      node.setRotation(rotations.slice(0, 4) as [number, number, number, number])
      if (times.length > 1) {
        const input = scene.accessor('SCALAR', Float32Array.from(times))
        scene.animate(node, 'translation', input, scene.accessor('VEC3', Float32Array.from(positions)), 'LINEAR')
        scene.animate(node, 'rotation', input, scene.accessor('VEC4', unitRotations(rotations)), 'LINEAR')
      }
      if (times[0]! > 0) {
        node.setScale([0, 0, 0])
        const input = scene.accessor('SCALAR', Float32Array.of(0, times[0]!))
        scene.animate(node, 'scale', input, scene.accessor('VEC3', Float32Array.of(0, 0, 0, 1, 1, 1)), 'STEP')
      }
    }
  }
}

type Rotation = readonly [number, number, number, number]

/** A quaternion or its opposite, which is the same rotation: the one closer to the last, so that the body turns the short way. */
function continued(before: readonly number[], [x, y, z, w]: Rotation): Rotation {
  const [a, b, c, d] = before.slice(-4)
  if (a === undefined || a * x + b! * y + c! * z + d! * w >= 0) return [x, y, z, w]
  return [-x, -y, -z, -w]
}

/** In single precision, quaternions must have length 1 to the last digits. */
function unitRotations(rotations: readonly number[]): Float32Array {
  const result = Float32Array.from(rotations)
  for (let at = 0; at < result.length; at += 4) {
    const length = Math.hypot(...rotations.slice(at, at + 4))
    for (let k = 0; k < 4; k++) result[at + k] = rotations[at + k]! / length
  }
  return result
}
