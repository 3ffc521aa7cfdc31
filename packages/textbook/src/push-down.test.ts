import { describe, expect, it } from 'vitest'
import type { Ball, BallParameters, BallTank } from './balls.js'
import { columns2D } from './columns.js'
import { ballUnderside, pushDown, pushDownStep } from './push-down.js'
import { sum } from './standing-wave.fixture.js'

const c = 2
const dx = 0.05
const dt = 0.0125

/** A channel of water 1 m high, and a flat underside at 1 - d over `covered` columns in its middle. */
function channel(nx: number, covered: number, d: number) {
  const water = { nx, nz: 1, eta: new Float64Array(nx).fill(1), v: new Float64Array(nx) }
  const underside = Float64Array.from({ length: nx }, (_, i) =>
    Math.abs(i + 0.5 - nx / 2) < covered / 2 ? 1 - d : Number.POSITIVE_INFINITY,
  )
  const step = () => {
    const lost = dx * pushDown(water, underside)
    columns2D(water, { c, dx, dt })
    return lost
  }
  return { water, underside, step }
}

describe('pushing columns down', () => {
  it('cuts columns at the underside and tells the height that is lost', () => {
    const water = { eta: Float64Array.of(1, 1, 0.7, 1) }
    const lost = pushDown(water, Float64Array.of(Number.POSITIVE_INFINITY, 0.9, 0.8, 0.4))
    expect([...water.eta]).toEqual([1, 0.9, 0.7, 0.4])
    expect(lost).toBeCloseTo(0.7, 14)
  })

  it('loses the displaced volume, then 2 c d a second: defect 1', () => {
    const d = 0.2
    const { water, step } = channel(400, 20, d)
    const first = step()
    expect(first).toBeCloseTo(20 * dx * d, 12)
    let lost = first
    const lostAt: number[] = []
    for (let n = 2; n <= 400; n++) {
      lost += step()
      if (n === 80 || n === 400) lostAt.push(lost)
    }
    const [early, late] = lostAt as [number, number]
    expect((late - early) / (320 * dt)).toBeCloseTo(2 * c * d, 3)
    expect(400 * dx - dx * sum(water.eta)).toBeCloseTo(lost, 10)
  })

  it('ends with the level of a closed channel at twice the depth of the object: defect 1', () => {
    const d = 0.2
    const { water, step } = channel(400, 4, d)
    for (let n = 0; n < 2400; n++) step()
    expect(sum(water.eta) / 400).toBeCloseTo(1 - 2 * d, 2)
    expect(step()).toBe(0)
  })

  it('does not get the water back when the object leaves, which then shoots up at c d/dx: defects 2 and 3', () => {
    const { water, step } = channel(400, 20, 0.2)
    let lost = 0
    for (let n = 0; n < 160; n++) lost += step()
    expect(water.v[190]).toBeCloseTo((c * 0.2) / dx, 1)
    const left = sum(water.eta)
    for (let n = 0; n < 400; n++) columns2D(water, { c, dx, dt })
    expect(sum(water.eta)).toBeCloseTo(left, 9)
    expect(400 * dx - dx * left).toBeCloseTo(lost, 10)
    expect(lost).toBeGreaterThan(8 * 20 * dx * 0.2)
  })
})

describe('a ball that pushes columns down', () => {
  const parameters: BallParameters = {
    c,
    dx: 0.1,
    dt: 0.02,
    g: 9.81,
    rho: 1000,
    alpha: 0,
    smoothing: 0,
    restitution: 0.1,
  }
  const volume = (4 / 3) * Math.PI * 0.3 ** 3
  const tank = (): BallTank => ({
    nx: 40,
    nz: 40,
    eta: new Float64Array(1600).fill(1),
    v: new Float64Array(1600),
    b: new Float64Array(1600),
  })
  const ball = (y: number): Ball => ({ x: 2.05, y, z: 2.05, vx: 0, vy: 0, vz: 0, radius: 0.3, mass: 500 * volume })
  const middle = 20 * 40 + 20

  it('has the lower half of a sphere, cut off at the floor', () => {
    const at = (y: number) => ballUnderside(tank(), ball(y), 0.1)
    expect(at(0.8)[middle]).toBeCloseTo(0.5, 14)
    expect(at(0.8)[middle + 2]).toBeCloseTo(0.8 - Math.sqrt(0.09 - 0.04), 14)
    expect(at(0.2)[middle]).toBe(0)
    expect(at(0.8)[middle + 4]).toBe(Number.POSITIVE_INFINITY)
  })

  it('lies in a dry hole when it is under water: defect 4', () => {
    const water = tank()
    pushDown(water, ballUnderside(water, ball(0.3), 0.1))
    expect(water.eta[middle]).toBeCloseTo(0, 14)
  })

  it('sinks where it should float, and destroys many times its own volume: defect 5', () => {
    const water = tank()
    const floating = { ...ball(1), x: 2, z: 2 }
    let lost = 0
    for (let n = 1; n <= 50; n++) {
      lost += pushDownStep(water, [floating], parameters)
      if (n === 25) expect(1 - floating.y).toBeCloseTo(0.56, 2)
    }
    expect(lost / volume).toBeCloseTo(35, 0)
    expect(0.01 * sum(water.eta)).toBeCloseTo(16 - lost, 9)
  })
})
