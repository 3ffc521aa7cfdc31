import { describe, expect, it } from 'vitest'
import { boxShape, circleShape, type MatteShape, openMatte, overlayMatte, polygonShape } from './matte.js'
import { sum } from './standing-wave.fixture.js'

const nx = 20
const nz = 16

function matteOf(shape: MatteShape, samples?: number): Float64Array {
  const matte = openMatte(nx, nz)
  overlayMatte(matte, nx, shape, samples)
  return matte
}

const covered = (matte: Float64Array) => nx * nz - sum(matte)

describe('matte', () => {
  it('is 0 inside a box, 1 outside it, and the open share of the cells that its sides cut', () => {
    const matte = matteOf(boxShape(10, 8, 5.5, 4))
    const at = (i: number, j: number) => matte[j * nx + i]
    expect(at(10, 8)).toBe(0)
    expect(at(3, 8)).toBe(1)
    // The box reaches from 7.25 to 12.75 along x.
    expect(at(7, 8)).toBe(0.25)
    expect(at(12, 8)).toBe(0.25)
    expect(at(10, 5)).toBe(1)
    expect(at(10, 6)).toBe(0)
    expect(covered(matte)).toBe(22)
  })

  it('covers the area of a circle, the better the more samples', () => {
    const area = Math.PI * 5 ** 2
    expect(Math.abs(covered(matteOf(circleShape(10.3, 7.6, 5))) - area)).toBeLessThan(0.1)
    const errors = [1, 4, 16].map((samples) => Math.abs(covered(matteOf(circleShape(10.3, 7.6, 5), samples)) - area))
    expect(errors[2]).toBeLessThan(errors[0]! / 4)
  })

  it('has fractions on the rim of a circle only', () => {
    const matte = matteOf(circleShape(10, 8, 5))
    const isFraction = (value: number) => value > 0 && value < 1
    expect(matte.filter(isFraction).length).toBeGreaterThan(20)
    matte.forEach((value, cell) => {
      const distance = Math.hypot((cell % nx) + 0.5 - 10, Math.floor(cell / nx) + 0.5 - 8)
      if (isFraction(value)) expect(Math.abs(distance - 5)).toBeLessThan(Math.SQRT1_2)
      else expect(value).toBe(distance < 5 ? 0 : 1)
    })
  })

  it('lays over a polygon, also a concave one, whichever way round its corners are given', () => {
    const corners = [
      [2, 2],
      [18, 2],
      [18, 14],
      [10, 6],
      [2, 14],
    ] as const
    const matte = matteOf(polygonShape(corners))
    expect(covered(matte)).toBeCloseTo(16 * 12 - (16 * 8) / 2, 0)
    expect(matte[10 * nx + 10]).toBe(1)
    expect(matteOf(polygonShape(corners.toReversed()))).toEqual(matte)
  })

  it('keeps the least value of several shapes, so that the same one twice changes nothing', () => {
    const matte = matteOf(circleShape(6, 8, 3.3))
    const once = matte.slice()
    overlayMatte(matte, nx, circleShape(6, 8, 3.3))
    expect(matte).toEqual(once)
    overlayMatte(matte, nx, boxShape(14, 8, 4, 4))
    expect(covered(matte)).toBeCloseTo(covered(once) + 16, 12)
  })
})
