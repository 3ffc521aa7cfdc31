import { describe, expect, it } from 'vitest'
import { blur, lightGround } from './ground-light.js'

/** Sunlight, 0 to 1, on a row of cells along x and on the same row laid along z. */
function sunOn(bed: number[], up: number, ahead: number): [alongX: number[], alongZ: number[]] {
  const length = Math.hypot(up, ahead)
  const lit = (nx: number, nz: number, toSun: [number, number, number]): number[] => {
    const light = new Uint8Array(2 * bed.length)
    lightGround(Float32Array.from(bed), nx, nz, 1, toSun, light)
    return bed.map((_, cell) => light[2 * cell]! / 255)
  }
  return [lit(bed.length, 1, [ahead / length, up / length, 0]), lit(1, bed.length, [0, up / length, ahead / length])]
}

describe('light on the ground', () => {
  it('leaves level ground in the sun', () => {
    for (const sun of sunOn([1, 1, 1, 1], 1, -0.5)) expect(sun).toEqual([1, 1, 1, 1])
  })

  it('lets a wall cast its shadow away from the sun, as long as it is high at 45 degrees', () => {
    const wall = [0, 0, 0, 0, 3, 0, 0, 0, 0]
    for (const sun of sunOn(wall, 1, -1)) expect(sun).toEqual([1, 1, 1, 1, 1, 0, 0, 1, 1])
    for (const sun of sunOn(wall, 1, 1)) expect(sun).toEqual([1, 1, 0, 0, 1, 1, 1, 1, 1])
  })

  it('casts no shadow under a sun straight above', () => {
    for (const sun of sunOn([0, 9, 0], 1, 0)) expect(sun).toEqual([1, 1, 1])
  })

  it('is dimmer in a hollow than on a hill', () => {
    const bed = Float32Array.from({ length: 81 }, (_, cell) => (cell === 40 ? -2 : cell === 10 ? 2 : 0))
    const light = new Uint8Array(162)
    lightGround(bed, 9, 9, 1, [0, 1, 0], light)
    expect(light[81]!).toBeLessThan(light[21]!)
  })

  it('blurs without changing what is even, and keeps the sum away from edges', () => {
    expect([...blur(new Float32Array(12).fill(4), 4, 3, 1)]).toEqual(new Array(12).fill(4))
    const point = new Float32Array(49)
    point[24] = 9
    const spread = blur(point, 7, 7, 1)
    expect(spread[24]).toBeCloseTo(1, 6)
    expect(spread.reduce((sum, value) => sum + value, 0)).toBeCloseTo(9, 5)
  })
})
