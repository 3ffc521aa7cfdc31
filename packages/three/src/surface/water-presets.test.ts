import { Color } from 'three/webgpu'
import { describe, expect, it } from 'vitest'
import { waterAbsorption, waterPresets } from './water-presets.js'
import { WaterSurface } from './water-surface.js'

const flat = () => ({ nx: 4, nz: 4, cellSize: 1, data: new Float32Array(16) })

describe('presets', () => {
  it('have the absorption of pure water where nothing is dissolved', () => {
    expect(waterAbsorption(0).toArray()).toEqual([0.34, 0.0565, 0.0092])
    expect(waterPresets.pool.absorption).toEqual(waterAbsorption(0))
  })

  it('absorb blue more than red where organic matter is dissolved', () => {
    const { x: red, y: green, z: blue } = waterAbsorption(2)
    expect(blue).toBeGreaterThan(red)
    expect(green).toBeGreaterThan(red)
    // Of the reference wavelength 440 nm the organic matter alone absorbs the given amount.
    expect((blue - 0.0092) / Math.exp(-0.014 * 10)).toBeCloseTo(2, 10)
  })

  it('give a lake the colour that passes furthest: green', () => {
    const { x: red, y: green, z: blue } = waterPresets.lake.absorption!
    expect(green).toBeLessThan(Math.min(red, blue))
  })

  it('are the look of a surface, which other options override', () => {
    const { material } = new WaterSurface(flat(), { preset: 'river', waterColor: 0x123456 })
    expect(material.absorption.value).toEqual(waterPresets.river.absorption)
    expect(material.absorption.value).not.toBe(waterPresets.river.absorption)
    expect(material.waterColor.value.equals(new Color(0x123456))).toBe(true)
  })

  it('can be set later', () => {
    const surface = new WaterSurface(flat())
    surface.setLook('ink')
    expect(surface.waterColor.value.equals(new Color(waterPresets.ink.waterColor))).toBe(true)
    surface.setLook({ alpha: 0.5 })
    expect(surface.alpha.value).toBe(0.5)
    expect(surface.waterColor.value.equals(new Color(waterPresets.ink.waterColor))).toBe(true)
  })

  it('are refused by a name that does not exist, with those that do', () => {
    expect(() => new WaterSurface(flat(), { preset: 'pond' as never })).toThrow(
      'there is no preset "pond"; there are pool, lake, ocean, river, ink',
    )
  })
})
