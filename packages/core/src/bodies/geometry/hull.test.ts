import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ballMesh, ringMesh } from '../../../testing/meshes.js'
import { closedMesh } from './closed-mesh.js'
import { convexHull } from './hull.js'
import { polyhedronMoments } from './moments.js'

const cube = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => [x, y, z])))

describe('convexHull', () => {
  it('of a cube is the cube, whatever lies in it or on it', () => {
    const within = [
      [0.5, 0.5, 0.5],
      [0.5, 0.5, 0],
      [0, 0.5, 1],
      [1, 1, 1],
    ]
    const hull = convexHull(Float64Array.from([...within, ...cube].flat()))
    const { amount, center } = polyhedronMoments(hull.vertices, hull.triangles)
    expect(amount).toBeCloseTo(1, 12)
    for (const along of center) expect(along).toBeCloseTo(0.5, 12)
    closedMesh(hull)
  })

  it('of a ball is the ball, of a ring a lens', () => {
    const ball = ballMesh(1, 16)
    const closed = closedMesh(ball)
    const volume = polyhedronMoments(closed.vertices, closed.triangles).amount
    const hull = convexHull(ball.vertices)
    expect(polyhedronMoments(hull.vertices, hull.triangles).amount).toBeCloseTo(volume, 9)
    closedMesh(hull)
    const ring = convexHull(ringMesh(1, 0.5, 24).vertices)
    expect(polyhedronMoments(ring.vertices, ring.triangles).amount).toBeGreaterThan(0.4 * Math.PI)
  })

  it('holds every point, and is closed', () => {
    // Not fc.double, which likes tiny numbers: five of six sets of such points have no volume.
    const number = fc.integer({ min: -1000, max: 1000 }).map((n) => n / 100)
    let hulls = 0
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number, number), { minLength: 4, maxLength: 40 }), (points) => {
        const list = Float64Array.from(points.flat())
        let hull: ReturnType<typeof convexHull>
        try {
          hull = convexHull(list)
        } catch (error) {
          expect(String(error)).toMatch(/in one place|on a line|in a plane/)
          return
        }
        hulls++
        closedMesh(hull)
        const { vertices: v, triangles: t } = hull
        for (let k = 0; k < t.length; k += 3) {
          const [a, b, c] = [0, 1, 2].map((e) => v.subarray(3 * t[k + e]!, 3 * t[k + e]! + 3))
          const u = [0, 1, 2].map((axis) => b![axis]! - a![axis]!)
          const w = [0, 1, 2].map((axis) => c![axis]! - a![axis]!)
          const n = [0, 1, 2].map((x) => u[(x + 1) % 3]! * w[(x + 2) % 3]! - u[(x + 2) % 3]! * w[(x + 1) % 3]!)
          for (const point of points) {
            const above = n.reduce((sum, part, axis) => sum + part * (point[axis]! - a![axis]!), 0)
            expect(above).toBeLessThan(1e-6 * Math.hypot(...n) + 1e-9)
          }
        }
      }),
      { numRuns: 60, seed: 5 },
    )
    expect(hulls).toBeGreaterThan(50)
  })

  it('refuses points without volume', () => {
    expect(() => convexHull(new Float64Array(0))).toThrow('in one place')
    expect(() => convexHull(Float64Array.from([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]))).toThrow('in one place')
    expect(() => convexHull(Float64Array.from([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]))).toThrow('on a line')
    expect(() => convexHull(Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]))).toThrow('in a plane')
  })
})
