import { decode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { encodePng16, grayRange, grayRangeAround } from './gray-picture.js'

describe('encodePng16', () => {
  const values = Float32Array.of(-0.5, -0.25, 0, 0.125, 0.25, 0.5)

  it('gives back every value to half a grey level by value = offset + scale · pixel', () => {
    const mapping = grayRangeAround(0.5)
    const { png, clipped } = encodePng16(values, 3, 2, mapping)
    const picture = decode(png)
    expect(picture).toMatchObject({ width: 3, height: 2, depth: 16, channels: 1 })
    expect(clipped).toBe(0)
    picture.data.forEach((pixel, k) => {
      expect(Math.abs(mapping.offset + mapping.scale * pixel - values[k]!)).toBeLessThanOrEqual(mapping.scale / 2)
    })
  })

  it('draws still water in the one grey 32768', () => {
    const { png } = encodePng16(new Float32Array(4), 2, 2, grayRangeAround(0.37))
    expect([...decode(png).data]).toEqual([32768, 32768, 32768, 32768])
    expect(grayRangeAround(0)).toMatchObject({ maximum: 1 })
  })

  it('maps an explicit range to black and white and counts what it clips', () => {
    const { png, clipped } = encodePng16(values, 6, 1, grayRange(-0.25, 0.25))
    const pixels = [...decode(png).data]
    expect(pixels.slice(0, 2)).toEqual([0, 0])
    expect(pixels.slice(4)).toEqual([65535, 65535])
    expect(clipped).toBe(2)
  })

  it('carries the mapping and the unit in its text', () => {
    const mapping = grayRangeAround(0.5)
    const { text } = decode(encodePng16(values, 6, 1, mapping, { field: 'phi', unit: 'm²/s' }).png)
    expect(text).toMatchObject({ field: 'phi', unit: 'm²/s' })
    expect(Number(text.offset)).toBe(mapping.offset)
    expect(Number(text.scale)).toBe(mapping.scale)
  })
})
