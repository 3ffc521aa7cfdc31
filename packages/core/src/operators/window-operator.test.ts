import { describe, expect, it } from 'vitest'
import { PassList } from '../backend/pass-list.js'
import { WasmBackend } from '../backend/wasm/wasm-backend.js'
import { Arena } from '../fields/arena.js'
import type { Boundaries, EdgeKind } from '../fields/boundaries.js'
import { Field } from '../fields/field.js'
import { levelSymbol } from '../numerics/window-fit.js'
import { WindowOperator, windowLevels } from './window-operator.js'

interface Case {
  readonly nx: number
  readonly nz: number
  readonly boundaries: Boundaries
  readonly halfWidth: number
  readonly depth: number
  readonly levels: number
}

const CELL = 0.5
const edges = (xBefore: EdgeKind, xAfter: EdgeKind, zBefore: EdgeKind, zAfter: EdgeKind): Boundaries => ({
  'x-': xBefore,
  'x+': xAfter,
  'z-': zBefore,
  'z+': zAfter,
})
const walls = edges('reflect', 'reflect', 'reflect', 'reflect')
const torus = edges('periodic', 'periodic', 'periodic', 'periodic')
const pinned = edges('fixed', 'fixed', 'fixed', 'fixed')
const mixed = edges('reflect', 'fixed', 'periodic', 'periodic')
const crossed = edges('periodic', 'periodic', 'fixed', 'absorb')

/** The operator computed by the kernels, as a function. */
async function assemble({ nx, nz, boundaries, halfWidth, depth, levels }: Case, threads = 1) {
  const arena = new Arena()
  const field = (name: string) => new Field(arena, { name, unit: '', description: '' }, nx, nz)
  const phi = field('phi')
  const lambdaPhi = field('lambdaPhi')
  const grid = { nx, nz, cellSize: CELL }
  const operator = new WindowOperator({
    grid,
    boundaries,
    arena,
    phi,
    lambdaPhi,
    halfWidth,
    depth,
    levels,
    threads,
  })
  const schedule = new PassList(arena, operator.passes)
  const backend = await WasmBackend.create(arena, [phi, lambdaPhi, ...operator.resources, schedule], threads)
  expect(backend.threads).toBe(threads)
  operator.start()
  // The result must not depend on the values in the halo and the padding.
  phi.data.fill(Number.NaN)
  const apply = (values: ArrayLike<number>) => {
    phi.write(values)
    backend.run(schedule)
    return lambdaPhi.read()
  }
  return { apply, operator, dispose: () => backend.dispose() }
}

/** Repeatable numbers in -1 … 1. */
function noise(count: number, seed: number): Float32Array {
  let state = seed
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 31 - 1
  })
}

/** The image inside the grid of cell i of n, and its sign. */
function fold(i: number, n: number, before: EdgeKind, after: EdgeKind): [number, number] {
  if (before === 'periodic') return [((i % n) + n) % n, 1]
  if (i < 0) {
    const [cell, sign] = fold(-1 - i, n, before, after)
    return [cell, before === 'fixed' ? -sign : sign]
  }
  if (i < n) return [i, 1]
  const [cell, sign] = fold(2 * n - 1 - i, n, before, after)
  return [cell, after === 'fixed' ? -sign : sign]
}

/** The hat functions as a dense coarse × fine matrix with rows of sum 1 before folding. */
function hats(n: number, m: number, before: EdgeKind, after: EdgeKind): number[][] {
  const ratio = n / m
  return Array.from({ length: m }, (_, I) => {
    const row = new Array<number>(n).fill(0)
    const height = (i: number) => Math.max(0, 1 - Math.abs((i + 0.5) / ratio - (I + 0.5)))
    let sum = 0
    for (let i = -4; i < n + 4; i++) sum += height(i)
    for (let i = -4; i < n + 4; i++) {
      const [cell, sign] = fold(i, n, before, after)
      row[cell]! += (sign * height(i)) / sum
    }
    return row
  })
}

