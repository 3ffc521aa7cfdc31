import { describe, expect, it } from 'vitest'
import { paletteFor } from './palette.js'
import { asShown } from './scene-palette.js'

describe('the palette of a scene', () => {
  it('has the sun where the scene puts it, and red light from a low one', () => {
    const { sunDirection, sunColor, sunStrength } = asShown(
      paletteFor(false),
      { sun: { azimuth: 90, height: 5 } },
      false,
    )
    expect(sunDirection.x).toBeCloseTo(Math.cos((5 * Math.PI) / 180))
    expect(sunDirection.y).toBeCloseTo(Math.sin((5 * Math.PI) / 180))
    expect(sunColor.b / sunColor.r).toBeLessThan(0.4)
    expect(sunStrength).toBeLessThan(paletteFor(false).sunStrength)
  })

  it('has the moon of the dark theme in the direction of the sun, as high as always, and the color of the water', () => {
    const night = paletteFor(true)
    const shown = asShown(night, { sun: { azimuth: 90, height: 5 }, water: 'muddy' }, true)
    expect(shown.sunDirection.y).toBeCloseTo(night.sunDirection.y, 9)
    expect(shown.sunDirection.x).toBeCloseTo(Math.sqrt(1 - night.sunDirection.y ** 2), 9)
    expect(shown.sunColor).toEqual(night.sunColor)
    expect(shown.waterColor.r).toBeGreaterThan(shown.waterColor.b)
  })

  it('exposes the light from the depth of the water, and leaves the palette as it is', () => {
    const night = paletteFor(true)
    const before = night.waterColor.clone()
    expect(asShown(night, undefined, true, 2).waterColor).toEqual(before.clone().multiplyScalar(2))
    expect(night.waterColor).toEqual(before)
  })
})
