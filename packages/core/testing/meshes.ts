// Closed triangle meshes for tests.

import type { Mesh } from '../src/bodies/geometry/closed-mesh.js'

/** A surface over two angles, closed by welding: corners on seams and at poles appear more than once. */
function wound(rings: number, around: number, point: (u: number, v: number) => number[]): Mesh {
  const vertices: number[] = []
  const triangles: number[] = []
  for (let r = 0; r <= rings; r++)
    for (let k = 0; k <= around; k++) vertices.push(...point(r / rings, (k % around) / around))
  const at = (r: number, k: number) => r * (around + 1) + k
  for (let r = 0; r < rings; r++)
    for (let k = 0; k < around; k++)
      triangles.push(at(r, k), at(r, k + 1), at(r + 1, k), at(r, k + 1), at(r + 1, k + 1), at(r + 1, k))
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) }
}

const TURN = 2 * Math.PI

/** A ball about the origin: its corners lie on the sphere. */
export function ballMesh(radius: number, rings: number): Mesh {
  return wound(rings, 2 * rings, (u, v) => {
    const across = u === 0 || u === 1 ? 0 : radius * Math.sin(Math.PI * u)
    return [across * Math.cos(TURN * v), radius * Math.cos(Math.PI * u), across * Math.sin(TURN * v)]
  })
}

/** A ring about the y axis. */
export function ringMesh(radius: number, thickness: number, around: number): Mesh {
  return wound(around, around, (u, v) => {
    const angle = TURN * (u === 1 ? 0 : u)
    const out = radius + (thickness / 2) * Math.cos(TURN * v)
    return [out * Math.cos(angle), (thickness / 2) * Math.sin(TURN * v), out * Math.sin(angle)]
  })
}
