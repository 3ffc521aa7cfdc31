import { describe, expect, it } from 'vitest'
import { type ExplicitShallow1D, explicitShallow1D } from './explicit-shallow.js'
import { shallowWave1D, shallowWaveAlpha } from './shallow-wave.js'
import { closedMode, largest, largestDifference, sum } from './standing-wave.fixture.js'

const nx = 24
const dx = 0.1
const g = 9.81
const depth = 1
const c = Math.sqrt(g * depth)

/** A standing wave of m half waves, low enough to be linear, at rest over flat ground. */
function standing(m: number, amplitude = 1e-9): ExplicitShallow1D {
  const eta = closedMode(nx, 1, m, 0).shape.map((height) => amplitude * height)
  return { eta, u: new Float64Array(nx - 1), bed: new Float64Array(nx).fill(-depth) }
}

/** ω dt of that wave. */
const turn = (m: number, dt: number) => ((2 * c * dt) / dx) * Math.sqrt(closedMode(nx, 1, m, 0).sines)

describe('explicit water over ground', () => {
  it.each([
    [1, 0.5],
    [6, 0.25],
    [23, 0.1],
  ])('multiplies a wave of %i half waves by 1 + i ω dt in each step, c dt = %f dx', (m, courant) => {
    const dt = (courant * dx) / c
    const x = turn(m, dt)
    const water = standing(m)
    const { shape } = closedMode(nx, 1, m, 0)
    for (let step = 1; step <= 60; step++) {
      explicitShallow1D(water, { dx, dt, g })
      const growth = 1e-9 * (1 + x * x) ** (step / 2)
      const expected = growth * Math.cos(step * Math.atan(x))
      expect(largestDifference(water.eta, (i) => expected * shape[i]!)).toBeLessThan(1e-6 * growth)
    }
  })

  it('grows at every step size, and less in the same time with shorter steps', () => {
    const seconds = 0.6
    const logGrowth = [20, 40, 80].map((steps) => {
      const dt = seconds / steps
      const x = turn(20, dt)
      const water = standing(20)
      for (let step = 0; step < steps; step++) explicitShallow1D(water, { dx, dt, g })
      // The whole state, so that the phase at which the run ends does not matter: u weighs sqrt(d/g).
      const energy = sum(water.eta.map((h) => g * h * h)) + sum(water.u.map((u) => depth * u * u))
      const grown = Math.log(energy / sum(standing(20).eta.map((h) => g * h * h))) / 2
      expect(Math.abs(grown / ((steps / 2) * Math.log(1 + x * x)) - 1)).toBeLessThan(1e-6)
      return grown
    })
    expect(logGrowth[1]).toBeLessThan(logGrowth[0]!)
    expect(logGrowth[2]).toBeLessThan(logGrowth[1]!)
    expect(logGrowth[2]).toBeGreaterThan(0)
    const rate = (turn(20, 1) ** 2 * (seconds / 80) * seconds) / 2
    expect(logGrowth[2]! / rate).toBeGreaterThan(0.8)
    expect(logGrowth[2]! / rate).toBeLessThan(1)
  })

  it('grows 10^15 times in 100 steps at half the step at which central differences are still stable', () => {
    const dt = (0.5 * dx) / c
    expect(Math.sqrt(1 + turn(nx, dt) ** 2)).toBeCloseTo(Math.SQRT2, 12)
    expect(Math.log10(Math.SQRT2 ** 100)).toBeCloseTo(15.05, 2)
    // The shortest wave of a closed row of 24 cells is almost two cells long.
    const water = standing(23, 1e-20)
    const central = { eta: water.eta.slice(), etaOld: water.eta.slice(), etaNew: new Float64Array(nx) }
    for (let step = 0; step < 100; step++) {
      explicitShallow1D(water, { dx, dt, g })
      const alpha = shallowWaveAlpha(depth, dx, dt, g)
      shallowWave1D(central, { alpha, beta: 1, edge: { type: 'closed' } })
    }
    expect(largest(water.eta) / 1e-20).toBeGreaterThan(1e14)
    expect(largest(central.eta) / 1e-20).toBeLessThan(2)
  })

  it('keeps the volume while it explodes, and leaves a level surface level', () => {
    const water = standing(5, 0.01)
    water.bed = water.bed.map((ground, i) => ground + 0.3 * Math.sin(i))
    for (let step = 0; step < 20; step++) explicitShallow1D(water, { dx, dt: 0.01, g })
    expect(largest(water.eta)).toBeGreaterThan(0.01)
    expect(Math.abs(sum(water.eta))).toBeLessThan(1e-13)

    const level = { eta: new Float64Array(nx).fill(0.2), u: new Float64Array(nx - 1), bed: water.bed }
    for (let step = 0; step < 50; step++) explicitShallow1D(level, { dx, dt: 0.01, g })
    expect(largestDifference(level.eta, () => 0.2)).toBe(0)
  })
})
