import { expect, it } from 'vitest'
import { spectrumOf } from './spectrum.js'

const sine = (period: number, interval: number, count: number): number[] =>
  Array.from({ length: count }, (_, k) => 2 + 0.3 * Math.sin((2 * Math.PI * k * interval) / period + 1))

it('finds the period of a sine within a bin', () => {
  for (const period of [0.37, 1, 4.33]) {
    const { peakPeriod, frequencies } = spectrumOf(sine(period, 0.02, 1200), 0.02)!
    expect(Math.abs(1 / peakPeriod! - 1 / period), `${period} s`).toBeLessThan(frequencies[1]!)
    // Between the bins, by the parabola through the peak: a hundredth of the period.
    expect(peakPeriod! / period).toBeGreaterThan(0.99)
    expect(peakPeriod! / period).toBeLessThan(1.01)
  }
})

it('takes the stronger of two waves', () => {
  const [a, b] = [sine(1, 0.02, 1200), sine(0.4, 0.02, 1200)]
  const { peakPeriod } = spectrumOf(
    a.map((value, k) => value + 3 * b[k]!),
    0.02,
  )!
  expect(peakPeriod).toBeCloseTo(0.4, 2)
})

it('reads no period from one cycle: a slow change of level is no wave', () => {
  expect(spectrumOf(sine(20, 0.02, 1000), 0.02)!.peakPeriod).toBeUndefined()
})

it('has no period where the water is still, and no spectrum of a few values', () => {
  expect(spectrumOf(new Float32Array(200).fill(0.5), 0.02)!.peakPeriod).toBeUndefined()
  expect(spectrumOf(sine(1, 0.02, 40), 0.02)).toBeUndefined()
})
