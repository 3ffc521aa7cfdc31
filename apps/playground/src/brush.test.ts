import { describe, expect, it } from 'vitest'
import { type Brush, StrokePath, strokeEvent } from './brush.js'
import type { WaterPoint } from './water-point.js'

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
    const widths = [0, 0.5, 1].map((pressure) => strokeEvent('build', [0, 0], [0, 0], brush, pressure).radius)
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

describe('StrokePath', () => {
  it('makes pieces of the asked length that hang together, and ends where the pointer ended', () => {
    const pieces: [WaterPoint, WaterPoint][] = []
    const path = new StrokePath([0, 0], (from, to) => pieces.push([from, to]))
    for (let k = 1; k <= 100; k++) path.to({ at: [k * 0.01, 0], pressure: 1 }, 0.095)
    path.end()
    path.end()
    expect(pieces.length).toBe(10)
    for (const [k, [from]] of pieces.entries()) if (k > 0) expect(from).toEqual(pieces[k - 1]?.[1])
    expect(pieces.at(-1)?.[1]).toEqual([1, 0])
  })

  it('paints nothing when the pointer has not moved', () => {
    new StrokePath([0, 0], () => expect.unreachable()).end()
  })
})
