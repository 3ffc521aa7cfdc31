import { describe, expect, it } from 'vitest'
import {
  type FluidBox,
  type FluidGrid,
  fluidAddSource,
  fluidAdvect,
  fluidBox,
  fluidDensityStep,
  fluidDiffuseBad,
  fluidDiffuseGood,
  fluidDivergence,
  fluidGrid,
  fluidProject,
  fluidSetBounds,
  fluidVelocityStep,
} from './fluid-box.js'
import { largest, largestDifference } from './standing-wave.fixture.js'

/** Index of a cell along every axis; 1 to n inside. */
const place = ({ n, strides }: FluidGrid, cell: number) => strides.map((stride) => Math.floor(cell / stride) % (n + 2))
const field = (grid: FluidGrid, value: (at: number[]) => number) =>
  Float64Array.from({ length: grid.size }, (_, cell) => value(place(grid, cell)))
const inside = ({ interior }: FluidGrid, x: Float64Array) => Float64Array.from(interior, (cell) => x[cell]!)
const total = (grid: FluidGrid, x: Float64Array) => inside(grid, x).reduce((sum, value) => sum + value, 0)
const norm = (grid: FluidGrid, x: Float64Array) =>
  Math.sqrt(inside(grid, x).reduce((sum, value) => sum + value ** 2, 0))
const zeros = ({ size }: FluidGrid) => new Float64Array(size)
/** Rough but reproducible numbers in ±0.5. */
const rough = ({ size }: FluidGrid) =>
  Float64Array.from({ length: size }, (_, cell) => ((cell * 7919) % 1013) / 1013 - 0.5)

/** A wave that fits the walls: halves[axis] half waves, a sine along the axis b - 1 and cosines along the others. */
function wave(grid: FluidGrid, b: number, halves: number[]): { shape: Float64Array; sines: number[] } {
  const k = halves.map((m) => (Math.PI * m) / grid.n)
  const shape = field(grid, (at) =>
    at.reduce((product, i, axis) => product * (axis === b - 1 ? Math.sin : Math.cos)(k[axis]! * (i - 0.5)), 1),
  )
  return { shape, sines: k.map((angle) => Math.sin(angle / 2) ** 2) }
}
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)

/** The vortex that fills a square box of side 1 m, 1 m/s fast, free of divergence on the grid too. */
function vortex(n: number): FluidBox {
  const box = fluidBox(n, 2)
  box.velocity = [wave(box.grid, 1, [1, 1]).shape, wave(box.grid, 2, [1, 1]).shape.map((v) => -v)]
  return box
}
const energy = ({ grid, velocity }: FluidBox) => sum(velocity.map((u) => norm(grid, u) ** 2))

