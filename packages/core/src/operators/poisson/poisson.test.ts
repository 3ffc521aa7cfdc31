import { describe, expect, it } from 'vitest'
import { assemble, axis, cellsOf, dot, noise, type Problem, reference } from '../../../testing/poisson-problem.js'
import { Arena } from '../../fields/arena.js'
import type { PoissonEdge } from './axis.js'
import { Poisson, type PoissonOptions } from './poisson.js'

const kinds: PoissonEdge[] = ['reflect', 'fixed', 'periodic']

/** Openness with round bodies: 0 inside. */
function bodies(cells: readonly number[], count: number, radius: number, seed: number): Float32Array {
  const [nx, ny, nz = 1] = cells as [number, number, number?]
  const places = noise(4 * count, seed)
  const open = new Float32Array(nx * ny * nz).fill(1)
  for (let k = 0; k < count; k++) {
    const [x, y, z, r] = [0, 1, 2, 3].map((d) => (places[4 * k + d]! + 1) / 2) as [number, number, number, number]
    const size = radius * (0.5 + r)
    for (let cell = 0; cell < open.length; cell++) {
      const dx = (cell % nx) + 0.5 - x * nx
      const dy = (Math.floor(cell / nx) % ny) + 0.5 - y * ny
      const dz = nz > 1 ? Math.floor(cell / nx / ny) + 0.5 - z * nz : 0
      if (dx * dx + dy * dy + dz * dz < size * size) open[cell] = 0
    }
  }
  return open
}

const random = (cells: number, part: number, seed = 3) =>
  noise(cells, seed).map((value) => (value < 2 * part - 1 ? 0 : 1))

/** A right-hand side that has a solution, whatever is cut off: that of some p. */
function solvable(problem: Problem, seed = 5) {
  const p = noise(cellsOf(problem), seed)
  const { known } = reference(problem, p)
  return Float32Array.from(
    reference(
      problem,
      p.map((value, cell) => (known[cell] ? value : 0)),
    ).out,
    (value, cell) => (known[cell] ? value : 0),
  )
}

/** ‖b - A p‖ in doubles where there are equations, and what rounding of p to floats can do to it at most. */
function trueResidual(problem: Problem, b: ArrayLike<number>, p: ArrayLike<number>) {
  const { out, known } = reference(problem, p)
  const left = out.map((value, cell) => (known[cell] ? b[cell]! - value : 0))
  return { left: Math.sqrt(dot(left, left)), rounding: 2 ** -24 * 12 * Math.sqrt(dot(p, p)) }
}

const sizes = [
  [1, 1],
  [2, 1],
  [1, 3],
  [2, 2],
  [3, 3],
  [5, 4],
  [8, 8],
  [7, 18],
  [37, 6],
  [33, 65],
  [1, 1, 4],
  [2, 3, 2],
  [4, 4, 4],
  [5, 7, 3],
  [17, 9, 11],
]

/** The same cells and edges, open, among solids, under a mask, with faces of their own, and with a shift. */
function* variants(cells: readonly number[], before: PoissonEdge, after: PoissonEdge): Generator<[string, Problem]> {
  const axes = cells.map((n) => axis(n, before, after))
  const count = cells.reduce((product, n) => product * n, 1)
  yield ['open', { axes }]
  yield ['a fifth solid', { axes, solids: random(count, 0.2) }]
  yield ['partly open', { axes, solids: noise(count, 4).map((value) => Math.max(0, Math.min(1, 1 + value))) }]
  yield ['two thirds covered', { axes, mask: random(count, 1 / 3) }]
  yield [
    'faces',
    { axes, faces: cells.map((_, d) => noise(count, 6 + d).map((value) => (value < -0.7 ? 0 : (1 + value) / 2))) },
  ]
  yield [
    'faces under a mask',
    { axes, mask: random(count, 0.4), faces: cells.map((_, d) => random(count, 0.1, 6 + d)) },
  ]
  yield ['shift', { axes, shift: 0.3, solids: random(count, 0.2) }]
}

