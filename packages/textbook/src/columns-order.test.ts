import { describe, expect, it } from 'vitest'
import { columns2D } from './columns.js'
import { columnsAllAtOnce, columnsHeightsFirst, columnsInOneLoop } from './columns-order.js'
import { closedMode, largest, largestDifference, sum } from './standing-wave.fixture.js'

const dx = 0.5
const c = 2

function atRest(nx: number, nz: number, shape: Float64Array) {
  return { nx, nz, eta: shape.slice(), v: new Float64Array(nx * nz) }
}

/** A hump in the middle of a row. */
const hump = (nx: number) => Float64Array.from({ length: nx }, (_, i) => Math.exp(-(((i - (nx - 1) / 2) / 4) ** 2)))

describe('columns in another order', () => {
  it('heights first is the order of the slides, one step of the heights later', () => {
    const [nx, nz] = [12, 9]
    const { shape } = closedMode(nx, nz, 3, 2)
    const first = atRest(nx, nz, shape)
    const slides = atRest(nx, nz, shape)
    const parameters = { c, dx, dt: (0.6 * dx) / c }
    columnsHeightsFirst(first, parameters)
    expect(largestDifference(first.eta, (cell) => shape[cell]!)).toBe(0)
    for (let step = 0; step < 200; step++) {
      columnsHeightsFirst(first, parameters)
      columns2D(slides, parameters)
      expect(largestDifference(first.eta, (cell) => slides.eta[cell]!)).toBeLessThan(1e-12)
    }
  })

  it.each([
    [3, 2, 0.1],
    [11, 8, 0.5],
  ])('all at once multiplies a wave of %i by %i half waves by 1 + iωdt in each step', (m, n, courant) => {
    const [nx, nz] = [12, 9]
    const { shape, sines } = closedMode(nx, nz, m, n)
    const water = atRest(nx, nz, shape)
    const turn = 2 * courant * Math.sqrt(sines)
    for (let step = 1; step <= 40; step++) {
      columnsAllAtOnce(water, { c, dx, dt: (courant * dx) / c })
      const growth = (1 + turn * turn) ** (step / 2)
      const expected = growth * Math.cos(step * Math.atan(turn))
      expect(largestDifference(water.eta, (cell) => expected * shape[cell]!)).toBeLessThan(1e-11 * growth)
    }
  })

  it('one loop grows nearly by 1/(1 - s) in each step, and the volume with it', () => {
    const nx = 64
    for (const [courant, measured] of [
      [0.5, 1.3],
      [0.2, 1.04],
    ] as const) {
      const water = atRest(nx, 1, hump(nx))
      const parameters = { c, dx, dt: (courant * dx) / c }
      const before = sum(water.eta)
      for (let step = 0; step < 400; step++) columnsInOneLoop(water, parameters)
      const middle = largest(water.eta)
      for (let step = 0; step < 100; step++) columnsInOneLoop(water, parameters)
      const growth = (largest(water.eta) / middle) ** (1 / 100)
      expect(growth).toBeCloseTo(measured, 2)
      expect(growth).toBeLessThan(1 / (1 - courant ** 2))
      expect(growth - 1).toBeGreaterThan(0.85 * (1 / (1 - courant ** 2) - 1))
      expect(Math.abs(sum(water.eta) / before)).toBeGreaterThan(1e3)
    }
  })

  it('one loop makes a symmetric hump lopsided in a single step, two loops do not', () => {
    const nx = 32
    const lopsided = (eta: Float64Array) => largestDifference(eta, (i) => eta[nx - 1 - i]!)
    const [one, two] = [atRest(nx, 1, hump(nx)), atRest(nx, 1, hump(nx))]
    const parameters = { c, dx, dt: (0.5 * dx) / c }
    columnsInOneLoop(one, parameters)
    columns2D(two, parameters)
    expect(lopsided(two.eta)).toBeLessThan(1e-15)
    expect(lopsided(one.eta)).toBeGreaterThan(1e-3)
  })
})
