import { expect, it } from 'vitest'
import type { Frame, Values } from '../worker/protocol.js'
import { frameBetween, stepBefore } from './between-steps.js'

const values = (...numbers: number[]): Values => Float32Array.of(...numbers)
const frame = (step: number, parts: Partial<Frame>): Frame => ({ type: 'frame', step, time: step / 10, ...parts })
/** A pose with a turn by an angle [rad] about the vertical. */
const pose = (x: number, angle: number, sign = 1): Values =>
  values(x, 0, 0, 0, sign * Math.sin(angle / 2), 0, sign * Math.cos(angle / 2), 500, 0.5)

it('the step of a time is found although decimal fractions are not exact', () => {
  for (let step = 0; step < 5000; step++) expect(stepBefore(step * 0.1, 0.1)).toEqual({ step, part: 0 })
  const { step, part } = stepBefore(0.25, 0.1)
  expect(step).toBe(2)
  expect(part).toBeCloseTo(0.5, 9)
})

it('heights, fields and time are interpolated', () => {
  const first = frame(3, { heights: values(0, 2), fluid: { u: values(1), ink: values(4) } })
  const second = frame(4, { heights: values(4, 2), fluid: { u: values(3) } })
  const { heights, fluid, time } = frameBetween(first, second, 0.25)
  expect([...heights!]).toEqual([1, 2])
  expect([...fluid!.u!]).toEqual([1.5])
  expect([...fluid!.ink!]).toEqual([4])
  expect(time).toBeCloseTo(0.325, 12)
})

it('a body turns the shorter way, also where its quaternion has changed its sign', () => {
  for (const sign of [1, -1]) {
    const { poses } = frameBetween(frame(0, { poses: pose(0, 0.2) }), frame(1, { poses: pose(2, 0.6, sign) }), 0.5)
    expect(poses![0]).toBeCloseTo(1, 6)
    for (const [k, value] of pose(1, 0.4).entries()) expect(poses![k]).toBeCloseTo(value, 6)
  }
})

it('a body that was added between two frames is there', () => {
  const two = Float32Array.of(...pose(0, 0), ...pose(5, 0))
  expect(frameBetween(frame(0, { poses: pose(0, 0) }), frame(1, { poses: two }), 0.5).poses).toEqual(two)
})