/** Λ phi in doubles by the definition: the window of each level as its (2P + 1)² weights, R and Rᵀ as matrices. */
function reference(c: Case, fit: WindowOperator['fit'], values: ArrayLike<number>): Float64Array {
  const { boundaries: b, halfWidth: P } = c
  const at = (l: number, nx: number, nz: number, phi: ArrayLike<number>): Float64Array => {
    const level = fit.levels[l]!
    const out = new Float64Array(nx * nz)
    const second = (i: number, along: (m: number) => number) => {
      // 1 - cos(m k) as weights: 1 in the middle, -1/2 at ±m.
      const weights = new Float64Array(2 * P + 1)
      for (let m = 1; m <= P; m++) {
        weights[P]! += along(m - 1)
        weights[P - m]! -= along(m - 1) / 2
        weights[P + m]! -= along(m - 1) / 2
      }
      return weights[i + P]!
    }
    for (let v = -P; v <= P; v++)
      for (let u = -P; u <= P; u++) {
        let weight = 0
        if (v === 0) weight += second(u, (m) => level.axis[m]!)
        if (u === 0) weight += second(v, (m) => level.axis[m]!)
        for (const term of level.terms)
          weight += term.weight * second(u, (m) => term.factors[m]!) * second(v, (m) => term.factors[m]!)
        for (let j = 0; j < nz; j++)
          for (let i = 0; i < nx; i++) {
            const [x, sx] = fold(i + u, nx, b['x-'], b['x+'])
            const [z, sz] = fold(j + v, nz, b['z-'], b['z+'])
            out[j * nx + i]! += (weight * sx * sz * phi[z * nx + x]!) / (level.spacing * CELL)
          }
      }
    if (l + 1 === fit.levels.length) return out
    const mx = Math.max(1, Math.round(c.nx / 2 ** (l + 1)))
    const mz = Math.max(1, Math.round(c.nz / 2 ** (l + 1)))
    const X = hats(nx, mx, b['x-'], b['x+'])
    const Z = hats(nz, mz, b['z-'], b['z+'])
    const coarse = new Float64Array(mx * mz)
    const cells = (visit: (fine: number, coarse: number, weight: number) => void) => {
      for (let J = 0; J < mz; J++)
        for (let I = 0; I < mx; I++)
          for (let j = 0; j < nz; j++)
            if (Z[J]![j] !== 0)
              for (let i = 0; i < nx; i++) if (X[I]![i] !== 0) visit(j * nx + i, J * mx + I, Z[J]![j]! * X[I]![i]!)
    }
    cells((from, to, weight) => {
      coarse[to]! += weight * phi[from]!
    })
    const back = at(l + 1, mx, mz, coarse)
    cells((to, from, weight) => {
      out[to]! += weight * (nx / mx) * (nz / mz) * back[from]!
    })
    return out
  }
  return at(0, c.nx, c.nz, values)
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, value, i) => sum + value * b[i]!, 0)
const largestOf = (a: ArrayLike<number>) => Array.from(a).reduce((most, value) => Math.max(most, Math.abs(value)), 0)

const deep = { halfWidth: 6, depth: Number.POSITIVE_INFINITY, levels: 4 }
const cases: [string, Case][] = [
  ['walls, odd', { nx: 37, nz: 23, boundaries: walls, ...deep }],
  ['walls, even and odd', { nx: 61, nz: 40, boundaries: walls, ...deep, depth: 3 }],
  ['periodic, even', { nx: 32, nz: 48, boundaries: torus, ...deep }],
  ['periodic, odd', { nx: 37, nz: 23, boundaries: torus, ...deep, levels: 6 }],
  ['fixed', { nx: 61, nz: 40, boundaries: pinned, ...deep }],
  ['reflect, fixed and periodic', { nx: 37, nz: 24, boundaries: mixed, ...deep }],
  ['periodic, fixed and absorb', { nx: 24, nz: 37, boundaries: crossed, ...deep }],
  ['smaller than the window', { nx: 5, nz: 3, boundaries: walls, ...deep, levels: 9 }],
  ['from five cells to two and from three to one', { nx: 9, nz: 5, boundaries: torus, ...deep }],
  ['the same between walls', { nx: 9, nz: 11, boundaries: mixed, ...deep, levels: 5 }],
  ['a channel', { nx: 45, nz: 1, boundaries: walls, ...deep, levels: 5 }],
  ['a periodic channel', { nx: 1, nz: 45, boundaries: torus, ...deep, levels: 5 }],
  ['one cell', { nx: 1, nz: 1, boundaries: torus, ...deep }],
  ['a narrow window', { nx: 37, nz: 23, boundaries: walls, ...deep, halfWidth: 1 }],
  ['the widest window', { nx: 37, nz: 23, boundaries: mixed, ...deep, halfWidth: 12, levels: 2 }],
]

