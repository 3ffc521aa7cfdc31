import { describe, expect, it } from 'vitest'
import { ballMesh } from '../../../testing/meshes.js'
import { glbOf, gltfOf, textBytes } from '../../../testing/write-gltf.js'
import { closedMesh } from './closed-mesh.js'
import { readGltf } from './gltf.js'
import { polyhedronMoments } from './moments.js'
import { boxPolyhedron } from './polyhedron.js'

const box = boxPolyhedron([2, 3, 4])
const nothing = async (): Promise<Uint8Array> => {
  throw new Error('nothing beside it')
}
const { json, bytes } = gltfOf(box)

describe('readGltf', () => {
  it('reads a .glb', async () => {
    const mesh = await readGltf(glbOf(json, bytes), nothing)
    expect([...mesh.vertices]).toEqual([...box.vertices])
    expect([...mesh.triangles]).toEqual([...box.triangles])
  })

  it('reads a .gltf with a file beside it, or with its data within', async () => {
    const named = gltfOf(box, {}, 'two%20words.bin')
    const asked: string[] = []
    const read = async (file: string) => {
      asked.push(file)
      return named.bytes
    }
    expect((await readGltf(textBytes(named.json), read)).vertices).toEqual(box.vertices)
    expect(asked).toEqual(['two words.bin'])
    const within = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...bytes))}`
    expect((await readGltf(textBytes(gltfOf(box, {}, within).json), nothing)).vertices).toEqual(box.vertices)
  })

  it('a ball comes through closed, seams and poles welded', async () => {
    const { json, bytes } = gltfOf(ballMesh(1, 12))
    const ball = closedMesh(await readGltf(glbOf(json, bytes), nothing))
    expect(ball.vertices.length / 3).toBe(11 * 24 + 2)
    expect(polyhedronMoments(ball.vertices, ball.triangles).amount).toBeGreaterThan(4)
  })

  it('puts meshes where their nodes are, mirrored ones too', async () => {
    const placed = async (node: object) => {
      const { json, bytes } = gltfOf(box, node)
      const { vertices, triangles } = await readGltf(glbOf(json, bytes), nothing)
      return polyhedronMoments(vertices, triangles)
    }
    const moved = await placed({
      translation: [1, 2, 3],
      rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
      scale: [2, 1, 1],
    })
    expect(moved.amount).toBeCloseTo(48, 6)
    expect(moved.center[1]).toBeCloseTo(2, 6)
    expect(moved.inertia[0]! / moved.amount).toBeCloseTo((16 + 16) / 12, 5) // 3, 4 and 4 m along x, y and z
    const mirrored = await placed({ matrix: [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1] })
    expect(mirrored.amount).toBeCloseTo(24, 6)
    expect(mirrored.center[0]).toBeCloseTo(5, 6)
    const family = {
      ...json,
      nodes: [
        { children: [1], translation: [0, 1, 0] },
        { mesh: 0, scale: [2, 2, 2] },
      ],
    }
    const { vertices, triangles } = await readGltf(glbOf(family, bytes), nothing)
    expect(polyhedronMoments(vertices, triangles).center[1]).toBeCloseTo(1, 6)
  })

  it('reads colors of corners and materials, in the order of the triangles, and knows none where the file has none', async () => {
    expect((await readGltf(glbOf(json, bytes), nothing)).colors).toBeUndefined()
    const count = box.vertices.length / 3
    // Corner k is as red as its number, as bytes; a material halves it, and the box is inside out.
    const shades = Uint8Array.from({ length: 4 * count }, (_, k) => (k % 4 === 0 ? Math.floor(k / 4) : 255))
    const colored = {
      ...json,
      nodes: [{ mesh: 0, scale: [-1, 1, 1] }],
      materials: [{ pbrMetallicRoughness: { baseColorFactor: [0.5, 1, 0, 1] } }],
      meshes: [{ primitives: [{ attributes: { POSITION: 1, COLOR_0: 2 }, indices: 0, material: 0 }] }],
      accessors: [...json.accessors, { bufferView: 2, componentType: 5121, normalized: true, count, type: 'VEC4' }],
      bufferViews: [...json.bufferViews, { buffer: 0, byteOffset: bytes.length, byteLength: shades.length }],
    }
    const mesh = await readGltf(glbOf(colored, Uint8Array.from([...bytes, ...shades])), nothing)
    const asColors = (triangles: Uint32Array) =>
      Float32Array.from([...triangles].flatMap((corner) => [(0.5 * corner) / 255, 1, 0]))
    expect(mesh.colors).toEqual(asColors(mesh.triangles))
    // Turned outwards and without double corners it keeps them.
    const inward = { ...mesh, triangles: mesh.triangles.toReversed(), colors: asColors(mesh.triangles.toReversed()) }
    const closed = closedMesh(inward)
    const numbers = [...closed.triangles].map(
      (corner) =>
        box.vertices.findIndex((_, v) =>
          v % 3 > 0
            ? false
            : [0, 1, 2].every(
                (axis) => (axis > 0 ? 1 : -1) * box.vertices[v + axis]! === closed.vertices[3 * corner + axis],
              ),
        ) / 3,
    )
    expect(closed.colors).toEqual(asColors(Uint32Array.from(numbers)))
    const missing = { ...colored, accessors: colored.accessors.with(2, { ...colored.accessors[2]!, count: 3 }) }
    await expect(readGltf(glbOf(missing, Uint8Array.from([...bytes, ...shades])), nothing)).rejects.toThrow(
      'has no color',
    )
  })

  it('says what is wrong with a file', async () => {
    const refused = (file: Uint8Array) => expect(readGltf(file, nothing)).rejects
    await refused(textBytes('mesh')).toThrow('not a glTF file')
    await refused(new Uint8Array([1, 2, 3])).toThrow('not a glTF file')
    await refused(glbOf(json, bytes).subarray(0, 200)).toThrow('cut short')
    await refused(glbOf(json, bytes.subarray(0, 100))).toThrow('cut short')
    await refused(textBytes(json)).toThrow('no binary part')
    await refused(textBytes(gltfOf(box, {}, 'lost.bin').json)).toThrow('nothing beside it')
    await refused(textBytes({ seiche: 1 })).toThrow('not a glTF file')
    await refused(textBytes({ asset: { version: '1.0' } })).toThrow('version 1.0; version 2 is read')
    await refused(glbOf({ ...json, extensionsRequired: ['KHR_draco_mesh_compression'] }, bytes)).toThrow(
      'needs KHR_draco_mesh_compression, which is not read',
    )
    await refused(glbOf({ ...json, nodes: [{ children: [0] }] }, bytes)).toThrow(
      'node 0 of the glTF file has two parents',
    )
    await refused(glbOf({ ...json, nodes: [{ mesh: 3 }] }, bytes)).toThrow('no mesh 3')
    const strips = { ...json, meshes: [{ primitives: [{ attributes: { POSITION: 1 }, mode: 5 }] }] }
    await refused(glbOf(strips, bytes)).toThrow('triangles are read')
    const quantized = { ...json, accessors: [json.accessors[0], { ...json.accessors[1], componentType: 5122 }] }
    await refused(glbOf(quantized, bytes)).toThrow('without quantization')
    await refused(glbOf({ ...json, accessors: [] }, bytes)).toThrow('missing')
  })

  it('values that lie on one another do not make an endless mesh of a small file', async () => {
    const views = json.bufferViews.map((view) => ({ ...view, byteStride: 0 }))
    const accessors = json.accessors.map((accessor) => ({ ...accessor, count: 2e9 }))
    const hostile = glbOf({ ...json, bufferViews: views, accessors }, bytes)
    await expect(readGltf(hostile, nothing)).rejects.toThrow(/2000000000 values 0 bytes apart/)
  })
})
