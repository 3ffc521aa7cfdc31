import { expect, it } from 'vitest'
import { halfOf, isSlow, paceText } from './slowness.js'

it('a simulation is slow below the speed that was asked for, once it has been measured', () => {
  expect(isSlow(undefined, 1)).toBe(false)
  expect(isSlow(0.97, 1)).toBe(false)
  expect(isSlow(0.4, 1)).toBe(true)
  expect(isSlow(2, 5)).toBe(true)
  expect(isSlow(0.1, 0.1)).toBe(false)
})

it('half the cells are offered while enough are left', () => {
  expect(halfOf([160, 64])).toBe(80)
  expect(halfOf([64, 96, 64])).toBe(48)
  expect(halfOf([40, 40])).toBeUndefined()
})

it('speeds have as many digits as they are steady', () => {
  expect([0.0912, 0.4449, 0.9993, 2.13, 12.7].map(paceText)).toEqual(
    ['0.09', '0.4', '1', '2.1', '13'].map((factor) => `${factor}× real time`),
  )
})
