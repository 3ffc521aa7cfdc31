import { describe, expect, it } from 'vitest'
import type { FieldInfo } from './run-info.js'
import { selectField, selectGrid } from './selection.js'

/** Values 0, 1, 2 … on six columns and four rows around the origin. */
const eta: FieldInfo = { unit: 'm', meaning: '', shape: [4, 6], origin: { x: -0.25, z: -0.15 }, cellSize: 0.1 }
const values = Float32Array.from({ length: 24 }, (_, k) => k)

describe('selectField', () => {
  it('keeps the values of a region, edges included', () => {
    const { info, pick } = selectField(eta, { region: { x: [-0.05, 0.15], z: [0, 0.2] }, stride: 1 })
    expect(info).toMatchObject({ shape: [2, 3], cellSize: 0.1 })
    expect(info.origin.x).toBeCloseTo(-0.05, 12)
    expect(info.origin.z).toBeCloseTo(0.05, 12)
    expect([...pick(values)]).toEqual([14, 15, 16, 20, 21, 22])
  })

  it('keeps every n-th value, beginning with the first', () => {
    const { info, pick } = selectField(eta, { stride: 4 })
    expect(info).toMatchObject({ shape: [1, 2], cellSize: 0.4, origin: { x: -0.25, z: -0.15 } })
    expect([...pick(values)]).toEqual([0, 4])
  })

  it('selects planes, rows and columns of a volume', () => {
    const origin = { x: -0.05, y: -0.1, z: -0.15 }
    const dye: FieldInfo = { unit: '', meaning: '', shape: [4, 3, 2], origin, cellSize: 0.1 }
    const { info, pick } = selectField(dye, { region: { y: [0, 0.1], z: [-0.1, 1] }, stride: 1 })
    expect(info.shape).toEqual([3, 2, 2])
    expect(info.origin.y).toBeCloseTo(0, 12)
    expect(info.origin.z).toBeCloseTo(-0.05, 12)
    const numbers = Float32Array.from({ length: 24 }, (_, k) => k)
    expect([...pick(numbers)]).toEqual([8, 9, 10, 11, 14, 15, 16, 17, 20, 21, 22, 23])
  })

  it('refuses a region between two values', () => {
    expect(() => selectField(eta, { region: { x: [0.06, 0.14] }, stride: 1 })).toThrow(
      /no value lies between x = 0.06 and 0.14 m; the values lie from -0.25 to 0.25 m at a distance of 0.1 m/,
    )
  })
})

describe('selectGrid', () => {
  it('counts the cells of a surface, of a plane and of a volume', () => {
    const region = { x: [0, 1] as const }
    expect(selectGrid({ nx: 6, nz: 4, cellSize: 0.1 }, { region, stride: 2 })).toEqual({ nx: 2, nz: 2, cellSize: 0.2 })
    expect(selectGrid({ nx: 6, ny: 4, nz: 1, cellSize: 0.1 }, { region, stride: 1 })).toEqual({
      nx: 3,
      ny: 4,
      nz: 1,
      cellSize: 0.1,
    })
    expect(selectGrid({ nx: 6, ny: 4, nz: 5, cellSize: 0.1 }, { region, stride: 3 })).toMatchObject({
      nx: 1,
      ny: 2,
      nz: 2,
    })
  })
})
