import { expect, it } from 'vitest'
import { SmoothedVolume } from './smoothed-volume.js'

const cells = [9, 8, 7] as const
const volume = (value: (x: number, y: number, z: number) => number): Float32Array =>
  Float32Array.from({ length: 9 * 8 * 7 }, (_, cell) =>
    value(cell % 9, Math.floor(cell / 9) % 8, Math.floor(cell / 72)),
  )
const sum = (values: Float32Array): number => values.reduce((total, value) => total + value, 0)

it('keeps the sum of a volume, also beside its walls', () => {
  const values = volume((x, y, z) => (x * 7 + y * 3 + z * 5) % 4)
  expect(sum(new SmoothedVolume(cells).of(values))).toBeCloseTo(sum(values), 2)
})

it('leaves less than half of a film of one cell, and the inside of a thick layer as it is', () => {
  const film = new SmoothedVolume(cells).of(volume((_x, y) => Number(y === 4)))
  expect(Math.max(...film)).toBeCloseTo(0.3125, 6)
  const layer = new SmoothedVolume(cells).of(volume((x) => Number(x < 6)))
  expect(layer[2]).toBe(1)
})

it('smooths all axes alike', () => {
  const point = new SmoothedVolume([7, 7, 7]).of(Float32Array.from({ length: 343 }, (_, cell) => Number(cell === 171)))
  const [x, y, z] = [point[171 + 3]!, point[171 + 21]!, point[171 + 147]!]
  expect(x).toBeGreaterThan(0)
  expect([y, z]).toEqual([x, x])
})
