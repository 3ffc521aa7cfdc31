import { Vector3 } from 'three/webgpu'
import { expect, it } from 'vitest'
import { bodyGeometry, skins } from './body-geometry.js'
import type { PieceLike, PieceShapeLike } from './body-source.js'

const still = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const
const piece = (shape: PieceShapeLike, where: Partial<PieceLike> = {}): PieceLike => ({ shape, ...still, ...where })
/** A cube about the origin with sides of 2 m, corner k with the signs of its bits. */
const cube = {
  vertices: Float64Array.from({ length: 24 }, (_, k) => (Math.floor(k / 3) & (1 << (k % 3)) ? 1 : -1)),
  triangles: [
    0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6,
  ],
}

/** Volume inside the triangles [m³]: all of them face outwards, or it would not be what it is. */
function volumeOf(pieces: readonly PieceLike[]): number {
  const geometry = bodyGeometry(pieces)
  const position = geometry.getAttribute('position')
  const index = geometry.getIndex()!
  const corner = (k: number) => new Vector3().fromBufferAttribute(position, index.getX(k))
  let volume = 0
  for (let k = 0; k < index.count; k += 3) volume += corner(k).dot(corner(k + 1).cross(corner(k + 2))) / 6
  return volume
}

it.each<[PieceShapeLike, number]>([
  [{ kind: 'sphere', radius: 0.5 }, (4 / 3) * Math.PI * 0.125],
  [{ kind: 'cylinder', radius: 0.5, height: 2 }, Math.PI * 0.25 * 2],
  [{ kind: 'cone', radius: 0.5, top: 0, height: 2 }, (Math.PI * 0.25 * 2) / 3],
  [{ kind: 'cone', radius: 0.5, top: 0.25, height: 2 }, ((Math.PI * 2) / 3) * (0.25 + 0.125 + 0.0625)],
  [{ kind: 'capsule', radius: 0.5, height: 2 }, Math.PI * 0.25 * 1 + (4 / 3) * Math.PI * 0.125],
  [{ kind: 'box', size: [1, 2, 3] }, 6],
  [{ kind: 'mesh', polyhedron: cube }, 8],
])('draws %o as large as it is', (shape, volume) => {
  expect(volumeOf([piece(shape)]) / volume).toBeGreaterThan(0.97)
  expect(volumeOf([piece(shape)]) / volume).toBeLessThan(1 + 1e-6)
})

it('puts pieces where they are in the body, and tells them apart', () => {
  const turned = { position: [3, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } as const
  const geometry = bodyGeometry([
    piece({ kind: 'sphere', radius: 1 }),
    piece({ kind: 'cylinder', radius: 0.1, height: 4 }, turned),
  ])
  geometry.computeBoundingBox()
  // The cylinder lies along x after a quarter turn about z.
  expect(geometry.boundingBox!.max.x).toBeCloseTo(5, 5)
  expect(geometry.boundingBox!.max.y).toBeCloseTo(1, 5)
  const skin = geometry.getAttribute('skin')
  expect([skin.getX(0), skin.getY(0)]).toEqual([skins.plain, 0])
  expect([skin.getX(skin.count - 1), skin.getY(skin.count - 1)]).toEqual([skins.plain, 1])
  expect(
    bodyGeometry([piece({ kind: 'box', size: [1, 1, 1] })])
      .getAttribute('skin')
      .getX(0),
  ).toBe(skins.crate)
})

it('keeps the edges of a hull sharp', () => {
  const normal = bodyGeometry([piece({ kind: 'hull', polyhedron: cube })]).getAttribute('normal')
  for (let k = 0; k < normal.count; k++) {
    const parts = [normal.getX(k), normal.getY(k), normal.getZ(k)].map(Math.abs).sort()
    expect(parts[2]).toBeCloseTo(1, 6)
  }
})

it('has the colors of a file where there are any', () => {
  const colors = Float32Array.from({ length: 3 * cube.triangles.length }, (_, k) => k / 200)
  const own = bodyGeometry([
    piece({ kind: 'mesh', polyhedron: { ...cube, colors } }),
    piece({ kind: 'sphere', radius: 1 }),
  ]).getAttribute('own')
  for (const vertex of [0, 7, cube.triangles.length - 1])
    expect([own.getX(vertex), own.getY(vertex), own.getZ(vertex), own.getW(vertex)]).toEqual([
      ...colors.subarray(3 * vertex, 3 * vertex + 3),
      1,
    ])
  expect(own.getW(cube.triangles.length)).toBe(0)
})
