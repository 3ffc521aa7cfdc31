import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { measureFrequency } from './frequency.js'
import { errorOf, passes } from './problem.js'
import { groups, problems } from './problems/index.js'

it('every group of problems is tested', () => {
  const folder = new URL('test/', import.meta.url)
  const tests = readdirSync(folder).filter((file) => file.endsWith('.test.ts'))
  expect(tests).toEqual(
    Object.keys(groups)
      .map((name) => `${name}.test.ts`)
      .sort(),
  )
  for (const test of tests)
    expect(readFileSync(new URL(test, folder), 'utf8')).toContain(`testGroup('${test.replace('.test.ts', '')}')`)
})

it('every problem has a name of its own', () => {
  const names = problems.map(({ solver, name }) => `${solver}: ${name}`)
  expect(new Set(names).size).toBe(names.length)
})

describe('the measure itself', () => {
  it('finds a frequency to rounding', () => {
    const samples = Float64Array.from({ length: 500 }, (_, n) => Math.cos(1.234 * n * 0.05 + 0.3))
    expect(measureFrequency(samples, 0.05, 1.2)).toBeCloseTo(1.234, 12)
  })

  it('fails a finding that is off, and one that is not a number', () => {
    const finding = { quantity: 'x', measured: 1.02, expected: 1, tolerance: 0.01, kind: 'relative', unit: '' } as const
    expect(passes(finding)).toBe(false)
    expect(passes({ ...finding, tolerance: 0.03 })).toBe(true)
    expect(passes({ ...finding, measured: Number.NaN })).toBe(false)
    expect(errorOf({ ...finding, kind: 'at most' })).toBeCloseTo(0.02)
    expect(errorOf({ ...finding, kind: 'at least' })).toBe(0)
    expect(passes({ ...finding, kind: 'at least', expected: 1.5, tolerance: 0 })).toBe(false)
    expect(passes({ ...finding, kind: 'at least', measured: Number.NaN })).toBe(false)
  })
})
