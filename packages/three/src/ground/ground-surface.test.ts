import { Ray, Vector3 } from 'three/webgpu'
import { describe, expect, it, vi } from 'vitest'
import type { CompactHeights } from '../surface/height-source.js'
import { WaterSurface } from '../surface/water-surface.js'
import { GroundSurface } from './ground-surface.js'

/** A basin along x: 8 by 4 cells of 1 m that fall from 2 m at the left edge; water at level 0. */
function slope(): CompactHeights & { bed: Float32Array; depth: Float32Array; qx: Float32Array; qz: Float32Array } {
  const bed = Float32Array.from({ length: 32 }, (_, cell) => 2 - 0.5 * ((cell % 8) + 0.5))
  const depth = bed.map((height) => Math.max(0, -height))
  const cells = (): Float32Array => new Float32Array(32)
  return { nx: 8, nz: 4, cellSize: 1, data: cells(), bed, depth, qx: cells(), qz: cells(), time: 0 }
}

describe('GroundSurface', () => {
  it('holds the elevations, and follows them', () => {
    const source = slope()
    const ground = new GroundSurface(source)
    expect([...ground.bed]).toEqual([...source.bed])
    source.bed[3] = 7
    ground.update()
    expect(ground.bed[3]).toBe(7)
  })

  it('sends nothing to the device while ground and water stand still', () => {
    const source = slope()
    const ground = new GroundSurface(source)
    const version = ground.bedTexture.version
    source.time = 1
    ground.update()
    expect(ground.bedTexture.version).toBe(version)
    source.bed[0]! += 1
    ground.update()
    expect(ground.bedTexture.version).toBeGreaterThan(version)
  })

  it('reads a simulation with padded rows', () => {
    const data = Float32Array.from([9, 9, 9, 9, 9, 1, 2, 9, 9, 3, 4, 9])
    const simulation = {
      grid: { nx: 2, nz: 2, cellSize: 1 },
      fieldNames: ['bed'],
      field: () => ({ stride: 4, offset: 5, data }),
    }
    expect([...new GroundSurface(simulation).bed]).toEqual([1, 2, 3, 4])
  })

  it('refuses water that does not know its ground', () => {
    expect(() => new GroundSurface({ nx: 2, nz: 2, cellSize: 1, data: new Float32Array(4) })).toThrow(/no field `bed`/)
    const short = { nx: 2, nz: 2, cellSize: 1, data: new Float32Array(4), bed: new Float32Array(3) }
    expect(() => new GroundSurface(short)).toThrow(/bed of 2 x 2 cells has 4 values, got 3/)
  })

  it('is met by rays where it is on top, and elsewhere the water is', () => {
    const ground = new GroundSurface(slope())
    const down = (x: number) => ground.intersect(new Ray(new Vector3(x, 10, 0.3), new Vector3(0, -1, 0)), new Vector3())
    expect(down(-3)?.y).toBeCloseTo(1.5, 5)
    expect(down(3)?.y).toBeCloseTo(0, 5)
    expect(down(5)).toBeNull()
  })

  it('is met aslant by the nearer slope, as it is drawn', () => {
    const ground = new GroundSurface(slope(), { heightScale: 2 })
    // Along z nothing changes: the ray comes down at 45 degrees onto ground drawn at 2 · 1.5 m.
    const ray = new Ray(new Vector3(-3, 4, -1), new Vector3(0, -1, 1).normalize())
    const hit = ground.intersect(ray, new Vector3())
    expect(hit?.y).toBeCloseTo(3, 4)
    expect(hit?.z).toBeCloseTo(0, 4)
    const upward = new Ray(new Vector3(-3, 4, 0), new Vector3(0.5, 0.5, 0).normalize())
    expect(ground.intersect(upward, new Vector3())).toBeNull()
  })

  it('stands on a base below its lowest ground, however deep one digs', () => {
    const source = slope()
    const ground = new GroundSurface(source, { thickness: 1 })
    expect(ground.base).toBeCloseTo(-2.75, 5)
    source.bed[5] = -10
    ground.update()
    expect(ground.base).toBeCloseTo(-11, 5)
  })

  it('frees everything', () => {
    const ground = new GroundSurface(slope())
    const freed = vi.fn()
    ground.geometry.addEventListener('dispose', freed)
    ground.material.addEventListener('dispose', freed)
    ground.bedTexture.addEventListener('dispose', freed)
    ground.dispose()
    expect(freed).toHaveBeenCalledTimes(3)
  })
})

describe('WaterSurface over ground', () => {
  it('has the mesh of the ground, and depths below 0 on dry land', () => {
    const source = slope()
    const ground = new GroundSurface(source, { segments: [6, 3] })
    const water = new WaterSurface(source, { ground })
    expect(water.geometry.parameters).toMatchObject({ widthSegments: 6, heightSegments: 3 })
    const depth = water.grounded!.depthTexture.image.data as Float32Array
    expect(depth[7]).toBeCloseTo(1.75, 6)
    expect(depth[3]).toBeCloseTo(-0.25, 6)
    expect((water.heightTexture.image.data as Float32Array)[3]).toBeCloseTo(0, 6)
  })

  it('is scaled together with its ground', () => {
    const source = slope()
    const ground = new GroundSurface(source)
    expect(new WaterSurface(source, { ground }).heightScale).toBe(ground.heightScale)
  })

  it('flows at discharge over depth, and not at all where there is hardly any water', () => {
    const source = slope()
    source.qx.fill(0.5)
    const water = new WaterSurface(source, { ground: new GroundSurface(source) })
    const flow = water.grounded!.flowTexture.image.data as Uint16Array
    const velocity = (cell: number): number => fromHalf(flow[4 * cell]!)
    expect(velocity(7)).toBeCloseTo(0.5 / 1.75, 3)
    expect(velocity(0)).toBe(0)
    expect(fromHalf(flow[4 * 7 + 1]!)).toBe(0)
  })

  it('follows the water of its source', () => {
    const source = slope()
    const ground = new GroundSurface(source)
    const water = new WaterSurface(source, { ground })
    source.depth.fill(0)
    ground.update()
    water.update()
    const depth = water.grounded!.depthTexture.image.data as Float32Array
    expect(depth.every((value) => value < 0)).toBe(true)
  })
})

function fromHalf(bits: number): number {
  const exponent = (bits >> 10) & 31
  return exponent === 0 ? 0 : (bits & 0x8000 ? -1 : 1) * 2 ** (exponent - 15) * (1 + (bits & 1023) / 1024)
}
