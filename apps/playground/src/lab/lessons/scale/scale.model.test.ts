import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultsOf } from '../../settings.js'
import { openModel } from './scale.model.js'
import { type ScaleValues, settings } from './scale.settings.js'

async function modelOf(values: Partial<ScaleValues>) {
  const model = await openModel({ ...defaultsOf(settings), ...values })
  onTestFinished(() => model.dispose?.())
  return model
}

describe.each(['textbook', 'engine'] as const)('a model sea by the %s', (by) => {
  it('runs √scale times as fast without tension, and as full size in slow motion', async () => {
    for (const [slow, ratio] of [
      [false, Math.sqrt(20)],
      [true, 1],
    ] as const) {
      const { longRatio, shortRatio } = (await modelOf({ by, tension: false, slow })).frame()
      expect(longRatio / ratio).toBeCloseTo(1, 4)
      expect(shortRatio / ratio).toBeCloseTo(1, 4)
    }
  })

  it('has short waves that are too fast with tension, as the dispersion relation says', async () => {
    const { longRatio, shortRatio, shortInTheory } = (
      await modelOf({ by, slow: true, scale: 35, shortest: 0.6 })
    ).frame()
    expect(longRatio).toBeCloseTo(1, 1)
    expect(shortRatio / shortInTheory).toBeCloseTo(1, 3)
    // .6 m at 1:35 is 1.71 cm, where gravity and tension are equal.
    expect(shortRatio).toBeCloseTo(Math.SQRT2, 1)
  })

  it('draws the same picture at both sizes in slow motion without tension, another with it', async () => {
    const differing = async (tension: boolean) => {
      const model = await modelOf({ by, slow: true, tension, scale: 16 })
      for (let n = 0; n < 40; n++) model.step()
      const { full, model: small } = model.frame()
      let sum = 0
      for (let n = 0; n < full.rgba.length; n++) sum += Math.abs(full.rgba[n]! - small.rgba[n]!)
      return sum / full.rgba.length
    }
    const [without, withTension] = [await differing(false), await differing(true)]
    expect(without).toBeLessThan(0.2)
    expect(withTension).toBeGreaterThan(5 * without)
  })
})
