import { describe, expect, it, test } from 'vitest'
import { phaseSpeed } from './airy.js'
import { stokesWave } from './stokes.js'

const DEEP = { depth: Number.POSITIVE_INFINITY, gravity: 1 }
/** Length of a wave of wavenumber 1. */
const LENGTH = 2 * Math.PI

describe('on deep water', () => {
  it("has the speed of Stokes's expansion, up to its next term", () => {
    for (const steepness of [0.05, 0.1, 0.15]) {
      const { speed } = stokesWave({ wavelength: LENGTH, steepness }, DEEP)
      expect(Math.abs(speed - (1 + steepness ** 2 / 2 + steepness ** 4 / 8))).toBeLessThan(steepness ** 6)
    }
  })

  it('is found up to the limit that is stated, and refused beyond it', () => {
    expect(stokesWave({ wavelength: LENGTH, steepness: 0.43 }, DEEP).speed).toBeGreaterThan(1.08)
    expect(() => stokesWave({ wavelength: LENGTH, steepness: 0.45 }, DEEP)).toThrow('the limit is 0.44')
  })
})

test.each([
  [0.3, Number.POSITIVE_INFINITY],
  [0.2, 1],
  [0.05, 0.5],
])('steepness %d on depth %d/k satisfies both conditions at the surface to rounding', (steepness, depth) => {
  const wave = stokesWave({ wavelength: LENGTH, steepness }, { depth, gravity: 1 })
  // psi(s) and eta(s) travel: psi_t = -c psi', eta_t = -c eta'. With psi' = u + w eta', both conditions of the surface give u and w:
  // eta_t + u eta' = w, and psi_t - w eta_t = phi_t = -(u² + w²)/2 - eta + constant.
  const h = 1e-3
  const slope = (of: (s: number) => number, s: number) =>
    (8 * (of(s + h) - of(s - h)) - (of(s + 2 * h) - of(s - 2 * h))) / (12 * h)
  const constants = [0.3, 1, 1.7, 2.4, 3].map((s) => {
    const [etaX, psiX] = [slope(wave.elevationAt, s), slope(wave.potentialAt, s)]
    const u = (psiX + wave.speed * etaX * etaX) / (1 + etaX * etaX)
    const w = (u - wave.speed) * etaX
    return -wave.speed * psiX + w * wave.speed * etaX + (u * u + w * w) / 2 + wave.elevationAt(s)
  })
  for (const constant of constants) expect(constant).toBeCloseTo(constants[0]!, 9)
  expect(wave.elevationAt(0) - wave.elevationAt(Math.PI)).toBeCloseTo(2 * steepness, 13)
})

test("a low wave has Airy's speed, and lengths and gravity scale", () => {
  const water = { depth: 3, gravity: 9.81 }
  const { speed } = stokesWave({ wavelength: 20, steepness: 1e-4 }, water)
  expect(speed).toBeCloseTo(phaseSpeed((2 * Math.PI) / 20, water), 6)
})
