import { type KassMiller1D, kassMiller1D } from '@seiche/textbook'
import { afterEach, describe, expect, it } from 'vitest'
import { PassList } from '../../backend/pass-list.js'
import { WasmBackend } from '../../backend/wasm/wasm-backend.js'
import { Arena } from '../../fields/arena.js'
import { Field, RowSums } from '../../fields/field.js'
import { ImplicitFlow } from './implicit-flow.js'

const [WALL, LEVEL, OPEN, FLUX, JOINED] = [0, 1, 2, 3, 4]
const G = 9.81
const DX = 0.5

/** An edge: its kind, a level and an inward discharge or velocity; one for all its cells, or one for each. */
type Edge = readonly [kind: number, level: number, inward: number]
type EdgeOf = Edge | ((cell: number) => Edge)

interface Pool {
  readonly nx: number
  readonly nz: number
  readonly dt: number
  readonly tau?: number
  readonly bed: (i: number, j: number) => number
  readonly depth: (i: number, j: number) => number
  readonly qx?: (i: number, j: number) => number
  readonly qz?: (i: number, j: number) => number
  readonly openness?: (i: number, j: number) => number
  /** x-, x+, z-, z+. */
  readonly edges?: readonly [EdgeOf, EdgeOf, EdgeOf, EdgeOf]
  readonly threads?: number
}

const backends: WasmBackend[] = []
afterEach(() => {
  for (const backend of backends.splice(0)) backend.dispose()
})

const wall: Edge = [WALL, 0, 0]
const edgeAt = (edge: EdgeOf, cell: number): Edge => (typeof edge === 'function' ? edge(cell) : edge)

/** The engine's passes on a pool. */
async function fill(pool: Pool) {
  const { nx, nz, threads = 1 } = pool
  const arena = new Arena()
  const field = (name: string, width = nx, rows = nz) =>
    new Field(arena, { name, unit: '', description: '' }, width, rows)
  const water = {
    depth: field('depth'),
    depthError: field('depthError'),
    bed: field('bed'),
    qx: field('qx'),
    qz: field('qz'),
    openness: field('openness'),
    xBefore: field('x-', nz, 3),
    xAfter: field('x+', nz, 3),
    zBefore: field('z-', nx, 3),
    zAfter: field('z+', nx, 3),
    clock: new RowSums(arena, 1, 1),
  }
  const settings = { gravity: G, tau: pool.tau ?? 0 }
  const flow = new ImplicitFlow(arena, { nx, nz, cellSize: DX }, water, settings, threads)
  const [alongX, alongZ] = flow.passes
  const schedules = {
    both: new PassList(arena, flow.passes),
    x: new PassList(arena, [alongX!]),
    z: new PassList(arena, [alongZ!]),
  }
  const resources = [...Object.values(water), ...flow.resources, ...Object.values(schedules)]
  const backend = await WasmBackend.create(arena, resources, threads)
  backends.push(backend)
  if (pool.openness) for (const schedule of Object.values(schedules)) flow.meetSolids(schedule)
  water.clock.data[0] = pool.dt
  const edges = pool.edges ?? [wall, wall, wall, wall]
  ;[water.xBefore, water.xAfter, water.zBefore, water.zAfter].forEach((edge, k) => {
    const cells = Array.from({ length: edge.nx }, (_, cell) => edgeAt(edges[k]!, cell))
    edge.write([0, 1, 2].flatMap((row) => cells.map((cell) => cell[row]!)))
  })
  const spread = (to: Field, from: (i: number, j: number) => number, i0 = 0, j0 = 0) => {
    for (let j = j0; j < nz; j++) for (let i = i0; i < nx; i++) to.data[to.offset + j * to.stride + i] = from(i, j)
  }
  spread(water.bed, pool.bed)
  spread(water.depth, pool.depth)
  spread(water.openness, pool.openness ?? (() => 1))
  if (pool.qx) spread(water.qx, pool.qx, -1)
  if (pool.qz) spread(water.qz, pool.qz, 0, -1)
  const columns = (visit: (depth: number, i: number, j: number) => number) => {
    let sum = 0
    for (let j = 0; j < nz; j++)
      for (let i = 0; i < nx; i++)
        sum += visit((water.depth.at(i, j) + water.depthError.at(i, j)) * water.openness.at(i, j), i, j)
    return sum
  }
  return {
    ...water,
    flow,
    run: (steps = 1) => backend.run(schedules.both, steps),
    runAlong: (direction: 'x' | 'z') => backend.run(schedules[direction]),
    /** Water where `within` says so, in columns [m]. */
    volume: (within: (i: number, j: number) => boolean = () => true) => columns((d, i, j) => (within(i, j) ? d : 0)),
    added: () => flow.entered,
    eta: (i: number, j: number) => water.depth.at(i, j) + water.bed.at(i, j),
    /** All of the state. */
    bits: () => [water.depth, water.depthError, water.qx, water.qz].map((one) => [...one.read()]),
  }
}

