import { describe, expect, it } from 'vitest'
import { Arena } from './arena.js'
import { CENTER, type GridLocation, VolumeField } from './volume-field.js'

const grid = { nx: 5, ny: 4, nz: 3, cellSize: 1 }
const description = { name: 'q', unit: '', description: '' }

function boundField(place: GridLocation, padded: boolean, nz = grid.nz): VolumeField {
  const arena = new Arena()
  const field = new VolumeField(arena, description, { ...grid, nz }, place, padded)
  field.bind(new ArrayBuffer(arena.bytes))
  return field
}

describe('a field of a volume', () => {
  it.each<[GridLocation, boolean, number, number[]]>([
    [CENTER, false, 3, [3, 4, 5]],
    [CENTER, true, 3, [3, 4, 5]],
    [0, true, 3, [3, 4, 6]],
    [1, true, 3, [3, 5, 5]],
    [2, true, 3, [4, 4, 5]],
    [1, true, 1, [5, 5]],
    [CENTER, false, 1, [4, 5]],
  ])('at place %i, padded %s, %i deep, reads what was written', (place, padded, nz, shape) => {
    const field = boundField(place, padded, nz)
    expect(field.shape).toEqual(shape)
    const values = Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, k) => k + 1)
    field.write(values)
    expect(field.read()).toEqual(values)
    const [columns, rows] = field.extent
    expect(field.at(1, 2, nz - 1)).toBe(((nz - 1) * rows + 2) * columns + 2)
    expect(() => field.write(values.subarray(1))).toThrow(/q has \d × \d × \d values, got/)
  })

  it('has room for ghosts on all sides where it is padded', () => {
    const field = boundField(CENTER, true)
    const corners = [-1, grid.nx].flatMap((i) =>
      [-1, grid.ny].flatMap((j) => [-1, grid.nz].map((k) => field.index(i, j, k))),
    )
    expect(new Set(corners).size).toBe(8)
    for (const at of corners) expect(at >= 0 && at < field.data.length).toBe(true)
  })

  it('is ny nz lines of nx where it is plain', () => {
    const field = boundField(CENTER, false)
    expect([field.nx, field.nz]).toEqual([5, 12])
    expect(field.index(2, 1, 2)).toBe(field.offset + (2 * 4 + 1) * field.stride + 2)
  })
})
