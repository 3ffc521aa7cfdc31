import { describe, expect, it } from 'vitest'
import { angularFrequency } from './airy.js'
import { randomTrains } from './random-trains.js'
import { Sea } from './sea.js'
import { swellSystem, windSea } from './systems.js'
import { elevationAt } from './train.js'

const water = { depth: 15 }
const sea = new Sea(water, [
  windSea({ windSpeed: 9, fetch: 80_000, direction: 0.5 }, water),
  swellSystem({ height: 0.8, period: 11, direction: -1 }),
])

describe('random trains', () => {
  const trains = randomTrains(sea, 300, 7)

  it('have the variance of the sea, and lie on its dispersion relation', () => {
    const variance = trains.reduce((sum, { amplitude }) => sum + amplitude ** 2 / 2, 0)
    expect(variance / sea.moment(0)).toBeCloseTo(1, 12)
    expect(Math.abs(trains.length - 300)).toBeLessThanOrEqual(1)
    for (const { kx, kz, omega } of trains) expect(angularFrequency(Math.hypot(kx, kz), water)).toBeCloseTo(omega, 12)
  })

  it('have the mean frequency m1/m0 of the sea', () => {
    const mean = trains.reduce((sum, { amplitude, omega }) => sum + (omega * amplitude ** 2) / 2, 0) / sea.moment(0)
    expect(mean / (sea.moment(1) / sea.moment(0))).toBeCloseTo(1, 2)
  })

  it('have the mean directions of their systems', () => {
    const alone = randomTrains(new Sea(water, [sea.systems[0]!]), 500, 3)
    const [x, z] = alone.reduce(
      ([x, z], { kx, kz }) => [x + kx / Math.hypot(kx, kz), z + kz / Math.hypot(kx, kz)],
      [0, 0],
    )
    expect(Math.abs(Math.atan2(z, x) - 0.5)).toBeLessThan(0.05)
  })

  it('add up to a surface of that variance', () => {
    let [sum, count] = [0, 0]
    for (let x = 0; x < 4000; x += 97)
      for (let z = 0; z < 4000; z += 103) {
        let eta = 0
        for (const train of trains) eta += elevationAt(train, x, z, 12)
        sum += eta * eta
        count++
      }
    expect(Math.abs(sum / count / sea.moment(0) - 1)).toBeLessThan(0.1)
  })

  it('are the same for the same seed, others for another, and keep to a band', () => {
    expect(randomTrains(sea, 300, 7)).toEqual(trains)
    expect(randomTrains(sea, 300, 8)).not.toEqual(trains)
    const band = { from: 0.1, to: 0.6 }
    const inside = randomTrains(sea, 100, 7, band)
    for (const { kx, kz } of inside) {
      expect(Math.hypot(kx, kz)).toBeGreaterThanOrEqual(band.from)
      expect(Math.hypot(kx, kz)).toBeLessThanOrEqual(band.to)
    }
    expect(inside.reduce((sum, { amplitude }) => sum + amplitude ** 2 / 2, 0) / sea.moment(0, band)).toBeCloseTo(1, 12)
  })

  it('are none in a calm', () => {
    const calm = new Sea(water, [windSea({ windSpeed: 0, fetch: 1, direction: 0 }, water)])
    expect(randomTrains(calm, 50, 1)).toEqual([])
  })
})
