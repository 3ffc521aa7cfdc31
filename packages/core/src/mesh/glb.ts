// Writes a mesh as binary glTF 2.0 (Khronos Group, ISO/IEC 12113): one file, a header, a description as JSON, then the
// arrays as they are. Blender, browsers, operating systems and game engines read it.

import type { TriangleMesh } from './triangle-mesh.js'

const GLB = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942
const FLOAT = 5126
const UNSIGNED_INT = 5125
/** Targets of buffer views: vertices and indices. */
const VERTICES = 34962
const CORNERS = 34963

/**
 * Writes a mesh as a .glb file, binary glTF 2.0: y is up and lengths are in metres, as the format requires.
 *
 * @param mesh The mesh; one without triangles becomes an empty scene.
 * @returns The bytes of the file.
 *
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises'
 * import { isosurface, writeGlb } from 'seiche'
 *
 * await writeFile('smoke.glb', writeGlb(isosurface(volume, 0.2)))
 * ```
 */
export function writeGlb(mesh: TriangleMesh): Uint8Array {
  if (mesh.indices.length === 0) return pack({ ...head, scenes: [{}] }, new Uint8Array(0))
  const { positions, normals, indices, uvs } = mesh
  const parts = [positions, normals, indices, ...(uvs ? [uvs] : [])]
  const binary = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  const bufferViews: object[] = []
  let byteOffset = 0
  for (const part of parts) {
    const { byteLength } = part
    binary.set(new Uint8Array(part.buffer, part.byteOffset, byteLength), byteOffset)
    bufferViews.push({ buffer: 0, byteOffset, byteLength, target: part === indices ? CORNERS : VERTICES })
    byteOffset += byteLength
  }
  const count = positions.length / 3
  const json = {
    ...head,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, ...(uvs && { TEXCOORD_0: 3 }) }, indices: 2 }] }],
    accessors: [
      { bufferView: 0, componentType: FLOAT, count, type: 'VEC3', ...extremes(positions) },
      { bufferView: 1, componentType: FLOAT, count, type: 'VEC3' },
      { bufferView: 2, componentType: UNSIGNED_INT, count: indices.length, type: 'SCALAR' },
      ...(uvs ? [{ bufferView: 3, componentType: FLOAT, count, type: 'VEC2' }] : []),
    ],
    bufferViews,
    buffers: [{ byteLength: binary.length }],
  }
  return pack(json, binary)
}

const head = { asset: { version: '2.0', generator: 'seiche' }, scene: 0 }

/** Bounds of the positions, which the format requires. */
function extremes(positions: Float32Array): { min: number[]; max: number[] } {
  const min = [0, 0, 0].fill(Number.POSITIVE_INFINITY)
  const max = [0, 0, 0].fill(Number.NEGATIVE_INFINITY)
  for (let v = 0; v < positions.length; v++) {
    min[v % 3] = Math.min(min[v % 3]!, positions[v]!)
    max[v % 3] = Math.max(max[v % 3]!, positions[v]!)
  }
  return { min, max }
}

/** Assembles the file. Chunks are padded to multiples of four bytes: text by spaces. Arrays of floats and 32-bit numbers need no padding. */
function pack(json: object, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json))
  const textLength = Math.ceil(text.length / 4) * 4
  const hasBinary = binary.length > 0
  const bytes = new Uint8Array(20 + textLength + (hasBinary ? 8 + binary.length : 0))
  const view = new DataView(bytes.buffer)
  const words = [GLB, 2, bytes.length, textLength, JSON_CHUNK]
  for (const [k, word] of words.entries()) view.setUint32(4 * k, word, true)
  bytes.fill(0x20, 20 + text.length, 20 + textLength)
  bytes.set(text, 20)
  if (hasBinary) {
    view.setUint32(20 + textLength, binary.length, true)
    view.setUint32(24 + textLength, BINARY_CHUNK, true)
    bytes.set(binary, 28 + textLength)
  }
  return bytes
}
