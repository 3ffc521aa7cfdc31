import { describe, expect, it } from 'vitest'
import { fitWindow, levelSymbol, pyramidSymbol, type WindowFit } from './window-fit.js'

const DEEP = Number.POSITIVE_INFINITY
const octaves = (levels: number) => Array.from({ length: levels }, (_, l) => 2 ** l)

/** Largest relative error of the frequency in all directions, for wavelengths of `shortest` to `longest` cells. */
function frequencyError(fit: WindowFit, depth: number, shortest: number, longest: number): number {
  let worst = 0
  for (let wavelength = shortest; wavelength <= longest * (1 + 1e-9); wavelength *= 2 ** (1 / 16))
    for (let angle = 0; angle <= 45; angle += 2.5) {
      const k = (2 * Math.PI) / wavelength
      const radians = (angle * Math.PI) / 180
      const symbol = pyramidSymbol(fit, k * Math.cos(radians), k * Math.sin(radians))
      worst = Math.max(worst, Math.abs(Math.sqrt(symbol / (k * Math.tanh(k * depth))) - 1))
    }
  return worst
}

/** Water deep, as deep as gives k d = 1 at 16 cells, four cells deep and one. */
const depths = [DEEP, 16 / (2 * Math.PI), 4, 1]

describe('window fit', () => {
  it.each(depths)('a single window has frequencies right to 4 % from 4 to 16 cells, depth %f', (depth) => {
    expect(frequencyError(fitWindow(6, depth, [1]), depth, 4, 16)).toBeLessThan(0.04)
  })

  it.each(depths)('a pyramid has them right to 3 % from 4 to 128 cells, depth %f', (depth) => {
    for (const levels of [6, 7, 8])
      expect(frequencyError(fitWindow(6, depth, octaves(levels)), depth, 4, 128)).toBeLessThan(0.03)
  })

  it('a wider window is more accurate', () => {
    const errors = [4, 6, 8].map((halfWidth) => frequencyError(fitWindow(halfWidth, DEEP, octaves(7)), DEEP, 4, 128))
    expect(errors[1]).toBeLessThan(errors[0]!)
    expect(errors[2]).toBeLessThan(errors[1]!)
  })

  it.each([1, 2, 3, 6, 9, 12])(
    'no level is ever negative, and all are zero on constants, half width %i',
    (halfWidth) => {
      for (const depth of [...depths, 0.05, 300])
        for (const level of fitWindow(halfWidth, depth, octaves(4)).levels) {
          expect(levelSymbol(level, 0, 0)).toBe(0)
          let least = Infinity
          for (let i = 1; i <= 101; i++)
            for (let j = 0; j <= i; j++)
              least = Math.min(least, levelSymbol(level, (Math.PI * i) / 101, (Math.PI * j) / 101))
          expect(least).toBeGreaterThan(0)
        }
    },
  )

  it('says how large the symbol gets', () => {
    for (const levels of [1, 4, 8]) {
      const fit = fitWindow(6, DEEP, octaves(levels))
      let most = 0
      for (let i = 1; i <= 101; i++)
        for (let j = 0; j <= 101; j++)
          most = Math.max(most, pyramidSymbol(fit, (Math.PI * i) / 101, (Math.PI * j) / 101))
      expect(most).toBeLessThanOrEqual(fit.spectralRadius * 1.001)
      // λ of the shortest wave, two cells along both axes, is π √2.
      expect(fit.spectralRadius).toBeLessThan(1.05 * Math.PI * Math.SQRT2)
    }
  })

  it('shorter waves are faster, down to four cells', () => {
    for (const depth of depths) {
      const fit = fitWindow(6, depth, octaves(7))
      for (const [x, z] of [
        [1, 0],
        [0.8, 0.6],
        [Math.SQRT1_2, Math.SQRT1_2],
      ] as const) {
        let before = 0
        for (let k = 0.05; k < Math.PI / 2; k += 0.02) {
          const symbol = pyramidSymbol(fit, k * x, k * z)
          expect(symbol).toBeGreaterThan(before)
          before = symbol
        }
      }
    }
  })

  it('does not couple the crests and the slopes of four-cell waves', () => {
    // Both are aliased to the coarse wave of two cells; with q = 0 there, the coarse levels contribute less than 1 % of λ.
    const fit = fitWindow(6, DEEP, octaves(6))
    const coarse = { ...fit, levels: fit.levels.slice(1) }
    for (let kz = 0; kz < Math.PI / 2; kz += 0.1) {
      const lambda = Math.sqrt((Math.PI / 2) ** 2 + kz ** 2)
      const passed = (Math.cos(Math.PI / 4) * Math.cos(kz / 2)) ** 6
      expect((passed * pyramidSymbol(coarse, Math.PI, 2 * kz)) / 2 / lambda).toBeLessThan(0.01)
    }
  })
})
