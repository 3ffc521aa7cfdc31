import { DataUtils } from 'three/webgpu'
import { describe, expect, it } from 'vitest'
import { packHalves, toHalf } from './half-float.js'

describe('half floats', () => {
  it('are the nearest to the number', () => {
    for (const value of [0, 1, -1, 0.1, -0.3333, 1.0004, 2 ** -14, 100.07, 65504]) {
      const error = Math.abs(DataUtils.fromHalfFloat(toHalf(value)) - value)
      expect(error).toBeLessThanOrEqual(Math.abs(value) * 2 ** -11)
    }
  })

  it('hold the largest number they can, and none that is too small', () => {
    expect(DataUtils.fromHalfFloat(toHalf(1e6))).toBe(65504)
    expect(DataUtils.fromHalfFloat(toHalf(-1e6))).toBe(-65504)
    expect(DataUtils.fromHalfFloat(toHalf(1e-6))).toBe(0)
  })

  it('are 0 for numbers that are not finite, of which the first is named', () => {
    const values = [1, 2, Number.NaN, Number.NEGATIVE_INFINITY]
    expect(values.map((value) => DataUtils.fromHalfFloat(toHalf(value)))).toEqual([1, 2, 0, 0])
    const target = new Uint16Array(4)
    expect(packHalves({ stride: 2, offset: 0, data: Float32Array.from(values) }, 2, 2, target, 1, 0)).toBe(2)
    expect([...target].map(DataUtils.fromHalfFloat)).toEqual([1, 2, 0, 0])
    expect(packHalves({ stride: 2, offset: 0, data: new Float32Array(4) }, 2, 2, target, 1, 0)).toBe(-1)
  })

  it('go into one channel, without the padding of rows', () => {
    const target = new Uint16Array(8)
    packHalves({ stride: 3, offset: 1, data: Float32Array.from([9, 1, 2, 9, 3, 4]) }, 2, 2, target, 2, 1)
    expect([...target].map(DataUtils.fromHalfFloat)).toEqual([0, 1, 0, 2, 0, 3, 0, 4])
  })
})