describe('poisson', () => {
  it.each(kinds)('solves what its definition says, for all sizes and kinds of cells: %s', async (kind) => {
    for (const cells of sizes)
      for (const [name, problem] of variants(cells, kind, kind)) {
        const b = solvable(problem)
        const one = await assemble(problem, { iterations: 60 })
        const p = one.solve(b)
        const { left, rounding } = trueResidual(problem, b, p)
        const where = `${cells.join(' × ')}, ${name}, ${one.poisson.iterations} iterations`
        expect(one.poisson.residual, where).toBeLessThanOrEqual(1e-6)
        expect(left, where).toBeLessThanOrEqual(1.1e-6 * Math.sqrt(dot(b, b)) + rounding)
        const { known } = reference(problem, p)
        for (let cell = 0; cell < p.length; cell++) if (!known[cell]) expect(p[cell], where).toBe(0)
        one.dispose()
      }
  })

  it('has edges of two kinds along one axis, and others along the next', async () => {
    for (const cells of [
      [13, 8],
      [6, 9, 7],
    ]) {
      const ends: [PoissonEdge, PoissonEdge][] = [
        ['reflect', 'fixed'],
        ['periodic', 'periodic'],
        ['fixed', 'reflect'],
      ]
      for (let turn = 0; turn < 3; turn++) {
        const problem = { axes: cells.map((n, d) => axis(n, ...ends[(d + turn) % 3]!)) }
        const b = solvable(problem)
        const one = await assemble(problem)
        const { left, rounding } = trueResidual(problem, b, one.solve(b))
        expect(left).toBeLessThanOrEqual(1.1e-6 * Math.sqrt(dot(b, b)) + rounding)
        one.dispose()
      }
    }
  })

  it('finds the solution that elimination finds', async () => {
    for (const problem of [
      { axes: [axis(7, 'fixed', 'reflect'), axis(5, 'periodic')] },
      { axes: [axis(6, 'reflect'), axis(7, 'reflect')], mask: random(42, 0.4) },
      { axes: [axis(4, 'fixed'), axis(3, 'reflect'), axis(5, 'periodic')], solids: random(60, 0.2) },
      { axes: [axis(8, 'reflect'), axis(4, 'reflect')], shift: 0.1 },
    ] satisfies Problem[]) {
      const count = cellsOf(problem)
      const b = solvable(problem, 8)
      const { known } = reference(problem, b)
      const columns = Array.from(
        { length: count },
        (_, c) =>
          reference(
            problem,
            Float64Array.from({ length: count }, (_, k) => Number(k === c && known[c])),
          ).out,
      )
      const matrix = Array.from({ length: count }, (_, row) => [
        ...columns.map((column, c) => (known[row] ? column[row]! : Number(row === c))),
        known[row] ? b[row]! : 0,
      ])
      const want = eliminate(matrix)
      const one = await assemble(problem)
      const got = one.solve(b)
      const most = Math.max(...want.map(Math.abs))
      // 1e-6 of residual, times the condition of so few cells.
      for (let cell = 0; cell < count; cell++) expect(Math.abs(got[cell]! - want[cell]!)).toBeLessThan(1e-4 * most)
      one.dispose()
    }
  })

  it('has eigenfunctions of the right size, to second order', async () => {
    const error = async (n: number, kind: PoissonEdge, deep: boolean) => {
      const wave = (i: number) => {
        const x = (i + 0.5) / n
        return kind === 'fixed' ? Math.sin(Math.PI * x) : Math.cos((kind === 'periodic' ? 2 : 1) * Math.PI * x)
      }
      const axes = Array.from({ length: deep ? 3 : 2 }, () => axis(n, kind))
      const k = (kind === 'periodic' ? 2 : 1) * Math.PI
      const exact = Float64Array.from({ length: n ** axes.length }, (_, c) =>
        axes.reduce((product, _, d) => product * wave(Math.floor(c / n ** d) % n), 1),
      )
      const one = await assemble({ axes })
      const p = one.solve(exact.map((value) => (axes.length * k * k * value) / (n * n)))
      one.dispose()
      return Math.abs(dot(p, exact) / dot(exact, exact) - 1)
    }
    for (const kind of kinds)
      for (const deep of [false, true]) {
        const order = Math.log2((await error(16, kind, deep)) / (await error(32, kind, deep)))
        expect(order, `${kind}${deep ? ', deep' : ''}`).toBeGreaterThan(1.9)
        expect(order, `${kind}${deep ? ', deep' : ''}`).toBeLessThan(2.1)
      }
  })

  /** The right-hand side of a smooth p: the error that a cycle finds hardest is there from the start. */
  function smooth(problem: Problem): Float32Array {
    const nx = problem.axes[0]!.cells
    const ny = problem.axes[1]!.cells
    const p = Float64Array.from({ length: cellsOf(problem) }, (_, c) => {
      const [x, y] = [(c % nx) / nx, (Math.floor(c / nx) % ny) / ny]
      return Math.cos(2 * Math.PI * x) * Math.cos(4 * Math.PI * y) + 0.3 * Math.sin(2 * Math.PI * x)
    })
    return Float32Array.from(reference(problem, p).out)
  }

  /** Residual left by a cycle, in the mean of three after the first two: later ones are no better. */
  async function factor(problem: Problem, options: PoissonOptions): Promise<number> {
    const b = smooth(problem)
    const left: number[] = []
    for (const iterations of [2, 5]) {
      const one = await assemble(problem, { ...options, iterations, tolerance: 0 })
      one.solve(b)
      expect(one.poisson.iterations).toBe(iterations)
      left.push(one.poisson.residual)
      one.dispose()
    }
    return Math.cbrt(left[1]! / left[0]!)
  }

  it('leaves at most .15 of the residual a cycle without solids, on grids of any size', async () => {
    for (const kind of kinds)
      for (const cells of [
        [32, 32],
        [128, 128],
        [127, 65],
        [200, 31],
        [32, 32, 32],
        [31, 17, 20],
      ]) {
        const rate = await factor({ axes: cells.map((n) => axis(n, kind)) }, { gradient: false })
        expect(rate, `${kind}, ${cells.join(' × ')}`).toBeLessThanOrEqual(0.15)
      }
  })

  it('leaves at most .3 of the residual a cycle among bodies in a volume', async () => {
    for (const kind of kinds) {
      const cells = [32, 30, 33]
      const problem = { axes: cells.map((n) => axis(n, kind)), solids: bodies(cells, 10, 4, 3) }
      expect(await factor(problem, { gradient: false }), kind).toBeLessThanOrEqual(0.3)
    }
  })

  it('leaves at most .3 a cycle with conjugate gradient among solids and masks of any kind', async () => {
    for (const kind of kinds)
      for (const cells of [
        [128, 128],
        [99, 121],
        [32, 32, 32],
      ]) {
        const axes = cells.map((n) => axis(n, kind))
        const count = cells.reduce((product, n) => product * n, 1)
        const [large, small] = [bodies(cells, 10, cells[0]! / 10, 3), bodies(cells, 60, cells[0]! / 30, 4)]
        for (const [name, problem] of [
          ['bodies', { axes, solids: large }],
          ['small bodies', { axes, solids: small }],
          ['a tenth solid', { axes, solids: random(count, 0.1) }],
          ['under bodies', { axes, mask: large.map((open) => 1 - open) }],
          ['beside bodies', { axes, mask: large }],
          ['scattered', { axes, mask: random(count, 1 / 3) }],
        ] satisfies [string, Problem][])
          for (const [way, b] of [
            ['rough', solvable(problem)],
            ['smooth', smooth(problem)],
          ] as const) {
            const one = await assemble(problem)
            one.solve(b)
            const { residual, iterations } = one.poisson
            const where = `${kind}, ${cells.join(' × ')}, ${name}, ${way}, ${iterations} iterations`
            expect(residual, where).toBeLessThanOrEqual(1e-6)
            expect(residual ** (1 / iterations), where).toBeLessThanOrEqual(0.3)
            one.dispose()
          }
      }
  })

  it('preconditions symmetrically and positively', async () => {
    for (const kind of kinds)
      for (const cells of [
        [16, 16],
        [17, 9],
        [37, 23],
        [9, 7, 5],
      ])
        for (const [name, problem] of variants(cells, kind, kind)) {
          const one = await assemble(problem)
          const count = cellsOf(problem)
          const { known } = reference(problem, new Float64Array(count))
          const some = (seed: number) => noise(count, seed).map((value, cell) => (known[cell] ? value : 0))
          const [a, b] = [some(21), some(22)]
          const [Ma, Mb] = [one.precondition(a), one.precondition(b)]
          const scale = Math.sqrt(dot(a, Ma) * dot(b, Mb))
          const where = `${kind}, ${cells.join(' × ')}, ${name}`
          expect(dot(a, Ma), where).toBeGreaterThan(0)
          expect(Math.abs(dot(a, Mb) - dot(b, Ma)) / scale, where).toBeLessThan(2e-6)
          one.dispose()
        }
  })

  it('has the same bits on one to four threads', async () => {
    for (const [kind, cells] of [
      ['reflect', [150, 131]],
      ['periodic', [67, 131]],
      ['fixed', [64, 128]],
      ['periodic', [37, 19, 21]],
    ] as const) {
      const axes = cells.map((n) => axis(n, kind))
      const count = cells.reduce((product, n) => product * n, 1)
      for (const problem of [
        { axes, solids: random(count, 0.2) },
        { axes, mask: random(count, 0.3) },
      ] satisfies Problem[]) {
        const b = solvable(problem)
        const results: unknown[] = []
        for (const threads of [1, 2, 3, 4]) {
          const one = await assemble(problem, { iterations: 3 }, threads)
          results.push([one.solve(b), one.poisson.iterations, one.poisson.residual])
          one.dispose()
        }
        for (const result of results.slice(1)) expect(result, `${kind}, ${cells.join(' × ')}`).toEqual(results[0])
      }
    }
  })

  it('subtracts the mean of the right-hand side in each component that walls enclose, and only there', async () => {
    // Two chambers and water around them that reaches the edges, on a torus or not.
    const [nx, ny] = [48, 27]
    const chamber = (c: number) => {
      const [i, j] = [c % nx, Math.floor(c / nx)]
      const far = (x: number) => Math.max(Math.abs(i - x), Math.abs(j - 13))
      return [far(12), far(34)]
    }
    const solids = Float32Array.from({ length: nx * ny }, (_, c) => (chamber(c).includes(6) ? 0 : 1))
    for (const kind of kinds) {
      const problem = { axes: [axis(nx, kind), axis(ny, kind)], solids }
      const one = await assemble(problem)
      const b = solvable(problem)
      const want = one.solve(b)
      // A constant added to the right-hand side of a component has no solution, and is removed.
      const more = b.map((value, c) => value + (chamber(c)[0]! < 6 ? 3 : chamber(c)[1]! < 6 ? -5 : 0))
      const got = one.solve(more)
      expect(one.poisson.residual, kind).toBeLessThanOrEqual(1e-6)
      for (let c = 0; c < want.length; c++) expect(Math.abs(got[c]! - want[c]!), kind).toBeLessThan(1e-4)
      for (const k of [0, 1]) {
        const inside = [...got].filter((_, c) => chamber(c)[k]! < 6)
        expect(inside.length).toBe(121)
        expect(Math.abs(inside.reduce((sum, value) => sum + value, 0)) / 121).toBeLessThan(1e-6)
      }
      one.dispose()
    }
  })

  it('removes what has no solution where nothing holds p, and the mean of p', async () => {
    const problem = { axes: [axis(40, 'reflect'), axis(31, 'periodic')] }
    const b = solvable(problem)
    const one = await assemble(problem)
    const p = one.solve(b)
    expect(Math.abs(p.reduce((sum, value) => sum + value, 0)) / p.length).toBeLessThan(1e-7)
    const shifted = one.solve(b.map((value) => value + 5))
    expect(one.poisson.residual).toBeLessThanOrEqual(1e-6)
    for (let cell = 0; cell < p.length; cell++) expect(Math.abs(shifted[cell]! - p[cell]!)).toBeLessThan(1e-4)
    one.dispose()
  })

  it('keeps the mean that rounding leaves in the residual out of the cycle', async () => {
    const problem = { axes: [axis(256, 'reflect'), axis(256, 'reflect')] }
    const one = await assemble(problem)
    one.solve(noise(65536, 3).map((value) => value + 1))
    expect(one.poisson.residual).toBeLessThanOrEqual(1e-6)
    expect(one.poisson.iterations).toBeLessThan(10)
    one.dispose()
  })

  it('answers zeros with zeros, also where nothing is open', async () => {
    const axes = [axis(12, 'reflect'), axis(9, 'fixed')]
    for (const problem of [{ axes }, { axes, solids: new Float32Array(108) }, { axes, mask: new Float32Array(108) }]) {
      const one = await assemble(problem, { warm: true })
      const closed = 'solids' in problem || 'mask' in problem
      const p = one.solve(closed ? noise(108, 3) : new Float32Array(108), noise(108, 4))
      expect([...p].every((value) => value === 0)).toBe(true)
      expect(one.poisson.iterations).toBe(0)
      expect(one.poisson.residual).toBe(0)
      one.dispose()
    }
  })

  it('starts from what p holds, if asked to', async () => {
    const problem = { axes: [axis(64, 'fixed'), axis(48, 'fixed')] }
    const b = solvable(problem)
    const one = await assemble(problem, { warm: true, tolerance: 1e-5 })
    const p = one.solve(b, new Float32Array(64 * 48))
    const first = one.poisson.iterations
    expect(first).toBeGreaterThan(2)
    one.solve(b, p)
    expect(one.poisson.iterations).toBe(0)
    one.solve(
      b,
      p.map((value, cell) => value + 1e-3 * noise(p.length, 9)[cell]!),
    )
    expect(one.poisson.iterations).toBeLessThan(first)
    one.dispose()
  })

  it('goes on until no cell has a residual above a limit', async () => {
    const problem = { axes: [axis(40, 'fixed'), axis(33, 'reflect')] }
    const b = solvable(problem)
    const iterations: number[] = []
    for (const largest of [1e-1, 1e-3, 1e-5]) {
      const one = await assemble(problem, { largest, tolerance: 1e-1 })
      const { out } = reference(problem, one.solve(b))
      const left = out.reduce((most, value, cell) => Math.max(most, Math.abs(b[cell]! - value)), 0)
      expect(one.poisson.largestResidual).toBeLessThanOrEqual(largest)
      // p is rounded to floats.
      expect(Math.abs(left - one.poisson.largestResidual)).toBeLessThan(2e-5)
      iterations.push(one.poisson.iterations)
      one.dispose()
    }
    expect(iterations).toEqual([...iterations].sort((a, b) => a - b))
    expect(iterations[2]).toBeGreaterThan(iterations[0]!)
  })

  it('says how far it came when iterations run out', async () => {
    const problem = { axes: [axis(64, 'fixed'), axis(64, 'fixed')], solids: random(4096, 0.3) }
    const one = await assemble(problem, { iterations: 3 })
    const b = solvable(problem)
    const p = one.solve(b)
    const { left, rounding } = trueResidual(problem, b, p)
    const { residual, iterations } = one.poisson
    expect(iterations).toBe(3)
    expect(residual).toBeGreaterThan(1e-6)
    expect(Math.abs(residual * Math.sqrt(dot(b, b)) - left)).toBeLessThan(1e-4 * left + rounding)
    one.dispose()
  })

  it('refuses what it cannot solve', () => {
    const arena = new Arena()
    expect(() => new Poisson(arena, [axis(8, 'periodic', 'fixed'), axis(8, 'fixed')])).toThrow(/periodic at both ends/)
    expect(() => new Poisson(arena, [axis(8, 'fixed')])).toThrow(/two axes/)
    expect(() => new Poisson(arena, [axis(0, 'fixed'), axis(8, 'fixed')])).toThrow(/whole number of cells/)
  })
})

/** Solves rows of coefficients and a right-hand side. */
function eliminate(matrix: number[][]): number[] {
  const n = matrix.length
  for (let k = 0; k < n; k++) {
    const best = matrix
      .slice(k)
      .reduce((most, row, i) => (Math.abs(row[k]!) > Math.abs(matrix[most]![k]!) ? k + i : most), k)
    ;[matrix[k], matrix[best]] = [matrix[best]!, matrix[k]!]
    for (let i = k + 1; i < n; i++) {
      const part = matrix[i]![k]! / matrix[k]![k]!
      for (let j = k; j <= n; j++) matrix[i]![j]! -= part * matrix[k]![j]!
    }
  }
  const x = new Array<number>(n).fill(0)
  for (let k = n - 1; k >= 0; k--) {
    let rest = matrix[k]![n]!
    for (let j = k + 1; j < n; j++) rest -= matrix[k]![j]! * x[j]!
    x[k] = rest / matrix[k]![k]!
  }
  return x
}
