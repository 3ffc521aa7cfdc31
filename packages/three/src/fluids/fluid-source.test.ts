import type { Flow } from 'seiche'
import { describe, expect, it } from 'vitest'
import { FluidSlice } from './fluid-slice.js'
import { readBox, readValues } from './fluid-source.js'

/** 3 × 2 × 2 cells; the value of a cell tells where it is. */
const cells: [number, number, number] = [3, 2, 2]
const named = Float32Array.from({ length: 12 }, (_, cell) => {
  const [i, j, k] = [cell % 3, Math.floor(cell / 3) % 2, Math.floor(cell / 6)]
  return 100 * i + 10 * j + k
})

/** The same with ghosts around it, as a solver keeps it. */
function padded() {
  const index = (i: number, j: number, k: number) => 2 + ((k + 1) * 4 + j + 1) * 9 + i
  const data = new Float32Array(200).fill(Number.NaN)
  named.forEach((value, cell) => {
    data[index(cell % 3, Math.floor(cell / 3) % 2, Math.floor(cell / 6))] = value
  })
  return { data, index, offset: -1, stride: -1 }
}

function all(input: Flow): number[] {
  const { data, origin, steps } = readValues(input, 'dye', readBox(input))
  return Array.from({ length: 12 }, (_, cell) => {
    const [i, j, k] = [cell % 3, Math.floor(cell / 3) % 2, Math.floor(cell / 6)]
    return data[origin + i * steps[0] + j * steps[1] + k * steps[2]]!
  })
}

describe('fluids', () => {
  it('are read from arrays, with gaps, with an index, and from simulations', () => {
    const rows = new Float32Array(5 + 4 * 7).fill(Number.NaN)
    named.forEach((value, cell) => {
      rows[5 + Math.floor(cell / 3) * 7 + (cell % 3)] = value
    })
    const inputs: Flow[] = [
      { cells, cellSize: 1, fields: { dye: named } },
      { cells, cellSize: 1, fields: { dye: { data: rows, offset: 5, stride: 7 } } },
      { cells, cellSize: 1, fields: { dye: padded() } },
      { grid: { nx: 3, ny: 2, nz: 2, cellSize: 1 }, fieldNames: ['dye'], field: () => padded() },
    ]
    for (const input of inputs) expect(all(input)).toEqual([...named])
  })

  it('follow arrays that are replaced', () => {
    const fields: Record<string, Float32Array> = { dye: named }
    const fluid = { cells, cellSize: 1, fields }
    fields.dye = named.map((value) => value + 1)
    expect(all(fluid)[0]).toBe(1)
  })

  it('are refused when they do not fit, with what would', () => {
    const box = readBox({ cells, cellSize: 1, fields: {} })
    const read = (fields: Record<string, Float32Array>, name: string) => () =>
      readValues({ cells, cellSize: 1, fields }, name, box)
    expect(read({ u: new Float32Array(13) }, 'u')).toThrow('4 × 2 × 2 values')
    expect(read({ dye: named }, 'ink')).toThrow('it has dye')
    expect(() => readBox({ cells: [3, 0], cellSize: 1, fields: {} })).toThrow('at least 1')
    expect(() => readBox({ cells, cellSize: Number.NaN, fields: {} })).toThrow('cellSize')
    expect(() => readBox({ grid: { nx: 3, nz: 3, cellSize: 1 }, fieldNames: [], field: () => padded() })).toThrow(
      'WaterSurface',
    )
  })
})

