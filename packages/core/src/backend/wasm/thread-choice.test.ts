import { describe, expect, it } from 'vitest'
import { ThreadChoice } from './thread-choice.js'

/** Makes runs that take these times on all threads and on one; returns which of them all threads executed. */
function runs(
  choice: ThreadChoice,
  count: number,
  times: (run: number) => { shared: number; alone: number },
): boolean[] {
  return Array.from({ length: count }, (_, run) => {
    const { isShared, isTrial } = choice
    const { shared, alone } = times(run)
    if (isTrial) choice.took(isShared ? shared : alone)
    else choice.ran()
    return isShared
  })
}

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

  it('is not misled by one run that was interrupted, and does not alternate between equal ways', () => {
    const interrupted = runs(new ThreadChoice(), 2000, (run) => ({ shared: run % 7 === 0 ? 50 : 1, alone: 1.5 }))
    expect(shareOf(interrupted)).toBeGreaterThan(0.97)
    const equal = runs(new ThreadChoice(), 2000, (run) => ({ shared: 1 + 0.01 * (run % 2), alone: 1 }))
    expect(shareOf(equal)).toBeGreaterThan(0.97)
  })

  it('stays with all threads where a coarse clock shows no time', () => {
    expect(shareOf(runs(new ThreadChoice(), 2000, () => ({ shared: 0, alone: 0 })))).toBeGreaterThan(0.97)
  })
})
