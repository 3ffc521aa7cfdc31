import { describe, expect, it } from 'vitest'
import { readBox, readValues } from './fluid-source.js'
import { SmokeLight } from './smoke-light.js'

type Triple = [number, number, number]

function lit(cells: Triple, cellSize: number, density: Float32Array, towards: Triple, extinction: number): SmokeLight {
  const fluid = { cells, cellSize, fields: { density } }
  const box = readBox(fluid)
  const light = new SmokeLight(box)
  light.update(readValues(fluid, 'density', box), towards, extinction)
  return light
}

const at = ({ cells, bytes }: SmokeLight, i: number, j: number, k: number) =>
  bytes[2 * ((k * cells[1] + j) * cells[0] + i)]! / 255

describe('SmokeLight', () => {
  it.each([
    { axis: 0, towards: [1, 0, 0] as Triple },
    { axis: 0, towards: [-1, 0, 0] as Triple },
    { axis: 1, towards: [0, 1, 0] as Triple },
    { axis: 2, towards: [0, 0, -1] as Triple },
  ])('dims by the way through even smoke, from $towards', ({ axis, towards }) => {
    const cells: Triple = [10, 12, 14]
    const [cellSize, extinction, density] = [0.1, 2, 0.7]
    const light = lit(cells, cellSize, new Float32Array(10 * 12 * 14).fill(density), towards, extinction)
    for (let n = 0; n < cells[axis]!; n++) {
      const place: Triple = [5, 6, 7]
      place[axis] = n
      const way = (towards[axis]! > 0 ? cells[axis]! - n - 0.5 : n + 0.5) * cellSize
      expect(Math.abs(at(light, ...place) - Math.exp(-extinction * density * way))).toBeLessThan(0.004)
    }
  })

  it('casts a shadow away from the light, aslant too', () => {
    const n = 33
    const density = new Float32Array(n * n * n)
    // A block in the middle.
    for (let k = 14; k < 19; k++)
      for (let j = 14; j < 19; j++) for (let i = 14; i < 19; i++) density[(k * n + j) * n + i] = 1
    const direction = Math.SQRT1_2
    const light = lit([n, n, n], 1, density, [direction, direction, 0], 2)
    // Eight cells along the diagonal: towards the light it is bright, away from it dark, to the sides bright.
    expect(at(light, 24, 24, 16)).toBeGreaterThan(0.99)
    expect(at(light, 8, 8, 16)).toBeLessThan(0.05)
    expect(at(light, 24, 8, 16)).toBeGreaterThan(0.99)
    expect(at(light, 8, 8, 26)).toBeGreaterThan(0.99)
  })

  it('is coarser than large volumes, and as dark', () => {
    const n = 130
    const density = new Float32Array(n * n).fill(1)
    const light = lit([n, n, 1], 1 / n, density, [0, 1, 0], 1)
    expect(light.coarseness).toBe(3)
    expect(light.cells).toEqual([44, 44, 1])
    const [top, bottom] = [at(light, 20, 42, 0), at(light, 20, 0, 0)]
    expect(top).toBeGreaterThan(0.95)
    expect(Math.abs(bottom - Math.exp(-1))).toBeLessThan(0.02)
  })

  it('does not mind less than nothing of smoke', () => {
    const light = lit([4, 4, 4], 1, new Float32Array(64).fill(-1), [0, 1, 0], 5)
    expect(Math.min(...light.bytes)).toBe(255)
  })
})
