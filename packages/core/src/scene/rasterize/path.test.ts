import { describe, expect, it } from 'vitest'
import { positionOnPath } from './path.js'

const path = [
  { time: 1, at: [0, 10] },
  { time: 3, at: [4, 10] },
  { time: 4, at: [4, 7] },
]

const at = (time: number, loop = false) => {
  const [position, velocity] = [
    [0, 0],
    [0, 0],
  ]
  positionOnPath(path, time, loop, position!, velocity!)
  return { position, velocity }
}

describe('position on a path', () => {
  it('is linear between keyframes, with the velocity of the segment', () => {
    expect(at(1.5)).toEqual({ position: [1, 10], velocity: [2, 0] })
    expect(at(3.5)).toEqual({ position: [4, 8.5], velocity: [0, -3] })
  })

  it('is that of a keyframe at its time, with the velocity of the segment that begins there', () => {
    expect(at(1)).toEqual({ position: [0, 10], velocity: [2, 0] })
    expect(at(3)).toEqual({ position: [4, 10], velocity: [0, -3] })
    expect(at(4)).toEqual({ position: [4, 7], velocity: [0, 0] })
  })

  it('stays at the ends outside the times of the path', () => {
    expect(at(0)).toEqual({ position: [0, 10], velocity: [0, 0] })
    expect(at(9)).toEqual({ position: [4, 7], velocity: [0, 0] })
  })

  it('starts again if the path loops', () => {
    expect(at(4.5, true)).toEqual(at(1.5))
    expect(at(10.5, true)).toEqual(at(1.5))
  })

  it('reads displacements, a missing coordinate as 0', () => {
    const position = [9, 9, 9]
    positionOnPath(
      [
        { time: 0, by: [0, 0] },
        { time: 2, by: [1, 4] },
      ],
      1,
      false,
      position,
    )
    expect(position).toEqual([0.5, 2, 0])
  })
})
