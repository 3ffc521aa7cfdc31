import { describe, expect, it } from 'vitest'
import { groupSpeed, phaseSpeed, wavenumberOf } from './airy.js'
import { micheHeight } from './breaking.js'
import { type Beach, ShoalingTrain } from './shoaling.js'
import { elevationAt, trainOf } from './train.js'

const g = 9.81
const relativeError = (value: number, expected: number) => Math.abs(value / expected - 1)

const water = { depth: 20 }
/** Up the x axis from x = 10 m: the shoreline is at 1010 m. */
const beach: Beach = { direction: 0, toe: 10, slope: 0.02 }
const angle = 0.6
const train = trainOf({ height: 0.1, period: 8, direction: angle, phase: 0.4 }, water)
const shoaling = new ShoalingTrain(train, water, beach)

describe('a train that runs up a beach', () => {
  it('is the train it was before the toe', () => {
    for (const [x, z, t] of [
      [-300, 40, 0],
      [-1.5, -7, 3.3],
      [10, 2, 1e4],
    ] as const) {
      expect(shoaling.elevationAt(x, z, t)).toBeCloseTo(elevationAt(train, x, z, t), 12)
      expect(shoaling.at(x, z).amplitude).toBeCloseTo(0.05, 15)
      expect(shoaling.at(x, z).kx).toBeCloseTo(train.kx, 14)
    }
  })

  it('keeps its period: the local wavenumber is that of the local depth', () => {
    for (const x of [100, 500, 900, 1005]) {
      const { depth, kx, kz } = shoaling.at(x, 0)
      expect(depth).toBeCloseTo(20 - 0.02 * (x - 10), 12)
      expect(relativeError(Math.hypot(kx, kz), wavenumberOf(train.omega, { depth }))).toBeLessThan(1e-14)
    }
  })

  it('turns by Snell: sin θ/C stays', () => {
    const constant = Math.sin(angle) / phaseSpeed(Math.hypot(train.kx, train.kz), water)
    for (const x of [100, 500, 900, 1005]) {
      const { depth, kx, kz } = shoaling.at(x, 0)
      const k = Math.hypot(kx, kz)
      expect(relativeError(kz / k / phaseSpeed(k, { depth }), constant)).toBeLessThan(1e-13)
      expect(Math.atan2(kz, kx)).toBeLessThan(angle)
    }
  })

  it('keeps its flux of energy a² Cg cos θ until it breaks', () => {
    const flux = 0.05 ** 2 * groupSpeed(Math.hypot(train.kx, train.kz), water) * Math.cos(angle)
    const { s } = shoaling.breaker!
    for (let x = 20; x < s; x += 7) {
      const { depth, kx, kz, amplitude } = shoaling.at(x, 0)
      const k = Math.hypot(kx, kz)
      expect(relativeError((amplitude ** 2 * groupSpeed(k, { depth }) * kx) / k, flux)).toBeLessThan(1e-13)
    }
  })

  it("grows by Green's law in shallow water: height as depth^(-1/4)", () => {
    const long = new ShoalingTrain(trainOf({ height: 1e-3, period: 600, direction: 0 }, water), water, beach)
    for (const x of [400, 800, 990]) {
      const { depth, amplitude } = long.at(x, 0)
      expect(relativeError(amplitude, 5e-4 * (20 / depth) ** 0.25)).toBeLessThan(1e-4)
    }
  })

  it('has as phase the integral of its wavenumber across the shore', () => {
    // Against the midpoint rule in steps of sqrt(depth), far finer than the table.
    for (const [depth, slope, period] of [
      [20, 0.02, 8],
      [200, 0.01, 5],
      [2000, 0.05, 10],
      [0.3, 0.1, 0.8],
    ] as const) {
      const offshore = trainOf({ height: 1e-6, period, direction: angle }, { depth })
      const up = new ShoalingTrain(offshore, { depth }, { direction: 0, toe: 0, slope })
      for (const share of [0.01, 0.3, 0.77, 0.99, 1]) {
        const x = (share * depth) / slope
        const from = Math.sqrt(Math.max(0, 1 - share))
        const count = 40_000
        let sum = 0
        for (let i = 0; i < count; i++) {
          const sigma = from + ((i + 0.5) / count) * (1 - from)
          const k = wavenumberOf(offshore.omega, { depth: depth * sigma * sigma })
          sum += (Math.sqrt(k * k - offshore.kz ** 2) * sigma * (1 - from)) / count
        }
        const phase = (2 * depth * sum) / slope
        expect(Math.abs(up.at(x, 0).phase - phase)).toBeLessThan(1e-8 * phase)
      }
    }
  })

  it('has the exact phase of long waves: 2 ω (sqrt(d0) - sqrt(d))/(slope sqrt(g))', () => {
    const omega = (2 * Math.PI) / 6000
    const long = new ShoalingTrain(trainOf({ height: 1e-3, period: 6000, direction: 0 }, water), water, {
      ...beach,
      toe: 0,
    })
    for (const depth of [15, 3, 0.1, 0]) {
      const x = (20 - depth) / 0.02
      const exact = (2 * omega * (Math.sqrt(20) - Math.sqrt(depth))) / (0.02 * Math.sqrt(g))
      expect(relativeError(long.at(x, 0).phase, exact)).toBeLessThan(1e-6)
    }
  })

  it('has no seam: its phase is as steep as its wavenumber, at every place', () => {
    for (let x = 9.7; x < 1009; x += 0.913) {
      const d = 1e-3
      const { kx, kz } = shoaling.at(x, 3)
      expect((shoaling.at(x + d, 3).phase - shoaling.at(x - d, 3).phase) / (2 * d)).toBeCloseTo(kx, 5)
      expect((shoaling.at(x, 3 + d).phase - shoaling.at(x, 3 - d).phase) / (2 * d)).toBeCloseTo(kz, 8)
    }
  })

  // Its table had as many entries as the root of the depth in wavelengths: 1e12 m took memory and time without end.
  it('is made at once over water of any depth, and its phase has no seam where it begins to feel the bed', () => {
    for (const depth of [100, 1e4, 1e12]) {
      const deep = { depth }
      const short = trainOf({ height: 0.1, period: 2, direction: angle }, deep)
      const climbing = new ShoalingTrain(short, deep, { direction: 0, toe: 0, slope: 0.02 })
      // Where k depth = 40.
      const joint = (depth - 40 / wavenumberOf(short.omega, deep)) / 0.02
      expect(relativeError(climbing.across(joint).phase, short.kx * joint)).toBeLessThan(1e-12)
      if (depth > 1e6) continue // a metre is lost among the digits of the place
      const step = 1
      const rise = climbing.across(joint + step).phase - climbing.across(joint - step).phase
      expect(relativeError(rise / (2 * step), short.kx)).toBeLessThan(1e-6)
    }
  })

  it("breaks where Miche's limit is reached, at about .8 depths, and is held to it from there to the shore", () => {
    const { s, depth, height, index, angle: left } = shoaling.breaker!
    expect(shoaling.at(s, 0).depth).toBeCloseTo(depth, 9)
    expect(relativeError(height, micheHeight(wavenumberOf(train.omega, { depth }), depth))).toBeLessThan(1e-14)
    expect(relativeError(2 * shoaling.at(s, 0).amplitude, height)).toBeLessThan(1e-9)
    expect(index).toBeGreaterThan(0.7)
    expect(index).toBeLessThan(0.9)
    expect(Math.abs(left)).toBeLessThan(0.2)
    let before = height
    for (let x = s; x < 1010; x += 0.1) {
      const now = shoaling.at(x, 0)
      expect(2 * now.amplitude).toBeLessThanOrEqual(0.892225 * now.depth)
      expect(2 * now.amplitude).toBeLessThanOrEqual(before + 1e-12)
      before = 2 * now.amplitude
    }
  })

  it('ends at the shore, with numbers everywhere', () => {
    expect(shoaling.shore).toBe(1010)
    for (const x of [1009.999999, 1010 - 1e-12, 1010, 1010 + 1e-12, 1500]) {
      const { depth, kx, kz, amplitude, phase } = shoaling.at(x, 5)
      for (const value of [depth, kx, kz, amplitude, phase]) expect(value).toSatisfy(Number.isFinite)
      expect(amplitude).toBeLessThan(1e-7)
      expect(Math.abs(shoaling.elevationAt(x, 5, 2))).toBeLessThan(1e-7)
    }
    expect(shoaling.at(1500, 0).phase).toBeCloseTo(shoaling.at(1010, 0).phase, 9)
  })

  it('has the same heights whichever way the beach faces', () => {
    const turn = 2.2
    const turned = new ShoalingTrain(
      trainOf({ height: 0.1, period: 8, direction: angle + turn, phase: 0.4 }, water),
      water,
      { ...beach, direction: turn },
    )
    for (const [x, z] of [
      [-20, 5],
      [400, -80],
      [1000, 30],
    ] as const) {
      const [c, s] = [Math.cos(turn), Math.sin(turn)]
      expect(turned.elevationAt(x * c - z * s, x * s + z * c, 1.7)).toBeCloseTo(shoaling.elevationAt(x, z, 1.7), 11)
    }
  })

  it('has the slope of its elevation, growing, broken and offshore', () => {
    const step = 1e-3
    for (const x of [-40, 300, 900, 990, 1005])
      for (const t of [0, 1.7, 5]) {
        const z = 12
        const [slopeX, slopeZ] = shoaling.slopeAt(x, z, t)
        const rise = (dx: number, dz: number) =>
          (shoaling.elevationAt(x + dx, z + dz, t) - shoaling.elevationAt(x - dx, z - dz, t)) / (2 * step)
        expect(slopeX).toBeCloseTo(rise(step, 0), 7)
        expect(slopeZ).toBeCloseTo(rise(0, step), 7)
      }
    expect(shoaling.growthAt(900)).toBeGreaterThan(0)
    expect(shoaling.growthAt(1009)).toBeLessThan(0)
    expect(shoaling.growthAt(5)).toBe(0)
    expect(shoaling.growthAt(1011)).toBe(0)
  })

  it('moves its water up as the surface rises, along the bed at the bed, and not on land', () => {
    for (const x of [-40, 500, 1000]) {
      const [t, dt] = [2.3, 1e-4]
      const rise = (shoaling.elevationAt(x, 3, t + dt) - shoaling.elevationAt(x, 3, t - dt)) / (2 * dt)
      expect(shoaling.velocityAt(x, 0, 3, t)[1]).toBeCloseTo(rise, 8)
      const { depth, kx, kz } = shoaling.at(x, 3)
      const [u, v, w] = shoaling.velocityAt(x, -depth, 3, t)
      expect(v).toBeCloseTo(0, 15)
      expect(w / u).toBeCloseTo(kz / kx, 12)
    }
    expect(shoaling.velocityAt(1020, 0, 3, 1)).toEqual([0, 0, 0])
  })

  it('takes trains that run along or away from the shore, and those that come too high, without a NaN', () => {
    for (const direction of [Math.PI / 2, Math.PI, 2, -1.5707])
      for (const height of [0, 0.1, 50]) {
        const odd = new ShoalingTrain(trainOf({ height, period: 8, direction }, water), water, beach)
        for (const x of [-5, 10, 11, 600, 1009.9, 1010])
          for (const value of Object.values(odd.at(x, 3))) expect(value).toSatisfy(Number.isFinite)
        if (height === 0) expect(odd.breaker).toBeUndefined()
        if (height === 50) expect(odd.breaker!.s).toBe(beach.toe)
      }
    const seaward = new ShoalingTrain(trainOf({ height: 0.1, period: 8, direction: Math.PI }, water), water, beach)
    expect(seaward.at(600, 0).kx).toBeLessThan(0)
  })

  it('is refused without a bottom or a rise', () => {
    expect(() => new ShoalingTrain(train, { depth: Number.POSITIVE_INFINITY }, beach)).toThrow(/finite depth/)
    expect(() => new ShoalingTrain(train, water, { ...beach, slope: 0 })).toThrow(/rises/)
  })
})
