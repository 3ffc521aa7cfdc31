import { describe, expect, it } from 'vitest'
import { type SolidMesh, solidMeshOf } from './solid-mesh.js'

/** The openness of cells of which a shape covers a share: sampled finely. */
function opennessOf(nx: number, nz: number, inside: (x: number, z: number) => boolean): Float32Array {
  const fine = 8
  return Float32Array.from({ length: nx * nz }, (_, cell) => {
    let covered = 0
    for (let b = 0; b < fine; b++)
      for (let a = 0; a < fine; a++)
        if (inside((cell % nx) + (a + 0.5) / fine, Math.floor(cell / nx) + (b + 0.5) / fine)) covered++
    return 1 - covered / (fine * fine)
  })
}

function triangles({ positions, indices }: SolidMesh) {
  const corner = (k: number) => positions.slice(3 * indices[k]!, 3 * indices[k]! + 3) as [number, number, number]
  return Array.from({ length: indices.length / 3 }, (_, t) => {
    const [p, q, r] = [corner(3 * t), corner(3 * t + 1), corner(3 * t + 2)]
    const u = q.map((value, axis) => value - p[axis]!) as [number, number, number]
    const v = r.map((value, axis) => value - p[axis]!) as [number, number, number]
    const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const
    return { corners: [p, q, r], cross, first: indices[3 * t]! }
  })
}

/** Volume enclosed by the mesh if it had a bottom: each triangle and the origin span a tetrahedron. */
function volumeOf(mesh: SolidMesh): number {
  return triangles(mesh).reduce((sum, { corners: [p], cross }) => {
    return sum + (p![0]! * cross[0] + p![1]! * cross[1] + p![2]! * cross[2]) / 6
  }, 0)
}

describe('solidMeshOf', () => {
  it('is nothing where all is water', () => {
    expect(solidMeshOf(new Float32Array(12).fill(1), 4, 3).indices).toEqual([])
  })

  it('has the area of a disc on its top and in its walls', () => {
    const openness = opennessOf(40, 30, (x, z) => Math.hypot(x - 19.3, z - 14.8) < 9)
    const mesh = solidMeshOf(openness, 40, 30)
    const top = triangles(mesh).reduce((sum, { cross }) => sum + cross[1] / 2, 0)
    expect(top).toBeCloseTo(Math.PI * 81, -0.5)
    // Walls and top face outwards and close: the volume is that of the cylinder of height 1.
    expect(volumeOf(mesh)).toBeCloseTo(top, 6)
  })

  it('stands its walls on the outline with normals that point away from the middle', () => {
    const openness = opennessOf(40, 30, (x, z) => Math.hypot(x - 20, z - 15) < 9)
    const { positions, normals } = solidMeshOf(openness, 40, 30)
    let walls = 0
    for (let k = 0; k < positions.length; k += 3) {
      if (normals[k + 1] !== 0) continue
      walls++
      const [x, z] = [positions[k]! - 20, positions[k + 2]! - 15]
      const distance = Math.hypot(x, z)
      expect(Math.abs(distance - 9)).toBeLessThan(0.15)
      expect((normals[k]! * x + normals[k + 2]! * z) / distance).toBeGreaterThan(0.97)
    }
    expect(walls).toBeGreaterThan(100)
  })

  it('reaches the edge of the grid and ends there in a wall', () => {
    const mesh = solidMeshOf(new Float32Array(6 * 5), 6, 5)
    expect(volumeOf(mesh)).toBeCloseTo(30, 9)
    const top = triangles(mesh).reduce((sum, { cross }) => sum + cross[1] / 2, 0)
    expect(top).toBeCloseTo(30, 9)
  })

  it('keeps two corners that touch in one mesh', () => {
    const openness = Float32Array.from([1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1])
    const mesh = solidMeshOf(openness, 4, 4)
    const top = triangles(mesh).reduce((sum, { cross }) => sum + cross[1] / 2, 0)
    expect(volumeOf(mesh)).toBeCloseTo(top, 9)
  })
})
