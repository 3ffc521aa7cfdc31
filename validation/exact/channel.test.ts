import { describe, expect, it } from 'vitest'
import { channelOf, normalDepth } from './channel.js'
import { residuals } from './equations.fixture.js'

describe('channels with friction', () => {
  const friction = { discharge: 2, manning: 0.033 }

  it('has the normal depth at which weight and friction are equal', () => {
    const depth = normalDepth(friction, 0.002)
    const uniform = {
      at: () => ({ depth, u: friction.discharge / depth, w: 0 }),
      bed: (x: number) => -0.002 * x,
      manning: friction.manning,
    }
    expect(Math.max(...residuals(uniform, 0, 0, 0))).toBeLessThan(1e-9)
  })

  it('is steady over the ground that was made for it', () => {
    const k = Math.PI / 500
    const channel = channelOf(
      (x) => 9 / 8 + Math.sin(k * x) / 4,
      (x) => (k * Math.cos(k * x)) / 4,
      friction,
    )
    expect(channel.bed(0)).toBeCloseTo(0, 15)
    expect(channel.bed(1000)).toBeLessThan(-1)
    for (const x of [1, 260, 770])
      expect(Math.max(...residuals({ ...channel, manning: friction.manning }, x, 0, 0, 0.5))).toBeLessThan(1e-8)
  })

  it('is an even slope for an even depth', () => {
    const depth = normalDepth(friction, 0.002)
    const channel = channelOf(
      () => depth,
      () => 0,
      friction,
    )
    expect(channel.bed(100)).toBeCloseTo(-0.2, 12)
  })
})
