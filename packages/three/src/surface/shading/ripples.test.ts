import { DataUtils } from 'three/webgpu'
import { expect, it } from 'vitest'
import { createRipples } from './ripples.js'

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
