import { describe, expect, it } from 'vitest'
import { Failure } from '../terminal/failure.js'
import { scheduleFrames } from './frame-schedule.js'

describe('scheduleFrames', () => {
  it('puts frames at whole intervals, the first at the initial state', () => {
    expect(scheduleFrames(0.1, 1, { seconds: 0.3 })).toEqual({ steps: 10, frames: [0, 3, 6, 9], interval: 3 })
    expect(scheduleFrames(0.1, 1, { steps: 5 }).frames).toEqual([0, 5, 10])
  })

  it('takes a rounded time step for the fraction that it stands for', () => {
    const { steps, frames, interval } = scheduleFrames(0.0166667, 10, { seconds: 0.1 })
    expect([steps, interval, frames.length, frames.at(-1)]).toEqual([600, 6, 101, 600])
  })

  it('keeps 24 frames a second over a minute of 60 steps a second', () => {
    const { frames } = scheduleFrames(1 / 60, 60, { seconds: 1 / 24 })
    expect(frames).toHaveLength(60 * 24 + 1)
    frames.forEach((step, frame) => {
      expect(Math.abs(step / 60 - frame / 24)).toBeLessThanOrEqual(0.5 / 60 + 1e-12)
    })
  })

  it('cuts a run into up to a hundred parts when no interval is given', () => {
    expect(scheduleFrames(1, 50, undefined).frames).toHaveLength(51)
    expect(scheduleFrames(1, 100, undefined).frames).toHaveLength(101)
    expect(scheduleFrames(1, 86400, undefined)).toMatchObject({ interval: 864 })
  })

  it('writes the initial state alone for a run of no time or an interval beyond its end', () => {
    expect(scheduleFrames(0.1, 0, undefined)).toMatchObject({ steps: 0, frames: [0] })
    expect(scheduleFrames(0.1, 1, { seconds: 2 }).frames).toEqual([0])
  })

  it('refuses intervals below a step and more frames than six digits can number', () => {
    expect(() => scheduleFrames(0.1, 1, { seconds: 0.05 })).toThrow(Failure)
    expect(() => scheduleFrames(0.001, 2000, { steps: 1 })).toThrow(/at most 1000000/)
  })
})
