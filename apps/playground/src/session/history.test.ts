import { expect, it } from 'vitest'
import { emptyHistory, withSample } from './history.js'

it('keeps the latest samples, in columns of equal length', () => {
  let history = emptyHistory
  for (let n = 0; n < 1000; n++) history = withSample(history, n, 2 * n, 3 * n)
  expect(history.time.length).toBe(300)
  expect(history.energy.length).toBe(300)
  expect(history.volumeChange.length).toBe(300)
  expect(history.time.at(-1)).toBe(999)
  expect(history.energy.at(-1)).toBe(1998)
  expect(history.time[0]).toBe(700)
  expect(emptyHistory.time).toEqual([])
})
