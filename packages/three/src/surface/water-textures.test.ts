import { DataUtils, HalfFloatType, LinearFilter, UnsignedByteType } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { WaterTextures } from './water-textures.js'

/** Heights 0.1 i + 0.2 j of 4 × 3 cells of half a metre. */
function slope() {
  const data = Float32Array.from({ length: 12 }, (_, cell) => 0.1 * (cell % 4) + 0.2 * Math.floor(cell / 4))
  return { nx: 4, nz: 3, cellSize: 0.5, data }
}

describe('WaterTextures', () => {
  it('has the heights as half floats', () => {
    const { height } = new WaterTextures(slope())
    const halves = height.image.data as Uint16Array
    expect(DataUtils.fromHalfFloat(halves[4 * 2 + 3]!)).toBeCloseTo(0.7, 3)
  })

  it('has the normals of the slopes, at the edges too', () => {
    const { normal } = new WaterTextures(slope())
    const bytes = normal.image.data as Uint8Array
    // Slopes 0.2 along x and 0.4 along z: the normal is (-0.2, 1, -0.4), normalized.
    const length = Math.hypot(0.2, 1, 0.4)
    for (const cell of [0, 5, 11])
      for (const [channel, value] of [-0.2, 1, -0.4].entries())
        expect(bytes[4 * cell + channel]! / 127.5 - 1).toBeCloseTo(value / length, 1.9)
  })

  it('needs no filtering of full floats, which devices need not offer', () => {
    const textures = new WaterTextures({ ...slope(), foam: new Float32Array(12) })
    for (const texture of [textures.height, textures.normal, textures.foam!]) {
      expect([HalfFloatType, UnsignedByteType]).toContain(texture.type)
      expect(texture.minFilter).toBe(LinearFilter)
    }
  })

  it('has foam only where the input has', () => {
    expect(new WaterTextures(slope()).foam).toBeUndefined()
    const { foam } = new WaterTextures({ ...slope(), foam: new Float32Array(12).fill(0.5) })
    expect([...(foam!.image.data as Uint8Array)]).toEqual(new Array(12).fill(128))
  })

  it('uploads water only when it has changed', () => {
    const input = slope()
    const textures = new WaterTextures(input)
    const versions = () => [textures.height.version, textures.normal.version]
    const before = versions()
    textures.update()
    expect(versions()).toEqual(before)
    input.data[5] = 1
    textures.update()
    expect(versions()).not.toEqual(before)
  })

  it('makes a mesh whose texture coordinates are those of the cells, facing up', () => {
    const geometry = new WaterTextures(slope()).geometry()
    const [position, uv] = [geometry.getAttribute('position'), geometry.getAttribute('uv')]
    expect(position.count).toBe(5 * 4)
    for (let k = 0; k < position.count; k++) {
      expect(uv.getX(k)).toBeCloseTo(position.getX(k) / 2 + 0.5, 6)
      expect(uv.getY(k)).toBeCloseTo(position.getZ(k) / 1.5 + 0.5, 6)
    }
    geometry.computeVertexNormals()
    expect(geometry.getAttribute('normal').getY(7)).toBeCloseTo(1, 6)
  })

  it('refuses a grid that has changed its size, and frees its textures', () => {
    const input = { ...slope(), foam: new Float32Array(12) }
    const textures = new WaterTextures(input)
    Object.assign(input, { nx: 2, nz: 2, data: new Float32Array(4) })
    expect(() => textures.update()).toThrow(/made for 4 x 3 cells and cannot show 2 x 2/)
    const freed = vi.fn()
    for (const texture of [textures.height, textures.normal, textures.foam!]) texture.addEventListener('dispose', freed)
    textures.dispose()
    expect(freed).toHaveBeenCalledTimes(3)
  })
})
