import { describe, expect, it } from 'vitest'
import { integral, residuals } from './equations.fixture.js'
import { simpleWave } from './simple-wave.js'

describe('simple wave', () => {
  const wave = simpleWave({ depth: 1, height: 0.1, width: 4 })

  it('obeys the equations', () => {
    const flow = { at: (x: number, _: number, t: number) => wave.at(x, t), bed: () => 0 }
    for (const [x, t] of [
      [-3, 0.5],
      [10, 3],
      [14, 3],
    ] as const)
      expect(Math.max(...residuals(flow, x, 0, t))).toBeLessThan(1e-7)
  })

  it('keeps the water, and becomes steeper in front', () => {
    const over = (t: number) => integral((x) => wave.at(x, t).depth - 1, -30, 50)
    expect(over(4) / over(0)).toBeCloseTo(1, 6)
    const slopes = (t: number) =>
      Array.from({ length: 4000 }, (_, k) => {
        const x = -30 + k * 0.02
        return (wave.at(x + 0.01, t).depth - wave.at(x, t).depth) / 0.01
      })
    expect(Math.min(...slopes(4))).toBeLessThan(1.3 * Math.min(...slopes(0)))
    expect(Math.max(...slopes(4))).toBeLessThan(Math.max(...slopes(0)))
  })

  it('has the potential whose slope is its velocity', () => {
    for (const x of [-4, 0, 3]) {
      const slope = (wave.phi(x + 1e-3) - wave.phi(x - 1e-3)) / 2e-3
      expect(slope).toBeCloseTo(wave.at(x, 0).u, 6)
    }
  })
})
