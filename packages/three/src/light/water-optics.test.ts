import { Vector3 } from 'three/webgpu'
import { describe, expect, it } from 'vitest'
import { waterAbsorption, waterOptics } from './water-optics.js'

describe('optical properties of water', () => {
  it('attenuate light as the clearest ocean of Jerlov (1976), type I: 0.36, 0.063 and 0.019 per metre', () => {
    const { attenuation } = waterOptics({ organic: 0.005 })
    for (const [k, published] of [0.36, 0.063, 0.019].entries())
      expect(Math.abs(attenuation.getComponent(k) / published - 1), `color ${k}`).toBeLessThan(0.1)
  })

  it('return four to six percent of blue light from the clearest ocean, and less than one of green (Morel and Prieur 1977)', () => {
    const { x: red, y: green, z: blue } = waterOptics({ organic: 0.005 }).reflectance
    expect(blue).toBeGreaterThan(0.04)
    expect(blue).toBeLessThan(0.06)
    expect(green).toBeLessThan(0.01)
    expect(red).toBeLessThan(0.001)
  })

  it('return most of red light from a muddy river, ten to twenty percent (Doxaran et al. 2002)', () => {
    const { x: red, y: green, z: blue } = waterOptics({ organic: 2, turbidity: 100 }).reflectance
    expect(red).toBeGreaterThan(0.1)
    expect(red).toBeLessThan(0.2)
    expect(red).toBeGreaterThan(green)
    expect(green).toBeGreaterThan(2 * blue)
  })

  it('have the absorption of pure water where nothing is dissolved', () => {
    expect(waterOptics().absorption).toEqual(waterAbsorption(0))
    expect(waterAbsorption(0).toArray()).toEqual([0.34, 0.0565, 0.0092])
  })

  it('absorb blue more than red where organic matter is dissolved', () => {
    const { x: red, y: green, z: blue } = waterAbsorption(2)
    expect(blue).toBeGreaterThan(red)
    expect(green).toBeGreaterThan(red)
    // Of the reference wavelength 440 nm the organic matter alone absorbs the given amount.
    expect((blue - 0.0092) / Math.exp(-0.014 * 10)).toBeCloseTo(2, 10)
  })

  it('turn from blue over green to brown as organic matter is added', () => {
    const brightest = (organic: number): string => {
      const { x, y, z } = waterOptics({ organic, turbidity: 1 }).reflectance
      return x > Math.max(y, z) ? 'red' : y > z ? 'green' : 'blue'
    }
    expect([0, 0.5, 8].map(brightest)).toEqual(['blue', 'green', 'red'])
  })

  it('attenuate no less than they absorb, and more with particles', () => {
    const [clear, murky] = [waterOptics({ organic: 0.1 }), waterOptics({ organic: 0.1, turbidity: 10 })]
    for (let k = 0; k < 3; k++) {
      expect(clear.attenuation.getComponent(k)).toBeGreaterThan(clear.absorption.getComponent(k))
      expect(murky.attenuation.getComponent(k)).toBeGreaterThan(clear.attenuation.getComponent(k))
      expect(murky.reflectance.getComponent(k)).toBeGreaterThan(clear.reflectance.getComponent(k))
    }
  })

  it('are black where a dye absorbs all light', () => {
    const { waterColor, absorption } = waterOptics({ dye: new Vector3(80, 70, 40) }).look
    expect(Math.max(waterColor.r, waterColor.g, waterColor.b)).toBeLessThan(1e-4)
    expect(absorption.x).toBeGreaterThan(80)
  })

  it('refuse amounts that are negative or no numbers', () => {
    expect(() => waterOptics({ turbidity: -1 })).toThrow('turbidity of water must be at least 0, got -1')
    expect(() => waterOptics({ organic: Number.NaN })).toThrow('organic of water must be at least 0, got NaN')
  })
})
