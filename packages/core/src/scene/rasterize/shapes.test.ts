import { describe, expect, it } from 'vitest'
import { signedDistance } from './polygon.js'
import { centerOf, heightOf, reachOf } from './shapes.js'

const grid = { nx: 40, nz: 30, cellSize: 0.1 }

describe('polygon', () => {
  const arrow: [number, number][] = [
    [-1, -1],
    [1, 0],
    [-1, 1],
    [-0.5, 0],
  ]

  it('is as far as its nearest edge, negative inside, either way round', () => {
    for (const points of [arrow, [...arrow].reverse()]) {
      const distance = signedDistance(points)
      expect(distance(2, 0)).toBeCloseTo(1, 12)
      expect(distance(-1, -2)).toBeCloseTo(1, 12)
      expect(distance(-0.9, 0)).toBeGreaterThan(0)
      // The edge from (-1, -1) to (1, 0) is x - 2 z = 1; from the origin it is 1/sqrt(5) away.
      expect(distance(0, 0)).toBeCloseTo(-1 / Math.sqrt(5), 12)
    }
  })

  it('rays through corners do not leak', () => {
    const diamond = signedDistance([
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ])
    for (const z of [-1, 0, 1]) for (const x of [-3, -1.5, 1.5, 3]) expect(diamond(x, z)).toBeGreaterThan(0)
    expect(diamond(0, 0)).toBeLessThan(0)
    expect(diamond(0.5, 0)).toBeLessThan(0)
  })

  it('where edges cross, even-odd decides', () => {
    const star = Array.from({ length: 5 }, (_, k): [number, number] => {
      const angle = (k * 4 * Math.PI) / 5
      return [Math.cos(angle), Math.sin(angle)]
    })
    const distance = signedDistance(star)
    expect(distance(0, 0)).toBeGreaterThan(0)
    expect(distance(0.7, 0)).toBeLessThan(0)
  })

  it('has the rim of a box and the area of its corners', () => {
    const box = heightOf({ shape: 'box', center: [0.2, 0.1], size: [1, 0.6], angle: 0, height: 2 }, 0.1)
    const same = heightOf(
      {
        shape: 'polygon',
        points: [
          [-0.3, -0.2],
          [0.7, -0.2],
          [0.7, 0.4],
          [-0.3, 0.4],
        ],
        height: 2,
      },
      0.1,
    )
    for (const [x, z] of [
      [0.2, 0.1],
      [0.68, 0.1],
      [0.74, 0.1],
      [0.2, 0.42],
      [-0.28, 0],
      [1, 1],
    ] as const)
      expect(same(x, z)).toBeCloseTo(box(x, z), 12)
    let area = 0
    const height = heightOf({ shape: 'polygon', points: arrow, height: 1 }, 0.02)
    for (let x = -1.5; x < 1.5; x += 0.02) for (let z = -1.5; z < 1.5; z += 0.02) area += height(x, z) * 0.0004
    // Half of 2 × 2 less half of 2 × 0.5.
    expect(area).toBeCloseTo(1.5, 2)
  })

  it('reaches its corners and a cell more, and is centred in the rectangle around it', () => {
    const shape = {
      shape: 'polygon' as const,
      points: arrow.map(([x, z]): [number, number] => [x + 0.5, z]),
      height: 1,
    }
    expect(centerOf(shape)).toEqual([0.5, 0])
    expect(reachOf(shape, grid)).toEqual({ i: 14, j: 4, nx: 22, nz: 22 })
  })
})

describe('cone', () => {
  it('falls evenly from its flat top to its foot', () => {
    const height = heightOf({ shape: 'cone', center: [1, 2], radius: 3, top: 1, height: 4 }, 0.1)
    expect([height(1, 2), height(1.9, 2), height(1, 4), height(4, 2), height(9, 9)]).toEqual([4, 4, 2, 0, 0])
    expect(height(1 - 1.5, 2)).toBeCloseTo(3, 12)
  })
})

describe('paraboloid', () => {
  it('rises with the square of the distance, on beyond its radius', () => {
    const height = heightOf({ shape: 'paraboloid', center: [1, 0], radius: 2, height: 3 }, 0.1)
    expect([height(1, 0), height(3, 0), height(1, -1), height(5, 0)]).toEqual([0, 3, 0.75, 12])
  })
})

describe('profile', () => {
  const points: [number, number][] = [
    [-1, 2],
    [0, 2],
    [2, -2],
    [3, 1],
  ]

  it('is straight between its points and level beyond', () => {
    const height = heightOf({ shape: 'profile', points, center: [0, 0], direction: 0 }, 0.1)
    const along = [-5, -1, -0.5, 0, 0.5, 1, 2, 2.5, 3, 8]
    expect(along.map((x) => height(x, 7))).toEqual([2, 2, 2, 2, 1, 0, -2, -0.5, 1, 1])
  })

  it('runs from its centre in its direction', () => {
    const height = heightOf({ shape: 'profile', points, center: [4, 1], direction: 90 }, 0.1)
    expect(height(-3, 2)).toBeCloseTo(0, 12)
    expect(height(9, 3)).toBeCloseTo(-2, 12)
  })
})
