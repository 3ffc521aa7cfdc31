import { expect, it } from 'vitest'
import { Trace } from './trace.js'

const filled = (steps: number, capacity = 8): Trace => {
  const trace = new Trace(capacity)
  for (let step = 0; step < steps; step++) trace.put(step, 10 * step)
  return trace
}

it('holds the last values, the oldest first', () => {
  const trace = filled(11)
  expect([trace.first, trace.end]).toEqual([3, 11])
  expect([...trace.from()]).toEqual([30, 40, 50, 60, 70, 80, 90, 100])
  expect([...trace.from(9)]).toEqual([90, 100])
  expect([trace.at(2), trace.at(3), trace.at(10), trace.at(11)]).toEqual([Number.NaN, 30, 100, Number.NaN])
})

it('goes back to an earlier step, and on from there', () => {
  const trace = filled(6)
  trace.cut(4)
  trace.put(4, -1)
  expect([...trace.from()]).toEqual([0, 10, 20, 30, -1])
  // A cut before its first value leaves nothing.
  const late = filled(20)
  late.cut(5)
  expect(late.length).toBe(0)
  late.put(5, 7)
  expect([...late.from()]).toEqual([7])
})

it('begins anew after a gap: values are at equal intervals', () => {
  const trace = filled(4)
  trace.put(9, 1)
  expect([trace.first, ...trace.from()]).toEqual([9, 1])
})
