import { describe, expect, it } from 'vitest'
import { ritter, stoker } from './dam-break.js'
import { integral, residuals } from './equations.fixture.js'
import { G } from './flow.js'

const flat = () => 0

describe('the residual itself', () => {
  it('sees a flow that is not one', () => {
    const wrong = { at: (x: number) => ({ depth: 1 + 0.1 * x, u: 0, w: 0 }), bed: flat }
    expect(Math.max(...residuals(wrong, 0, 0, 0))).toBeGreaterThan(0.5)
  })
})

describe('Ritter', () => {
  const dam = ritter(10)
  const c0 = Math.sqrt(G * 10)

  it('has 4/9 of the depth and 8/27 d0 sqrt(g d0) of discharge at the dam, and its front at 2 sqrt(g d0)', () => {
    const { depth, u } = dam.at(0, 3)
    expect(depth).toBeCloseTo(40 / 9, 12)
    expect(depth * u).toBeCloseTo((8 / 27) * 10 * c0, 10)
    expect(dam.front).toBeCloseTo(2 * c0, 12)
    expect(dam.at(1.999 * c0, 1).depth).toBeGreaterThan(0)
    expect(dam.at(2 * c0, 1).depth).toBe(0)
  })

  it('obeys the equations within the fan', () => {
    for (const speed of [-0.9, 0, 1, 1.8]) {
      const flow = { at: (x: number, _: number, t: number) => dam.at(x, t), bed: flat }
      expect(Math.max(...residuals(flow, speed * c0 * 2, 0, 2))).toBeLessThan(1e-8)
    }
  })

  it('keeps the water', () => {
    expect(integral((x) => dam.at(x, 2).depth, -100, 100)).toBeCloseTo(1000, 3)
  })
})

describe('Stoker', () => {
  const dam = stoker(10, 1)
  const { middle } = dam

  it('has the published figures for 10 m over 1 m', () => {
    expect(middle.depth.toFixed(6)).toBe('3.961748')
    expect(middle.u.toFixed(6)).toBe('7.340769')
    expect(middle.shock.toFixed(6)).toBe('9.819295')
    expect(dam.tail.toFixed(6)).toBe('-9.904544')
    expect(middle.head.toFixed(6)).toBe('1.106609')
  })

  it('passes water and momentum through the shock (Rankine and Hugoniot)', () => {
    for (const [deep, shallow] of [
      [10, 1],
      [2, 1.9],
      [5, 0.001],
    ] as const) {
      const { depth: m, u, shock } = stoker(deep, shallow).middle
      expect(shock * (m - shallow)).toBeCloseTo(m * u, 10)
      const momentum = m * u * u + (G * (m * m - shallow * shallow)) / 2
      expect((shock * m * u) / momentum).toBeCloseTo(1, 10)
      // Water goes into the shock faster than its waves run ahead and leaves it slower: it is one that lasts.
      expect(shock).toBeGreaterThan(Math.sqrt(G * shallow))
      expect(shock).toBeLessThan(u + Math.sqrt(G * m))
    }
  })

  it('is continuous at both ends of the fan and obeys the equations within', () => {
    for (const speed of [dam.tail, middle.head])
      expect(dam.at(speed - 1e-9, 1).depth).toBeCloseTo(dam.at(speed + 1e-9, 1).depth, 6)
    const flow = { at: (x: number, _: number, t: number) => dam.at(x, t), bed: flat }
    for (const speed of [-9, -4, 0.9]) expect(Math.max(...residuals(flow, 2 * speed, 0, 2))).toBeLessThan(1e-8)
  })

  it('keeps the water and gives it the momentum of the pressures at both ends', () => {
    const t = 2
    expect(integral((x) => dam.at(x, t).depth, -50, 50)).toBeCloseTo(550, 2)
    const momentum = integral((x) => dam.at(x, t).depth * dam.at(x, t).u, -50, 50)
    expect(momentum / ((t * G * (100 - 1)) / 2)).toBeCloseTo(1, 4)
  })

  it('becomes Ritter over ever less water', () => {
    expect(stoker(10, 1e-8).at(0, 1).depth).toBeCloseTo(ritter(10).at(0, 1).depth, 10)
  })

  it('refuses water that does not fall', () => {
    expect(() => stoker(1, 1)).toThrow()
    expect(() => stoker(1, 0)).toThrow()
  })
})
