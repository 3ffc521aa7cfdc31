import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TiledIndex } from './tiled-index.js'

/** Twice the area of each triangle in quads, seen from above. */
function areas(index: TiledIndex): number[] {
  const columns = index.quads[0] + 1
  const place = (k: number): [number, number] => {
    const vertex = index.vertices[k]!
    return [vertex % columns, Math.floor(vertex / columns)]
  }
  return Array.from({ length: index.count / 3 }, (_, triangle) => {
    const [[ax, az], [bx, bz], [cx, cz]] = [place(3 * triangle), place(3 * triangle + 1), place(3 * triangle + 2)]
    return (bz - az) * (cx - ax) - (bx - ax) * (cz - az)
  })
}

/** Edges without a second triangle, as pairs of vertices. */
function openEdges(index: TiledIndex): string[] {
  const open = new Set<string>()
  for (let k = 0; k < index.count; k++) {
    const [from, to] = [index.vertices[k]!, index.vertices[k % 3 === 2 ? k - 2 : k + 1]!]
    if (open.has(`${from} ${to}`)) throw new Error(`the edge ${from} ${to} is in two triangles of one orientation`)
    if (!open.delete(`${to} ${from}`)) open.add(`${from} ${to}`)
  }
  return [...open]
}

const anyGrid = fc
  .record({ x: fc.integer({ min: 1, max: 70 }), z: fc.integer({ min: 1, max: 70 }) })
  .chain(({ x, z }) => fc.tuple(fc.constant([x, z] as const), fc.infiniteStream(fc.integer({ min: 0, max: 3 }))))

describe('triangles of tiles', () => {
  test('one stride for all gives the triangles of a plane', () => {
    const index = new TiledIndex([3, 2])
    expect([...index.vertices.subarray(0, 6)]).toEqual([0, 4, 1, 4, 5, 1])
    expect(index.count).toBe(36)
  })

  test('any strides leave no gap and no overlap, and keep every vertex of the outline', () => {
    fc.assert(
      fc.property(anyGrid, ([quads, exponents]) => {
        const index = new TiledIndex(quads)
        for (let tile = 0; tile < index.strides.length; tile++)
          index.strides[tile] = Math.min(index.mostStride, 2 ** exponents.next().value)
        index.fill()
        expect(index.count).toBeLessThanOrEqual(index.vertices.length)
        const all = areas(index)
        expect(Math.min(...all)).toBeGreaterThan(0)
        expect(all.reduce((sum, area) => sum + area, 0)).toBe(2 * quads[0] * quads[1])
        const open = openEdges(index)
        expect(open.length).toBe(2 * (quads[0] + quads[1]))
        const columns = quads[0] + 1
        for (const edge of open) {
          const [from, to] = edge.split(' ').map(Number) as [number, number]
          expect([1, columns]).toContain(Math.abs(from - to))
        }
      }),
      { numRuns: 100 },
    )
  })

  test('a stride of two takes a quarter of the triangles', () => {
    const index = new TiledIndex([256, 256])
    const all = index.count
    index.strides.fill(2)
    index.fill()
    expect(index.count / all).toBeLessThan(0.26)
  })
})
