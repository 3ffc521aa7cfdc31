import { readFile } from 'node:fs/promises'
import type { SceneInput, TriangleMesh } from 'seiche'
import { describe, expect, it } from 'vitest'
import { validateGltf } from '../../testing/validate-gltf.js'
import { type Written, written } from '../../testing/written.js'
import { glb, meshSequence, obj, ply } from './sequences.js'

const pool: SceneInput = {
  seiche: 1,
  grid: { cells: [24, 16], cellSize: 0.1 },
  timeStep: 0.02,
  solver: { type: 'columns', depth: 0.5 },
  initial: { eta: [{ shape: 'gaussian', center: [0.3, -0.2], radius: 0.3, height: 0.1 }] },
  obstacles: [{ shape: 'disc', center: [-0.8, 0.3], radius: 0.2 }],
}
const wax: SceneInput = {
  seiche: 1,
  grid: { cells: [16, 20, 12], cellSize: 0.05 },
  solver: { type: 'stable-fluids' },
  fluid: {
    dyes: {
      wax: { initial: [{ shape: 'sphere', center: [0.1, -0.2, 0], radius: 0.15, soft: 0.05 }] },
      oil: { initial: [{ shape: 'sphere', center: [-0.2, 0.3, 0], radius: 0.1, soft: 0.05 }] },
    },
  },
}

/** Vertices of a PLY file, by property, and its triangles. */
function readPly(bytes: Buffer): { values: Record<string, number[]>; indices: number[] } {
  const end = bytes.indexOf('end_header\n') + 11
  const head = bytes.toString('latin1', 0, end)
  const names = [...head.matchAll(/property float (\w+)/g)].map(([, name]) => name!)
  const [vertices, faces] = ['vertex', 'face'].map((kind) => Number(head.match(`element ${kind} (\\d+)`)![1]))
  const values: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]))
  let at = end
  for (let v = 0; v < vertices!; v++)
    for (const name of names) {
      values[name]!.push(bytes.readFloatLE(at))
      at += 4
    }
  const indices: number[] = []
  for (let f = 0; f < faces!; f++) {
    expect(bytes[at]).toBe(3)
    for (let corner = 0; corner < 3; corner++) indices.push(bytes.readUInt32LE(at + 1 + 4 * corner))
    at += 13
  }
  expect(at).toBe(bytes.length)
  return { values, indices }
}

const plyOf = async (files: Written, name: string) => readPly(await readFile(files.path(name)))

/** Area of the triangles seen from above: negative where they face down. */
function areaFromAbove({ values: { x, z }, indices }: ReturnType<typeof readPly>): number[] {
  const areas: number[] = []
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = indices.slice(k, k + 3) as [number, number, number]
    areas.push(((z![b]! - z![a]!) * (x![c]! - x![a]!) - (x![b]! - x![a]!) * (z![c]! - z![a]!)) / 2)
  }
  return areas
}

