import { type BufferAttribute, type Mesh, Ray, Vector3 } from 'three/webgpu'
import { expect, it } from 'vitest'
import type { BodyPaint } from './body-material.js'
import type { BodyLike, JointLike, PieceShapeLike } from './body-source.js'
import { FloatingBodies } from './floating-bodies.js'
import { SprayCloud } from './spray-cloud.js'

function body(shape: PieceShapeLike, x: number, name?: string): BodyLike & { position: number[]; rotation: number[] } {
  const pieces = [{ shape, position: [0, 0, 0], rotation: [0, 0, 0, 1] }] as const
  return { name, solid: { pieces }, position: [x, 0, 0], rotation: [0, 0, 0, 1] }
}
const ball = (x: number, name?: string) => body({ kind: 'sphere', radius: 0.5 }, x, name)

it('follows bodies, those that are launched and those that were never there', () => {
  const source = { bodies: [ball(0), ball(2)] }
  const view = new FloatingBodies(source)
  expect(view.meshes).toHaveLength(2)
  expect(view.meshes[0]!.geometry).toBe(view.meshes[1]!.geometry)
  source.bodies[1]!.position[1] = 0.75
  source.bodies.push(body({ kind: 'box', size: [1, 1, 1] }, -2))
  view.update()
  expect(view.meshes.map(({ position }) => position.toArray())).toEqual([
    [0, 0, 0],
    [2, 0.75, 0],
    [-2, 0, 0],
  ])
  expect(view.meshes[2]!.geometry).not.toBe(view.meshes[0]!.geometry)
  source.bodies.length = 1
  view.update()
  expect(view.meshes).toHaveLength(1)
  expect(view.children.filter((child) => 'isMesh' in child && child.name.startsWith('body'))).toHaveLength(1)
})

it('paints over the colors of a file only with a color of the scene or of the caller', () => {
  const paintOf = (view: FloatingBodies) => view.meshes.map(({ userData }) => (userData as { paint: BodyPaint }).paint)
  const bodies = [ball(0), { ...ball(2), body: { color: '#102030' } }]
  expect(paintOf(new FloatingBodies({ bodies })).map(({ isPainted }) => isPainted)).toEqual([false, true])
  const white = paintOf(new FloatingBodies({ bodies }, { color: () => 'white' }))
  expect(white.map(({ isPainted, color }) => [isPainted, color.getHexString()])).toEqual([
    [true, 'ffffff'],
    [true, 'ffffff'],
  ])
})

it('draws another body where another is at its number', () => {
  const source = { bodies: [ball(0)] }
  const view = new FloatingBodies(source)
  const before = view.meshes[0]!
  source.bodies[0] = body({ kind: 'box', size: [1, 1, 1] }, 0)
  view.update()
  expect(view.meshes[0]).not.toBe(before)
  expect(view.children).not.toContain(before)
})

it('tells which body a ray meets first, and where in its own axes', () => {
  const far = ball(2)
  // A quarter turn about y takes the body's x to the scene's -z.
  far.rotation = [0, Math.SQRT1_2, 0, Math.SQRT1_2]
  const view = new FloatingBodies({ bodies: [ball(-2), far] })
  const hit = view.intersect(new Ray(new Vector3(2.01, 0.01, 5), new Vector3(0, 0, -1)))
  expect(hit?.body).toBe(1)
  expect(hit!.point.z).toBeCloseTo(0.5, 2)
  expect(hit!.at.x).toBeCloseTo(-0.5, 2)
  expect(view.intersect(new Ray(new Vector3(5, 0.01, 0.02), new Vector3(-1, 0, 0)))?.body).toBe(1)
  expect(view.intersect(new Ray(new Vector3(0, 0, 5), new Vector3(0, 0, -1)))).toBeUndefined()
})

it('lays ropes and springs from anchor to anchor; a slack rope hangs through', () => {
  const joint = (type: string, length: number): JointLike => ({
    type,
    length,
    bodies: ['a', 'tank'],
    anchors: [
      [0.5, 0, 0],
      [3, 0, 0],
    ],
  })
  const extentOf = (joints: JointLike[]) => {
    const view = new FloatingBodies({ bodies: [ball(0, 'a')], scene: { joints } })
    const tethers = view.children.find(({ name }) => name === 'tethers') as Mesh
    const positions = tethers.geometry.getAttribute('position') as BufferAttribute | undefined
    const at = Array.from({ length: positions?.count ?? 0 }, (_, k) => new Vector3().fromBufferAttribute(positions!, k))
    const along = (axis: 'x' | 'y') => at.map((vertex) => vertex[axis])
    return {
      visible: tethers.visible,
      x: [Math.min(...along('x')), Math.max(...along('x'))],
      low: Math.min(...along('y')),
    }
  }
  const taut = extentOf([joint('rope', 2.5)])
  expect(taut.x[0]).toBeCloseTo(0.5, 1)
  expect(taut.x[1]).toBeCloseTo(3, 1)
  expect(taut.low).toBeGreaterThan(-0.05)
  expect(extentOf([joint('rope', 3.5)]).low).toBeLessThan(-0.5)
  expect(extentOf([joint('spring', 1)]).x[1]).toBeCloseTo(3, 1)
  // A short spring is slim, however large the bodies are.
  expect(extentOf([joint('spring', 0.1)]).low).toBeGreaterThan(0.3 * extentOf([joint('spring', 1)]).low)
  expect(extentOf([{ type: 'weld', bodies: ['a', 'tank'] }]).visible).toBe(false)
})

it('shows as many drops as there are', () => {
  const spray = new SprayCloud()
  expect(spray.visible).toBe(false)
  const count = 700
  spray.update({ count, positions: new Float32Array(3 * count).fill(2), radii: new Float32Array(count).fill(0.01) })
  expect(spray.visible).toBe(true)
  expect(spray.geometry.instanceCount).toBe(count)
  expect(spray.geometry.getAttribute('drop').getX(count - 1)).toBe(2)
  const velocities = new Float32Array(3 * count).fill(4)
  spray.update({ count, positions: new Float32Array(3 * count), radii: new Float32Array(count), velocities })
  expect(spray.geometry.getAttribute('velocity').getZ(count - 1)).toBe(4)
  // Without velocities, drops are at rest: those of before are gone.
  spray.update({ count, positions: new Float32Array(3 * count), radii: new Float32Array(count) })
  expect(spray.geometry.getAttribute('velocity').getZ(count - 1)).toBe(0)
  spray.update({ count: 0, positions: new Float32Array(0), radii: new Float32Array(0) })
  expect(spray.visible).toBe(false)
})
