import { expect, it } from 'vitest'
import { Clock } from './clock.js'

/** A wall clock that the test sets, and a simulation whose steps take `stepDuration` [ms] of it. */
function setUp(stepDuration: number, { running = true, timeStep = 0.01 } = {}) {
  let now = 1000
  const asked: number[] = []
  const sim = {
    timeStep,
    advance(duration: number): number {
      asked.push(duration)
      const steps = Math.floor(duration / timeStep + 1e-9)
      now += steps * stepDuration
      return steps
    },
    step(count = 1): void {
      now += count * stepDuration
    },
  }
  const clock = new Clock(running, () => now)
  return {
    clock,
    asked,
    tickAfter: (milliseconds: number) => {
      now += milliseconds
      return clock.tick(sim)
    },
    sim,
  }
}

it('advances by the time since the last tick, at the chosen speed', () => {
  const { clock, asked, tickAfter } = setUp(0.1)
  expect(tickAfter(10)).toBe(true)
  expect(tickAfter(20)).toBe(true)
  clock.speed = 0.5
  tickAfter(20)
  expect(asked[1]).toBeCloseTo(0.0201, 4)
  expect(asked[2]).toBeCloseTo(0.0101, 4)
})

it('does nothing while paused, and does not make up for the pause', () => {
  const { clock, asked, tickAfter } = setUp(0.1, { running: false })
  expect(tickAfter(500)).toBe(false)
  clock.running = true
  tickAfter(10)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toBeCloseTo(0.01, 6)
})

it('does not claim a change before a whole step has passed', () => {
  expect(setUp(0.1).tickAfter(4)).toBe(false)
})

it('makes slow steps one by one, and fast ones for 40 ms at most', () => {
  const slow = setUp(100)
  for (let k = 0; k < 5; k++) slow.tickAfter(100)
  expect(slow.asked.every((duration) => duration <= 0.01 + 1e-12)).toBe(true)
  const fast = setUp(2)
  fast.tickAfter(10)
  fast.tickAfter(1000)
  expect(fast.asked[1]).toBeCloseTo(0.01 * 20, 12)
})

it('tells the mean duration of the steps since it was asked last', () => {
  const { clock, sim } = setUp(3)
  expect(clock.takeStepDuration()).toBeUndefined()
  clock.step(sim, 4)
  clock.step(sim, 1)
  expect(clock.takeStepDuration()).toBeCloseTo(3, 9)
  expect(clock.takeStepDuration()).toBeUndefined()
})

it('ticks twice a step, and at least sixty times a second', () => {
  const { clock, sim } = setUp(1)
  expect(clock.delayOf(sim)).toBe(5)
  clock.speed = 2
  expect(clock.delayOf(sim)).toBe(2.5)
  expect(clock.delayOf({ timeStep: 1 })).toBe(16)
})

it('tells the speed that was reached, where steps take longer than they simulate', () => {
  const { clock, tickAfter } = setUp(40)
  const runOn = (): void => {
    for (let k = 0; k < 100; k++) tickAfter(10)
  }
  runOn()
  expect(clock.pace).toBeCloseTo(0.2, 6)
  clock.speed = 2
  expect(clock.pace).toBeUndefined()
  runOn()
  expect(clock.pace).toBeCloseTo(0.2, 6)
  clock.running = false
  expect(clock.pace).toBeUndefined()
})
