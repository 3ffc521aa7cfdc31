import { expect, it } from 'vitest'
import { fillUnknown } from './no-data.js'

const [width, height] = [61, 47]

/** A raster of a function with a gap, filled. */
function filled(value: (x: number, z: number) => number, gap: (x: number, z: number) => boolean) {
  const at = Array.from({ length: width * height }, (_, k) => [k % width, Math.floor(k / width)] as const)
  const known = Uint8Array.from(at, ([x, z]) => (gap(x, z) ? 0 : 1))
  const values = Float64Array.from(at, ([x, z], k) => (known[k] === 1 ? value(x, z) : Number.NaN))
  fillUnknown({ width, height, values, known })
  return { values, known, at }
}

const disc = (x: number, z: number) => (x - 30) * (x - 30) + (z - 20) * (z - 20) < 15 * 15

it('leaves what is known alone', () => {
  const { values, known, at } = filled((x, z) => x * 7.3 - z, disc)
  at.forEach(([x, z], k) => {
    if (known[k] === 1) expect(values[k]).toBe(x * 7.3 - z)
  })
})

it('closes a wide gap in a slope and in a saddle, which solve Laplace’s equation', () => {
  const depth = (value: (x: number, z: number) => number) => {
    const { values, at } = filled(value, disc)
    return Math.max(...at.map(([x, z], k) => Math.abs(values[k]! - value(x, z))))
  }
  // Heights differ by 100 and more across the gap.
  expect(depth((x, z) => 3 * x - 2 * z)).toBeLessThan(0.5)
  expect(depth((x, z) => ((x - 30) * (x - 30) - (z - 20) * (z - 20)) / 4)).toBeLessThan(0.5)
})

it('never exceeds what surrounds the gap', () => {
  const { values, at } = filled((x, z) => ((x * 7919 + z * 104729) % 101) / 10, disc)
  at.forEach(([x, z], k) => {
    if (!disc(x, z)) return
    expect(values[k]).toBeGreaterThanOrEqual(0)
    expect(values[k]).toBeLessThanOrEqual(10)
  })
})

it('a single known place gives its height to all', () => {
  const { values } = filled(
    () => 4.5,
    (x, z) => x !== 3 || z !== 40,
  )
  for (const value of values) expect(value).toBeCloseTo(4.5, 12)
})

it('a gap as wide as half the map ends at the rim without falling off', () => {
  const { values } = filled(
    () => 4.5,
    (x) => x > 20,
  )
  for (const value of values) expect(value).toBeCloseTo(4.5, 12)
})
