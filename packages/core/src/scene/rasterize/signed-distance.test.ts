import { describe, expect, it } from 'vitest'
import type { FluidShape } from '../schema/fluid.js'
import { distanceAt, distancesOf, distancesOfSolidity, extentOf, followMotion } from './signed-distance.js'

const box: FluidShape = { shape: 'box', center: [1, 0, 0], size: [2, 1, 4], angle: 0 }
const pipe: FluidShape = { shape: 'cylinder', center: [0, 0, 0], radius: 1, axis: 'y', length: 4 }

describe('distance', () => {
  it.each<[string, FluidShape, [number, number, number], number]>([
    ['a ball', { shape: 'sphere', center: [1, 2, 2], radius: 1 }, [0, 0, 0], 2],
    ['a box, inside', box, [1, 0.25, 0], -0.25],
    ['a box, beside a face', box, [4, 0, 0], 2],
    ['a box, beyond an edge', box, [5, 4.5, 0], 5],
    ['a box without z, however deep', { shape: 'box', center: [0, 0], size: [2, 2], angle: 0 }, [3, 0, 99], 2],
    ['a turned box', { shape: 'box', center: [0, 0], size: [4, 1], angle: 90 }, [0, 3, 0], 1],
    ['a cylinder, beside it', pipe, [0, 1, 3], 2],
    ['a cylinder, above it', pipe, [0, 5, 0], 3],
    ['an endless one', { shape: 'cylinder', center: [0, 0], radius: 1, axis: 'z' }, [0, 3, 50], 2],
    [
      'a triangle',
      {
        shape: 'polygon',
        points: [
          [0, 0],
          [4, 0],
          [0, 3],
        ],
      },
      [1, 1, 7],
      -1,
    ],
  ])('%s', (_, shape, [x, y, z], expected) => {
    expect(distanceAt(distancesOf(shape))(x, y, z)).toBeCloseTo(expected, 12)
    const { low, high } = extentOf(shape)
    if (expected < 0)
      expect(x > low[0] && x < high[0] && y > low[1] && y < high[1] && z > low[2] && z < high[2]).toBe(true)
  })

  it('from solidity is zero where it is one half', () => {
    // Two cells along x, the right one solid.
    const distance = distanceAt(
      distancesOfSolidity(Float64Array.of(0, 1, 0, 1), { nx: 2, ny: 2, nz: 1, cellSize: 0.5 }),
    )
    expect(distance(0, 0, 0)).toBeCloseTo(0, 12)
    expect(distance(-0.25, 0.1, 0)).toBeCloseTo(0.25, 12)
    expect(distance(9, 0, 0)).toBeCloseTo(-0.25, 12)
  })
})

describe('motion', () => {
  const at = (motion: Parameters<typeof followMotion>[0], time: number) => {
    const [by, velocity] = [
      [9, 9, 9],
      [9, 9, 9],
    ]
    followMotion(motion, time, by, velocity)
    return { by, velocity }
  }
  const path = [
    { time: 1, by: [0, 0] },
    { time: 3, by: [4, 2] },
  ]

  it('goes on, or along a path, or not at all', () => {
    expect(at(undefined, 5)).toEqual({ by: [0, 0, 0], velocity: [0, 0, 0] })
    expect(at({ velocity: [1, -2] }, 3)).toEqual({ by: [3, -6, 0], velocity: [1, -2, 0] })
    expect(at({ path, loop: false }, 0)).toEqual({ by: [0, 0, 0], velocity: [0, 0, 0] })
    expect(at({ path, loop: false }, 2)).toEqual({ by: [2, 1, 0], velocity: [2, 1, 0] })
    expect(at({ path, loop: false }, 9)).toEqual({ by: [4, 2, 0], velocity: [0, 0, 0] })
    expect(at({ path, loop: true }, 4)).toEqual({ by: [2, 1, 0], velocity: [2, 1, 0] })
  })
})
