import { describe, expect, it } from 'vitest'
import { shallowWave1D, shallowWaveAlpha } from './shallow-wave.js'
import { sum } from './standing-wave.fixture.js'
import { type VolumeLosing1D, volumeLosing1D, volumeLosing2D } from './volume-losing.js'

const nx = 200
const dx = 0.1
const dt = 0.01
const g = 9.81
const rho = 1000

/** One metre of water with a hump of half a metre in the middle, at rest. */
function humpAtRest(): VolumeLosing1D {
  const depth = Float64Array.from({ length: nx }, (_, i) => 1 + 0.5 * Math.exp(-((((i + 0.5) * dx - 10) / 1.5) ** 2)))
  return { depth, depthOld: depth.slice(), depthNew: new Float64Array(nx) }
}

describe('depth outside the derivative', () => {
  it('loses a fifth to a quarter of the water in three seconds, where the constant depth loses none', () => {
    const water = humpAtRest()
    const before = sum(water.depth)
    const constant = { eta: water.depth.slice(), etaOld: water.depth.slice(), etaNew: new Float64Array(nx) }
    const alpha = shallowWaveAlpha(1, dx, dt, g)
    for (let step = 0; step < 300; step++) {
      volumeLosing1D(water, { dx, dt, rho, g })
      shallowWave1D(constant, { alpha, beta: 1, edge: { type: 'closed' } })
    }
    const lost = 1 - sum(water.depth) / before
    expect(lost).toBeGreaterThan(0.2)
    expect(lost).toBeLessThan(0.25)
    expect(Math.abs(sum(constant.eta) / before - 1)).toBeLessThan(1e-12)
  })

  it('has a column below the ground before five seconds have passed', () => {
    const water = humpAtRest()
    let shallowest = 1
    for (let step = 0; step < 500 && shallowest >= 0; step++) {
      volumeLosing1D(water, { dx, dt, rho, g })
      shallowest = Math.min(...water.depth)
    }
    expect(shallowest).toBeLessThan(0)
  })

  it('loses in every step what the header derives: the squared slopes add to the rate of loss', () => {
    const water = humpAtRest()
    let volumeOld = sum(water.depthOld)
    let volume = sum(water.depth)
    for (let step = 0; step < 300; step++) {
      const { depth } = water
      let squares = 0
      for (let i = 0; i < nx - 1; i++) squares += (depth[i + 1]! - depth[i]!) ** 2
      volumeLosing1D(water, { dx, dt, rho, g })
      const volumeNew = sum(water.depth)
      expect(Math.abs(volumeNew - 2 * volume + volumeOld + ((g * dt * dt) / (dx * dx)) * squares)).toBeLessThan(1e-11)
      expect(volumeNew).toBeLessThan(volume)
      volumeOld = volume
      volume = volumeNew
    }
  })

  it('leaves still water still', () => {
    const depth = new Float64Array(50).fill(0.7)
    const water = { depth, depthOld: depth.slice(), depthNew: new Float64Array(50) }
    for (let step = 0; step < 100; step++) volumeLosing1D(water, { dx, dt, rho, g })
    expect(water.depth.every((column) => Math.abs(column - 0.7) < 1e-12)).toBe(true)
  })
})

describe('depth outside the derivative, in the plane', () => {
  it('loses in every step the squared slopes along both axes', () => {
    const [nx, nz] = [40, 30]
    const depth = Float64Array.from({ length: nx * nz }, (_, cell) => {
      const [x, z] = [(cell % nx) - 12, Math.floor(cell / nx) - 17]
      return 1 + 0.4 * Math.exp(-(x * x + z * z) / 30)
    })
    const water = { nx, nz, depth, depthOld: depth.slice(), depthNew: new Float64Array(nx * nz) }
    let [volumeOld, volume] = [sum(water.depthOld), sum(water.depth)]
    for (let step = 0; step < 100; step++) {
      let squares = 0
      for (let j = 0; j < nz; j++)
        for (let i = 0; i < nx; i++) {
          const here = water.depth[j * nx + i]!
          if (i < nx - 1) squares += (water.depth[j * nx + i + 1]! - here) ** 2
          if (j < nz - 1) squares += (water.depth[(j + 1) * nx + i]! - here) ** 2
        }
      volumeLosing2D(water, { dx, dt, rho, g })
      const volumeNew = sum(water.depth)
      expect(Math.abs(volumeNew - 2 * volume + volumeOld + ((g * dt * dt) / (dx * dx)) * squares)).toBeLessThan(1e-10)
      expect(volumeNew).toBeLessThan(volume)
      ;[volumeOld, volume] = [volume, volumeNew]
    }
  })

  it('a row of it is the 1-D scheme', () => {
    const row = humpAtRest()
    const plane = { nx, nz: 1, ...humpAtRest() }
    for (let step = 0; step < 100; step++) {
      volumeLosing1D(row, { dx, dt, rho, g })
      volumeLosing2D(plane, { dx, dt, rho, g })
    }
    expect(Math.max(...plane.depth.map((depth, i) => Math.abs(depth - row.depth[i]!)))).toBeLessThan(1e-12)
  })
})
