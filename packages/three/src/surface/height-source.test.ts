import { describe, expect, it } from 'vitest'
import { readHeightSource, readOpenness, readSlopes } from './height-source.js'

describe('readHeightSource', () => {
  it('takes a simulation: grid from the grid, layout from the field', () => {
    const data = new Float32Array(6 * 5)
    const simulation = {
      grid: { nx: 4, nz: 3, cellSize: 0.25 },
      field: (name: string) => ({ name, stride: 6, offset: 7, data }),
    }
    expect(readHeightSource(simulation)).toEqual({ nx: 4, nz: 3, cellSize: 0.25, stride: 6, offset: 7, data })
  })

  it('asks the simulation for the named field each time, because memory may have moved', () => {
    const asked: string[] = []
    const simulation = {
      grid: { nx: 1, nz: 1, cellSize: 1 },
      field: (name: string) => {
        asked.push(name)
        return { stride: 1, offset: 0, data: new Float32Array(1) }
      },
    }
    readHeightSource(simulation)
    readHeightSource(simulation, 'phi')
    expect(asked).toEqual(['eta', 'phi'])
  })

  it('takes packed heights without stride and offset', () => {
    const data = new Float32Array(6)
    expect(readHeightSource({ nx: 3, nz: 2, cellSize: 1, data })).toMatchObject({ stride: 3, offset: 0 })
  })

  it.each([
    [{ nx: 0, nz: 2, cellSize: 1, data: new Float32Array(4) }, /nx must be a whole number/],
    [{ nx: 2, nz: 1.5, cellSize: 1, data: new Float32Array(4) }, /nz must be a whole number/],
    [{ nx: 2, nz: 2, cellSize: 0, data: new Float32Array(4) }, /cellSize must be positive/],
    [{ nx: 2, nz: 2, cellSize: 1, data: new Float32Array(3) }, /do not fit into 3 values/],
    [{ nx: 4, nz: 1, cellSize: 1, stride: 2, offset: 0, data: new Float32Array(9) }, /do not fit/],
  ])('refuses %o', (input, message) => {
    expect(() => readHeightSource(input)).toThrow(message)
  })
})

describe('readOpenness', () => {
  it('packs the openness of a simulation that has one', () => {
    const data = Float32Array.from([9, 1, 0, 9, 9, 0.5, 1, 9])
    const simulation = {
      grid: { nx: 2, nz: 2, cellSize: 1 },
      fieldNames: ['eta', 'openness'],
      field: () => ({ stride: 4, offset: 1, data }),
    }
    expect(readOpenness(simulation)).toEqual(Float32Array.from([1, 0, 0.5, 1]))
  })

  it('is undefined where there is water everywhere', () => {
    const field = () => ({ stride: 1, offset: 0, data: new Float32Array(1) })
    expect(readOpenness({ grid: { nx: 1, nz: 1, cellSize: 1 }, fieldNames: ['eta'], field })).toBeUndefined()
    expect(readOpenness({ nx: 1, nz: 1, cellSize: 1, data: new Float32Array(1) })).toBeUndefined()
  })
})

describe('readSlopes', () => {
  const packed = { nx: 2, nz: 2, cellSize: 1, data: new Float32Array(4) }
  const [slopeX, slopeZ] = [new Float32Array(4).fill(0.1), new Float32Array(4).fill(0.2)]

  it('finds slopes in arrays, and needs both', () => {
    expect(readSlopes({ ...packed, slopeX, slopeZ })?.map(({ data }) => data)).toEqual([slopeX, slopeZ])
    expect(readSlopes({ ...packed, slopeX })).toBeUndefined()
    expect(readSlopes(packed)).toBeUndefined()
  })

  it('finds slopes of a simulation that keeps its surface flat, and of no other', () => {
    const simulation = (surface: string) => ({
      grid: { nx: 2, nz: 2, cellSize: 1 },
      scene: { solver: { type: 'waves', surface } },
      field: (name: string) => ({ stride: 2, offset: 0, data: name === 'slopeX' ? slopeX : slopeZ }),
    })
    expect(readSlopes(simulation('normals'))?.map(({ data }) => data)).toEqual([slopeX, slopeZ])
    expect(readSlopes(simulation('heights'))).toBeUndefined()
  })
})
