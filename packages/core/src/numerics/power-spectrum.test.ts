import { describe, expect, it } from 'vitest'
import { fourierTransform, powerSpectrum } from './power-spectrum.js'

const sine = (frequency: number, interval: number, length: number) =>
  Float64Array.from({ length }, (_, k) => 3 + 0.4 * Math.sin(2 * Math.PI * frequency * k * interval))

describe('powerSpectrum', () => {
  it('has its peak at the frequency of a sine', () => {
    const { frequencies, densities } = powerSpectrum(sine(1.7, 0.02, 3000), 0.02)
    const peak = densities.indexOf(Math.max(...densities))
    expect(Math.abs(frequencies[peak]! - 1.7)).toBeLessThanOrEqual(frequencies[1]! / 2)
  })

  it('contains the variance', () => {
    const { frequencies, densities } = powerSpectrum(sine(1.7, 0.02, 3000), 0.02)
    const variance = densities.reduce((sum, density) => sum + density, 0) * frequencies[1]!
    // A sine of amplitude a has the variance a² / 2; its mean does not count.
    expect(variance).toBeCloseTo(0.4 ** 2 / 2, 3)
  })

  it('reaches half the sampling rate', () => {
    expect(powerSpectrum(sine(1, 0.1, 100), 0.1).frequencies.at(-1)).toBeCloseTo(5, 12)
  })
})

describe('fourierTransform', () => {
  it('equals the sum that defines it', () => {
    const values = Float64Array.from({ length: 16 }, (_, k) => ((7 * k) % 5) - 2)
    const [real, imaginary] = [values.slice(), new Float64Array(16)]
    fourierTransform(real, imaginary)
    for (let m = 0; m < 16; m++) {
      const sum = (part: (angle: number) => number) =>
        values.reduce((total, value, k) => total + value * part((-2 * Math.PI * k * m) / 16), 0)
      expect(real[m]).toBeCloseTo(sum(Math.cos), 10)
      expect(imaginary[m]).toBeCloseTo(sum(Math.sin), 10)
    }
  })

  it('refuses a length that is no power of two', () => {
    expect(() => fourierTransform(new Float64Array(12), new Float64Array(12))).toThrow(/power of two; got 12, 12/)
  })
})
