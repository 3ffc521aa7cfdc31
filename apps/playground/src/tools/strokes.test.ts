import { describe, expect, it } from 'vitest'
import { type Brush, Channel, strokeEvent } from './strokes.js'
import type { WaterPoint } from './water-point.js'

const radiusOf = (event: object) => ('radius' in event ? Number(event.radius) : Number.NaN)
const brush: Brush = { radius: 0.2, softness: 0.5, strength: 0.5 }

describe('strokeEvent', () => {
  it('lets a drop fall where the stroke has come to', () => {
    const event = strokeEvent('drop', [0, 0], [1, 2], brush)
    expect(event).toMatchObject({ type: 'drop', x: 1, z: 2, radius: 0.2, softness: 0.5 })
    expect(event).toHaveProperty('height', expect.closeTo(0.1, 12))
  })

  it('pushes the same in one piece or in many', () => {
    const strengths = (pieces: number) => {
      let sum = 0
      for (let k = 0; k < pieces; k++) {
        const event = strokeEvent('push', [(0.3 * k) / pieces, 0], [(0.3 * (k + 1)) / pieces, 0], brush)
        if (event.type === 'stroke') sum += event.strength
      }
      return sum
    }
    expect(strengths(1)).toBeGreaterThan(0)
    expect(strengths(7)).toBeCloseTo(strengths(1), 12)
  })

  it('builds the same in one piece or in many, and all of it with a hard full brush', () => {
    const left = (pieces: number, { strength, softness }: { strength: number; softness: number }) => {
      let open = 1
      for (let k = 0; k < pieces; k++) {
        const ends: [WaterPoint, WaterPoint] = [
          [(0.3 * k) / pieces, 0],
          [(0.3 * (k + 1)) / pieces, 0],
        ]
        const event = strokeEvent('build', ...ends, { radius: 0.2, strength, softness })
        if (event.type === 'build') open *= 1 - event.strength
      }
      return open
    }
    expect(left(1, { strength: 0.5, softness: 0 })).toBeLessThan(1)
    expect(left(6, { strength: 0.5, softness: 0 })).toBeCloseTo(left(1, { strength: 0.5, softness: 0 }), 12)
    expect(left(6, { strength: 1, softness: 0 })).toBe(0)
    expect(left(6, { strength: 1, softness: 1 })).toBeCloseTo(left(2, { strength: 1, softness: 1 }), 12)
  })

  it('draws solids wider, and touches water harder, the more a pen presses', () => {
    const widths = [0, 0.5, 1].map((pressure) => radiusOf(strokeEvent('build', [0, 0], [0, 0], brush, pressure)))
    expect(widths[0]).toBeGreaterThan(0)
    expect(widths).toEqual(widths.toSorted((a, b) => a - b))
    expect(widths[2]).toBe(brush.radius)
    const light = strokeEvent('drop', [0, 0], [0, 0], brush, 0.2)
    const hard = strokeEvent('drop', [0, 0], [0, 0], brush, 1)
    if (light.type !== 'drop' || hard.type !== 'drop') throw new Error('no drops')
    expect(light.radius).toBe(hard.radius)
    expect(light.height).toBeLessThan(0.5 * hard.height)
  })
})

describe('strokes on terrain', () => {
  it('raise and lower by the same in one piece or in many', () => {
    for (const tool of ['raise', 'lower'] as const) {
      const sum = (pieces: number) => {
        let height = 0
        for (let k = 0; k < pieces; k++) {
          const event = strokeEvent(tool, [(0.3 * k) / pieces, 0], [(0.3 * (k + 1)) / pieces, 0], brush)
          if (event.type === tool) height += event.height
        }
        return height
      }
      expect(sum(1)).toBeGreaterThan(0)
      expect(sum(6)).toBeCloseTo(sum(1), 12)
    }
  })

  it('smooth the same in one piece or in many', () => {
    const left = (pieces: number) => {
      let rough = 1
      for (let k = 0; k < pieces; k++) {
        const event = strokeEvent('smooth', [(0.3 * k) / pieces, 0], [(0.3 * (k + 1)) / pieces, 0], brush)
        if (event.type === 'smooth') rough *= 1 - event.strength
      }
      return rough
    }
    expect(left(5)).toBeCloseTo(left(1), 12)
  })
})

describe('Channel', () => {
  /** A lake at level 2 to the left of a dam 5 m high, and land that falls beyond it. */
  const top = ([x]: WaterPoint): number => (x < -1 ? 2 : x < 1 ? 5 : 1 - x)
  const floors = (points: WaterPoint[]): (number | undefined)[] => {
    const channel = new Channel(top, { radius: 1, softness: 0.5, strength: 0.5 })
    return points.slice(1).map((to, k) => {
      const event = channel.dig(points[k]!, to)
      return event.type === 'dig' ? event.level : undefined
    })
  }

  it('crosses a dam below the level of the lake and goes on downhill', () => {
    expect(
      floors([
        [-3, 0],
        [-2, 0],
        [0, 0],
        [1, 0],
        [3, 0],
      ]),
    ).toEqual([1.5, 1.5, -0.5, -2.5])
  })

  it('is cut as low as it begins when it is drawn uphill', () => {
    expect(
      floors([
        [3, 0],
        [1, 0],
        [0, 0],
        [-3, 0],
      ]),
    ).toEqual([-2.5, -2.5, -2.5])
  })

  it('is shallower under a pen that hardly presses', () => {
    const light = new Channel(top, { radius: 1, softness: 0.5, strength: 0.5 }).dig([-3, 0], [-3, 0], 0)
    expect(light.type === 'dig' && light.level).toBeCloseTo(2 - 0.5 * 0.15, 12)
  })
})