/** Repeatable values in 0 … 1, one for each cell. */
function noise(seed: number): (i: number, j: number) => number {
  return (i, j) => {
    let state = (Math.imul(i + 1, 73856093) ^ Math.imul(j + 1, 19349663) ^ Math.imul(seed, 83492791)) >>> 0
    for (let turn = 0; turn < 3; turn++) state = (Math.imul(state ^ (state >>> 15), 2246822519) + 1013904223) >>> 0
    return Math.fround(state / 2 ** 32)
  }
}

/** Hills that water at level 0 half covers. */
const hills = (i: number, j: number) =>
  Math.fround(Math.sin(i * 0.7 + 0.3) + Math.cos(j * 0.9) - 0.4 * Math.sin(0.31 * i * j))
const lake = (level: number, bed: (i: number, j: number) => number) => (i: number, j: number) =>
  Math.max(0, level - bed(i, j))
const largest = (values: Iterable<number>) => {
  let most = 0
  for (const value of values) most = Math.max(most, Math.abs(value))
  return most
}

/** One line of cells in f64, by the equations of kernels/terrain/tridiagonal-flux.ts and a dense solve. Faces 0 … n, cells 0 … n - 1. */
function referenceLine(
  line: { d: number[]; bed: number[]; m: number[]; q: number[]; before: Edge; after: Edge },
  dt: number,
  tau: number,
): { d: number[]; q: number[] } {
  const { d, bed, m } = line
  const n = d.length
  const r = dt / DX
  const joined = line.before[0] === JOINED
  const eta = d.map((depth, i) => depth + bed[i]!)
  const faceDepth = (a: number, b: number) => {
    const sill = Math.max(bed[a]!, bed[b]!)
    const [low, high] = [Math.min(eta[a]!, eta[b]!), Math.max(eta[a]!, eta[b]!)]
    const deep = low > sill ? (d[a]! + d[b]!) / 2 : high - sill
    return deep * Math.min(m[a]!, m[b]!)
  }
  const A = Array.from({ length: n + 1 }, () => new Array<number>(n + 2).fill(0))
  const old = line.q.map((q) => q * r)
  for (let f = 0; f <= n; f++) {
    const row = A[f]!
    row[f] = 1
    const inner = (left: number, right: number, before: number, after: number) => {
      const deep = faceDepth(left, right)
      if (deep <= 1e-6) return
      const K = ((G * dt * dt) / (DX * DX)) * deep
      row[f]! += K / m[left]! + K / m[right]!
      row[before]! -= K / m[left]!
      row[after]! -= K / m[right]!
      row[n + 1] = (1 - tau) * old[f]! - K * (eta[right]! - eta[left]!)
    }
    if (f > 0 && f < n) inner(f - 1, f, f - 1, f + 1)
    else if (joined) {
      if (f === 0) row[n]! -= 1
      else inner(n - 1, 0, n - 1, 1)
    } else {
      const cell = f === 0 ? 0 : n - 1
      const sign = f === 0 ? 1 : -1
      const [kind, height, inward] = f === 0 ? line.before : line.after
      const level = Math.max(height, bed[cell]!)
      const both = Math.min(level, eta[cell]!) > bed[cell]!
      const deep = both ? (level - bed[cell]! + d[cell]!) / 2 : Math.max(level, eta[cell]!) - bed[cell]!
      // Inflow I = I0 - K δ, δ = (inflow - flow on)/m.
      let [I0, K] = [0, 0]
      if (kind === FLUX) I0 = m[cell]! > 0 ? r * inward : 0
      else if ((kind === LEVEL || kind === OPEN) && deep * m[cell]! > 1e-6) {
        K = m[cell]! * (kind === LEVEL ? (2 * G * dt * dt * deep) / (DX * DX) : r * Math.sqrt(G * deep))
        const carried =
          kind === LEVEL ? (1 - tau) * sign * old[f]! : level > bed[cell]! ? r * deep * m[cell]! * inward : 0
        I0 = carried + K * (level - eta[cell]!)
        row[f]! += K / m[cell]!
        row[f === 0 ? 1 : n - 1]! -= K / m[cell]!
      }
      row[n + 1] = sign * I0
    }
  }
  // Gauss with pivots.
  for (let p = 0; p <= n; p++) {
    let best = p
    for (let f = p + 1; f <= n; f++) if (Math.abs(A[f]![p]!) > Math.abs(A[best]![p]!)) best = f
    ;[A[p], A[best]] = [A[best]!, A[p]!]
    for (let f = 0; f <= n; f++) {
      if (f === p) continue
      const factor = A[f]![p]! / A[p]![p]!
      for (let k = p; k <= n + 1; k++) A[f]![k]! -= factor * A[p]![k]!
    }
  }
  const t = A.map((row, f) => row[n + 1]! / row[f]!)
  // Outflow limit: the volume of the cell and its inflow, except for a last part; and at least half of the volume to either side.
  const all = 1 - 2 ** -22
  const held = d.map((depth, i) => depth * m[i]!)
  if (joined) {
    const own = (cell: number, other: number) => all * Math.max(held[cell]! / 2, held[cell]! - Math.max(0, other))
    t[n] = Math.min(Math.max(t[n]!, -own(0, t[1]!)), own(n - 1, -t[n - 1]!))
    t[0] = t[n]!
  }
  for (let f = n - 1; f >= 0; f--) t[f] = Math.max(t[f]!, -all * Math.max(held[f]! / 2, held[f]! - t[f + 1]!))
  for (let f = 1; f <= n; f++) t[f] = Math.min(t[f]!, all * Math.max(0, held[f - 1]! + t[f - 1]!))
  return {
    d: d.map((depth, i) => (m[i]! > 0 ? depth + (t[i]! - t[i + 1]!) / m[i]! : depth)),
    q: t.map((flow) => flow / r),
  }
}

