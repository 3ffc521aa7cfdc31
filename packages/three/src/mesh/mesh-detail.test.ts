import {
  type Camera,
  Mesh,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  type Renderer,
  type Vector2,
} from 'three/webgpu'
import { describe, expect, test } from 'vitest'
import { MeshDetail } from './mesh-detail.js'

/** A renderer with a canvas of some height [px]. */
const rendererOf = (height: number): Renderer =>
  ({ getRenderTarget: () => null, getDrawingBufferSize: (size: Vector2) => size.set(1.6 * height, height) }) as Renderer

/** A square of 128 × 128 quads, 10 m wide, with quads of up to 8 pixels. */
function square() {
  const mesh = new Mesh(new PlaneGeometry(10, 10, 128, 128).rotateX(-Math.PI / 2))
  return { mesh, detail: new MeshDetail(mesh.geometry, 8) }
}

function cameraAt(x: number, y: number, z: number): Camera {
  const camera = new PerspectiveCamera(50, 1.6, 0.1, 1000)
  camera.position.set(x, y, z)
  camera.lookAt(0, 0, 0)
  camera.updateMatrixWorld()
  return camera
}

/** Triangles drawn. */
const triangles = ({ geometry }: Mesh): number => Math.min(geometry.getIndex()!.count, geometry.drawRange.count) / 3

describe('level of detail', () => {
  test('draws all quads before the first picture', () => {
    expect(triangles(square().mesh)).toBe(2 * 128 * 128)
  })

  test('draws fewer quads from afar, and in smaller pictures', () => {
    const { mesh, detail } = square()
    const counts = [
      [12, 600],
      [40, 600],
      [40, 150],
    ].map(([away, height]) => {
      detail.choose(mesh, rendererOf(height!), cameraAt(0, away!, 0.1))
      return triangles(mesh)
    })
    expect(counts[0]).toBeGreaterThan(2 * counts[1]!)
    expect(counts[1]).toBeGreaterThan(2 * counts[2]!)
  })

  test('keeps quads that are larger in the picture than the limit', () => {
    const { mesh, detail } = square()
    detail.choose(mesh, rendererOf(2000), cameraAt(0, 9, 0.1))
    expect(triangles(mesh)).toBe(2 * 128 * 128)
  })

  test('is finer near the camera than far from it', () => {
    const { mesh, detail } = square()
    detail.choose(mesh, rendererOf(600), cameraAt(0, 1, 6))
    const positions = mesh.geometry.getAttribute('position')
    const used = mesh.geometry.getIndex()!.array.subarray(0, mesh.geometry.drawRange.count)
    const near = used.filter((vertex) => positions.getZ(vertex) > 3).length
    const far = used.filter((vertex) => positions.getZ(vertex) < -3).length
    expect(near).toBeGreaterThan(3 * far)
  })

  test('uploads nothing for a second picture of the same view', () => {
    const { mesh, detail } = square()
    const view = [mesh, rendererOf(600), cameraAt(0, 20, 5)] as const
    detail.choose(...view)
    const { version } = mesh.geometry.getIndex()!
    detail.choose(...view)
    expect(mesh.geometry.getIndex()!.version).toBe(version)
    detail.choose(mesh, rendererOf(600), cameraAt(0, 80, 5))
    expect(mesh.geometry.getIndex()!.version).toBe(version + 1)
  })

  test('measures orthographic pictures by their width, not by the distance', () => {
    const { mesh, detail } = square()
    const camera = new OrthographicCamera(-8, 8, 5, -5)
    for (const away of [10, 100]) {
      camera.position.set(0, away, 0)
      camera.lookAt(0, 0, 0)
      camera.updateMatrixWorld()
      // A picture of 600 pixels for 10 m: quads of 4.7 pixels.
      detail.choose(mesh, rendererOf(600), camera)
      expect(triangles(mesh)).toBe(2 * 128 * 128)
      detail.choose(mesh, rendererOf(300), camera)
      expect(triangles(mesh)).toBeLessThan(0.3 * 2 * 128 * 128)
    }
  })

  test('knows that hills are nearer to the camera', () => {
    const { mesh, detail } = square()
    const above = cameraAt(0, 40, 0.1)
    detail.choose(mesh, rendererOf(600), above)
    const level = triangles(mesh)
    detail.setHeights(new Float32Array(64 * 64).fill(30), 64, 64)
    detail.choose(mesh, rendererOf(600), above)
    expect(triangles(mesh)).toBeGreaterThan(2 * level)
  })

  test('gives another mesh the same triangles', () => {
    const { mesh, detail } = square()
    const other = new Mesh(new PlaneGeometry(10, 10, 128, 128).rotateX(-Math.PI / 2))
    detail.share(other.geometry)
    detail.choose(mesh, rendererOf(600), cameraAt(0, 40, 0.1))
    expect(triangles(other)).toBe(triangles(mesh))
    expect(triangles(other)).toBeLessThan(2 * 128 * 128)
  })
})
