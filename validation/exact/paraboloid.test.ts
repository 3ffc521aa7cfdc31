import { describe, expect, it } from 'vitest'
import { integral, residuals } from './equations.fixture.js'
import { breathing, tilting } from './paraboloid.js'

describe('Thacker', () => {
  const bowl = { radius: 1, depth: 0.1 }
  const plane = tilting(bowl, 0.5)
  const lens = breathing(bowl, 0.8)

  it('has the published period of the tilting surface', () => {
    expect(plane.period.toFixed(6)).toBe('4.485701')
    expect(lens.period).toBeCloseTo(plane.period / 2, 12)
  })

  it.each([
    ['tilting', plane],
    ['breathing', lens],
  ])('%s obeys the equations', (_, swing) => {
    for (const [x, z, t] of [
      [0.2, 0.1, 0.3],
      [-0.1, 0.35, 1.7],
      [0.05, -0.3, 4.4],
    ] as const) {
      expect(swing.at(x, z, t).depth).toBeGreaterThan(0)
      expect(Math.max(...residuals(swing, x, z, t))).toBeLessThan(1e-8)
    }
  })

  it.each([
    ['tilting', plane],
    ['breathing', lens],
  ])('%s keeps the water', (_, swing) => {
    const volume = (t: number) =>
      integral((x) => integral((z) => swing.at(x, z, t).depth, -1.6, 1.6, 400), -1.6, 1.6, 400)
    const atStart = volume(0)
    for (const t of [0.5, 1.3, 3]) expect(volume(t) / atStart).toBeCloseTo(1, 4)
  })

  it('keeps the surface of the tilting water a plane', () => {
    const eta = (x: number, z: number) => plane.at(x, z, 1).depth + plane.bed(x, z)
    expect(eta(0.1, 0) - eta(0, 0)).toBeCloseTo(eta(0.2, 0.1) - eta(0.1, 0.1), 12)
  })

  it('has the shoreline where the depth ends', () => {
    for (const swing of [plane, lens])
      for (const t of [0, 0.4, 1.1]) {
        const shore = swing.shoreline(t)
        expect(swing.at(shore - 1e-6, 0, t).depth).toBeGreaterThan(0)
        expect(swing.at(shore + 1e-6, 0, t).depth).toBe(0)
      }
    expect(plane.shoreline(0)).toBeCloseTo(1.5, 12)
    expect(lens.shoreline(0)).toBeCloseTo(0.8, 12)
  })
})
