import { describe, expect, it } from 'vitest'
import { SurfaceValues } from './surface-values.js'

const grid = { nx: 6, nz: 4, cellSize: 0.5 }
const field = (value: (i: number, j: number) => number) =>
  Float32Array.from({ length: grid.nx * grid.nz }, (_, cell) => value(cell % grid.nx, Math.floor(cell / grid.nx)))
const still = field(() => 0)

it('the vertical speed is the change of height since the last frame over the time', () => {
  const values = new SurfaceValues({ grid, surfaceFieldNames: [] })
  values.setDisplay({ look: 'rise', arrows: false })
  expect(values.update({ heights: still, time: 1 })).toBe(true)
  expect([...values.values]).toEqual([...still])
  values.update({ heights: field((i) => 0.1 * i), time: 1.5 })
  expect(values.values[3]).toBeCloseTo(0.6, 6)
  // A frame of the same time, such as one after an event, changes nothing.
  values.update({ heights: field((i) => 0.1 * i), time: 1.5 })
  expect(values.values[3]).toBeCloseTo(0.6, 6)
})

describe('the flow', () => {
  it('is the gradient of the potential, and zero in solids', () => {
    const values = new SurfaceValues({ grid, surfaceFieldNames: [] })
    values.setDisplay({ look: 'speed', arrows: true })
    values.setOpenness(field((i, j) => (i === 2 && j === 1 ? 0 : 1)))
    expect(values.update({ heights: still, time: 0 })).toBe(false)
    expect(
      values.update({ heights: still, time: 0, fields: { phi: field((i, j) => 3 * i * 0.5 - 4 * j * 0.5) as never } }),
    ).toBe(true)
    expect([values.u[9], values.w[9], values.values[9]]).toEqual([3, -4, 5])
    expect(values.values[8]).toBe(0)
  })

  it('is discharge over depth on terrain, and zero on dry land', () => {
    const values = new SurfaceValues({ grid, surfaceFieldNames: ['depth', 'qx', 'qz'] })
    values.setDisplay({ look: 'speed', arrows: false })
    const depth = field((i) => (i < 3 ? 2 : 0))
    const surfaceFields = Float32Array.from([...depth, ...field(() => 1), ...field(() => 0)])
    expect(values.update({ heights: still, surfaceFields, time: 0 })).toBe(true)
    expect([values.values[0], values.values[5]]).toEqual([0.5, 0])
  })
})

it('the range lies around zero for either sign, grows at once and shrinks slowly', () => {
  const values = new SurfaceValues({ grid, surfaceFieldNames: [] })
  values.setDisplay({ look: 'height', arrows: false })
  values.update({ heights: field((i) => (i === 0 ? -2 : 1)), time: 0 })
  expect(values.range).toEqual([-2, 2])
  values.update({ heights: field((i) => (i === 0 ? -1 : 1)), time: 1 })
  expect(values.range[1]).toBeGreaterThan(1.9)
  expect(values.range[1]).toBeLessThan(2)
  values.update({ heights: field(() => -7), time: 2 })
  expect(values.range).toEqual([-7, 7])
})
