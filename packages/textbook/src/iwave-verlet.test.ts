import { describe, expect, it } from 'vitest'
import { iwaveStep, iwaveWeights } from './iwave.js'
import { type IwaveVerlet, iwaveVerlet, iwaveVerletFromRest } from './iwave-verlet.js'
import { largest, largestDifference } from './standing-wave.fixture.js'

const weights = iwaveWeights(6)
const nx = 24
const nz = 20
const cells = nx * nz

/** Symmetric about a corner of cells, so that it holds no stripes of two cells. */
function hump(): Float64Array {
  return Float64Array.from({ length: cells }, (_, cell) =>
    Math.exp(-(((cell % nx) - 11.5) ** 2 + (Math.floor(cell / nx) - 9.5) ** 2) / 8),
  )
}

const field = (value: (i: number, j: number) => number) =>
  Float64Array.from({ length: cells }, (_, cell) => value(cell % nx, Math.floor(cell / nx)))

function still(eta: Float64Array): IwaveVerlet {
  return { nx, nz, eta, etaOld: eta.slice() }
}

describe('iwave in the form of Verlet', () => {
  it('gives the heights of the leapfrog, with sources, a matte of 0 and 1, and at every kind of edge', () => {
    const matte = field((i) => (i > 17 ? 0 : 1))
    // No sources inside the obstacle: the leapfrog erases half of them there, in the middle of its step.
    const s = field((i) => (i > 17 ? 0 : 0.1 * Math.sin(i)))
    const t = field((i, j) => (i > 17 ? 0 : 0.02 * Math.cos(j)))
    for (const edges of ['interior', 'clamped', 'periodic'] as const) {
      const parameters = { weights, g: 1, dt: 0.3, s, matte, edges }
      const leap = { nx, nz, eta: hump().map((height, cell) => height * matte[cell]!), phi: new Float64Array(cells) }
      const verlet = still(leap.eta.slice())
      iwaveVerletFromRest(verlet, parameters)
      for (let step = 0; step < 40; step++) {
        iwaveStep(leap, { ...parameters, t })
        iwaveVerlet(verlet, { ...parameters, t, ...(step > 0 && { tOld: t }) })
      }
      expect(largest(leap.eta)).toBeGreaterThan(0.1)
      expect(largestDifference(verlet.eta, (cell) => leap.eta[cell]!)).toBeLessThan(1e-11)
    }
  })

  it('explodes above the limit of the leapfrog and not below it', () => {
    const after = (dt: number) => {
      const water = still(hump())
      for (let step = 0; step < 100; step++) iwaveVerlet(water, { weights, g: 1, dt, edges: 'periodic' })
      return largest(water.eta)
    }
    expect(after(0.83)).toBeGreaterThan(1e10)
    expect(after(0.79)).toBeLessThan(30)
  })

  it('swings flat water at sqrt(2 alpha/dt) by its friction alone, 4.5 rad/s for the numbers of the program', () => {
    const alpha = 0.3
    const dt = 0.03
    const water = still(new Float64Array(cells).fill(1))
    const g = 0
    let steps = 0
    while (water.eta[0]! > 0) {
      iwaveVerlet(water, { weights, g, dt, alpha })
      steps++
    }
    expect(Math.sqrt((2 * alpha) / dt)).toBeCloseTo(4.47, 2)
    // A quarter of the period, to a step.
    expect(Math.abs(steps * dt - Math.PI / 2 / 4.47)).toBeLessThan(dt)
  })

  it('hides the growth of stripes behind that spring', () => {
    const after = (alpha: number) => {
      const water = still(field((i) => (i % 2 === 0 ? 1e-3 : -1e-3)))
      for (let step = 0; step < 400; step++)
        iwaveVerlet(water, { weights, g: 9.81, dt: 0.03, alpha, edges: 'periodic' })
      return largest(water.eta)
    }
    expect(after(0)).toBeGreaterThan(1)
    expect(after(0.3)).toBeLessThan(1e-3)
  })

  it('takes a height that is added in every step for an acceleration, unless T enters by its change', () => {
    const t = new Float64Array(cells).fill(0.5)
    const right = still(new Float64Array(cells))
    const program = still(new Float64Array(cells))
    for (let step = 0; step < 10; step++) {
      iwaveVerlet(right, { weights, g: 0, dt: 0.1, t, ...(step > 0 && { tOld: t }) })
      iwaveVerlet(program, { weights, g: 0, dt: 0.1, t })
    }
    expect(right.eta[0]).toBeCloseTo(0.5, 12)
    expect(program.eta[0]).toBeCloseTo(0.5 * 0.1 * 55, 12)
  })
})
