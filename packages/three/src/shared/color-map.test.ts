import { describe, expect, it, vi } from 'vitest'
import { ColorMap, type ColorMapName, colorPaths } from './color-map.js'

const names = Object.keys(colorPaths) as ColorMapName[]
const twoArms = ['balance', 'night']

/** Light of a channel as screens are told of it. */
const light = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Lightness L* after CIE 1976, 0 to 100, from the luminance alone: another measure than the one the maps are made by. */
function lightness([red, green, blue]: readonly [number, number, number]): number {
  const luminance = 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
  return luminance > 216 / 24389 ? 116 * Math.cbrt(luminance) - 16 : (luminance * 24389) / 27
}

/** L*, a*, b* after CIE 1976, white D65. */
function cielab([red, green, blue]: readonly [number, number, number]): [number, number, number] {
  const [r, g, b] = [light(red), light(green), light(blue)]
  const x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b
  const z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (t * 841) / 108 + 4 / 29)
  return [116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))]
}

/** At steps much larger than the bytes of the table. */
const places = Array.from({ length: 33 }, (_, k) => k / 32)

describe('ColorMap', () => {
  it.each(names.filter((name) => !twoArms.includes(name)))('%s gets lighter, or darker, all the way', (name) => {
    const map = new ColorMap(name)
    const values = places.map((place) => lightness(map.at(place)))
    const way = Math.sign(values.at(-1)! - values[0]!)
    for (let k = 1; k < values.length; k++) expect(way * (values[k]! - values[k - 1]!)).toBeGreaterThan(0.5)
    expect(Math.abs(values.at(-1)! - values[0]!)).toBeGreaterThan(70)
  })

  it.each(twoArms)('%s turns in its middle and is as light on either side', (name) => {
    const map = new ColorMap(name as ColorMapName)
    const values = places.map((place) => lightness(map.at(place)))
    const way = Math.sign(values[16]! - values[0]!)
    for (let k = 1; k <= 16; k++) {
      expect(way * (values[k]! - values[k - 1]!)).toBeGreaterThan(0.5)
      expect(way * (values[32 - k]! - values[33 - k]!)).toBeGreaterThan(0.5)
      // Seen from the two ends: CIE and Oklab weigh blue and red light a little differently.
      expect(Math.abs(values[k]! - values[32 - k]!)).toBeLessThan(9)
    }
  })

  it.each(names)('%s has no jumps and no flat parts', (name) => {
    const map = new ColorMap(name)
    const steps = places.slice(1).map((place, k) => {
      const [before, after] = [cielab(map.at(places[k]!)), cielab(map.at(place))]
      return Math.hypot(after[0] - before[0], after[1] - before[1], after[2] - before[2])
    })
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length
    // CIE 1976 itself is off by about this factor for saturated blues and yellows.
    expect(Math.min(...steps)).toBeGreaterThan(mean / 2.5)
    expect(Math.max(...steps)).toBeLessThan(mean * 2.5)
  })

  it('takes colours of your own, and says what is wrong with them', () => {
    const map = new ColorMap([
      [0, 0, 0],
      [1, 0, 0],
    ])
    expect(map.at(0)).toEqual([0, 0, 0])
    expect(map.at(1)).toEqual([1, 1, 1])
    expect(map.at(-3)).toEqual(map.at(0))
    expect(map.at(7)).toEqual(map.at(1))
    expect(() => new ColorMap('rainbow' as ColorMapName)).toThrow('lagoon')
    expect(() => new ColorMap([[0.5, 0, 0]])).toThrow('two colours')
  })

  it('frees its texture', () => {
    const map = new ColorMap()
    const freed = vi.fn()
    map.texture.addEventListener('dispose', freed)
    map.dispose()
    expect(freed).toHaveBeenCalledOnce()
  })
})
