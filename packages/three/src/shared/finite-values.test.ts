import { afterEach, expect, it, vi } from 'vitest'
import { replaceNonFinite } from './finite-values.js'

afterEach(() => {
  vi.restoreAllMocks()
})

it('replaces NaN and infinities by 0, and says so once for each quantity', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (let frame = 0; frame < 3; frame++) {
    const values = Float32Array.of(1, 2, Number.NaN, 4, Number.POSITIVE_INFINITY, 6)
    replaceNonFinite(values, 3, 'a quantity of this test')
    expect([...values]).toEqual([1, 2, 0, 4, 0, 6])
  }
  expect(warn.mock.calls).toEqual([
    ['@seiche/three: a quantity of this test is not finite in cell [2, 0]. Such cells are drawn at 0.'],
  ])
})

it('leaves finite values alone, of any number', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (let length = 0; length < 9; length++) {
    const values = Float32Array.from({ length }, (_, k) => k - 3)
    replaceNonFinite(values, 3, 'another quantity')
    expect([...values]).toEqual(Array.from({ length }, (_, k) => k - 3))
  }
  expect(warn).not.toHaveBeenCalled()
})

it('finds the cell of a value among several channels', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const values = new Float32Array(12)
  values[9] = Number.NaN
  replaceNonFinite(values, 3, 'a pair', 2)
  expect(warn.mock.calls[0]![0]).toMatch(/in cell \[1, 1\]/)
})
