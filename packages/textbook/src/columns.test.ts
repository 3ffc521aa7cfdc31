import { describe, expect, it } from 'vitest'
import { type Columns2D, columns1D, columns2D } from './columns.js'
import { closedMode, largest, largestDifference, standingWave, sum } from './standing-wave.fixture.js'

/** Still water with one raised column in the middle: contains every wavelength of the grid, the checkerboard too. */
function pointDrop(nx: number, nz: number): Columns2D {
  const eta = new Float64Array(nx * nz)
  eta[Math.floor(nz / 2) * nx + Math.floor(nx / 2)] = 1
  return { nx, nz, eta, v: new Float64Array(nx * nz) }
}

describe('columns', () => {
  it('oscillates a standing wave of the closed basin at the frequency of the discrete dispersion relation', () => {
    const nx = 24
    const nz = 17
    const courant = 0.6
    const dx = 0.25
    const c = 3
    const dt = (courant * dx) / c
    for (const [m, n] of [
      [1, 0],
      [0, 2],
      [3, 5],
      [23, 16],
    ] as const) {
      const mode = closedMode(nx, nz, m, n)
      const water = { nx, nz, eta: mode.shape.slice(), v: new Float64Array(nx * nz) }
      for (let step = 1; step <= 300; step++) {
        columns2D(water, { c, dx, dt })
        const amplitude = standingWave(mode, courant, step)
        expect(largestDifference(water.eta, (cell) => amplitude * mode.shape[cell]!)).toBeLessThan(1e-10)
      }
    }
  })

  it('keeps the volume', () => {
    const water = pointDrop(31, 20)
    water.eta.forEach((_, cell) => {
      water.eta[cell]! += 2
    })
    const before = sum(water.eta)
    for (let step = 0; step < 1000; step++) columns2D(water, { c: 1, dx: 1, dt: 0.7 })
    expect(Math.abs(sum(water.eta) / before - 1)).toBeLessThan(1e-12)
  })

  it('explodes in 2-D at c dt/dx = 0.9 although the criterion of the slide holds, and not at 0.7', () => {
    const reckless = pointDrop(32, 32)
    const sound = pointDrop(32, 32)
    for (let step = 0; step < 200; step++) {
      columns2D(reckless, { c: 1, dx: 1, dt: 0.9 })
      columns2D(sound, { c: 1, dx: 1, dt: 0.7 })
    }
    expect(largest(reckless.eta)).toBeGreaterThan(1e50)
    expect(largest(sound.eta)).toBeLessThan(2)
  })

  it('is stable in 1-D at c dt/dx = 0.9, where the criterion of the slide is right', () => {
    const { eta, v } = pointDrop(64, 1)
    for (let step = 0; step < 2000; step++) columns1D({ eta, v }, { c: 1, dx: 1, dt: 0.9 })
    expect(largest(eta)).toBeLessThan(3)
  })

  it('gives on one row of the 2-D grid what the 1-D loop gives', () => {
    const plane = pointDrop(50, 1)
    const row = { eta: plane.eta.slice(), v: plane.v.slice() }
    for (let step = 0; step < 300; step++) {
      columns2D(plane, { c: 2, dx: 0.1, dt: 0.03 })
      columns1D(row, { c: 2, dx: 0.1, dt: 0.03 })
    }
    expect(largestDifference(plane.eta, (cell) => row.eta[cell]!)).toBeLessThan(1e-12)
  })

  it('keeps symmetric water symmetric, so no sweep order is hidden in it', () => {
    const n = 33
    const water = pointDrop(n, n)
    for (let step = 0; step < 300; step++) columns2D(water, { c: 1, dx: 1, dt: 0.7 })
    const at = (i: number, j: number) => water.eta[j * n + i]!
    const images = [
      (i: number, j: number) => at(n - 1 - i, j),
      (i: number, j: number) => at(i, n - 1 - j),
      (i: number, j: number) => at(j, i),
    ]
    for (const image of images) {
      expect(largestDifference(water.eta, (cell) => image(cell % n, Math.floor(cell / n)))).toBeLessThan(1e-12)
    }
  })

  it('leaves still water exactly still', () => {
    const water = { nx: 9, nz: 7, eta: new Float64Array(63).fill(0.3), v: new Float64Array(63) }
    for (let step = 0; step < 100; step++) columns2D(water, { c: 1, dx: 1, dt: 0.7 })
    expect(water.eta.every((height) => height === 0.3)).toBe(true)
  })
})
