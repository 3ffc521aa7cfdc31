import { describe, expect, it } from 'vitest'
import { closedMesh } from '../bodies/geometry/closed-mesh.js'
import { readGltf } from '../bodies/geometry/gltf.js'
import { polyhedronMoments } from '../bodies/geometry/moments.js'
import { uniformAt } from '../numerics/random.js'
import { writeGlb } from './glb.js'
import { isosurface } from './isosurface.js'
import { metaballs } from './metaballs.js'

const nothing = async (): Promise<Uint8Array> => {
  throw new Error('nothing beside it')
}
const ball = metaballs([1, 2, 3], { radius: 0.5 })
const empty = { positions: new Float32Array(0), normals: new Float32Array(0), indices: new Uint32Array(0) }

/** The description within a file. */
function described(bytes: Uint8Array) {
  const length = new DataView(bytes.buffer).getUint32(12, true)
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)))
}

describe('writeGlb', () => {
  it('is read back as it was', async () => {
    const { vertices, triangles } = await readGltf(writeGlb(ball), nothing)
    expect(vertices).toEqual(Float64Array.from(ball.positions))
    expect(triangles).toEqual(ball.indices)
  })

  it('says its length and is padded as the format wants', () => {
    const bytes = writeGlb(ball)
    const view = new DataView(bytes.buffer)
    const text = view.getUint32(12, true)
    expect([0, 4, 8].map((at) => view.getUint32(at, true))).toEqual([0x46546c67, 2, bytes.length])
    expect(text % 4).toBe(0)
    expect(view.getUint32(20 + text, true)).toBe(bytes.length - 28 - text)
    expect(bytes.length % 4).toBe(0)
  })

  it('tells the extremes of the positions, and has the normals', () => {
    const bytes = writeGlb(ball)
    const { accessors, bufferViews, meshes, buffers } = described(bytes)
    const { POSITION, NORMAL } = meshes[0].primitives[0].attributes
    for (const axis of [0, 1, 2]) {
      const places = ball.positions.filter((_, v) => v % 3 === axis)
      expect(accessors[POSITION].min[axis]).toBe(Math.min(...places))
      expect(accessors[POSITION].max[axis]).toBe(Math.max(...places))
    }
    const { byteOffset, byteLength } = bufferViews[accessors[NORMAL].bufferView]
    const start = bytes.length - buffers[0].byteLength + byteOffset
    expect(new Float32Array(bytes.slice(start, start + byteLength).buffer)).toEqual(ball.normals)
  })

  it('stays closed where other programs weld vertices and drop triangles without area', async () => {
    for (let seed = 0; seed < 100; seed++) {
      const values = Float32Array.from({ length: 64 }, (_, cell) => Math.floor(3 * uniformAt(cell, 0, seed)) - 1)
      const mesh = isosurface({ values, cells: [4, 4, 4], cellSize: 0.1 }, 0)
      const { vertices, triangles } = closedMesh(await readGltf(writeGlb(mesh), nothing))
      expect(triangles.length).toBe(mesh.indices.length)
      expect(vertices.length).toBe(mesh.positions.length)
      expect(polyhedronMoments(vertices, mesh.indices).amount).toBeGreaterThan(0)
    }
  })

  it('makes an empty scene of an empty mesh', async () => {
    const bytes = writeGlb(empty)
    expect(described(bytes).meshes).toBeUndefined()
    expect((await readGltf(bytes, nothing)).triangles.length).toBe(0)
  })
})
