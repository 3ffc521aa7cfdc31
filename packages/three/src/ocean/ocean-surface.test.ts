import { createSimulation, type SurfaceSimulation } from 'seiche'
import { HalfFloatType, RepeatWrapping, Vector3 } from 'three/webgpu'
import { beforeAll, describe, expect, it } from 'vitest'
import { WaterSurface } from '../surface/water-surface.js'

const edges = { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' } as const
let sim: SurfaceSimulation
let waveHeight: number

beforeAll(async () => {
  sim = await createSimulation({
    seiche: 1,
    grid: { cells: [64, 32], cellSize: 1 },
    solver: { type: 'ocean', windSpeed: 5, fetch: 20_000, foamStart: 0.9, foamFull: 0.5, cascades: 2, ratio: 5 },
    boundaries: edges,
  })
  sim.step(100)
  const { maximum, minimum } = sim.diagnostics()
  waveHeight = maximum - minimum
})

/** Vertices of the mesh as they are drawn, and where they lie at rest. */
function* vertices(surface: WaterSurface): Generator<{ rest: Vector3; drawn: Vector3 }> {
  const positions = surface.geometry.getAttribute('position')
  for (let index = 0; index < positions.count; index++) {
    yield {
      rest: new Vector3().fromBufferAttribute(positions, index),
      drawn: surface.drawnVertex(index, new Vector3()),
    }
  }
}

describe('WaterSurface over an ocean', () => {
  it('moves each vertex from its cell by (dx, eta, dz)', () => {
    const surface = new WaterSurface(sim)
    const { nx, nz } = sim.grid
    for (const { rest, drawn } of vertices(surface)) {
      const [i, j] = [(rest.x + nx / 2 - 0.5 + nx) % nx, (rest.z + nz / 2 - 0.5 + nz) % nz]
      expect(drawn.x - rest.x).toBeCloseTo(sim.field('dx').at(i, j), 5)
      expect(drawn.y).toBeCloseTo(sim.field('eta').at(i, j), 5)
      expect(drawn.z - rest.z).toBeCloseTo(sim.field('dz').at(i, j), 5)
    }
  })

  it('draws the surface that heightAt tells of', () => {
    for (const tiles of [1, 3]) {
      let displaced = 0
      for (const { rest, drawn } of vertices(new WaterSurface(sim, { tiles }))) {
        expect(Math.abs(drawn.y - sim.heightAt(drawn.x, drawn.z))).toBeLessThan(1e-4 * waveHeight)
        displaced = Math.max(displaced, Math.abs(drawn.x - rest.x))
      }
      expect(displaced).toBeGreaterThan(0.1 * waveHeight)
    }
  })

  it('multiplies the whole motion by heightScale', () => {
    const surface = new WaterSurface(sim, { heightScale: 2 })
    const plain = new WaterSurface(sim)
    const rest = new Vector3().fromBufferAttribute(plain.geometry.getAttribute('position'), 7)
    const once = plain.drawnVertex(7, new Vector3()).sub(rest)
    expect(surface.drawnVertex(7, new Vector3()).sub(rest).distanceTo(once.multiplyScalar(2))).toBeLessThan(1e-6)
  })

  it('spans a whole period, from the centre of the first cell to that of the next grid', () => {
    const { geometry } = new WaterSurface(sim)
    geometry.computeBoundingBox()
    const { min, max } = geometry.boundingBox!
    expect([min.x, max.x, min.z, max.z]).toEqual([-31.5, 32.5, -15.5, 16.5])
  })

  it('takes where foam begins from the simulation, unless told otherwise', () => {
    expect(new WaterSurface(sim).material.foamStart.value).toBe(0.9)
    expect(new WaterSurface(sim, { foamStart: 0.7 }).material.foamStart.value).toBe(0.7)
  })

  it('shows the same fields from a worker as from the simulation', () => {
    const { nx, nz, cellSize } = sim.grid
    const read = (name: string) => sim.field(name).read()
    const tile = (c: number) => ({
      cellSize: cellSize / 5 ** c,
      slopeX: read(`slopeX_${c}`),
      slopeZ: read(`slopeZ_${c}`),
      dxx: read(`dxx_${c}`),
      dzz: read(`dzz_${c}`),
      dxz: read(`dxz_${c}`),
    })
    const packed = { nx, nz, cellSize, data: read('eta'), dx: read('dx'), dz: read('dz'), cascades: [tile(0), tile(1)] }
    const [here, there] = [new WaterSurface(sim), new WaterSurface(packed)]
    expect(there.sea!.cascades.map(({ size }) => size)).toEqual([
      [64, 32],
      [64 / 5, 32 / 5],
    ])
    for (const c of [0, 1]) {
      expect(there.sea!.cascades[c]!.slopes.image.data).toEqual(here.sea!.cascades[c]!.slopes.image.data)
      expect(there.sea!.cascades[c]!.moments.image.data).toEqual(here.sea!.cascades[c]!.moments.image.data)
    }
    expect(there.drawnVertex(100, new Vector3())).toEqual(here.drawnVertex(100, new Vector3()))
  })

  it('repeats its tiles and lets the device filter them', () => {
    const [first] = new WaterSurface(sim).sea!.cascades
    for (const texture of [first!.slopes, first!.moments]) {
      expect(texture.type).toBe(HalfFloatType)
      expect(texture.wrapS).toBe(RepeatWrapping)
      expect(texture.generateMipmaps).toBe(true)
    }
  })

  it('leaves other water as it is', () => {
    expect(new WaterSurface({ nx: 4, nz: 4, cellSize: 1, data: new Float32Array(16) }).sea).toBeUndefined()
  })
})
