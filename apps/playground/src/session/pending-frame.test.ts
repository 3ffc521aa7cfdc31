import { expect, it } from 'vitest'
import type { Frame } from '../worker/protocol.js'
import { PendingFrame } from './pending-frame.js'

const frame = (step: number, others: Partial<Frame> = {}): Frame => ({
  type: 'frame',
  step,
  time: step / 60,
  heights: Float32Array.of(step),
  ...others,
})

it('gives each frame once', () => {
  const pending = new PendingFrame()
  expect(pending.put(frame(1))).toBeUndefined()
  expect(pending.take()?.step).toBe(1)
  expect(pending.take()).toBeUndefined()
})

it('keeps solids and terrain of a frame that was skipped, and returns its other buffers', () => {
  const pending = new PendingFrame()
  const [solids, newer, bed] = [Float32Array.of(0), Float32Array.of(1), Float32Array.of(5)]
  pending.put(frame(1, { openness: solids, bed }))
  expect(pending.put(frame(2))).toEqual(frame(1))
  expect(pending.put(frame(3, { openness: newer }))).toEqual(frame(2, { openness: solids }))
  const last = pending.take()
  expect(last).toEqual(frame(3, { openness: newer, bed }))
  expect(last?.bed).toBe(bed)
})
