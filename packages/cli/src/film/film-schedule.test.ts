import { describe, expect, it } from 'vitest'
import { scheduleFilm } from './film-schedule.js'

const times = (count: number, interval: number) => Array.from({ length: count }, (_, k) => k * interval)

describe('scheduleFilm', () => {
  it('shows every frame once, in real time where that is smooth', () => {
    expect(scheduleFilm(times(5, 0.04), undefined, undefined)).toEqual({ fps: 25, frames: [0, 1, 2, 3, 4] })
    expect(scheduleFilm(times(3, 2), undefined, undefined)).toEqual({ fps: 25, frames: [0, 1, 2] })
    expect(scheduleFilm(times(3, 0.001), undefined, undefined).fps).toBe(25)
    expect(scheduleFilm([0], undefined, undefined)).toEqual({ fps: 25, frames: [0] })
  })

  it('shows the nearest frame at each time of a given rate', () => {
    // One second at 4 pictures a second, from frames at 0, 0.1, 0.2 … 1 s; at 0.25 s the later of two that are as near.
    expect(scheduleFilm(times(11, 0.1), 4, undefined)).toEqual({ fps: 4, frames: [0, 3, 5, 8, 10] })
  })

  it('is shorter at a higher speed, and longer at a lower one', () => {
    expect(scheduleFilm(times(11, 0.1), 10, 2).frames).toEqual([0, 2, 4, 6, 8, 10])
    expect(scheduleFilm(times(3, 0.1), 10, 0.5).frames).toEqual([0, 1, 1, 2, 2])
  })
})