describe.each([2, 3] as const)('fluid box in %i-D', (dimension) => {
  const grid = fluidGrid(6, dimension)
  const even = (m: number) => grid.strides.map(() => m)

  it('numbers n cells along each side and a rim', () => {
    expect(grid.size).toBe(8 ** dimension)
    expect(grid.interior.length).toBe(6 ** dimension)
    expect(grid.interior.length + grid.rim.length).toBe(grid.size)
    expect(new Set([...grid.interior, ...grid.rim.map(({ cell }) => cell)]).size).toBe(grid.size)
  })

  it('continues a density evenly and a velocity oddly across its own walls, where it is then zero', () => {
    for (let b = 0; b <= dimension; b++) {
      const { shape } = wave(grid, b, [2, 1, 3].slice(0, dimension))
      const x = zeros(grid)
      for (const cell of grid.interior) x[cell] = shape[cell]!
      fluidSetBounds(grid, b, x)
      for (const { cell, face } of grid.rim) if (face > 0) expect(x[cell]).toBeCloseTo(shape[cell]!, 14)
    }
  })

  it('has means of the neighbours on edges and corners', () => {
    const x = rough(grid)
    fluidSetBounds(grid, 1, x)
    expect(x[0]).toBeCloseTo(sum(grid.strides.map((stride) => x[stride]!)) / dimension, 15)
    const last = grid.size - 1
    expect(x[last]).toBeCloseTo(sum(grid.strides.map((stride) => x[last - stride]!)) / dimension, 15)
    if (dimension === 3) expect(x[5]).toBeCloseTo((x[5 + 8]! + x[5 + 64]!) / 2, 15)
  })

  it('adds sources in proportion to time', () => {
    const x = rough(grid)
    const before = x.slice()
    fluidAddSource(x, before, 0.25)
    expect(largestDifference(x, (cell) => 1.25 * before[cell]!)).toBeLessThan(1e-15)
  })

  it.each([0, 1, 2])('diffuses a wave naively by 1 - 4 a S, b = %i', (b) => {
    const { shape, sines } = wave(grid, b, [5, 3, 4].slice(0, dimension))
    const x = zeros(grid)
    fluidDiffuseBad(grid, b, x, shape, 0.3)
    const factor = 1 - 4 * 0.3 * sum(sines)
    expect(largestDifference(inside(grid, x), (n) => factor * inside(grid, shape)[n]!)).toBeLessThan(1e-14)
  })

  it.each([0, 1, 2])('diffuses a wave well by 1/(1 + 4 a S) for any a, b = %i', (b) => {
    for (const a of [0.1, 3, 10]) {
      const { shape, sines } = wave(grid, b, [5, 3, 4].slice(0, dimension))
      const x = zeros(grid)
      fluidDiffuseGood(grid, b, x, shape, a, 1000)
      const factor = 1 / (1 + 4 * a * sum(sines))
      expect(largestDifference(inside(grid, x), (n) => factor * inside(grid, shape)[n]!)).toBeLessThan(1e-12)
    }
  })

  it('ends the good diffusion where a step back gives the start, with nothing lost', () => {
    const x0 = rough(grid)
    fluidSetBounds(grid, 0, x0)
    const x = zeros(grid)
    fluidDiffuseGood(grid, 0, x, x0, 2, 500)
    const back = zeros(grid)
    fluidDiffuseBad(grid, 0, back, x, -2)
    expect(largestDifference(back, (cell) => x0[cell]!)).toBeLessThan(1e-12)
    expect(total(grid, x)).toBeCloseTo(total(grid, x0), 11)
  })

  it('diverges naively beyond 1/(2 D cos²(π/2n)), and not below: defect 1', () => {
    const limit = 1 / (2 * dimension * Math.cos(Math.PI / 12) ** 2)
    const run = (a: number, start: Float64Array, steps: number) => {
      let x = start.slice()
      fluidSetBounds(grid, 0, x)
      for (let step = 0; step < steps; step++) {
        const next = zeros(grid)
        fluidDiffuseBad(grid, 0, next, x, a)
        x = next
      }
      return norm(grid, x) / norm(grid, start)
    }
    const shortest = wave(grid, 0, even(5)).shape
    expect(run(limit, shortest, 1000)).toBeCloseTo(1, 9)
    expect(run(limit * 1.001, shortest, 1000)).toBeCloseTo(1.002 ** 1000, 5)
    expect(run(limit * 0.999, rough(grid), 5000)).toBeLessThanOrEqual(1)
    expect(run(limit * 1.01, rough(grid), 5000)).toBeGreaterThan(1e30)
  })

  it('never grows naively up to a = 1/(2D)', () => {
    const x0 = rough(grid)
    fluidSetBounds(grid, 0, x0)
    const x = zeros(grid)
    fluidDiffuseBad(grid, 0, x, x0, 1 / (2 * dimension))
    expect(largest(x)).toBeLessThanOrEqual(largest(x0))
    const spike = field(grid, (at) => (at.every((i) => i === 3) ? 1 : 0))
    fluidDiffuseBad(grid, 0, x, spike, 1.01 / (2 * dimension))
    expect(Math.min(...x)).toBeLessThan(0)
  })

  it('leaves Σ sin⁴/Σ sin² of the divergence of a wave after a full projection: defect 4', () => {
    for (const halves of [even(1), even(3), [5, 1, 2].slice(0, dimension)]) {
      const velocity = grid.strides.map((_, axis) => wave(grid, axis + 1, halves).shape.map((u) => (axis + 1) * u))
      const { sines } = wave(grid, 0, halves)
      const before = norm(grid, fluidDivergence(grid, velocity, 0.2))
      fluidProject(grid, velocity, 0.2, 800)
      const left = norm(grid, fluidDivergence(grid, velocity, 0.2)) / before
      expect(left).toBeCloseTo(sum(sines.map((s) => s * s)) / sum(sines), 10)
      if (halves[0] === 3) expect(left).toBeCloseTo(0.5, 10)
    }
  })

  it('neither sees nor removes a checkerboard of velocity: defect 5', () => {
    const velocity = grid.strides.map(() => field(grid, (at) => (sum(at) % 2 ? -1 : 1)))
    velocity.forEach((u, axis) => {
      fluidSetBounds(grid, axis + 1, u)
    })
    const before = velocity.map((u) => u.slice())
    expect(largest(fluidDivergence(grid, velocity, 1))).toBe(0)
    fluidProject(grid, velocity, 1, 50)
    velocity.forEach((u, axis) => {
      expect(u).toEqual(before[axis])
    })
  })

  it('leaves a flow that has no divergence alone', () => {
    const velocity: Float64Array[] = grid.strides.map(() => zeros(grid))
    velocity[0] = wave(grid, 1, even(1)).shape
    velocity[1] = wave(grid, 2, even(1)).shape.map((v) => -v)
    const before = velocity.map((u) => u.slice())
    fluidProject(grid, velocity, 1, 20)
    for (const cell of grid.interior) {
      for (const axis of grid.strides.keys()) expect(velocity[axis]![cell]).toBeCloseTo(before[axis]![cell]!, 14)
    }
  })

  it('reads straight lines exactly upstream, along every axis', () => {
    const line = field(grid, (at) => at.reduce((value, i, axis) => value + (axis + 1) * i, 0))
    const wind = [0.7, -0.4, 0.2].slice(0, dimension)
    const velocity = wind.map((u) => zeros(grid).fill(u))
    const d = zeros(grid)
    fluidAdvect(grid, 0, d, line, velocity, { dx: 0.5, dt: 0.5 })
    const centre = sum(grid.strides.map((stride) => 3 * stride))
    expect(d[centre]).toBeCloseTo(sum(wind.map((u, axis) => (axis + 1) * (3 - u))), 13)
  })

  it('moves a puff with the wind and widens it by f (1 - f) cells² a step: defect 7', () => {
    const wide = fluidGrid(24, dimension)
    const wind = [0.3, 0.1, 0.5].slice(0, dimension)
    const velocity = wind.map((u) => zeros(wide).fill(u))
    let d = field(wide, (at) => (at.every((i) => i === 8) ? 1 : 0))
    for (let step = 0; step < 6; step++) {
      const next = zeros(wide)
      fluidAdvect(wide, 0, next, d, velocity, { dx: 1, dt: 1 })
      d = next
    }
    expect(total(wide, d)).toBeCloseTo(1, 13)
    wind.forEach((f, axis) => {
      const moment = (power: number, middle: number) =>
        total(
          wide,
          field(wide, (at) => (at[axis]! - middle) ** power).map((value, cell) => value * d[cell]!),
        )
      expect(moment(1, 0)).toBeCloseTo(8 + 6 * f, 12)
      expect(moment(2, 8 + 6 * f)).toBeCloseTo(6 * f * (1 - f), 12)
    })
  })

  it('reads no farther than the walls', () => {
    const box = fluidBox(6, dimension)
    for (const u of box.velocity) u.fill(1e6)
    const d0 = rough(grid)
    fluidSetBounds(grid, 0, d0)
    const d = zeros(grid)
    fluidAdvect(grid, 0, d, d0, box.velocity, { dx: 1, dt: 1 })
    const corner = sum(grid.strides)
    // At 0.5 along every axis: the mean of a corner of the box, where the rim repeats the first cell.
    const around = Array.from({ length: 1 << dimension }, (_, bits) =>
      sum(grid.strides.map((stride, axis) => ((bits >> axis) & 1) * stride)),
    )
    const mean = sum(around.map((cell) => d0[cell]!)) / around.length
    expect(d[corner]).toBeCloseTo(mean, 14)
    expect(largestDifference(inside(grid, d), () => mean)).toBeLessThan(1e-14)
  })

  it('keeps what 10 sweeps from zeros reach: defect 3', () => {
    const box = fluidGrid(16, dimension)
    const kept = [1, 10, 100].map((a) => {
      const x = rough(box)
      fluidDiffuseGood(box, 0, x, zeros(box).fill(1), a, 10)
      return Math.round((100 * total(box, x)) / box.interior.length)
    })
    expect(kept).toEqual(dimension === 2 ? [98, 37, 5] : [93, 27, 3])
  })

  it('lives through a gale with a time step of a hundred seconds', () => {
    const box = fluidBox(6, dimension)
    const force = grid.strides.map(() => rough(grid).map((f) => 1000 * f))
    const parameters = { dx: 0.1, dt: 100, diffusion: 0.1, viscosity: 0.1, sweeps: 20 }
    for (let step = 0; step < 30; step++) {
      fluidVelocityStep(box, force, parameters)
      fluidDensityStep(box, rough(grid), parameters)
    }
    for (const x of [box.density, ...box.velocity]) expect(largest(x)).toBeLessThan(1e9)
  })
})

