// A mesh as a binary glTF 2.0 file, each triangle in a colour of its own. Whoever reads the triangles alone finds them closed: corners of
// two colours are there twice, at the same place.

import { glbOf } from '../../packages/core/testing/write-gltf.js'
import type { TriangleMesh } from './triangle-mesh.js'

/** Red, green and blue, 0 to 255, linear as glTF has them. */
export type Color = readonly [red: number, green: number, blue: number]

export function writeGlb(name: string, { vertices, triangles }: TriangleMesh, colors: readonly Color[]): Uint8Array {
  const numbers = new Map<string, number>()
  const positions: number[] = []
  const shades: number[] = []
  const corners = Array.from(triangles, (corner, k) => {
    const color = colors[Math.floor(k / 3)]!
    const key = `${corner} ${color}`
    if (!numbers.has(key)) {
      numbers.set(key, numbers.size)
      positions.push(...vertices.subarray(3 * corner, 3 * corner + 3))
      shades.push(...color, 255)
    }
    return numbers.get(key)!
  })
  const count = numbers.size
  const indices = 12 * count + 4 * count
  const bytes = new Uint8Array(Math.ceil((indices + 2 * corners.length) / 4) * 4)
  const view = new DataView(bytes.buffer)
  for (const [k, value] of positions.entries()) view.setFloat32(4 * k, value, true)
  bytes.set(shades, 12 * count)
  for (const [k, corner] of corners.entries()) view.setUint16(indices + 2 * k, corner, true)
  const extent = (pick: (...values: number[]) => number) =>
    [0, 1, 2].map((axis) => Math.fround(pick(...positions.filter((_, k) => k % 3 === axis))))
  const json = {
    asset: { version: '2.0', generator: 'seiche' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name, mesh: 0 }],
    materials: [{ name, pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.5 } }],
    meshes: [{ name, primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 }, indices: 2, material: 0 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count, type: 'VEC3', min: extent(Math.min), max: extent(Math.max) },
      { bufferView: 1, componentType: 5121, normalized: true, count, type: 'VEC4' },
      { bufferView: 2, componentType: 5123, count: corners.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 12 * count, target: 34962 },
      { buffer: 0, byteOffset: 12 * count, byteLength: 4 * count, target: 34962 },
      { buffer: 0, byteOffset: indices, byteLength: 2 * corners.length, target: 34963 },
    ],
    buffers: [{ byteLength: bytes.length }],
  }
  return glbOf(json, bytes)
}
