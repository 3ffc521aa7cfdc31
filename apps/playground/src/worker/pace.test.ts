import { expect, it } from 'vitest'
import { Pace } from './pace.js'

/** Notes steps of a simulated time [s], one each so many milliseconds, from a wall time on; returns the wall time of the last. */
function run(
  pace: Pace,
  from: number,
  count: number,
  { each, simulated }: { each: number; simulated: number },
): number {
  for (let step = 1; step <= count; step++) pace.note(from + step * each, simulated)
  return from + count * each
}

it('is the simulated time over the wall time', () => {
  const pace = new Pace()
  run(pace, 5000, 200, { each: 20, simulated: 0.008 })
  expect(pace.factor).toBeCloseTo(0.4, 2)
})

it('is unknown until enough time has run, and after a pause', () => {
  const pace = new Pace()
  const now = run(pace, 0, 14, { each: 100, simulated: 0.1 })
  expect(pace.factor).toBeUndefined()
  run(pace, now, 3, { each: 100, simulated: 0.1 })
  expect(pace.factor).toBeCloseTo(1, 6)
  pace.restart()
  run(pace, 100_000, 3, { each: 100, simulated: 0.1 })
  expect(pace.factor).toBeUndefined()
})

it('forgets what was some seconds ago', () => {
  const pace = new Pace()
  const now = run(pace, 0, 100, { each: 100, simulated: 0.1 })
  run(pace, now, 40, { each: 100, simulated: 0.02 })
  expect(pace.factor).toBeCloseTo(0.2, 6)
})

it('counts steps that take longer than the period', () => {
  const pace = new Pace()
  run(pace, 0, 4, { each: 5000, simulated: 0.1 })
  expect(pace.factor).toBeCloseTo(0.02, 6)
})