describe('fluid box', () => {
  it('explodes naively at a = 0.2505 in a box of 36 cells and not in one of 34', () => {
    const growth = (n: number) => {
      const grid = fluidGrid(n, 2)
      const { shape } = wave(grid, 0, [n - 1, n - 1])
      const x = zeros(grid)
      fluidDiffuseBad(grid, 0, x, shape, 0.2505)
      return norm(grid, x) / norm(grid, shape)
    }
    expect(growth(34)).toBeLessThan(1)
    expect(growth(36)).toBeGreaterThan(1)
  })

  it('shrinks the error of a smooth density by 2a/(1 + 2a) a sweep: defect 3', () => {
    // In the middle of a box so wide that the walls do not tell within the sweeps.
    const grid = fluidGrid(61, 2)
    const middle = 31 * 63 + 31
    const missing = (sweeps: number) => {
      const x = zeros(grid)
      fluidDiffuseGood(grid, 0, x, zeros(grid).fill(1), 10, sweeps)
      return 1 - x[middle]!
    }
    expect(missing(12) / missing(11)).toBeCloseTo(20 / 21, 9)
  })

  it.each([
    [16, 0.52],
    [32, 0.84],
    [64, 0.96],
  ])('leaves most of the longest wave after 20 sweeps in a box of %i: defect 6', (n, left) => {
    const grid = fluidGrid(n, 2)
    const velocity = [1, 2].map((b) => wave(grid, b, [1, 1]).shape)
    const before = norm(grid, fluidDivergence(grid, velocity, 1))
    fluidProject(grid, velocity, 1, 20)
    expect(norm(grid, fluidDivergence(grid, velocity, 1)) / before).toBeCloseTo(left, 2)
  })

  it.each([
    [16, 0.22],
    [32, 0.13],
  ])('takes energy from a vortex without viscosity in a box of %i: defect 7', (n, lost) => {
    const box = vortex(n)
    const before = energy(box)
    const still = box.velocity.map(() => zeros(box.grid))
    const parameters = { dx: 1 / n, dt: 0.5 / n, diffusion: 0, viscosity: 0, sweeps: 40 }
    for (let step = 0; step < n; step++) fluidVelocityStep(box, still, parameters)
    expect(1 - energy(box) / before).toBeCloseTo(lost, 2)
  })

  it('takes e^(-4 ν k² t) more with viscosity, as a Taylor–Green vortex should', () => {
    const left = [0, 0.01].map((viscosity) => {
      const box = vortex(32)
      const still = box.velocity.map(() => zeros(box.grid))
      const parameters = { dx: 1 / 32, dt: 0.5 / 32, diffusion: 0, viscosity, sweeps: 40 }
      for (let step = 0; step < 32; step++) fluidVelocityStep(box, still, parameters)
      return energy(box)
    }) as [number, number]
    const exact = Math.exp(-4 * 0.01 * Math.PI ** 2 * 0.5)
    expect(Math.abs(left[1] / left[0] / exact - 1)).toBeLessThan(0.01)
  })

  it.each([
    [0.5, 0.38],
    [2.5, 0.75],
  ])('loses density in a standing vortex, %f cells a step: defect 8', (cells, lost) => {
    const box = vortex(32)
    box.density = field(box.grid, ([i, j]) => (i! >= 14 && i! <= 18 && j! >= 4 && j! <= 8 ? 1 : 0))
    expect(largest(fluidDivergence(box.grid, box.velocity, 1 / 32))).toBeLessThan(1e-13)
    const parameters = { dx: 1 / 32, dt: cells / 32, diffusion: 0, viscosity: 0, sweeps: 1 }
    const none = zeros(box.grid)
    for (let step = 0; step < Math.round(128 / cells); step++) fluidDensityStep(box, none, parameters)
    expect(1 - total(box.grid, box.density) / 25).toBeCloseTo(lost, 2)
  })

  it('does not slow fluid along a wall: defect 9', () => {
    const grid = fluidGrid(8, 2)
    const { shape, sines } = wave(grid, 1, [1, 0])
    const x = zeros(grid)
    fluidDiffuseGood(grid, 1, x, shape, 5, 600)
    // The same at every distance from the walls y = 0 and y = 1, and slowed by the walls at the ends of x only.
    const expected = inside(grid, shape).map((u) => u / (1 + 20 * sines[0]!))
    expect(largestDifference(inside(grid, x), (n) => expected[n]!)).toBeLessThan(1e-12)
  })

  it('adds what the sources give, and keeps it in still fluid', () => {
    const box = fluidBox(8, 2)
    const source = rough(box.grid).map((s) => s + 1)
    const parameters = { dx: 0.1, dt: 0.25, diffusion: 0.01, viscosity: 0, sweeps: 400 }
    for (let step = 0; step < 4; step++) fluidDensityStep(box, source, parameters)
    expect(total(box.grid, box.density)).toBeCloseTo(total(box.grid, source), 10)
  })

  it('treats the axes alike: all components are advected by the same field', () => {
    const a = fluidBox(7, 2)
    const b = fluidBox(7, 2)
    const push = [rough(a.grid), rough(a.grid).map((f) => f * f)]
    const mirrored = (x: Float64Array) => field(a.grid, ([i, j]) => x[i! * 9 + j!]!)
    const pull = [mirrored(push[1]!), mirrored(push[0]!)]
    const parameters = { dx: 0.2, dt: 0.4, diffusion: 0, viscosity: 0.02, sweeps: 600 }
    for (let step = 0; step < 4; step++) {
      fluidVelocityStep(a, push, parameters)
      fluidVelocityStep(b, pull, parameters)
    }
    expect(largest(a.velocity[0]!)).toBeGreaterThan(0.05)
    const [u, v] = a.velocity.map(mirrored) as [Float64Array, Float64Array]
    expect(largestDifference(b.velocity[0]!, (cell) => v[cell]!)).toBeLessThan(1e-10)
    expect(largestDifference(b.velocity[1]!, (cell) => u[cell]!)).toBeLessThan(1e-10)
  })
})
