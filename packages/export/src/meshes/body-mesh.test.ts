import { readFile } from 'node:fs/promises'
import { createSimulation, type TriangleMesh } from 'seiche'
import { rapier } from 'seiche/bodies'
import { describe, expect, it } from 'vitest'
import { type BodyPiece, type BodyPieceShape, describeBodies } from '../body-shapes.js'
import { bodyMesh } from './body-mesh.js'

const still = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const
const meshOf = (shape: BodyPieceShape, pose: Partial<BodyPiece> = {}) => bodyMesh([{ shape, ...still, ...pose }])

/** Volume by the divergence theorem: positive only if triangles face outwards. */
function volumeOf({ positions, indices }: TriangleMesh): number {
  let sum = 0
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) =>
      positions.subarray(3 * indices[k + corner]!, 3 * indices[k + corner]! + 3),
    )
    sum +=
      a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!) +
      a![1]! * (b![2]! * c![0]! - b![0]! * c![2]!) +
      a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!)
  }
  return sum / 6
}

/** Least cosine between the normal of a corner and that of its triangle; normals have length 1. */
function worstNormal({ positions, normals, indices }: TriangleMesh): number {
  let worst = 1
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) =>
      positions.subarray(3 * indices[k + corner]!, 3 * indices[k + corner]! + 3),
    )
    const [u, v] = [b!.map((value, axis) => value - a![axis]!), c!.map((value, axis) => value - a![axis]!)]
    const face = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!]
    const area = Math.hypot(...face)
    expect(area).toBeGreaterThan(0)
    for (let corner = 0; corner < 3; corner++) {
      const normal = normals.subarray(3 * indices[k + corner]!, 3 * indices[k + corner]! + 3)
      expect(Math.hypot(...normal)).toBeCloseTo(1, 5)
      worst = Math.min(worst, face.reduce((sum, part, axis) => sum + part * normal[axis]!, 0) / area)
    }
  }
  return worst
}

describe('the mesh of a body', () => {
  const shapes: [string, BodyPieceShape, number][] = [
    ['a sphere', { kind: 'sphere', radius: 2 }, (4 / 3) * Math.PI * 8],
    ['a capsule', { kind: 'capsule', radius: 0.5, height: 3 }, Math.PI * 0.25 * 2 + (4 / 3) * Math.PI * 0.125],
    ['a cylinder', { kind: 'cylinder', radius: 0.5, height: 3 }, Math.PI * 0.25 * 3],
    ['a cone', { kind: 'cone', radius: 0.5, top: 0.25, height: 3 }, Math.PI * (0.25 + 0.125 + 0.0625)],
    ['a box', { kind: 'box', size: [1, 2, 3] }, 6],
  ]
  for (const [name, shape, volume] of shapes)
    it(`of ${name} has its volume, and normals outwards`, () => {
      const mesh = meshOf(shape)
      expect(volumeOf(mesh)).toBeGreaterThan(0.97 * volume)
      expect(volumeOf(mesh)).toBeLessThan(volume + 1e-6)
      expect(worstNormal(mesh)).toBeGreaterThan(0.98)
    })

  it('is placed by the pose of its pieces', () => {
    // A quarter turn about z takes the long axis from y to x.
    const half = Math.SQRT1_2
    const { positions } = meshOf(
      { kind: 'box', size: [1, 4, 2] },
      { position: [10, 0, 0], rotation: [0, 0, half, half] },
    )
    const along = (axis: number) => positions.filter((_, v) => v % 3 === axis)
    expect([Math.min(...along(0)), Math.max(...along(0))]).toEqual([8, 12])
    expect(Math.max(...along(1))).toBeCloseTo(0.5, 6)
    expect(Math.max(...along(2))).toBeCloseTo(1, 6)
  })

  it('of a file keeps its volume, through the description as JSON', async () => {
    const scenes = new URL('../../../../scenes/', import.meta.url)
    using sim = await createSimulation(
      {
        seiche: 1,
        grid: { cells: [32, 32], cellSize: 0.5 },
        solver: { type: 'iwave', depth: 5 },
        bodies: [
          { name: 'boat', shape: 'mesh', file: 'boat.glb', color: '#ff8800' },
          { shape: 'mesh', file: 'boat.glb', position: [0, 0, 5] },
        ],
      },
      { rigidBodies: rapier, threads: 1, readFile: (name) => readFile(new URL(name, scenes)) },
    )
    const shapes = describeBodies(sim.bodies)
    expect(shapes[1]!.pieces).toBe(shapes[0]!.pieces)
    const [boat] = JSON.parse(JSON.stringify(shapes)) as typeof shapes
    expect(boat).toMatchObject({ name: 'boat', color: '#ff8800' })
    const mesh = bodyMesh(boat!.pieces)
    expect(volumeOf(mesh)).toBeCloseTo(sim.bodies[0]!.solid.volume, 3)
    expect(worstNormal(mesh)).toBeGreaterThan(0.5)
  })
})
