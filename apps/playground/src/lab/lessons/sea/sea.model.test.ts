import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultsOf } from '../../settings.js'
import { MeasuredSpectrum, periodogram } from './measured-spectrum.js'
import { openModel } from './sea.model.js'
import { type SeaValues, settings } from './sea.settings.js'

/** The lesson without its ship after some steps. */
async function frameOf(values: Partial<SeaValues>, steps = 3) {
  const model = await openModel({ ...defaultsOf(settings), ship: false, ...values })
  onTestFinished(() => model.dispose?.())
  for (let n = 0; n < steps; n++) model.step()
  return model.frame()
}

describe('the measured spectrum', () => {
  it('holds the variance of one wave in its own bin', () => {
    const [n, cellSize] = [32, 2]
    const k = (2 * Math.PI * 5) / (n * cellSize)
    const eta = Float64Array.from({ length: n * n }, (_, cell) => 0.3 * Math.cos(k * (cell % n) * cellSize + 1))
    const variances = periodogram(eta, n, true)
    expect(variances.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0.045, 12)
    expect(variances[5]! + variances[n - 5]!).toBeCloseTo(0.045, 12)
    const omega = Math.sqrt(9.81 * k)
    const spectrum = new MeasuredSpectrum(omega / 4, omega * 4, 21)
    spectrum.add([{ eta, n, cellSize }], Number.POSITIVE_INFINITY, true)
    expect(spectrum.density[10]! * spectrum.width[10]!).toBeCloseTo(0.045, 12)
    expect([...spectrum.density].filter((density, bin) => bin !== 10 && density > 1e-9)).toEqual([])
  })
})

describe.each(['textbook', 'engine'] as const)('a sea by the %s', (by) => {
  it('has the height and the period that wind and fetch ask for', async () => {
    // One piece of sea is a sample: some fifty waves around the peak scatter its height by about a tenth.
    for (const values of [{ wind: 7 }, { wind: 15 }, { wind: 10, fetch: 20 }]) {
      const { height, heightAsked, meanPeriod, meanPeriodAsked } = await frameOf({ by, ...values })
      expect(Math.abs(height / heightAsked - 1)).toBeLessThan(0.2)
      expect(Math.abs(meanPeriod / meanPeriodAsked - 1)).toBeLessThan(0.1)
    }
  })

  it('grows with the wind as the spectrum does', async () => {
    const [calm, storm] = [await frameOf({ by, wind: 6 }), await frameOf({ by, wind: 18 })]
    const asked = storm.heightAsked / calm.heightAsked
    expect(asked).toBeGreaterThan(2)
    expect(Math.abs(storm.height / calm.height / asked - 1)).toBeLessThan(0.15)
  })
})

it('holds the variance of the swell around its frequency', async () => {
  const sea = { wind: 6, fetch: 30, 'swell-period': 12 }
  const inBand = async (swell: number) => {
    const { omega, measured } = await frameOf({ ...sea, swell })
    const ratio = omega[1]! / omega[0]!
    return omega.reduce((sum, value, n) => {
      const isNear = Math.abs(value / ((2 * Math.PI) / 12) - 1) < 0.3
      return isNear && measured[n]! > 0 ? sum + measured[n]! * value * Math.log(ratio) : sum
    }, 0)
  }
  expect(await inBand(0)).toBeLessThan(1e-3)
  // (2 m / 4)², in a sample of few long waves.
  expect(Math.abs((await inBand(2)) / 0.25 - 1)).toBeLessThan(0.4)
})

it('is a picture, and counts its waves', async () => {
  const engine = await frameOf({ cascades: 2 })
  const textbook = await frameOf({ by: 'textbook', waves: 30 })
  expect(engine.waves).toBe(32_768)
  expect(textbook.waves).toBe(30)
  expect(engine.picture.rgba.some((value, n) => n % 4 === 3 && value === 255)).toBe(true)
  expect(engine.framesPerSecond).toBeNaN()
})
