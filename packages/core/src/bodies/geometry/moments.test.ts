import { describe, expect, it } from 'vitest'
import { ballMesh } from '../../../testing/meshes.js'
import { bodySchema } from '../../scene/schema/body.js'
import { closedMesh } from './closed-mesh.js'
import { convexHull } from './hull.js'
import {
  boxMoments,
  capsuleMoments,
  coneMoments,
  cylinderMoments,
  type Moments,
  placed,
  polyhedronMoments,
  principal,
  sphereMoments,
} from './moments.js'
import { boxPolyhedron } from './polyhedron.js'
import { matrixOf, rotate, rotated } from './rotation.js'
import { solidOf } from './solid.js'

function expectClose(one: Moments, two: Moments, part: number): void {
  expect(Math.abs(one.amount / two.amount - 1)).toBeLessThan(part)
  for (const [axis, along] of one.center.entries()) expect(Math.abs(along - two.center[axis]!)).toBeLessThan(part)
  const size = Math.max(...two.inertia)
  for (const [k, value] of one.inertia.entries()) expect(Math.abs(value - two.inertia[k]!)).toBeLessThan(part * size)
}

/** Of a solid of revolution about y by its outline: the hull of circles. */
function turnedOutline(outline: readonly (readonly [radius: number, y: number])[]): Moments {
  const points = outline.flatMap(([r, y]) =>
    Array.from({ length: 96 }, (_, k) => [r * Math.cos((k * Math.PI) / 48), y, r * Math.sin((k * Math.PI) / 48)]),
  )
  const { vertices, triangles } = convexHull(Float64Array.from(points.flat()))
  return polyhedronMoments(vertices, triangles)
}

describe('moments', () => {
  it('of a box as a polyhedron are those of the box', () => {
    const { vertices, triangles } = boxPolyhedron([2, 3, 5])
    expectClose(polyhedronMoments(vertices, triangles), boxMoments([2, 3, 5]), 1e-12)
  })

  it('of round shapes are those of fine meshes', () => {
    const ball = closedMesh(ballMesh(1.5, 64))
    expectClose(polyhedronMoments(ball.vertices, ball.triangles), sphereMoments(1.5), 5e-3)
    const cylinder = turnedOutline([
      [0.5, -1],
      [0.5, 1],
    ])
    expectClose(cylinder, cylinderMoments(0.5, 2), 3e-3)
    const cone = turnedOutline([
      [0.8, -0.5],
      [0, 0.5],
    ])
    expectClose(cone, coneMoments(0.8, 0, 1), 3e-3)
    const cut = turnedOutline([
      [0.8, -0.25],
      [0.3, 0.25],
    ])
    expectClose(cut, coneMoments(0.8, 0.3, 0.5), 3e-3)
    expectClose(coneMoments(0.5, 0.5, 2), cylinderMoments(0.5, 2), 1e-12)
    const capsule = turnedOutline(
      [-1, 1].flatMap((end) =>
        Array.from({ length: 17 }, (_, k) => {
          const angle = (k * Math.PI) / 32
          return [0.5 * Math.cos(angle), end * (0.5 + 0.5 * Math.sin(angle))] as const
        }),
      ),
    )
    expectClose(capsule, capsuleMoments(0.5, 2), 5e-3)
  })

  it('a tetrahedron far from the origin loses nothing', () => {
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
    const { vertices, triangles } = convexHull(Float64Array.from(corners, (value, k) => value + 1000 * (k % 3)))
    const { amount, center } = polyhedronMoments(vertices, triangles)
    expect(amount).toBeCloseTo(1 / 6, 12)
    for (const [axis, along] of center.entries()) expect(along).toBeCloseTo(1000 * axis + 0.25, 9)
  })

  it('of a box in two halves, turned, are those of the box', () => {
    const halves = bodySchema.parse({
      shape: 'compound',
      density: 700,
      parts: [
        { shape: 'box', size: [1, 3, 5], position: [-0.5, 0, 0] },
        { shape: 'box', size: [3, 1, 5], position: [0.5, 0, 0], rotation: { axis: [0, 0, 1], angle: 90 } },
      ],
    })
    const whole = bodySchema.parse({ shape: 'box', size: [2, 3, 5], density: 700 })
    expectClose(solidOf(halves, []).mass, solidOf(whole, []).mass, 1e-12)
    expect(solidOf(halves, []).volume).toBeCloseTo(30, 12)
  })

  it('a mass is that mass, and parts of other density pull the centre to them', () => {
    const given = solidOf(bodySchema.parse({ shape: 'sphere', radius: 2, mass: 7 }), [])
    expect(given.mass.amount).toBeCloseTo(7, 12)
    expect(given.mass.inertia[0]).toBeCloseTo(0.4 * 7 * 4, 12)
    const keel = solidOf(
      bodySchema.parse({
        shape: 'compound',
        density: 100,
        parts: [
          { shape: 'box', size: [1, 1, 1] },
          { shape: 'box', size: [1, 1, 1], position: [0, -1, 0], density: 300 },
        ],
      }),
      [],
    )
    expect(keel.mass.amount).toBeCloseTo(400, 9)
    expect(keel.mass.center[1]).toBeCloseTo(-0.75, 12)
  })

  it('principal axes give the inertia back', () => {
    const m = matrixOf(rotate([1, 2, -1], 1.1))
    const moments = placed(boxMoments([2, 3, 5]), m, [1, 1, 1])
    const {
      moments: [a, b, c],
      axes,
    } = principal(moments)
    const frame = matrixOf(axes)
    const again = placed(
      { amount: 1, center: [0, 0, 0], inertia: Float64Array.of(a, 0, 0, 0, b, 0, 0, 0, c) },
      frame,
      [0, 0, 0],
    )
    for (const [k, value] of again.inertia.entries()) expect(value).toBeCloseTo(moments.inertia[k]!, 9)
    expect(rotated(frame, [1, 0, 0]).reduce((sum, part) => sum + part * part, 0)).toBeCloseTo(1, 12)
  })
})
