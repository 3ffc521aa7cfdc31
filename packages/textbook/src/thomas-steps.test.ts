import { expect, it } from 'vitest'
import { kassMillerRows, thomas } from './kass-miller.js'
import { largestDifference } from './standing-wave.fixture.js'
import { thomasStages } from './thomas-steps.js'

const d = Float64Array.of(1, 2, 3, 0.5, 1.5)
const rows = kassMillerRows(d, { dx: 1, dt: 1, g: 2 })
const b = Float64Array.of(3, -1, 4, 1, -5)

it('ends with the solution of thomas', () => {
  const stages = thomasStages(rows, b)
  expect(stages).toHaveLength(2 * 5 - 1)
  const x = stages.at(-1)!.right
  expect(largestDifference(x, (i) => thomas(rows, b)[i]!)).toBeLessThan(1e-15)
  for (let i = 0; i < 5; i++) {
    const left = i > 0 ? rows.f[i - 1]! * x[i - 1]! : 0
    const right = i < 4 ? rows.f[i]! * x[i + 1]! : 0
    expect(left + rows.e[i]! * x[i]! + right).toBeCloseTo(b[i]!, 12)
  }
})

it('every stage has the same solution: forth, rows up to the treated one have lost their left element', () => {
  const x = thomas(rows, b)
  for (const { direction, row, pivot, right } of thomasStages(rows, b)) {
    if (direction === 'back') {
      expect(right[row]).toBeCloseTo(x[row]!, 12)
      continue
    }
    for (let i = 0; i < 5; i++) {
      const left = i > row ? rows.f[i - 1]! * x[i - 1]! : 0
      const next = i < 4 ? rows.f[i]! * x[i + 1]! : 0
      expect(left + pivot[i]! * x[i]! + next).toBeCloseTo(right[i]!, 12)
    }
    expect(pivot[row]).toBeGreaterThanOrEqual(1)
  }
})
