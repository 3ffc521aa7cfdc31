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

  test('draws larger quads away from the edges of a cover', () => {
    const mesh = new Mesh(new PlaneGeometry(10, 10, 128, 128).rotateX(-Math.PI / 2))
    const detail = new MeshDetail(mesh.geometry, 6, 12)
    const drawn = (heightAt: (cell: number) => number): number => {
      detail.setCover(
        Float32Array.from({ length: 64 * 64 }, (_, cell) => heightAt(cell)),
        64,
        64,
      )
      detail.choose(mesh, rendererOf(600), cameraAt(0, 10, 0.1))
      return triangles(mesh)
    }
    const shoreEverywhere = drawn((cell) => ((cell + Math.floor(cell / 64)) % 2 === 0 ? 1 : -1))
    const shoreInTheMiddle = drawn((cell) => (cell % 64 < 32 ? 1 : -1))
    expect(drawn(() => 1)).toBeLessThan(0.3 * shoreEverywhere)
    expect(drawn(() => -1)).toBe(drawn(() => 1))
    expect(shoreInTheMiddle).toBeLessThan(0.6 * shoreEverywhere)
    expect(shoreInTheMiddle).toBeGreaterThan(drawn(() => 1))
  })

  describe('of waves', () => {
    const cells = 128
    /** Waves of some height [m] and length [cells] in a direction [rad], on one cell for each quad of the square. */
    const waves = (height: number, length: number, direction = 0.5): Float32Array =>
      Float32Array.from({ length: cells * cells }, (_, cell) => {
        const way = (cell % cells) * Math.cos(direction) + Math.floor(cell / cells) * Math.sin(direction)
        return height * Math.sin((2 * Math.PI * way) / length)
      })
    const near = cameraAt(0, 5, 4)
    const drawn = (heights?: Float32Array): number => {
      const { mesh, detail } = square()
      if (heights) detail.setWaves(heights, cells, cells, 10 / cells)
      detail.choose(mesh, rendererOf(1200), near)
      return triangles(mesh)
    }

    test('draws level water with the fewest quads, also near the camera', () => {
      expect(drawn()).toBeGreaterThan(20_000)
      expect(drawn(waves(0, 16))).toBeLessThan(2500)
    })

    test('keeps all quads of high and short waves', () => {
      expect(drawn(waves(0.3, 6))).toBe(drawn())
    })

    test('does not cut off the crests of steep waves that are short in the picture', () => {
      const far = cameraAt(0, 16, 9)
      const heights = waves(0.12, 10, 0)
      const { mesh, detail } = square()
      detail.choose(mesh, rendererOf(600), far)
      const unknown = triangles(mesh)
      detail.setWaves(heights, cells, cells, 10 / cells)
      detail.choose(mesh, rendererOf(600), far)
      expect(triangles(mesh)).toBeGreaterThan(1.2 * unknown)
    })

    test.each([0, 0.4, Math.PI / 4, 2, 2.4])(
      'is off by less than half a pixel for long waves (direction %d)',
      (direction) => {
        const heights = waves(0.02, 60, direction)
        const { mesh, detail } = square()
        detail.setWaves(heights, cells, cells, 10 / cells)
        detail.choose(mesh, rendererOf(1200), near)
        expect(triangles(mesh)).toBeLessThan(0.5 * drawn())
        expect(largestError(mesh, heights)).toBeLessThan(0.5)
      },
    )

    /** Largest difference between heights at the vertices and those of the triangles drawn there, in the picture [px]. */
    function largestError(mesh: Mesh, heights: Float32Array): number {
      const index = mesh.geometry.getIndex()!
      const heightAt = (x: number, z: number): number =>
        heights[Math.min(z, cells - 1) * cells + Math.min(x, cells - 1)]!
      const perMetre = (0.5 * 1200) / Math.tan((25 * Math.PI) / 180)
      let largest = 0
      for (let at = 0; at < 3 * triangles(mesh); at += 3) {
        const [a, b, c] = [0, 1, 2].map((corner) => {
          const vertex = index.getX(at + corner)
          return [vertex % (cells + 1), Math.floor(vertex / (cells + 1))] as const
        }) as [readonly [number, number], readonly [number, number], readonly [number, number]]
        const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
        for (let z = Math.min(a[1], b[1], c[1]); z <= Math.max(a[1], b[1], c[1]); z++)
          for (let x = Math.min(a[0], b[0], c[0]); x <= Math.max(a[0], b[0], c[0]); x++) {
            const s = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (z - a[1])) / area
            const t = ((b[0] - a[0]) * (z - a[1]) - (x - a[0]) * (b[1] - a[1])) / area
            if (s < 0 || t < 0 || s + t > 1) continue
            const flat = (1 - s - t) * heightAt(...a) + s * heightAt(...b) + t * heightAt(...c)
            const side = 10 / cells
            const distance = Math.hypot((x - cells / 2) * side, 5, (z - cells / 2) * side - 4)
            largest = Math.max(largest, (Math.abs(flat - heightAt(x, z)) * perMetre) / distance)
          }
      }
      return largest
    }
  })
})
