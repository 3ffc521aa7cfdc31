import { MeshBasicMaterial, MeshPhysicalNodeMaterial, MeshStandardNodeMaterial, Vector3 } from 'three/webgpu'
import { describe, expect, it, vi } from 'vitest'
import { refractiveIndex } from '../light/optics.js'
import { IsosurfaceMesh } from './isosurface-mesh.js'

/** A strip of triangles along x, `count` of them. */
function strip(count: number) {
  const vertices = count === 0 ? 0 : count + 2
  return {
    positions: Float32Array.from(
      { length: 3 * vertices },
      (_, v) => [Math.floor(v / 3), Math.floor(v / 3) % 2, 0][v % 3]!,
    ),
    normals: Float32Array.from({ length: 3 * vertices }, (_, v) => (v % 3 === 2 ? 1 : 0)),
    indices: Uint32Array.from({ length: 3 * count }, (_, k) => Math.floor(k / 3) + (k % 3)),
  }
}

/** What is drawn: the corners within the draw range. */
const drawn = ({ geometry }: IsosurfaceMesh) => [
  ...geometry.index!.array.slice(geometry.drawRange.start, geometry.drawRange.start + geometry.drawRange.count),
]
const room = ({ geometry }: IsosurfaceMesh) => geometry.getAttribute('position').count

describe('IsosurfaceMesh', () => {
  it('shows the triangles it is given', () => {
    const surface = strip(4)
    const mesh = new IsosurfaceMesh(surface)
    expect(drawn(mesh)).toEqual([...surface.indices])
    expect([...mesh.geometry.getAttribute('position').array]).toEqual([...surface.positions])
    expect([...mesh.geometry.getAttribute('normal').array]).toEqual([...surface.normals])
  })

  it('follows a surface that changes, and copies, so that its memory may be used again', () => {
    const surface = strip(4)
    const mesh = new IsosurfaceMesh(surface)
    surface.positions[0] = 7
    expect(mesh.geometry.getAttribute('position').getX(0)).toBe(0)
    mesh.update()
    expect(mesh.geometry.getAttribute('position').getX(0)).toBe(7)
    Object.assign(surface, strip(2))
    mesh.update()
    expect(drawn(mesh)).toEqual([...strip(2).indices])
  })

  it('sends only what is used', () => {
    const mesh = new IsosurfaceMesh(strip(10))
    const position = mesh.geometry.getAttribute('position')
    const version = 'version' in position ? position.version : 0
    mesh.update(strip(3))
    expect(position).toMatchObject({ updateRanges: [{ start: 0, count: 15 }], version: version + 1 })
    expect(mesh.geometry.index!.updateRanges).toEqual([{ start: 0, count: 9 }])
  })

  it('grows by doubling, keeps its buffers otherwise, and frees those it outgrew', () => {
    const mesh = new IsosurfaceMesh(strip(10))
    const first = mesh.geometry
    const freed = vi.fn()
    first.addEventListener('dispose', freed)
    mesh.update(strip(5))
    expect(mesh.geometry).toBe(first)
    mesh.update(strip(11))
    expect(mesh.geometry).not.toBe(first)
    expect(freed).toHaveBeenCalledOnce()
    expect(room(mesh)).toBe(24)
    const second = mesh.geometry
    mesh.update(strip(20))
    expect(mesh.geometry).toBe(second)
    expect(drawn(mesh)).toEqual([...strip(20).indices])
    mesh.update(strip(100))
    expect(room(mesh)).toBe(102)
  })

  it('is bounded by what is drawn, not by what was', () => {
    const mesh = new IsosurfaceMesh(strip(10))
    mesh.update(strip(2))
    expect(mesh.geometry.boundingBox!.max.toArray()).toEqual([3, 1, 0])
    expect(mesh.geometry.boundingSphere!.containsPoint(new Vector3(3, 1, 0))).toBe(true)
    expect(mesh.geometry.boundingSphere!.containsPoint(new Vector3(8, 0, 0))).toBe(false)
  })

  it('draws nothing of an empty surface, and what comes after it', () => {
    const mesh = new IsosurfaceMesh(strip(0))
    expect(drawn(mesh)).toEqual([])
    expect(mesh.count).toBe(0)
    expect(mesh.geometry.boundingBox!.isEmpty()).toBe(true)
    mesh.update(strip(3))
    expect(drawn(mesh)).toEqual([...strip(3).indices])
    expect(mesh.count).toBe(1)
  })

  it('looks like water of the surface’s own size, or of a size that is given', () => {
    const mesh = new IsosurfaceMesh(strip(0))
    const material = mesh.material as MeshPhysicalNodeMaterial
    expect(material).toMatchObject({ transmission: 1, ior: refractiveIndex, thickness: 0 })
    mesh.update(strip(6))
    const thickness = mesh.geometry.boundingSphere!.radius / 2
    expect(material).toMatchObject({ thickness, attenuationDistance: thickness })
    mesh.update(strip(60))
    expect(material.thickness).toBe(thickness)
    expect(new IsosurfaceMesh(strip(6), { thickness: 0.2 }).material).toMatchObject({ thickness: 0.2 })
  })

  it('looks plain, or as you like', () => {
    const plain = new IsosurfaceMesh(strip(1), { look: 'plain', color: 0xff0000 }).material as MeshStandardNodeMaterial
    expect(plain).toBeInstanceOf(MeshStandardNodeMaterial)
    expect(plain).not.toBeInstanceOf(MeshPhysicalNodeMaterial)
    expect(plain.color.getHex()).toBe(0xff0000)
    const own = new MeshBasicMaterial()
    expect(new IsosurfaceMesh(strip(1), { material: own }).material).toBe(own)
  })

  it('frees geometry and material', () => {
    const mesh = new IsosurfaceMesh(strip(1))
    const freed = vi.fn()
    mesh.geometry.addEventListener('dispose', () => freed('geometry'))
    mesh.material.addEventListener('dispose', () => freed('material'))
    mesh.dispose()
    expect(freed.mock.calls.flat()).toEqual(['geometry', 'material'])
  })
})