describe('a sequence of meshes', () => {
  it('has the heights of the cells at their centres, without the solid ones', async () => {
    const files = await written(ply, pool)
    for (const frame of [0, 2]) {
      const mesh = await plyOf(files, `surface_00000${frame}.ply`)
      const [eta, open] = [await files.frames[frame]!.values('eta'), await files.frames[frame]!.values('openness')]
      const { x, y, z } = mesh.values
      for (const [v, height] of y!.entries()) {
        const cell = Math.round(z![v]! / 0.1 + 7.5) * 24 + Math.round(x![v]! / 0.1 + 11.5)
        expect(height).toBe(eta[cell])
        expect(open[cell]).toBeGreaterThan(0)
      }
      const solid = open.filter((value) => value === 0).length
      expect(solid).toBeGreaterThan(0)
      expect(y!.length).toBe(24 * 16 - solid)
    }
  })

  it('faces up, with texture coordinates of the pixels of a picture of the cells', async () => {
    const files = await written(ply, { ...pool, obstacles: [] }, { frames: 1 })
    const mesh = await plyOf(files, 'surface_000000.ply')
    const areas = areaFromAbove(mesh)
    expect(Math.min(...areas)).toBeGreaterThan(0)
    expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(2.3 * 1.5, 5)
    const { x, z, s, t } = mesh.values
    for (let v = 0; v < s!.length; v++) {
      expect(s![v]).toBeCloseTo((x![v]! + 1.2) / 2.4, 5)
      expect(t![v]).toBeCloseTo(1 - (z![v]! + 0.8) / 1.6, 5)
    }
  })

  it('of a periodic sea ends where its copy begins', async () => {
    const sea: SceneInput = {
      seiche: 1,
      grid: { cells: [32, 32], cellSize: 2 },
      solver: { type: 'ocean', windSpeed: 12, cascades: 1 },
      boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
    }
    const { values } = await plyOf(await written(ply, sea, { frames: 2 }), 'surface_000001.ply')
    expect(values.x!.length).toBe(33 * 33)
    expect(values.foam!.length).toBe(33 * 33)
    const at = (s: number, t: number) =>
      values.s!.findIndex((u, v) => Math.abs(u - s) < 1e-4 && Math.abs(values.t![v]! - t) < 1e-4)
    for (let row = 0; row < 32; row += 5) {
      const t = 1 - (row + 0.5) / 32
      const [first, last] = [at(0.5 / 32, t), at(1 + 0.5 / 32, t)]
      expect(values.x![last]! - values.x![first]!).toBeCloseTo(64, 4)
      for (const name of ['y', 'z', 'nx', 'ny', 'nz', 'foam']) expect(values[name]![last]).toBe(values[name]![first])
    }
  })

  it('leaves out dry land', async () => {
    const beach: SceneInput = {
      seiche: 1,
      grid: { cells: [40, 12], cellSize: 0.5 },
      solver: { type: 'shallow-water' },
      terrain: [{ shape: 'plane', slope: [0.2, 0] }],
    }
    const { values } = await plyOf(await written(ply, beach, { frames: 1 }), 'surface_000000.ply')
    expect(Math.max(...values.x!)).toBeLessThan(0)
    expect(values.x!.length).toBe(20 * 12)
  })

  it('of a channel one cell wide is a band as wide as the cell', async () => {
    const channel: SceneInput = {
      seiche: 1,
      grid: { cells: [30, 1], cellSize: 0.1 },
      solver: { type: 'columns' },
      initial: { eta: [{ shape: 'gaussian', center: [0, 0], radius: 0.3, height: 0.1 }] },
    }
    const mesh = await plyOf(await written(ply, channel, { frames: 1 }), 'surface_000000.ply')
    expect(mesh.values.z!.length).toBe(60)
    expect(areaFromAbove(mesh).reduce((sum, area) => sum + area, 0)).toBeCloseTo(2.9 * 0.1, 5)
  })

  it('is the same in all three formats', async () => {
    const options = { frames: 1 }
    const one = await plyOf(await written(ply, pool, options), 'surface_000000.ply')
    const text = await readFile((await written(obj, pool, options)).path('surface_000000.obj'), 'utf8')
    const lines = text.split('\n').map((line) => line.split(' '))
    const column = (key: string, k: number) =>
      lines.filter(([first]) => first === key).map((line) => Math.fround(Number(line[k])))
    for (const [k, name] of ['x', 'y', 'z'].entries()) expect(column('v', k + 1)).toEqual(one.values[name])
    for (const [k, name] of ['s', 't'].entries())
      for (const [v, value] of column('vt', k + 1).entries()) expect(value).toBeCloseTo(one.values[name]![v]!, 6)
    const corners = lines.filter(([first]) => first === 'f').flatMap((line) => line.slice(1))
    expect(corners).toEqual(one.indices.map((index) => `${index + 1}/${index + 1}/${index + 1}`))

    const bytes = await readFile((await written(glb, pool, options)).path('surface_000000.glb'))
    const info = await validateGltf(bytes)
    expect(info).toMatchObject({ totalVertexCount: one.values.x!.length, totalTriangleCount: one.indices.length / 3 })
    const binary = bytes.subarray(28 + bytes.readUInt32LE(12))
    expect(binary.readFloatLE(4)).toBe(one.values.y![0])
  })

  it('of a fluid has the surface of each dye, at the level that was asked for', async () => {
    const files = await written(ply, wax, { frames: 1 })
    const radiusOf = ({ values: { x, y, z } }: ReturnType<typeof readPly>, center: readonly number[]) => {
      const all = x!.map((_, v) => Math.hypot(x![v]! - center[0]!, y![v]! - center[1]!, z![v]! - center[2]!))
      return all.reduce((sum, radius) => sum + radius, 0) / all.length
    }
    const plain = radiusOf(await plyOf(files, 'wax_000000.ply'), [0.1, -0.2, 0])
    expect(plain).toBeGreaterThan(0.1)
    expect(plain).toBeLessThan(0.2)
    expect(radiusOf(await plyOf(files, 'oil_000000.ply'), [-0.2, 0.3, 0])).toBeLessThan(plain)
    expect(files.notes).toMatchObject({ level: 0.5 })
    const dense = await written(meshSequence('ply', { level: 0.9 }), wax, { frames: 1, fields: ['wax'] })
    expect(radiusOf(await plyOf(dense, 'wax_000000.ply'), [0.1, -0.2, 0])).toBeLessThan(plain)
    expect(ply.filesOf(7, ['wax', 'oil'])).toEqual(['wax_000007.ply', 'oil_000007.ply'])
  })

  it('refuses fluids without a surface, with advice', () => {
    const refused = (dyes: object, nz: number) =>
      expect(() =>
        glb.fieldsFor(
          { scene: { fluid: { dyes } } as never, kind: 'fluid', grid: { nx: 4, ny: 4, nz, cellSize: 1 } },
          ['u', 'v', 'p', 'ink'],
          [],
        ),
      )
    refused({}, 4).toThrow('this scene has no dye')
    refused({ ink: {} }, 1).toThrow('this one is in 2-D; write it as exr')
    expect(() => meshSequence('ply', { level: Number.NaN })).toThrow('the level must be a finite number, got NaN')
  })
})

it('an empty surface becomes files that are valid', async () => {
  const dry: SceneInput = {
    seiche: 1,
    grid: { cells: [8, 8], cellSize: 0.5 },
    solver: { type: 'shallow-water' },
    terrain: [{ shape: 'plane', height: 1 }],
  }
  const bytes = await readFile((await written(glb, dry, { frames: 1 })).path('surface_000000.glb'))
  await validateGltf(bytes)
  const { values } = await plyOf(await written(ply, dry, { frames: 1 }), 'surface_000000.ply')
  expect(values.x).toEqual([])
})

it('values that do not fit the vertices are refused', async () => {
  const mesh: TriangleMesh = {
    positions: new Float32Array(9),
    normals: new Float32Array(9),
    indices: Uint32Array.of(0, 1, 2),
  }
  const { writePly } = await import('./ply.js')
  expect(() => writePly(mesh, { foam: new Float32Array(2) })).toThrow('"foam" has 2 values for 3 vertices')
})