describe('window operator', () => {
  it.each(cases)('is what its definition says: %s', async (_, one) => {
    const { apply, operator, dispose } = await assemble(one)
    const phi = noise(one.nx * one.nz, 7)
    const want = reference(one, operator.fit, phi)
    const got = apply(phi)
    const scale = operator.spectralRadius
    for (let cell = 0; cell < want.length; cell++) expect(Math.abs(got[cell]! - want[cell]!)).toBeLessThan(3e-6 * scale)
    dispose()
  })

  it.each(cases)('is symmetric, never negative and within its bound: %s', async (_, one) => {
    const { apply, operator, dispose } = await assemble(one)
    const count = one.nx * one.nz
    for (let seed = 1; seed < 6; seed++) {
      const a = noise(count, seed)
      const b = noise(count, seed + 100)
      const size = operator.spectralRadius * Math.sqrt(dot(a, a) * dot(b, b))
      expect(Math.abs(dot(a, apply(b)) - dot(apply(a), b))).toBeLessThan(1e-6 * size)
      expect(dot(a, apply(a))).toBeGreaterThan(-1e-6 * size)
    }
    // Power iteration on Λ finds the largest factor, on (largest - Λ) the smallest.
    let top: Float32Array | number[] = noise(count, 3)
    let bottom: Float32Array | number[] = noise(count, 4)
    for (let turn = 0; turn < 60; turn++) {
      const up = apply(top)
      const most = largestOf(up) || 1
      top = Array.from(up, (value) => value / most)
      const down = apply(bottom)
      const rest = Array.from(down, (value, i) => operator.spectralRadius * bottom[i]! - value)
      const least = largestOf(rest)
      bottom = rest.map((value) => value / least)
    }
    expect(dot(top, apply(top))).toBeLessThanOrEqual(operator.spectralRadius * dot(top, top))
    expect(dot(bottom, apply(bottom))).toBeGreaterThan(-1e-6 * operator.spectralRadius * dot(bottom, bottom))
    dispose()
  })

  it.each(cases)('has the same bits on one, two and three threads: %s', async (_, one) => {
    const phi = noise(one.nx * one.nz, 11)
    const results: Float32Array[] = []
    for (const threads of [1, 2, 3]) {
      const { apply, dispose } = await assemble(one, threads)
      results.push(apply(phi))
      dispose()
    }
    expect(results[1]).toEqual(results[0])
    expect(results[2]).toEqual(results[0])
  })

  it.each(cases.filter(([, { boundaries }]) => boundaries === walls || boundaries === torus))(
    'neither makes nor loses water, and lets it lie: %s',
    async (_, one) => {
      const { apply, operator, dispose } = await assemble(one)
      const still = apply(new Float32Array(one.nx * one.nz).fill(3))
      expect(largestOf(still)).toBeLessThan(1e-6 * operator.spectralRadius * 3)
      const phi = noise(one.nx * one.nz, 5)
      const total = apply(phi).reduce((sum, value) => sum + value, 0)
      expect(Math.abs(total)).toBeLessThan(2e-6 * operator.spectralRadius * one.nx * one.nz)
      dispose()
    },
  )

  it('leaves even grids exactly still at levels that eighths do not round', async () => {
    const { apply, dispose } = await assemble({ nx: 64, nz: 32, boundaries: walls, ...deep })
    expect(largestOf(apply(new Float32Array(64 * 32).fill(1.625)))).toBe(0)
    dispose()
  })

  it('gives standing waves between walls the frequency of water, from 4 cells to twice the basin', async () => {
    const nx = 128
    const grid = { nx, nz: 4, cellSize: CELL }
    for (const depth of [Number.POSITIVE_INFINITY, 4 * CELL, CELL]) {
      const levels = windowLevels(grid, depth)
      const { apply, dispose } = await assemble({ nx, nz: 4, boundaries: walls, halfWidth: 6, depth, levels })
      for (const mode of [1, 2, 3, 5, 9, 14, 20, 33, 50, 64]) {
        const k = (Math.PI * mode) / (nx * CELL)
        const wave = Float64Array.from({ length: nx * 4 }, (_, c) => Math.cos(k * CELL * ((c % nx) + 0.5)))
        const symbol = dot(wave, apply(wave)) / dot(wave, wave)
        const lambda = k * Math.tanh(k * depth)
        expect(Math.abs(Math.sqrt(symbol / lambda) - 1), `depth ${depth}, mode ${mode}`).toBeLessThan(0.04)
      }
      dispose()
    }
  })

  it('stretches coarse cells to the walls, so that basins of any size have their frequencies', async () => {
    for (const [nx, nz] of [
      [127, 127],
      [129, 65],
      [100, 37],
      [61, 40],
      [37, 23],
    ] as const) {
      const depth = Number.POSITIVE_INFINITY
      const levels = windowLevels({ nx, nz, cellSize: CELL }, depth)
      const { apply, dispose } = await assemble({ nx, nz, boundaries: walls, halfWidth: 6, depth, levels })
      for (const [p, q] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [2, 0],
        [0, 2],
        [3, 2],
        [5, 0],
        [8, 5],
        [16, 0],
      ] as const) {
        const kx = (Math.PI * p) / nx
        const kz = (Math.PI * q) / nz
        const wave = Float64Array.from(
          { length: nx * nz },
          (_, c) => Math.cos(kx * ((c % nx) + 0.5)) * Math.cos(kz * (Math.floor(c / nx) + 0.5)),
        )
        const symbol = (dot(wave, apply(wave)) / dot(wave, wave)) * CELL
        const error = Math.sqrt(symbol / Math.hypot(kx, kz)) - 1
        expect(Math.abs(error), `${nx} × ${nz}, mode ${p}, ${q}`).toBeLessThan(0.04)
      }
      dispose()
    }
  })

  it('asks for more levels in wider basins, and none in shallow ones', () => {
    const grid = { nx: 512, nz: 300, cellSize: CELL }
    expect(windowLevels(grid, Number.POSITIVE_INFINITY)).toBe(8)
    expect(windowLevels({ ...grid, nx: 64, nz: 64 }, Number.POSITIVE_INFINITY)).toBe(5)
    expect(windowLevels(grid, CELL)).toBe(1)
  })

  it('refuses windows that its scratch has no room for', async () => {
    await expect(assemble({ nx: 8, nz: 8, boundaries: walls, ...deep, halfWidth: 13 })).rejects.toThrow(RangeError)
    await expect(assemble({ nx: 8, nz: 8, boundaries: walls, ...deep, halfWidth: 0 })).rejects.toThrow(RangeError)
  })

  it('keeps the fit non-negative on stretched grids', async () => {
    const { operator, dispose } = await assemble({ nx: 61, nz: 23, boundaries: walls, ...deep })
    for (const level of operator.fit.levels)
      for (let i = 1; i <= 64; i++)
        for (let j = 0; j <= i; j++)
          expect(levelSymbol(level, (Math.PI * i) / 64, (Math.PI * j) / 64)).toBeGreaterThan(0)
    dispose()
  })
})
