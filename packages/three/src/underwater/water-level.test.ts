import { describe, expect, it } from 'vitest'
import { WaterSurface, type WaterSurfaceOptions } from '../surface/water-surface.js'
import { quadsOf } from './water-level.js'

const cells = (nx: number, nz: number, cellSize: number) => ({ nx, nz, cellSize, data: new Float32Array(nx * nz) })

/** Vertices of the mesh near the middle, in quads from the corner that was found. */
function inQuads(surface: WaterSurface, reach: number): [number, number][] {
  const { corner, size } = quadsOf(surface.geometry)
  const positions = surface.geometry.getAttribute('position')
  return Array.from({ length: positions.count }, (_, vertex): [number, number] => [
    (positions.getX(vertex) - corner.x) / size.x,
    (positions.getZ(vertex) - corner.y) / size.y,
  ]).filter(([u, v]) => Math.max(Math.abs(u), Math.abs(v)) <= reach)
}

describe('the quads over a lens', () => {
  const still = cells(24, 16, 0.5)
  const sea = { ...cells(32, 32, 0.75), dx: new Float32Array(1024), dz: new Float32Array(1024) }
  const waters: [string, WaterSurface, number][] = [
    ['a basin', new WaterSurface(still), 0.5],
    ['a basin with a coarse mesh', new WaterSurface(still, { segments: [12, 4] }), 1],
    ['open water', new WaterSurface(still, { beyond: { 'x+': 80, 'z-': 80 } }), 0.5],
    ['a sea', new WaterSurface(sea, { tiles: 15 }), 0.75],
    ['a sea with a coarse mesh', new WaterSurface(sea, { tiles: 15, segments: 16 }), 1.5],
  ]

  it.each(waters)('of %s are those of its mesh around the middle', (_, surface, along) => {
    expect(quadsOf(surface.geometry).size.x).toBeCloseTo(along, 6)
    const near = inQuads(surface, 2.5)
    expect(near.length).toBeGreaterThanOrEqual(25)
    for (const [u, v] of near) {
      expect(Math.abs(u - Math.round(u))).toBeLessThan(1e-4)
      expect(Math.abs(v - Math.round(v))).toBeLessThan(1e-4)
    }
  })

  it('of a channel one cell wide are as wide as it', () => {
    const options: WaterSurfaceOptions = { segments: [40, 1] }
    expect(quadsOf(new WaterSurface(cells(40, 1, 0.1), options).geometry).size.y).toBeCloseTo(0.1, 6)
  })
})
