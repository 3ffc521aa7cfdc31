import { airyAnatomy, airyBreaksByMiche, airyBreaksBySlide } from '@seiche/textbook'
import { describe, expect, it } from 'vitest'
import { breaksByMiche, breaksBySlides, micheHeight, orbitSpeed } from './breaking.js'

describe('breaking', () => {
  it('is by the slides at a steepness of 1/π, by Miche at .142 tanh(kd), as in the textbook', () => {
    const wavelength = 2
    const k = Math.PI
    for (const depth of [0.05, 0.5, 50, Number.POSITIVE_INFINITY])
      for (const steepness of [0.01, 0.1, 0.141, 0.143, 0.999 / Math.PI, 1.001 / Math.PI]) {
        const height = steepness * wavelength
        const twin = airyAnatomy(height, k, { depth })
        expect(orbitSpeed(height, k, { depth })).toBeCloseTo(twin.orbitSpeed, 14)
        expect(breaksBySlides(height, k, { depth })).toBe(airyBreaksBySlide(twin))
        expect(breaksBySlides(height, k, { depth })).toBe(steepness > 1 / Math.PI)
        expect(breaksByMiche(height, k, { depth })).toBe(airyBreaksByMiche(twin, { depth }))
        expect(breaksByMiche(height, k, { depth })).toBe(steepness > 0.142 * Math.tanh(k * depth))
      }
  })

  it('is at .89 depths on a beach and at nothing without water', () => {
    expect(micheHeight(0.01, 0.1)).toBeCloseTo(0.142 * 2 * Math.PI * 0.1, 7)
    expect(micheHeight(Number.POSITIVE_INFINITY, 0)).toBe(0)
  })
})
