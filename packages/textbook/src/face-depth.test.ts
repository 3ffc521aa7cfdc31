import { describe, expect, it } from 'vitest'
import { faceDepth1D, faceDepth2D } from './face-depth.js'
import { shallowWave1D, shallowWaveAlpha } from './shallow-wave.js'
import { largestDifference, sum } from './standing-wave.fixture.js'
import { volumeLosing1D } from './volume-losing.js'

const dx = 0.1
const dt = 0.01
const g = 9.81

/** One metre of water with a hump in the middle, at rest; the case of volume-losing.test.ts. */
function humpAtRest(nx: number, nz = 1, height = 0.5) {
  const depth = Float64Array.from({ length: nx * nz }, (_, cell) => {
    const x = ((cell % nx) + 0.5) * dx - (nx * dx) / 2
    const z = nz > 1 ? (Math.floor(cell / nx) + 0.5) * dx - (nz * dx) / 2 : 0
    return 1 + height * Math.exp(-(x * x + z * z) / 1.5 ** 2)
  })
  return { nx, nz, depth, depthOld: depth.slice(), depthNew: new Float64Array(nx * nz) }
}

describe('depth on the faces', () => {
  it('keeps the volume over 20 s, where the depth outside the derivative loses a quarter in three', () => {
    const water = humpAtRest(200)
    const before = sum(water.depth)
    for (let step = 0; step < 2000; step++) faceDepth1D(water, { dx, dt, g })
    expect(Math.abs(sum(water.depth) / before - 1)).toBeLessThan(1e-12)
    expect(Math.min(...water.depth)).toBeGreaterThan(0.95)
    const losing = humpAtRest(200)
    for (let step = 0; step < 300; step++) volumeLosing1D(losing, { dx, dt, g, rho: 1000 })
    expect(sum(losing.depth) / before).toBeLessThan(0.8)
  })

  it('keeps the volume in the plane, and a row of it is the 1-D scheme', () => {
    const water = humpAtRest(48, 40)
    const before = sum(water.depth)
    for (let step = 0; step < 400; step++) faceDepth2D(water, { dx, dt, g })
    expect(Math.abs(sum(water.depth) / before - 1)).toBeLessThan(1e-12)

    const [row, plane] = [humpAtRest(60), humpAtRest(60)]
    for (let step = 0; step < 100; step++) {
      faceDepth1D(row, { dx, dt, g })
      faceDepth2D(plane, { dx, dt, g })
    }
    expect(largestDifference(plane.depth, (i) => row.depth[i]!)).toBeLessThan(1e-13)
  })

  it('is the wave equation of constant depth for low waves', () => {
    const low = 1e-6
    const water = humpAtRest(100, 1, low)
    const eta = water.depth.map((depth) => depth - 1)
    const linear = { eta, etaOld: eta.slice(), etaNew: new Float64Array(100) }
    const alpha = shallowWaveAlpha(1, dx, dt, g)
    for (let step = 0; step < 100; step++) {
      faceDepth1D(water, { dx, dt, g })
      shallowWave1D(linear, { alpha, beta: 1, edge: { type: 'closed' } })
    }
    expect(largestDifference(water.depth, (i) => 1 + linear.eta[i]!)).toBeLessThan(1e-4 * low)
  })
})
