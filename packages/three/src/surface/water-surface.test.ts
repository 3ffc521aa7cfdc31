import { Color, DataTexture, FloatType, NearestFilter, RedFormat, Vector3 } from 'three/webgpu'
import { describe, expect, it, vi } from 'vitest'
import { Sky } from '../light/sky.js'
import { WaterSurface } from './water-surface.js'

/** A simulation of nx × nz cells whose rows are padded by three, with cell (i, j) holding 10 i + j. */
function paddedSimulation(nx: number, nz: number) {
  const stride = nx + 3
  const data = new Float32Array(stride * (nz + 2)).fill(-1)
  const offset = stride + 2
  for (let j = 0; j < nz; j++) for (let i = 0; i < nx; i++) data[offset + j * stride + i] = 10 * i + j
  return { grid: { nx, nz, cellSize: 0.5 }, field: () => ({ stride, offset, data }), data, offset }
}

function flat(nx: number, nz: number) {
  return { nx, nz, cellSize: 0.5, data: new Float32Array(nx * nz) }
}

describe('WaterSurface', () => {
  it('holds the heights row by row, without the padding', () => {
    const surface = new WaterSurface(paddedSimulation(3, 2))
    expect(surface.heightTexture.image).toMatchObject({ width: 3, height: 2 })
    expect([...(surface.heightTexture.image.data as Float32Array)]).toEqual([0, 10, 20, 1, 11, 21])
  })

  it('uploads full floats, unfiltered, because filtering them is optional on devices', () => {
    const { heightTexture } = new WaterSurface(flat(4, 4))
    expect(heightTexture.type).toBe(FloatType)
    expect(heightTexture.format).toBe(RedFormat)
    expect(heightTexture.minFilter).toBe(NearestFilter)
    expect(heightTexture.magFilter).toBe(NearestFilter)
  })

  it('takes over new heights on update, and only then', () => {
    const simulation = paddedSimulation(2, 2)
    const surface = new WaterSurface(simulation)
    const version = surface.heightTexture.version
    simulation.data[simulation.offset] = 7
    expect((surface.heightTexture.image.data as Float32Array)[0]).toBe(0)
    surface.update()
    expect((surface.heightTexture.image.data as Float32Array)[0]).toBe(7)
    expect(surface.heightTexture.version).toBeGreaterThan(version)
  })

  it('takes packed heights handed to update, and refuses too few', () => {
    const surface = new WaterSurface(flat(2, 2))
    surface.update(Float32Array.from([1, 2, 3, 4]))
    expect([...(surface.heightTexture.image.data as Float32Array)]).toEqual([1, 2, 3, 4])
    expect(() => surface.update(new Float32Array(3))).toThrow(RangeError)
  })

  it('copies, so that shared memory never reaches the graphics device', () => {
    const shared = new Float32Array(new SharedArrayBuffer(16))
    const surface = new WaterSurface({ nx: 2, nz: 2, cellSize: 1, data: shared })
    expect((surface.heightTexture.image.data as Float32Array).buffer).toBeInstanceOf(ArrayBuffer)
  })

  it('refuses a source that has changed its size', () => {
    const source = flat(2, 2)
    const surface = new WaterSurface(source)
    Object.assign(source, flat(4, 4))
    expect(() => surface.update()).toThrow(/made for 2 x 2 cells and cannot show 4 x 4/)
  })

  it('spans the grid in metres, lying flat', () => {
    const { geometry } = new WaterSurface(flat(8, 4))
    geometry.computeBoundingBox()
    const size = geometry.boundingBox!.getSize(new Vector3())
    expect(size.x).toBeCloseTo(4)
    expect(size.y).toBeCloseTo(0)
    expect(size.z).toBeCloseTo(2)
    expect(geometry.getAttribute('normal').getY(0)).toBeCloseTo(1)
  })

  it('has a quad per cell up to a limit, or as many as asked', () => {
    expect(new WaterSurface(flat(8, 4)).geometry.parameters).toMatchObject({ widthSegments: 8, heightSegments: 4 })
    expect(new WaterSurface(flat(1000, 4)).geometry.parameters.widthSegments).toBe(256)
    expect(new WaterSurface(flat(8, 4), { segments: 2 }).geometry.parameters.heightSegments).toBe(2)
    expect(new WaterSurface(flat(8, 4), { segments: [3, 5] }).geometry.parameters).toMatchObject({
      widthSegments: 3,
      heightSegments: 5,
    })
  })

  it('takes channels one cell wide', () => {
    expect(new WaterSurface(flat(16, 1)).geometry.parameters).toMatchObject({ widthSegments: 16, heightSegments: 1 })
    expect(new WaterSurface(flat(1, 16)).geometry.parameters).toMatchObject({ widthSegments: 1, heightSegments: 16 })
  })

  it('continues the heights under solid ground', () => {
    const source = { ...flat(3, 1), data: Float32Array.from([0.5, 0, 0.5]), openness: Float32Array.from([1, 0, 1]) }
    const surface = new WaterSurface(source)
    expect([...(surface.heightTexture.image.data as Float32Array)]).toEqual([0.5, 0.5, 0.5])
  })

  it('follows solid ground that changes, and refuses a openness of another size', () => {
    const surface = new WaterSurface({ ...flat(3, 1), data: Float32Array.from([2, 0, 2]) })
    surface.setOpenness(Float32Array.from([1, 0, 1]))
    surface.update()
    expect([...(surface.heightTexture.image.data as Float32Array)]).toEqual([2, 2, 2])
    surface.setOpenness(undefined)
    surface.update()
    expect([...(surface.heightTexture.image.data as Float32Array)]).toEqual([2, 0, 2])
    expect(() => surface.setOpenness(new Float32Array(2))).toThrow(/3 values, got 2/)
  })

  it('keeps options as uniforms that may be changed later', () => {
    const sunDirection = new Vector3(0, 2, 0)
    const { material, heightScale } = new WaterSurface(flat(2, 2), {
      sunDirection,
      sunColor: 0xff0000,
      waterColor: '#00ff00',
      crestColor: 0x0000ff,
      absorption: new Vector3(1, 2, 3),
      distortionScale: 0.5,
      alpha: 0.25,
      heightScale: 3,
    })
    expect(material.sunDirection.value.toArray()).toEqual([0, 1, 0])
    expect(sunDirection.y).toBe(2)
    expect(material.sunColor.value.equals(new Color(0xff0000))).toBe(true)
    expect(material.waterColor.value.equals(new Color(0x00ff00))).toBe(true)
    expect(material.crestColor.value.equals(new Color(0x0000ff))).toBe(true)
    expect(material.absorption.value.toArray()).toEqual([1, 2, 3])
    expect(material.distortionScale.value).toBe(0.5)
    expect(material.alpha.value).toBe(0.25)
    expect(heightScale.value).toBe(3)
  })

  it('shares a sky that is handed in, and makes one of colours', () => {
    const sky = new Sky()
    expect(new WaterSurface(flat(2, 2), { sky }).material.sunDirection).toBe(sky.sunDirection)
    const own = new WaterSurface(flat(2, 2), { sky: { zenithColor: 0x112233 } }).material.sky
    expect(own.zenithColor.value.equals(new Color(0x112233))).toBe(true)
  })

  it('is drawn after everything opaque and takes part in fog', () => {
    const { material } = new WaterSurface(flat(2, 2))
    expect(material.transparent).toBe(true)
    expect(material.fog).toBe(true)
  })

  it('uploads heights only when they have changed', () => {
    const source = flat(4, 4)
    const surface = new WaterSurface(source)
    const first = surface.heightTexture.version
    expect(first).toBeGreaterThan(0)
    surface.update()
    expect(surface.heightTexture.version).toBe(first)
    source.data[3] = 0.5
    surface.update()
    expect(surface.heightTexture.version).toBeGreaterThan(first)
  })

  it('draws cells without a number at rest, and says so once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const source = flat(4, 4)
    source.data.fill(1)
    source.data[6] = Number.NaN
    const surface = new WaterSurface(source)
    surface.update()
    expect((surface.heightTexture.image.data as Float32Array)[6]).toBe(0)
    expect(
      warn.mock.calls.filter(([text]) => /the height of the water is not finite in cell \[2, 1\]/.test(text)),
    ).toHaveLength(1)
    warn.mockRestore()
  })

  it("has the options and properties of three's own water, and names those that it does not need, once", () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const options = {
      alpha: 0.5,
      sunColor: 0xff0000,
      waterColor: 0x001e0f,
      distortionScale: 3.7,
      waterNormals: {},
      fog: true,
    }
    for (let k = 0; k < 2; k++) {
      const water = new WaterSurface(flat(2, 2), options)
      expect(water.alpha.value).toBe(0.5)
      expect(water.sunColor.value.getHex()).toBe(0xff0000)
      expect(water.waterColor.value.getHex()).toBe(0x001e0f)
      expect(water.distortionScale.value).toBe(3.7)
      expect(water.sunDirection.value.length()).toBeCloseTo(1)
    }
    const said = warn.mock.calls.map(([text]) => text as string)
    expect(said.filter((text) => text.includes('"waterNormals"'))).toHaveLength(1)
    expect(said.filter((text) => text.includes('"fog"'))).toHaveLength(1)
    expect(said.some((text) => text.includes('"alpha"'))).toBe(false)
    warn.mockRestore()
  })

  it('frees every texture that it has made', () => {
    const ocean = {
      ...flat(4, 4),
      dx: new Float32Array(16),
      dz: new Float32Array(16),
      foam: new Float32Array(16),
      time: 0,
    }
    const uploads = vi.spyOn(DataTexture.prototype, 'needsUpdate', 'set')
    const surface = new WaterSurface(ocean)
    expect(surface.velocityNode).toBe(surface.velocityNode)
    surface.update()
    const made = new Set(uploads.mock.contexts.map((texture) => (texture as DataTexture).name))
    uploads.mockRestore()
    expect([...made]).toEqual(expect.arrayContaining(['water height', 'water displacement', 'foam', 'water velocity']))
    const freed: string[] = []
    const dispose = vi.spyOn(DataTexture.prototype, 'dispose').mockImplementation(function (this: DataTexture) {
      freed.push(this.name)
    })
    surface.dispose()
    dispose.mockRestore()
    expect(freed).toEqual(expect.arrayContaining([...made]))
  })

  it('frees geometry, material and texture', () => {
    const surface = new WaterSurface(flat(2, 2))
    const freed = vi.fn()
    surface.geometry.addEventListener('dispose', () => freed('geometry'))
    surface.material.addEventListener('dispose', () => freed('material'))
    surface.heightTexture.addEventListener('dispose', () => freed('texture'))
    surface.dispose()
    expect(freed.mock.calls.flat()).toEqual(['geometry', 'material', 'texture'])
  })
})
