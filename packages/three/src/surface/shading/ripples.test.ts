import { DataUtils } from 'three/webgpu'
import { describe, expect, it } from 'vitest'
import { createRipples, RippleBytes } from './ripples.js'

it('ripples are level on average, with slopes of variance 1 that their third channel tells', () => {
  const values = [...(createRipples().image.data as Uint16Array)].map(DataUtils.fromHalfFloat)
  const texels = values.length / 4
  const mean = (channel: number) =>
    values.reduce((sum, value, at) => (at % 4 === channel ? sum + value : sum), 0) / texels
  expect(mean(0)).toBeCloseTo(0, 3)
  expect(mean(1)).toBeCloseTo(0, 3)
  const square = values.reduce((sum, value, at) => (at % 4 < 2 ? sum + value * value : sum), 0) / texels
  expect(square).toBeCloseTo(mean(2), 2)
  // Waves of one length and direction may meet, so the sum is 1 only nearly.
  expect(Math.abs(square - 1)).toBeLessThan(0.15)
})

describe('ripples in bytes', () => {
  const { texture, variance } = new RippleBytes()
  const levels = texture.mipmaps as { data: Uint8Array; width: number }[]

  it('have mipmaps down to one texel, which is level', () => {
    expect(levels.map(({ width }) => width)).toEqual([128, 64, 32, 16, 8, 4, 2, 1])
    expect([...levels.at(-1)!.data.subarray(0, 2)]).toEqual([128, 128])
  })

  it('have the slopes and the variance of those in half floats', () => {
    const halves = [...(createRipples().image.data as Uint16Array)].map(DataUtils.fromHalfFloat)
    const steepest = halves.reduce((most, value, at) => (at % 4 < 2 ? Math.max(most, Math.abs(value)) : most), 0)
    const { data } = levels[0]!
    for (let at = 0; at < data.length; at += 4)
      for (const axis of [0, 1])
        expect(Math.abs(((data[at + axis]! - 128) * steepest) / 127 - halves[at + axis]!)).toBeLessThan(steepest / 200)
    expect(variance).toBeCloseTo(halves.reduce((sum, value, at) => (at % 4 === 2 ? sum + value : sum), 0) / 128 ** 2, 2)
  })

  it('tell the sum of squares in two bytes, the same on average in each level', () => {
    const means = levels.map(({ data, width }) => {
      let sum = 0
      for (let at = 0; at < data.length; at += 4) sum += data[at + 2]! + data[at + 3]! / 255
      return sum / width ** 2
    })
    for (const mean of means) expect(mean).toBeCloseTo(means[0]!, 2)
  })
})
