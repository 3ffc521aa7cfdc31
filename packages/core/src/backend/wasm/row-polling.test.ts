import { describe, expect, it } from 'vitest'
import { RowPolling } from './row-polling.js'

/** Share of long polls in each second, of jobs every half millisecond, in which the caller falls asleep so often a millisecond. */
function sharesOf(sleepsAt: (time: number) => number, seconds: number): number[] {
  const polling = new RowPolling()
  let sleeps = 2 ** 31 - 5
  const long = new Array<number>(seconds).fill(0)
  for (let job = 0; job < 2000 * seconds; job++) {
    sleeps += 0.5 * sleepsAt(job / 2)
    if (polling.isLong(job / 2, sleeps | 0)) long[Math.floor(job / 2000)]! += 1 / 2000
  }
  return long
}

describe('threads in a row', () => {
  it('poll long as long as the caller does not fall asleep', () => {
    expect(sharesOf(() => 0, 3)).toEqual([expect.closeTo(1), expect.closeTo(1), expect.closeTo(1)])
  })

  it('poll on if the system has moved them apart after some milliseconds', () => {
    expect(sharesOf((time) => (time < 15 ? 2 : 0.02), 2)).toEqual([expect.closeTo(1), expect.closeTo(1)])
  })

  it('poll shortly on cores without room, but for trials that become rarer', () => {
    const shares = sharesOf(() => 2, 20)
    expect(shares[0]).toBeLessThan(0.15)
    expect(shares[0]).toBeGreaterThan(0.02)
    expect(Math.max(...shares.slice(10))).toBeLessThan(0.035)
    expect(Math.max(...shares.slice(10))).toBeGreaterThan(0)
  })

  it('poll long again when cores are free again', () => {
    const shares = sharesOf((time) => (time < 10_000 ? 2 : 0), 20)
    expect(shares[9]).toBeLessThan(0.05)
    expect(shares[19]).toBeCloseTo(1)
  })
})
