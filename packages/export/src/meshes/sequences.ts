// Sequences of meshes: a file for each frame, `surface_000042.glb`, or of a fluid one for each dye.

import { writeGlb, writeObj } from 'seiche'
import type { Format } from '../format.js'
import { frameFile } from '../frame-file.js'
import { DYE_LEVEL, type FrameMesh, meshesOf, meshFields } from './frame-meshes.js'
import { writePly } from './ply.js'

/** File formats of meshes. */
export type MeshFormatName = 'ply' | 'obj' | 'glb'

const ENCODERS: Readonly<Record<MeshFormatName, (mesh: FrameMesh) => Uint8Array | string>> = {
  ply: ({ mesh, values }) => writePly(mesh, values),
  obj: ({ mesh }) => writeObj(mesh),
  glb: ({ mesh }) => writeGlb(mesh),
}

const SUMMARIES: Readonly<Record<MeshFormatName, string>> = {
  ply: 'a PLY mesh of the surface for each frame, with normals, texture coordinates and foam',
  obj: 'a Wavefront OBJ mesh of the surface for each frame',
  glb: 'a binary glTF mesh of the surface for each frame',
}

/**
 * A format of a mesh for each frame.
 *
 * @param name The file format.
 * @param options `level`: amount of dye on the surface of a fluid. Default 0.5.
 * @returns The format.
 * @throws RangeError for a level that is not a finite number.
 * @example
 * ```ts
 * import { meshSequence } from '@seiche/export'
 *
 * const thinSmoke = meshSequence('glb', { level: 0.1 })
 * ```
 */
export function meshSequence(name: MeshFormatName, { level = DYE_LEVEL }: { readonly level?: number } = {}): Format {
  if (!Number.isFinite(level)) throw new RangeError(`the level must be a finite number, got ${level}`)
  const encode = ENCODERS[name]
  const filesOf = (frame: number, fields: readonly string[]) =>
    (fields.includes('eta') ? ['surface'] : fields).map((stem) => frameFile(stem, frame, name))
  return {
    name,
    summary: SUMMARIES[name],
    fieldsFor: meshFields,
    filesOf,
    async open(run, fields, output) {
      const meshesIn = meshesOf(run, fields, level)
      return {
        async add(frame) {
          for (const one of await meshesIn(frame))
            await output.write(frameFile(one.name, frame.frame, name), encode(one))
        },
        async finish() {
          return run.kind === 'fluid' ? { level, up: 'y', unit: 'm' } : { up: 'y', unit: 'm' }
        },
      }
    },
  }
}

/** PLY meshes of the surface, a file for each frame. */
export const ply: Format = meshSequence('ply')
/** Wavefront OBJ meshes of the surface, a file for each frame. */
export const obj: Format = meshSequence('obj')
/** Binary glTF meshes of the surface, a file for each frame. */
export const glb: Format = meshSequence('glb')
