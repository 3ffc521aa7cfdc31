import { describe, expect, it } from 'vitest'
import { ThreadChoice } from './thread-choice.js'

/** Makes runs that take these times on all threads and on one; returns which of them all threads executed. */
function runs(
  choice: ThreadChoice,
  count: number,
  times: (run: number) => { shared: number; alone: number },
): boolean[] {
  return Array.from({ length: count }, (_, run) => {
    const { isShared, isTimed } = choice
    const { shared, alone } = times(run)
    if (isTimed) choice.took(isShared ? shared : alone)
    else choice.ran()
    return isShared
  })
}

const changesOf = (ways: boolean[]): number => ways.filter((way, run) => run > 0 && way !== ways[run - 1]).length
const shareOf = (ways: boolean[]): number => ways.filter(Boolean).length / ways.length

describe('the choice between all threads and one', () => {
  it('takes one thread where waking the others takes longer than the work, and all where it pays', () => {
    const small = runs(new ThreadChoice(), 5000, () => ({ shared: 3, alone: 1 }))
    expect(shareOf(small)).toBeLessThan(0.01)
    expect(small.slice(0, 2)).toEqual([true, true])
    const large = runs(new ThreadChoice(), 5000, () => ({ shared: 1, alone: 1.8 }))
    expect(shareOf(large)).toBeGreaterThan(0.99)
  })

  it('follows a change of pace', () => {
    const choice = new ThreadChoice()
    runs(choice, 500, () => ({ shared: 3, alone: 1 }))
    const faster = runs(choice, 1000, () => ({ shared: 0.5, alone: 1 }))
    expect(shareOf(faster.slice(500))).toBeGreaterThan(0.95)
  })

  it('is not misled by runs that were interrupted, and does not alternate between equal ways', () => {
    const interrupted = runs(new ThreadChoice(), 2000, (run) => ({
      shared: run % 97 === 3 ? 20 : 1,
      alone: run % 97 === 3 ? 20 : 1.5,
    }))
    expect(shareOf(interrupted)).toBeGreaterThan(0.97)
    const equal = runs(new ThreadChoice(), 2000, (run) => ({ shared: 1 + 0.01 * (run % 2), alone: 1 }))
    expect(changesOf(equal.slice(100))).toBeLessThan(20)
  })

  it('leaves threads that gain next to nothing, and keeps those that gain a tenth', () => {
    expect(shareOf(runs(new ThreadChoice(), 2000, () => ({ shared: 1, alone: 1.03 })))).toBeLessThan(0.03)
    expect(shareOf(runs(new ThreadChoice(), 2000, () => ({ shared: 1, alone: 1.1 })))).toBeGreaterThan(0.97)
  })

  it('leaves threads that are fast in most runs and slower in the mean, and returns to them ever more rarely', () => {
    const late = runs(new ThreadChoice(), 5000, (run) => ({ shared: run % 3 === 0 ? 3 : 0.6, alone: 1 }))
    expect(shareOf(late)).toBeLessThan(0.1)
    expect(shareOf(late.slice(2500))).toBeLessThan(0.05)
  })

  it('needs a clear gain to wake threads that sleep, and ends a trial that is lost', () => {
    const choice = new ThreadChoice()
    runs(choice, 100, () => ({ shared: 2, alone: 1 }))
    const even = runs(choice, 4000, () => ({ shared: 0.95, alone: 1 }))
    const trials = even.filter((isShared, run) => isShared && !even[run - 1]).length
    expect(even.filter(Boolean)).toHaveLength(4 * trials)
    expect(shareOf(even)).toBeLessThan(0.01)
  })

  it('returns to threads that are slow only until they wake by themselves', () => {
    const choice = new ThreadChoice()
    runs(choice, 100, () => ({ shared: 2, alone: 1 }))
    let inARow = 0
    const paced = Array.from({ length: 400 }, () => {
      const [way] = runs(choice, 1, () => ({ shared: inARow < 2 ? 3 : 0.6, alone: 1 }))
      inARow = way ? inARow + 1 : 0
      return way!
    })
    expect(shareOf(paced.slice(200))).toBeGreaterThan(0.97)
  })

  it('stays with all threads where a coarse clock shows no time', () => {
    expect(shareOf(runs(new ThreadChoice(), 2000, () => ({ shared: 0, alone: 0 })))).toBeGreaterThan(0.97)
  })
})
