import { describe, expect, it } from 'vitest'
import { type Contender, interleave, spread, spreadOfRatios, spreadOfTimes } from './interleave.js'

describe('interleave', () => {
  it('runs everybody once a round in rotating order and forgets the warm-up', async () => {
    const order: string[] = []
    const contender = (name: string): Contender => ({
      name,
      run: async () => {
        order.push(name)
        return order.length
      },
    })
    const race = await interleave([contender('a'), contender('b'), contender('c')], { rounds: 2, warmups: 1, pause: 0 })
    expect(order.join('')).toBe('abcbcacab')
    expect(race.get('a')).toEqual([6, 8])
    expect(race.get('b')).toEqual([4, 9])
  })

  it('forms ratios inside a round, so a drift common to both leaves no trace', async () => {
    let drift = 1
    const contender = (name: string, seconds: number): Contender => ({
      name,
      run: async () => seconds * drift,
    })
    const last: Contender = {
      name: 'drift',
      run: async () => {
        drift *= 1.5
        return 1
      },
    }
    const race = await interleave([contender('slow', 3), contender('fast', 2), last], { rounds: 1, pause: 0 })
    expect(spreadOfRatios(race, 'slow', 'fast').median).toBeCloseTo(1.5, 12)
  })

  it('records the run after the lead-in', async () => {
    let runs = 0
    const contender: Contender = {
      name: 'a',
      run: async () => {
        await new Promise((resume) => setTimeout(resume, 15))
        return ++runs
      },
    }
    const race = await interleave([contender], { rounds: 1, warmups: 0, leadIn: 0.02, pause: 0 })
    expect(race.get('a')).toEqual([runs])
    expect(runs).toBeGreaterThan(1)
  })

  it('has no lead-in before a run that is much longer', async () => {
    let runs = 0
    const contender: Contender = {
      name: 'a',
      run: async () => {
        await new Promise((resume) => setTimeout(resume, 15))
        return ++runs
      },
    }
    await interleave([contender], { rounds: 3, warmups: 1, leadIn: 0.002, pause: 0 })
    expect(runs).toBe(4)
  })

  it('ends after five rounds, and one of warm-up, once its time is spent', async () => {
    let runs = 0
    const contender: Contender = { name: 'a', run: async () => ++runs }
    const race = await interleave([contender], { rounds: 21, pause: 1, budget: 0 })
    expect(race.get('a')).toEqual([2, 3, 4, 5, 6])
    const quick = await interleave([contender], { rounds: 3, pause: 1, budget: 0 })
    expect(quick.get('a')).toHaveLength(3)
  })

  it('reports median and quartiles', () => {
    expect(spread([5, 1, 4, 2, 3])).toEqual({ lowerQuartile: 2, median: 3, upperQuartile: 4 })
    expect(spread([1, 2])).toEqual({ lowerQuartile: 1.25, median: 1.5, upperQuartile: 1.75 })
  })

  it('names a contender it does not know', () => {
    expect(() => spreadOfTimes(new Map(), 'nobody')).toThrow('nobody')
  })
})
