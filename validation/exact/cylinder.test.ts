import { describe, expect, it } from 'vitest'
import { besselFunctions } from './bessel.js'
import { cylinderWaves } from './cylinder.js'

describe('Bessel functions', () => {
  it('have the values of tables', () => {
    // Abramowitz and Stegun, tables 9.1 and 9.2.
    const { J, Y } = besselFunctions(3, 5)
    expect(J.map((value) => value.toFixed(10))).toEqual([
      '-0.1775967713',
      '-0.3275791376',
      '0.0465651163',
      '0.3648312306',
    ])
    expect(Y.map((value) => value.toFixed(10))).toEqual([
      '-0.3085176252',
      '0.1478631434',
      '0.3676628826',
      '0.1462671627',
    ])
  })

  it('have the Wronskian 2/πx at all orders', () => {
    for (const x of [0.1, 1, 2.404825557695773, 12, 40]) {
      const { J, Y } = besselFunctions(9, x)
      for (let n = 0; n < 9; n++) expect((J[n + 1]! * Y[n]! - J[n]! * Y[n + 1]!) * Math.PI * x).toBeCloseTo(2, 9)
    }
  })
})

describe('waves around a cylinder', () => {
  const k = 0.7
  const radius = 2
  const at = (x: number, z: number) => cylinderWaves(k, radius, Math.hypot(x, z), Math.atan2(z, x))

  it('obey the Helmholtz equation', () => {
    const h = 1e-3
    for (const [x, z] of [
      [2.5, 1],
      [-3, 0.2],
      [0.4, -6],
    ] as const)
      for (const part of ['re', 'im'] as const) {
        const sum = at(x + h, z)[part] + at(x - h, z)[part] + at(x, z + h)[part] + at(x, z - h)[part]
        expect((sum - 4 * at(x, z)[part]) / h ** 2 + k ** 2 * at(x, z)[part]).toBeCloseTo(0, 4)
      }
  })

  it('do not enter the cylinder', () => {
    const h = 1e-4
    for (const theta of [0, 0.6, 2, Math.PI])
      for (const part of ['re', 'im'] as const) {
        const [near, far] = [cylinderWaves(k, radius, radius, theta), cylinderWaves(k, radius, radius + h, theta)]
        expect((far[part] - near[part]) / h).toBeCloseTo(0, 3)
      }
  })

  it('are the incident waves around a thin one', () => {
    for (const [x, z] of [
      [3, 1],
      [-2, 2],
    ] as const) {
      const { re, im } = cylinderWaves(k, 1e-3, Math.hypot(x, z), Math.atan2(z, x))
      expect([re, im]).toEqual([expect.closeTo(Math.cos(k * x), 5), expect.closeTo(Math.sin(k * x), 5)])
    }
  })
})