describe('slices', () => {
  const read = (axis: 'x' | 'y' | 'z', at: number) => {
    const slice = new FluidSlice({ cells, cellSize: 1, fields: { dye: named } }, { axis, at })
    const values = new Float32Array(slice.columns * slice.rows)
    slice.write('dye', values)
    return [...values]
  }

  it('are rows of columns across any axis, at the layer of cells where they are', () => {
    expect(read('z', -0.5)).toEqual([0, 100, 200, 10, 110, 210])
    expect(read('z', 0.5)).toEqual([1, 101, 201, 11, 111, 211])
    expect(read('x', 0)).toEqual([100, 110, 101, 111])
    expect(read('y', 0.9)).toEqual([10, 11, 110, 111, 210, 211])
    expect(read('y', 99)).toEqual(read('y', 0.9))
  })

  it('lie where they are, with uv along columns and rows', () => {
    const geometry = new FluidSlice({ cells, cellSize: 1, fields: {} }, { axis: 'x', at: 0.25 }).geometry()
    const position = geometry.getAttribute('position')
    const uv = geometry.getAttribute('uv')
    for (let corner = 0; corner < 4; corner++) {
      expect(position.getX(corner)).toBe(0.25)
      expect(position.getY(corner)).toBe((uv.getX(corner) - 0.5) * 2)
      expect(position.getZ(corner)).toBe((uv.getY(corner) - 0.5) * 2)
    }
  })

  it('know the speed and the vorticity of a turning flow, from faces', () => {
    const n = 8
    const [u, v] = [new Float32Array((n + 1) * n), new Float32Array(n * (n + 1))]
    for (let j = 0; j < n; j++) for (let i = 0; i <= n; i++) u[j * (n + 1) + i] = -3 * (j + 0.5 - n / 2) * 0.1
    for (let j = 0; j <= n; j++) for (let i = 0; i < n; i++) v[j * n + i] = 3 * (i + 0.5 - n / 2) * 0.1
    const slice = new FluidSlice({ cells: [n, n], cellSize: 0.1, fields: { u, v } })
    const [values, scratch] = [new Float32Array(2 * n * n), new Float32Array(n * n)]
    slice.writeVorticity(values, 2, 0, scratch)
    slice.writeSpeed(values, 2, 1, scratch)
    for (let cell = 0; cell < n * n; cell++) {
      const [x, y] = [((cell % n) + 0.5 - n / 2) * 0.1, (Math.floor(cell / n) + 0.5 - n / 2) * 0.1]
      expect(values[2 * cell]).toBeCloseTo(6, 4)
      expect(values[2 * cell + 1]).toBeCloseTo(3 * Math.hypot(x, y), 5)
    }
  })

  it('see across periodic edges', () => {
    const n = 16
    const wave = (index: number) => Math.sin((2 * Math.PI * (index + 0.5)) / n)
    const u = Float32Array.from({ length: n * n }, (_, cell) => wave(Math.floor(cell / n)))
    const v = Float32Array.from({ length: n * n }, (_, cell) => wave(cell % n))
    const slice = new FluidSlice({ cells: [n, n], cellSize: 0.5, fields: { u, v } }, undefined, [true, false, false])
    expect(slice.wraps).toEqual([true, false])
    const [values, scratch] = [new Float32Array(n * n), new Float32Array(n * n)]
    slice.writeVorticity(values, 1, 0, scratch)
    for (let j = 1; j < n - 1; j++) {
      const across = wave(j + 1) - wave(j - 1)
      for (const i of [0, 7, n - 1]) expect(values[j * n + i]).toBeCloseTo(wave(i + 1) - wave(i - 1) - across, 5)
    }
    // Across the edges that are not, one cell less.
    expect(values[7]).toBeCloseTo(wave(8) - wave(6) - 2 * (wave(1) - wave(0)), 5)
  })

  it('turn the same way about every axis', () => {
    // Rotation about x: v = -z, w = y.
    const n = 6
    const size: [number, number, number] = [n, n, n]
    const at = (index: number) => index + 0.5 - n / 2
    const field = (value: (x: number, y: number, z: number) => number) =>
      Float32Array.from({ length: n ** 3 }, (_, c) =>
        value(at(c % n), at(Math.floor(c / n) % n), at(Math.floor(c / n / n))),
      )
    const fields = { u: field(() => 0), v: field((_x, _y, z) => -z), w: field((_x, y) => y) }
    const slice = new FluidSlice({ cells: size, cellSize: 1, fields }, { axis: 'x', at: 0 })
    const [values, scratch] = [new Float32Array(n * n), new Float32Array(n * n)]
    slice.writeVorticity(values, 1, 0, scratch)
    for (const value of values) expect(value).toBeCloseTo(2, 5)
  })
})