const tide: EdgeOf = (cell) => [LEVEL, 0.2 * Math.sin(cell), 0]
const sea: EdgeOf = (cell) => [OPEN, 0.1 * Math.cos(cell), 0.2 * Math.sin(2 * cell)]
const river: EdgeOf = (cell) => [FLUX, 0, cell % 3 === 0 ? -0.4 : 0.3]
const round: Edge = [JOINED, 0, 0]
const mixed: EdgeOf = (cell) => [wall, edgeAt(tide, cell), edgeAt(sea, cell), edgeAt(river, cell)][cell % 4]!
const sides: [string, EdgeOf, EdgeOf][] = [
  ['walls', wall, wall],
  ['levels', tide, tide],
  ['open', sea, sea],
  ['rivers', river, river],
  ['joined', round, round],
  ['a bit of everything', mixed, (cell) => edgeAt(mixed, cell + 1)],
  ['partly joined', (c) => (c % 3 ? round : edgeAt(mixed, c)), (c) => (c % 3 ? round : edgeAt(mixed, c + 1))],
]

/** A restless pool with hills that stand out, half the faces flowing and some cells half closed. */
const restless = (nx: number, nz: number, dt: number, edges?: Pool['edges'], solids = false): Pool => ({
  nx,
  nz,
  dt,
  tau: 0.05,
  bed: hills,
  depth: (i, j) => Math.max(0, lake(0, hills)(i, j) + (noise(1)(i, j) - 0.6)),
  qx: (i, j) => (i < 0 ? 0 : noise(2)(i, j) - 0.5),
  qz: (i, j) => (j < 0 ? 0 : noise(3)(i, j) - 0.5),
  ...(solids && { openness: (i: number, j: number) => (noise(4)(i, j) < 0.1 ? 0 : noise(4)(i, j) < 0.3 ? 0.375 : 1) }),
  ...(edges && { edges }),
})

