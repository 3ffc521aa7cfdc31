import { describe, expect, it } from 'vitest'
import { type Camera, eyeOf, type Mesh, Raster } from './raster.js'
import { sideMesh, waterMesh } from './surface-mesh.js'

/** Looks down along z from the front: x to the right, y up, 2 m across. */
const camera: Camera = { target: [0, 0, 0], distance: 10, azimuth: 0, elevation: 0, width: 2 }

function triangle(z: number, color: readonly [number, number, number]): Mesh {
  return {
    positions: Float32Array.of(-0.5, -0.5, z, 0.5, -0.5, z, 0, 0.5, z),
    colors: Float32Array.of(...color, ...color, ...color),
    triangles: Uint32Array.of(0, 1, 2),
  }
}

const pixel = ({ picture: { rgba, width } }: Raster, x: number, y: number) => [
  ...rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
]

describe('raster', () => {
  it('fills a triangle and nothing beside it, and clears to transparent', () => {
    const raster = new Raster(40, 40)
    raster.clear()
    raster.draw(triangle(0, [200, 100, 50]), camera)
    expect(pixel(raster, 20, 25)).toEqual([200, 100, 50, 255])
    expect(pixel(raster, 20, 5)).toEqual([0, 0, 0, 0])
    expect(pixel(raster, 5, 25)).toEqual([0, 0, 0, 0])
    raster.clear()
    expect(pixel(raster, 20, 25)).toEqual([0, 0, 0, 0])
  })

  it('shows the nearer of two triangles, whichever is drawn first', () => {
    const [near, far] = [triangle(1, [255, 0, 0]), triangle(-1, [0, 0, 255])]
    for (const order of [
      [near, far],
      [far, near],
    ]) {
      const raster = new Raster(40, 40)
      raster.clear()
      for (const mesh of order) raster.draw(mesh, camera)
      expect(pixel(raster, 20, 22)).toEqual([255, 0, 0, 255])
    }
  })

  it('draws nothing that lies behind the camera', () => {
    const raster = new Raster(40, 40)
    raster.clear()
    raster.draw(triangle(20, [255, 0, 0]), camera)
    expect(raster.picture.rgba.every((value) => value === 0)).toBe(true)
  })
})

describe('meshes of water', () => {
  const patch = { nx: 3, nz: 3, cellSize: 1 }

  it('has corners at the displaced centres of the cells', () => {
    const eta = [0, 0, 0, 0, 0.5, 0, 0, 0, 0]
    const { positions, triangles } = waterMesh(patch, { eta, dx: new Float32Array(9).fill(0.25) }, camera)
    expect([...positions.subarray(12, 15)]).toEqual([0.25, 0.5, 0])
    expect(triangles).toHaveLength(24)
  })

  it('leaves out the water far under the ground', () => {
    const { triangles } = waterMesh(patch, { depth: new Float32Array(9).fill(-5) }, camera)
    expect(triangles).toHaveLength(0)
  })

  it('has sides that reach from the surface to the bottom, and never above the surface', () => {
    const water = waterMesh(patch, {}, camera)
    const down = sideMesh(patch, water, -2).positions
    expect(Math.min(...down)).toBe(-2)
    const buried = sideMesh(patch, water, new Float32Array(9).fill(3)).positions
    for (let n = 1; n < buried.length; n += 3) expect(buried[n]).toBe(0)
  })

  it('looks from where the camera stands', () => {
    expect(eyeOf({ ...camera, azimuth: Math.PI / 2 })).toEqual([10, 0, 0].map((part) => expect.closeTo(part, 12)))
    expect(eyeOf({ ...camera, elevation: Math.PI / 2 })[1]).toBeCloseTo(10, 12)
  })
})
