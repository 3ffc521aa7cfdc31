import { expect, it } from 'vitest'
import { emptyHistory, withSample } from './history.js'

const sample = (time: number) => ({
  time,
  energy: 100 + time,
  volume: 50 - time / 1e5,
  momentum: [time, -time],
  residual: Number.NaN,
})

it('keeps the latest samples, in columns of equal length', () => {
  let history = emptyHistory
  for (let n = 0; n < 1000; n++) history = withSample(history, sample(n))
  const { time, energy, energyChange, volumeChange, momentum, residual } = history
  for (const column of [time, energy, energyChange, volumeChange, ...momentum, residual])
    expect(column.length).toBe(300)
  expect([time[0], time.at(-1), energy.at(-1), momentum[1]!.at(-1)]).toEqual([700, 999, 1099, -999])
  expect(emptyHistory.time).toEqual([])
})

it('counts changes from the first sample of the run, also when that is no longer kept', () => {
  let history = emptyHistory
  for (let n = 0; n < 1000; n++) history = withSample(history, sample(n))
  expect(history.energyChange.at(-1)).toBeCloseTo(9.99, 10)
  expect(history.volumeChange.at(-1)).toBeCloseTo(-999 / 1e5 / 50, 12)
})

it('has no relative change of nothing', () => {
  const still = withSample(emptyHistory, { ...sample(0), energy: 0, volume: Number.NaN })
  const moved = withSample(still, { ...sample(1), volume: Number.NaN })
  expect([moved.energyChange.at(-1), moved.volumeChange.at(-1)]).toEqual([Number.NaN, Number.NaN])
})