describe('implicit flow', () => {
  it.each(sides)('is what its definition says, along x and along z, for all sizes: %s', async (_, before, after) => {
    for (const solids of [false, true])
      for (const [nx, nz] of [
        [1, 1],
        [2, 1],
        [1, 3],
        [5, 4],
        [7, 18],
        [37, 6],
      ] as const)
        for (const dt of [0.02, 3])
          for (const along of ['x', 'z'] as const) {
            const pool = restless(nx, nz, dt, [before, after, before, after], solids)
            const one = await fill(pool)
            const [n, count] = along === 'x' ? [nx, nz] : [nz, nx]
            const lineOf = (line: number, field: Field, from = 0) =>
              Array.from({ length: n - from }, (_, k) =>
                along === 'x' ? field.at(k + from, line) : field.at(line, k + from),
              )
            const q = along === 'x' ? one.qx : one.qz
            const want = Array.from({ length: count }, (_, line) =>
              referenceLine(
                {
                  d: lineOf(line, one.depth),
                  bed: lineOf(line, one.bed),
                  m: lineOf(line, one.openness),
                  q: lineOf(line, q, -1),
                  before: edgeAt(before, line),
                  after: edgeAt(after, line),
                },
                dt,
                0.05,
              ),
            )
            one.runAlong(along)
            const scale = 1 + largest(want.flatMap(({ q }) => q)) * (dt / DX)
            want.forEach(({ d, q: flow }, line) => {
              const name = `${nx} × ${nz}, dt ${dt}, ${along}, line ${line}`
              const depthError = largest(lineOf(line, one.depth).map((depth, k) => depth - d[k]!))
              const flowError = largest(lineOf(line, q, -1).map((value, k) => value - flow[k]!)) * (dt / DX)
              // Some roundings, of levels c dt/dx times as strong.
              const tolerance = 2.4e-7 * (1 + (Math.sqrt(3 * G) * dt) / DX) * scale
              expect(depthError, `depth, ${name}`).toBeLessThan(tolerance)
              expect(flowError, `flow, ${name}`).toBeLessThan(tolerance)
            })
          }
  })

  it('moves as the textbook does over wet, uneven ground, along x and along z', async () => {
    const n = 61
    const bed = (i: number) => Math.fround(-4 + 1.5 * Math.sin(i / 5))
    const eta = (i: number) => Math.fround(0.2 * Math.cos((3 * Math.PI * (i + 0.5)) / n))
    for (const tau of [0, 0.1])
      for (const dt of [0.03, 0.3]) {
        const depth = (i: number) => eta(i) - bed(i)
        const alongX = await fill({ nx: n, nz: 1, dt, tau, bed, depth })
        const alongZ = await fill({ nx: 1, nz: n, dt, tau, bed: (_, j) => bed(j), depth: (_, j) => depth(j) })
        const book: KassMiller1D = {
          eta: Float64Array.from({ length: n }, (_, i) => eta(i)),
          etaOld: Float64Array.from({ length: n }, (_, i) => eta(i)),
          bed: Float64Array.from({ length: n }, (_, i) => bed(i)),
        }
        for (let step = 0; step < 60; step++) {
          kassMiller1D(book, { dx: DX, dt, g: G, tau })
          alongX.run()
          alongZ.run()
          // Depths of 5.5 m are rounded to 5e-7 m.
          for (let i = 0; i < n; i++) {
            expect(Math.abs(alongX.eta(i, 0) - book.eta[i]!)).toBeLessThan(3e-6)
            expect(alongZ.eta(0, i)).toBe(alongX.eta(i, 0))
          }
        }
      }
  })

  it('gives the same bits along x and along z', async () => {
    for (const [, before, after] of sides)
      for (const solids of [false, true]) {
        const n = 43
        const pool = restless(n, 1, 0.4, [before, after, wall, wall], solids)
        const turned = restless(1, n, 0.4, [wall, wall, before, after], solids)
        const swap = (f: (i: number, j: number) => number) => (i: number, j: number) => f(j, i)
        const x = await fill(pool)
        const z = await fill({
          ...turned,
          bed: swap(pool.bed),
          depth: swap(pool.depth),
          qx: swap(pool.qz!),
          qz: swap(pool.qx!),
          ...(pool.openness && { openness: swap(pool.openness) }),
        })
        // Across the line there is nowhere to flow to.
        x.qz.data.fill(0)
        z.qx.data.fill(0)
        x.run(20)
        z.run(20)
        expect(z.depth.read()).toEqual(x.depth.read())
        expect(z.depthError.read()).toEqual(x.depthError.read())
        expect(z.qz.read()).toEqual(x.qx.read())
      }
  })

  it('gives the same bits on one to four threads', async () => {
    for (const [nx, nz] of [
      [150, 70],
      [530, 260],
    ] as const) {
      const results: number[][][] = []
      for (const threads of [1, 2, 3, 4]) {
        const edges: Pool['edges'] = [mixed, sea, round, round]
        const one = await fill({ ...restless(nx, nz, 0.3, edges, true), threads })
        one.run(6)
        results.push(one.bits())
      }
      for (const result of results.slice(1)) expect(result).toEqual(results[0])
    }
  })

  it('leaves a lake with islands still, to the bit, through 10,000 steps', async () => {
    const level = 0.25
    const bed = (i: number, j: number) => Math.round(hills(i, j) * 2 ** 16) / 2 ** 16
    const stand = (kind: number): Edge => [kind, level, 0]
    for (const [before, after] of [
      [wall, wall],
      [stand(LEVEL), stand(OPEN)],
      [round, round],
    ] as const)
      for (const solids of [false, true])
        for (const dt of [0.01, 2]) {
          const edges = [before, after, before, after] as const
          const still: Pool = { ...restless(24, 19, dt, edges, solids), bed, depth: lake(level, bed) }
          const one = await fill({ ...still, qx: () => 0, qz: () => 0 })
          const start = one.bits()
          expect(start[0]!.filter((d) => d === 0).length).toBeGreaterThan(50)
          one.run(10_000)
          expect(one.bits()).toEqual(start)
          expect(one.added()).toBe(0)
        }
  })

  it('keeps volume and has no negative depth through 10,000 steps of flooding and drying', async () => {
    for (const [dt, solids] of [
      [0.05, false],
      [0.5, false],
      [0.5, true],
    ] as const) {
      const [nx, nz] = [40, 33]
      const one = await fill({ ...restless(nx, nz, dt, undefined, solids), tau: 0 })
      const wet = () => one.depth.read().map((d) => (d > 1e-3 ? 1 : 0))
      let [drift, flooded, dried] = [0, 0, 0]
      for (let k = 0; k < 100; k++) {
        // Moves half the water of one side to the other.
        const [giver, taker] = k % 2 ? [0, nx - 1] : [nx - 1, 0]
        for (let j = 0; j < nz; j++)
          for (let i = 0; i < nx / 2; i++) {
            const row = one.depth.offset + j * one.depth.stride
            const [from, to] = [row + Math.abs(giver - i), row + Math.abs(taker - i)]
            const half = one.depth.data[from]! / 2
            if (one.openness.at(from - row, j) === 0 || one.openness.at(to - row, j) === 0) continue
            one.depth.data[from] = half
            one.depth.data[to]! += half
          }
        const [before, start] = [wet(), one.volume()]
        one.run(100)
        expect(Math.min(...one.depth.read())).toBeGreaterThanOrEqual(0)
        wet().forEach((now, c) => {
          if (now > before[c]!) flooded++
          if (now < before[c]!) dried++
        })
        drift += one.volume() - start
      }
      expect(Math.min(flooded, dried)).toBeGreaterThan(500)
      // Among solids depths change in f64; without, differences of flows are rounded, at random.
      expect(Math.abs(drift / one.volume())).toBeLessThan(solids ? 1e-12 : 1e-8)
    }
  })

  it('keeps the volume of each of two lakes that a ridge parts', async () => {
    const bed = (i: number, j: number) => (i === 20 ? 3 : Math.fround(-1 + 0.7 * hills(i, j)))
    const depth = (i: number, j: number) => Math.max(0, (i < 20 ? 0.5 : -0.2) + 0.4 * noise(5)(i, j) - bed(i, j))
    const one = await fill({ nx: 45, nz: 20, dt: 0.3, bed, depth })
    const [left, right] = [(i: number) => i < 20, (i: number) => i > 20]
    const [startLeft, startRight] = [one.volume(left), one.volume(right)]
    one.run(2000)
    expect(Math.abs(one.volume(left) / startLeft - 1)).toBeLessThan(1e-9)
    expect(Math.abs(one.volume(right) / startRight - 1)).toBeLessThan(1e-9)
    expect(one.volume((i) => i === 20)).toBe(0)
  })

  it('accounts for all that comes and goes through its edges', async () => {
    for (const [name, before, after] of sides)
      for (const solids of [false, true]) {
        const one = await fill(restless(40, 33, 0.4, [before, after, after, before], solids))
        const start = one.volume()
        one.run(500)
        expect(Math.abs(one.volume() - one.added() - start) / (start + one.volume()), name).toBeLessThan(
          solids ? 1e-12 : 1e-8,
        )
        for (const d of one.depth.read()) expect(d).toBeGreaterThanOrEqual(0)
      }
  })

  it('damps and turns waves as its formulas say', async () => {
    const [n, depth] = [64, 1]
    for (const tau of [0, 0.05])
      for (const [mode, X] of [
        [1, 0.1],
        [2, 0.5],
        [5, 1],
        [9, 0.3],
        [20, 2],
      ] as const) {
        const k = (Math.PI * mode) / (n * DX)
        const omega = ((2 * Math.sqrt(G * depth)) / DX) * Math.sin((k * DX) / 2)
        const dt = X / omega
        for (const turned of [false, true]) {
          const wave = (c: number) => Math.cos(k * DX * (c + 0.5))
          const along = (i: number, j: number) => (turned ? j : i)
          const one = await fill({
            nx: turned ? 1 : n,
            nz: turned ? n : 1,
            dt,
            tau,
            bed: () => -depth,
            depth: (i, j) => depth + 0.004 * wave(along(i, j)),
          })
          const amplitude = () => {
            let sum = 0
            for (let c = 0; c < n; c++) sum += wave(c) * (turned ? one.eta(0, c) : one.eta(c, 0))
            return sum
          }
          // a(n+1) = p a(n) - s a(n-1): s is the damping a step squared, p twice the damping times the cosine of the phase.
          const a = [amplitude()]
          while (Math.abs(a.at(-1)!) > 0.05 * a[0]! || a.length < 4) {
            one.run()
            a.push(amplitude())
            if (a.length > 12) break
          }
          let [xx, xy, yy, xz, yz] = [0, 0, 0, 0, 0]
          for (let t = 1; t + 1 < a.length; t++) {
            const [x, y, z] = [a[t]!, -a[t - 1]!, a[t + 1]!]
            xx += x * x
            xy += x * y
            yy += y * y
            xz += x * z
            yz += y * z
          }
          const det = xx * yy - xy * xy
          const [p, s] = [(xz * yy - yz * xy) / det, (yz * xx - xz * xy) / det]
          const damping = Math.sqrt((1 - tau) / (1 + X * X))
          const phase = Math.acos((2 - tau) / (2 * Math.sqrt((1 - tau) * (1 + X * X))))
          if (tau === 0) expect(phase).toBeCloseTo(Math.atan(X), 12)
          expect(Math.abs(Math.sqrt(s) / damping - 1), `damping, mode ${mode}, τ ${tau}`).toBeLessThan(1e-3)
          expect(Math.abs(Math.acos(p / (2 * Math.sqrt(s))) / phase - 1), `phase, mode ${mode}, τ ${tau}`).toBeLessThan(
            1e-3,
          )
        }
      }
  })

  it('is stable at fifty times the explicit limit, wet or dry', async () => {
    const energy = (one: Awaited<ReturnType<typeof fill>>) => {
      let sum = 0
      for (let j = 0; j < one.bed.nz; j++)
        for (let i = 0; i < one.bed.nx; i++) {
          const [eta, bed] = [one.eta(i, j), one.bed.at(i, j)]
          sum += eta * eta - bed * bed
        }
      return sum
    }
    const wet = (i: number, j: number) => Math.fround(-3 + 0.5 * hills(i, j))
    for (const bed of [wet, hills]) {
      // The explicit limit in 2-D is c dt/dx = 1/sqrt(2).
      const dt = (50 * DX) / Math.sqrt(2 * G * 3)
      const depth = (i: number, j: number) => Math.max(0, noise(6)(i, j) - 0.5 - bed(i, j))
      const one = await fill({ nx: 50, nz: 41, dt, bed, depth })
      const start = energy(one)
      let most = start
      for (let k = 0; k < 400; k++) {
        one.run()
        const now = energy(one)
        expect(Number.isFinite(now)).toBe(true)
        most = Math.max(most, now)
      }
      expect(most).toBe(start)
    }
  })

  it('lets nothing pile up on a thin sheet of water that much flows over', async () => {
    // Two deep pools with a bar between them that 1 mm of water covers.
    const n = 21
    const bed = (i: number) => (i === 10 ? 0 : -5)
    const depth = (i: number) => (i < 10 ? 6 : i === 10 ? 0.001 : 5.0005)
    const one = await fill({ nx: n, nz: 1, dt: 2, bed, depth })
    one.run()
    for (let i = 0; i < n; i++) expect(one.eta(i, 0)).toBeLessThanOrEqual(1)
    expect(one.volume((i) => i > 10)).toBeGreaterThan(10 * 5.0005 + 1)
  })

  it('lets waves out and in at open edges', async () => {
    const [n, depth, dt] = [400, 2, 0.02]
    const c = Math.sqrt(G * depth)
    const pulse = (x: number) => 0.01 * Math.exp(-(((x - 60) / 12) ** 2) / 2)
    const open: Edge = [OPEN, 0, 0]
    // A pulse, half of which goes each way and out.
    const out = await fill({
      nx: n,
      nz: 1,
      dt,
      bed: () => -depth,
      depth: (i) => depth + pulse(i),
      edges: [open, open, wall, wall],
    })
    out.run(Math.round((1.3 * n * DX) / (c * dt)))
    expect(largest(Array.from({ length: n }, (_, i) => out.eta(i, 0)))).toBeLessThan(0.02 * 0.005)
    // A wave from outside.
    const into = await fill({
      nx: n,
      nz: 1,
      dt,
      bed: () => -depth,
      depth: () => depth,
      edges: [open, open, wall, wall],
    })
    let highest = 0
    const [period, height] = [6, 0.02]
    const steps = Math.round((0.25 * n * DX) / (c * dt) + (2 * period) / dt)
    for (let step = 0; step < steps; step++) {
      const level = 0.5 * height * Math.sin((2 * Math.PI * (step + 1) * dt) / period)
      into.xBefore.write([OPEN, level, (level * c) / depth])
      into.run()
      if (step * dt > steps * dt - period) highest = Math.max(highest, into.eta(n / 8, 0))
    }
    // Damping of the wave by the implicit step on its way: e^(-ω² dt t/2).
    const omega = (2 * Math.PI) / period
    const left = Math.exp((-omega * omega * dt * ((n / 8) * DX)) / (2 * c))
    expect(Math.abs(highest / (0.5 * height * left) - 1)).toBeLessThan(0.01)
  })
})
