import { expect, it } from 'vitest'
import { runUpOf } from './run-up.js'

const sea = { edge: 'x-' } as const

it('is the height of waves over the highest tide', () => {
  const tide = { mean: 0.1, amplitude: 0.4, period: 120, phase: 0 }
  expect(runUpOf({ inflows: [{ ...sea, level: tide, wave: { height: 0.65, period: 7.5, phase: 0 } }] })).toBeCloseTo(
    1.05,
    9,
  )
  expect(runUpOf({ inflows: [{ ...sea, level: { ...tide, phase: 90 } }] })).toBeCloseTo(0, 9)
  expect(
    runUpOf({
      inflows: [
        {
          ...sea,
          level: [
            [0, 0.2],
            [60, 1],
          ],
        },
      ],
    }),
  ).toBeCloseTo(0.8, 9)
})

it('is 0 without waves, for rivers, and for solitary waves', () => {
  expect(runUpOf({ inflows: [] })).toBe(0)
  expect(runUpOf({ inflows: [{ ...sea, discharge: 30 }] })).toBe(0)
  expect(runUpOf({ inflows: [{ ...sea, level: 0.5, wave: { solitary: 0.3 } }] })).toBe(0)
})
