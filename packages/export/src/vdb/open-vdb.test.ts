import { describe, expect, it } from 'vitest'
import { writeVdb } from './open-vdb.js'

const grid = {
  name: 'density',
  cells: [8, 4, 2],
  values: [Float32Array.from({ length: 64 }, (_, k) => k)],
  cellSize: 1,
  origin: [0, 0, 0],
} as const

describe('writeVdb', () => {
  it('gives the same bytes for the same values, and others for others', () => {
    expect(writeVdb([grid])).toEqual(writeVdb([grid]))
    const other = writeVdb([{ ...grid, values: [grid.values[0].map((value) => value + 1)] }])
    // The identifier of the file begins at byte 21.
    expect(other.subarray(21, 57)).not.toEqual(writeVdb([grid]).subarray(21, 57))
  })

  it('takes little space for values that are not stored', () => {
    const values = new Float32Array(64 ** 3)
    const empty = writeVdb([{ ...grid, cells: [64, 64, 64], values: [values] }])
    values.fill(1, 0, 100)
    const sparse = writeVdb([{ ...grid, cells: [64, 64, 64], values: [values] }])
    expect(empty.length).toBeLessThan(1000)
    expect(sparse.length).toBeLessThan(20_000)
  })

  it('refuses values that do not fit, and grids that are too long', () => {
    const refused = (change: object) => expect(() => writeVdb([{ ...grid, ...change }]))
    refused({ cells: [8, 4, 3] }).toThrow('grid "density" has 64 values for 8 × 4 × 3 cells')
    refused({ cells: [5000, 1, 1], values: [new Float32Array(5000)] }).toThrow('1 to 4096 cells along each axis')
    refused({ cellSize: 0 }).toThrow('cellSize must be a positive number, got 0')
  })
})
