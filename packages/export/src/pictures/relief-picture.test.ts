import { decode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { defaultLight, encodeRelief, type ReliefGrid, ReliefStatistics } from './relief-picture.js'

const width = 40
const height = 30
const grid: ReliefGrid = { width, height, cellSize: 0.1, openness: undefined }

function surface(eta: (i: number, j: number) => number): Float32Array {
  return Float32Array.from({ length: width * height }, (_, k) => eta(k % width, Math.floor(k / width)))
}

/** Sum of red, green and blue. */
function brightness(png: Uint8Array, i: number, j: number): number {
  const { data } = decode(png)
  return [0, 1, 2].reduce((sum, c) => sum + data[3 * (j * width + i) + c]!, 0)
}

function draw(eta: Float32Array, light = defaultLight, on = grid): Uint8Array {
  const statistics = new ReliefStatistics()
  statistics.add(eta, on)
  return encodeRelief(eta, on, statistics.look(light))
}

describe('encodeRelief', () => {
  const hill = surface((i, j) => 0.1 * Math.exp(-((i - 20) ** 2 + (j - 15) ** 2) / 25))

  it('is an 8-bit RGB picture, one pixel a cell', () => {
    expect(decode(draw(hill))).toMatchObject({ width, height, depth: 8, channels: 3 })
  })

  it('lights the side of a hill that faces the light', () => {
    const sides = { left: [15, 15], right: [25, 15], top: [20, 10], bottom: [20, 20] } as const
    const at = (azimuth: number, side: keyof typeof sides) => {
      const [i, j] = sides[side]
      return brightness(draw(hill, { azimuth, altitude: 45 }), i, j)
    }
    expect(at(270, 'left')).toBeGreaterThan(at(270, 'right'))
    expect(at(90, 'right')).toBeGreaterThan(at(90, 'left'))
    expect(at(0, 'top')).toBeGreaterThan(at(0, 'bottom'))
    expect(at(180, 'bottom')).toBeGreaterThan(at(180, 'top'))
  })

  it('draws dry land as sand, whose heights do not count as waves', () => {
    const beach = surface((i) => (i < 20 ? 0.01 * Math.sin(i) : 3 * (i - 19)))
    const depth = surface((i) => (i < 20 ? 1 : 0))
    const { data } = decode(draw(beach, defaultLight, { ...grid, depth }))
    const [red, , blue] = data.slice(3 * (15 * width + 30))
    expect(red).toBeGreaterThan(blue!)
    const statistics = new ReliefStatistics()
    statistics.add(beach, { ...grid, depth })
    expect(statistics.look(defaultLight).heightScale).toBeLessThan(0.011)
  })

  it('draws still water in one blue', () => {
    const { data } = decode(draw(surface(() => 0)))
    const [red, green, blue] = data
    expect(blue).toBeGreaterThan(green!)
    expect(green).toBeGreaterThan(red!)
    for (let k = 0; k < data.length; k++) expect(data[k]).toBe(data[k % 3])
  })

  it('draws crests lighter than troughs under light from above', () => {
    const waves = surface((i) => 0.05 * Math.sin((2 * Math.PI * i) / 20))
    const png = draw(waves, { azimuth: 0, altitude: 90 })
    expect(brightness(png, 5, 10)).toBeGreaterThan(brightness(png, 15, 10))
  })

  it('draws solid ground as stone and does not let it steepen the water beside it', () => {
    const openness = surface((i) => (i < 10 ? 0 : 1))
    const level = surface((i) => (i < 10 ? 0 : 0.1))
    const png = draw(level, defaultLight, { ...grid, openness })
    const { data } = decode(png)
    const pixel = (i: number) => [...data.subarray(3 * i, 3 * i + 3)]
    expect(pixel(0)).toEqual([0x8d, 0x85, 0x77])
    expect(pixel(10)).toEqual(pixel(30))
  })

  it('draws a channel one cell wide', () => {
    const channel: ReliefGrid = { width: 50, height: 1, cellSize: 1, openness: undefined }
    const eta = Float32Array.from({ length: 50 }, (_, i) => Math.sin(i / 4))
    expect(decode(draw(eta, defaultLight, channel))).toMatchObject({ width: 50, height: 1 })
  })
})

describe('ReliefStatistics', () => {
  it('does not care how much still water surrounds a wave', () => {
    const wave = (i: number, j: number) => 0.01 * Math.exp(-((i - 20) ** 2 + (j - 15) ** 2) / 20)
    const small = new ReliefStatistics()
    small.add(surface(wave), grid)
    const large = new ReliefStatistics()
    const values = Float32Array.from({ length: 200 * 150 }, (_, k) => wave(k % 200, Math.floor(k / 200)))
    large.add(values, { ...grid, width: 200, height: 150 })
    expect(large.look(defaultLight)).toEqual(small.look(defaultLight))
  })

  it('exaggerates gentle waves, never flattens steep ones, and obeys', () => {
    const look = (slope: number, exaggeration?: number) => {
      const statistics = new ReliefStatistics()
      statistics.add(
        surface((i) => slope * 0.1 * i),
        grid,
      )
      return statistics.look(defaultLight, exaggeration).exaggeration
    }
    expect(look(0.01)).toBeCloseTo(45, 6)
    expect(look(2)).toBe(1)
    expect(look(0)).toBe(1)
    expect(look(0.01, 7)).toBe(7)
  })
})
