import { describe, expect, it } from 'vitest'
import { ballMesh, ringMesh } from '../../../testing/meshes.js'
import { closedMesh, type Mesh } from './closed-mesh.js'
import { boxPolyhedron } from './polyhedron.js'

/** Both meshes, the second moved along x. */
function together(one: Mesh, two: Mesh, x: number): Mesh {
  const first = one.vertices.length / 3
  return {
    vertices: Float64Array.from([
      ...one.vertices,
      ...two.vertices.map((value, k) => (k % 3 === 0 ? value + x : value)),
    ]),
    triangles: Uint32Array.from([...one.triangles, ...two.triangles.map((corner) => corner + first)]),
  }
}
const box = boxPolyhedron([1, 1, 1])
/** In single precision, as files have it. */
const single = ({ vertices, triangles }: Mesh) => ({ vertices: vertices.map(Math.fround), triangles })

describe('closedMesh', () => {
  it('knows what is convex', () => {
    expect(closedMesh(box).convex).toBe(true)
    expect(closedMesh(single(ballMesh(0.7, 40))).convex).toBe(true)
    expect(closedMesh(ringMesh(1, 0.4, 24)).convex).toBe(false)
    const dented = box.vertices.map((value, k) => (k < 3 ? 0.3 : value))
    expect(closedMesh({ ...box, vertices: dented }).convex).toBe(false)
    expect(closedMesh(together(box, box, 3)).convex).toBe(false)
  })

  it('takes pieces that touch nowhere, refuses those that share an edge', () => {
    expect(closedMesh(together(box, ballMesh(1, 8), 3)).triangles.length).toBeGreaterThan(36)
    expect(() => closedMesh(together(box, box, 1))).toThrow('more than two triangles')
  })

  it('refuses places that are none', () => {
    const vertices = box.vertices.slice()
    vertices[7] = Number.NaN
    expect(() => closedMesh({ ...box, vertices })).toThrow('vertex 2 of the mesh is at NaN')
  })
})
