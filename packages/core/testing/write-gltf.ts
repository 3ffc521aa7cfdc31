// Writes glTF files for tests.

import type { Mesh } from '../src/bodies/geometry/closed-mesh.js'

/** The description of a file with one mesh in one node, and its buffer: corners (32 bits), then positions, 4 bytes more apart than they need be. */
export function gltfOf({ vertices, triangles }: Mesh, node: object = {}, uri?: string) {
  const count = vertices.length / 3
  const bytes = new Uint8Array(4 * triangles.length + 16 * count)
  const view = new DataView(bytes.buffer)
  for (const [k, corner] of triangles.entries()) view.setUint32(4 * k, corner, true)
  for (const [k, value] of vertices.entries())
    view.setFloat32(4 * triangles.length + 16 * Math.floor(k / 3) + 4 * (k % 3), value, true)
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, ...node }],
    meshes: [{ primitives: [{ attributes: { POSITION: 1 }, indices: 0, mode: 4 }] }],
    accessors: [
      { bufferView: 0, componentType: 5125, count: triangles.length, type: 'SCALAR' },
      { bufferView: 1, componentType: 5126, count, type: 'VEC3' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 4 * triangles.length },
      { buffer: 0, byteOffset: 4 * triangles.length, byteLength: 16 * count, byteStride: 16 },
    ],
    buffers: [{ byteLength: bytes.length, ...(uri !== undefined && { uri }) }],
  }
  return { json, bytes }
}

export const textBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

/** A .glb file. */
export function glbOf(json: object, binary: Uint8Array): Uint8Array {
  const text = textBytes(json)
  const padded = Math.ceil(text.length / 4) * 4
  const bytes = new Uint8Array(12 + 8 + padded + 8 + binary.length).fill(0x20)
  const view = new DataView(bytes.buffer)
  for (const [at, value] of [
    [0, 0x46546c67],
    [4, 2],
    [8, bytes.length],
    [12, padded],
    [16, 0x4e4f534a],
    [20 + padded, binary.length],
    [24 + padded, 0x004e4942],
  ] as const)
    view.setUint32(at, value, true)
  bytes.set(text, 20)
  bytes.set(binary, 28 + padded)
  return bytes
}
