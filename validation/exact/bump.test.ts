import { describe, expect, it } from 'vitest'
import { bumpBed, CREST, criticalDepth, LENGTH, subcritical, transcritical, withJump } from './bump.js'
import { residuals } from './equations.fixture.js'
import { G } from './flow.js'

describe('flow over a bump', () => {
  const slow = subcritical(4.42, 2)
  const fast = transcritical(1.53)
  const jumping = withJump(0.18, 0.33)
  const asCandidate = (flow: typeof slow) => ({ at: (x: number) => flow.at(x), bed: bumpBed })

  it('is 1.707347 m deep over the crest, 2 m at the end', () => {
    expect(slow.at(CREST.x).depth.toFixed(6)).toBe('1.707347')
    expect(slow.at(LENGTH).depth).toBeCloseTo(2, 12)
  })

  it('obeys the equations: slow, fast, and on both sides of a jump', () => {
    for (const x of [3, 9, 11, 20]) {
      expect(Math.max(...residuals(asCandidate(slow), x, 0, 0))).toBeLessThan(1e-8)
      expect(Math.max(...residuals(asCandidate(fast), x, 0, 0))).toBeLessThan(1e-8)
      expect(Math.max(...residuals(asCandidate(jumping), x, 0, 0))).toBeLessThan(1e-8)
    }
  })

  it('is critical on the crest when it changes from slow to fast', () => {
    expect(fast.at(CREST.x).depth).toBeCloseTo(criticalDepth(1.53), 7)
    expect(fast.at(5).u / Math.sqrt(G * fast.at(5).depth)).toBeLessThan(1)
    expect(fast.at(15).u / Math.sqrt(G * fast.at(15).depth)).toBeGreaterThan(1)
  })

  it('keeps water and momentum in the jump, and loses head', () => {
    const before = jumping.at(jumping.jump - 1e-9)
    const after = jumping.at(jumping.jump + 1e-9)
    const force = ({ depth, u }: typeof before) => depth * u * u + (G * depth * depth) / 2
    expect(after.depth - before.depth).toBeGreaterThan(0.05)
    expect(before.depth * before.u).toBeCloseTo(after.depth * after.u, 12)
    expect(force(before)).toBeCloseTo(force(after), 7)
    const head = ({ depth, u }: typeof before) => depth + (u * u) / (2 * G)
    expect(head(after)).toBeLessThan(head(before) - 1e-3)
    expect(jumping.jump).toBeGreaterThan(CREST.x)
    expect(jumping.jump).toBeLessThan(12)
  })

  it('refuses what would not be slow', () => {
    expect(() => subcritical(4.42, 1)).toThrow('not subcritical')
    expect(() => subcritical(4.42, 1.4)).toThrow('critical on the bump')
  })
})
