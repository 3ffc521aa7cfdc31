import { expect, it } from 'vitest'
import { Helm } from './helm.js'

it('tells throttle and helm when they change, and only then', () => {
  const told: [number, number][] = []
  const helm = new Helm((...asked) => told.push(asked))
  helm.press('ahead')
  helm.press('ahead')
  helm.press('left')
  helm.press('right')
  helm.release('left')
  helm.release('ahead')
  helm.press('astern')
  helm.releaseAll()
  helm.releaseAll()
  expect(told).toEqual([
    [1, 0],
    [1, -1],
    [1, 0],
    [1, 1],
    [0, 1],
    [-0.6, 1],
    [0, 0],
  ])
})
