import { describe, expect, it } from 'vitest'
import { Arena } from './arena.js'
import { DisplacedSurface } from './displaced-surface.js'
import { Field } from './field.js'

const N = 40
const grid = { nx: N, nz: N, cellSize: 0.5 }
const K = (2 * Math.PI) / (N * grid.cellSize)

/** A wave along x of elevation cos(kx) that has moved by -fold/k sin(kx), and a little of the same along z. */
function wave(fold: number) {
  const arena = new Arena()
  const plan = (name: string) => new Field(arena, { name, unit: 'm', description: '' }, N, N)
  const [eta, dx, dz] = [plan('eta'), plan('dx'), plan('dz')]
  const memory = new ArrayBuffer(arena.bytes)
  for (const field of [eta, dx, dz]) field.bind(memory)
  const x = (k: number) => ((k % N) + 0.5 - N / 2) * grid.cellSize
  const fill = (of: (x: number) => number) => Float64Array.from({ length: N * N }, (_, k) => of(x(k)))
  eta.write(fill((at) => Math.cos(K * at)))
  dx.write(fill((at) => (-fold / K) * Math.sin(K * at)))
  dz.write(fill(() => 0.3))
  return { eta, dx, dz, surface: new DisplacedSurface(grid, eta, dx, dz) }
}

/** Values of fields at the point of the surface above (x, z). */
function valuesAt<Fields extends readonly Field[]>(surface: DisplacedSurface, x: number, z: number, ...fields: Fields) {
  surface.find(x, z)
  return fields.map((field) => surface.valueOf(field)) as { [K in keyof Fields]: number }
}

describe('DisplacedSurface', () => {
  it('finds the elevation at the place that has moved here', () => {
    const { eta, surface } = wave(0.8)
    for (const rest of [-9.3, -2.2, -0.1, 0.4, 3.3, 7.9]) {
      const [height] = valuesAt(surface, rest - (0.8 / K) * Math.sin(K * rest), 0.7, eta)
      // Bilinear patches of half a metre follow a cosine 20 m long to (k dx)²/8.
      expect(Math.abs(height - Math.cos(K * rest))).toBeLessThan((2 * (K * 0.5) ** 2) / 8)
    }
  })

  it('is periodic', () => {
    const { eta, dz, surface } = wave(0.8)
    const [height, shift] = valuesAt(surface, 1.3, -2.4, eta, dz)
    expect(shift).toBeCloseTo(0.3, 6)
    expect(valuesAt(surface, 1.3 - 60, -2.4 + 40, eta)[0]).toBeCloseTo(height, 9)
  })

  it('gives a point of the surface where it is folded, by search if need be', () => {
    const { eta, dx, surface } = wave(2.5)
    for (let x = -10; x < 10; x += 0.173) {
      const [height, moved] = valuesAt(surface, x, 0.1, eta, dx)
      // Whichever sheet it is: the water there came from x - moved, and has that place's height.
      expect(Math.abs(height - Math.cos(K * (x - moved)))).toBeLessThan(0.01)
      expect(Math.abs(moved + (2.5 / K) * Math.sin(K * (x - moved)))).toBeLessThan(0.05)
    }
  })

  it('takes the highest sheet when Newton finds none', () => {
    const { eta, surface } = wave(2.5)
    // Where the search begins the surface is upside down; of the three places that have come here one is next to the crest.
    expect(valuesAt(surface, 0.2, 0, eta)[0]).toBeGreaterThan(0.99)
  })

  it('looks as far as the fields now reach', () => {
    const { eta, dx, surface } = wave(1.2)
    valuesAt(surface, 0.1, 0, eta)
    const before = dx.read()
    dx.write(before.map((value) => value + 7))
    surface.changed()
    const [height, moved] = valuesAt(surface, 0.1, 0, eta, dx)
    expect(moved).toBeGreaterThan(5)
    expect(Math.abs(height - Math.cos(K * (0.1 - moved)))).toBeLessThan(0.01)
  })
})
