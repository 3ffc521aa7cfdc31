import { describe, expect, it } from 'vitest'
import { Pace } from './pace.js'

/** Makes jobs of a length after these pauses [ms]; returns the time after the last one. */
function jobs(pace: Pace, pauses: readonly number[], length: number, from = 1000): number {
  let time = from
  for (const pause of pauses) {
    time += pause
    pace.begin(time)
    time += length
    pace.end(time)
  }
  return time
}

const steady = (count: number, pause = 15) => new Array<number>(count).fill(pause)

describe('the pace of jobs', () => {
  it('lets the next job be expected after eight steady pauses', () => {
    const pace = new Pace()
    const time = jobs(pace, steady(7), 1)
    expect([pace.next, pace.isAwaited]).toEqual([0, false])
    const end = jobs(pace, steady(3), 1, time)
    expect(pace.next).toBeCloseTo(end + 15, 6)
    expect(pace.nextAfterStart).toBeCloseTo(end + 15, 6)
    expect(pace.isAwaited).toBe(true)
    expect(pace.polling).toBeLessThan(2)
  })

  it('expects the earlier of pauses that differ a little, and polls until after the later ones', () => {
    const pace = new Pace()
    const end = jobs(pace, [15, 16, 15, 16, 15, 16, 15, 16, 15, 16], 1)
    expect(pace.next).toBeCloseTo(end + 15, 6)
    expect(pace.polling).toBeGreaterThan(1)
  })

  it('is not misled by a frame that was late or early', () => {
    const pace = new Pace()
    const end = jobs(pace, [...steady(9), 40, 15, 5, 15], 1)
    expect(pace.next).toBeCloseTo(end + 15, 6)
  })

  it('expects frames by the screen even if steps take different times', () => {
    const pace = new Pace()
    let time = 1000
    for (let k = 0; k < 12; k++) {
      pace.begin(time)
      pace.end(time + (k % 4))
      time += 16
    }
    expect(pace.next).toBeCloseTo(time, 6)
  })

  it('expects nothing at an unsteady, slow or very fast pace', () => {
    for (const pauses of [[5, 15, 25, 35, 10, 20, 30, 40, 12], steady(20, 500), steady(20, 1.5)]) {
      const pace = new Pace()
      jobs(pace, pauses, 1)
      expect([pace.next, pace.nextAfterStart, pace.isAwaited]).toEqual([0, 0, false])
    }
  })

  it('tells jobs in a row from the lists of one step', () => {
    const pace = new Pace()
    let time = 1000
    const isInARow = [15, ...steady(7, 0.01)].map((pause) => {
      time = jobs(pace, [pause], 1, time)
      return pace.isInARow
    })
    expect(isInARow.slice(0, 3)).toEqual([false, false, false])
    expect(isInARow.at(-1)).toBe(true)
  })
})
