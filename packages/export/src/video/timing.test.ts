import { describe, expect, it } from 'vitest'
import { sizeVideo, timeVideo } from './timing.js'

const at = (...times: number[]) => times.map((time, frame) => ({ frame, step: frame, time }))
/** Frames at multiples of an interval, of steps that are rounded decimals. */
const every = (interval: number, count: number) => at(...Array.from({ length: count }, (_, k) => k * interval))
const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

describe('timeVideo', () => {
  it('shows each frame once if they come at the rate of the video', () => {
    expect(timeVideo(every(0.0333333, 100), {})).toEqual({ fps: 30, speed: 1, repeats: Array(100).fill(1) })
  })

  it('repeats frames that are farther apart', () => {
    const { repeats } = timeVideo(every(0.1, 11), {})
    expect(repeats).toEqual([...Array(10).fill(3), 1])
  })

  it('leaves out frames that are closer together', () => {
    const { repeats } = timeVideo(every(1 / 60, 7), {})
    expect(repeats).toEqual([1, 0, 1, 0, 1, 0, 1])
  })

  it('keeps the time of frames at nearest steps', () => {
    // 24 frames a second of 60 steps a second: the steps between them are 2, 3, 2, 3 …
    const frames = at(...Array.from({ length: 25 }, (_, k) => Math.round((k * 60) / 24) / 60))
    const { repeats } = timeVideo(frames, { fps: 60 })
    expect(repeats.slice(0, 6)).toEqual([3, 2, 3, 2, 3, 2])
    expect(total(repeats)).toBe(61)
  })

  it('slows down and speeds up', () => {
    expect(total(timeVideo(every(0.05, 41), { fps: 20, speed: 0.5 }).repeats)).toBe(81)
    expect(total(timeVideo(every(0.05, 41), { fps: 20, speed: 2 }).repeats)).toBe(21)
  })

  it('shows hours of simulated time one frame a picture', () => {
    const { speed, repeats } = timeVideo(every(60, 121), {})
    expect(speed).toBe(1800)
    expect(repeats).toEqual(Array(121).fill(1))
  })

  it('begins with the first frame of a part of the run', () => {
    expect(timeVideo(at(10, 10.1, 10.2), {}).repeats).toEqual([3, 3, 1])
    expect(timeVideo(at(7), {}).repeats).toEqual([1])
  })
})

describe('sizeVideo', () => {
  it.each([
    [320, 240, 960, 720],
    [24, 16, 720, 480],
    [1023, 767, 1024, 768],
    [8192, 4096, 3840, 1920],
    [512, 1, 1024, 16],
  ])('makes %i × %i pixels %i × %i', (width, height, ...expected) => {
    expect(sizeVideo(width, height)).toEqual(expected)
  })
})
