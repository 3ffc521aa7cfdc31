import { describe, expect, it } from 'vitest'
import { placeOf } from './moving-boats.js'

describe('the place of a boat', () => {
  const path = [
    { time: 2, at: [0, 0] as [number, number] },
    { time: 4, at: [10, 0] as [number, number] },
    { time: 6, at: [10, 20] as [number, number] },
  ]

  it('follows a path, waits at its first point and stays at its last', () => {
    const at = (time: number) => placeOf({ path, loop: false }, [0, 0], time).slice(0, 2)
    expect([0, 2, 3, 4, 5, 6, 9].map(at)).toEqual([
      [0, 0],
      [0, 0],
      [5, 0],
      [10, 0],
      [10, 10],
      [10, 20],
      [10, 20],
    ])
  })

  it('starts again on a path that loops', () => {
    expect(placeOf({ path, loop: true }, [0, 0], 7).slice(0, 2)).toEqual([5, 0])
  })

  it('moves with a velocity, and points along it', () => {
    expect(placeOf({ velocity: [2, -1] }, [1, 1], 3)).toEqual([7, -2, 2, -1])
  })
})
