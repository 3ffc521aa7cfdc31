import { describe, expect, it } from 'vitest'
import { createFoamNoise } from '../shared/foam-noise.js'
import { FoamTrail } from './foam-trail.js'

/** Foam of two cells, padded to rows of three. */
function foam(first: number, second: number) {
  return { stride: 3, offset: 1, data: Float32Array.from([9, first, second, 9]), begins: 0, covers: 1 }
}

describe('foam that lasts', () => {
  it('fades by e in its lifetime, and new foam covers old', () => {
    const trail = new FoamTrail(2, 1)
    trail.add(foam(1, 0.5), 10, 2)
    expect([...trail.bytes]).toEqual([255, 128])
    trail.add(foam(0, 1), 12, 2)
    expect([...trail.bytes]).toEqual([Math.round(255 / Math.E), 255])
  })

  it('forgets when time goes back, is unknown, or foam is to last no time', () => {
    const trail = new FoamTrail(2, 1)
    trail.add(foam(1, 1), 5, 2)
    trail.add(foam(0, 0), 4, 2)
    expect([...trail.bytes]).toEqual([0, 0])
    trail.add(foam(1, 1), undefined, 2)
    trail.add(foam(0, 0), undefined, 2)
    expect([...trail.bytes]).toEqual([0, 0])
    trail.add(foam(1, 1), 6, 0)
    trail.add(foam(0, 0), 6.1, 0)
    expect([...trail.bytes]).toEqual([0, 0])
  })

  it('begins and covers where it is told', () => {
    const trail = new FoamTrail(2, 1)
    trail.add({ ...foam(0.75, 1), begins: 0.75, covers: 1.25 }, 0, 1)
    expect([...trail.bytes]).toEqual([0, 128])
  })
})

describe('foam noise', () => {
  it('has every value equally often, so that a share of foam covers that share', () => {
    const bytes = [...(createFoamNoise().image.data as Uint8Array)]
    for (const share of [0.1, 0.5, 0.9]) {
      const covered = bytes.filter((value) => value >= 256 * (1 - share)).length / bytes.length
      expect(covered).toBeCloseTo(share, 2)
    }
  })
})
