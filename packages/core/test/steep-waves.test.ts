// Waves of finite height (`iwave` with a nonlinearity above 1) beside the textbook's, and their invariants.

import { higherOrderRates, higherOrderStep } from '@seiche/textbook'
import { describe, expect, test } from 'vitest'
import {
  BreakingWaveError,
  createSimulation,
  planSimulation,
  SceneError,
  type SceneInput,
  type SurfaceSimulation,
  solitaryWave,
} from '../src/index.js'

const GRAVITY = 9.81

const simulate = async (scene: SceneInput) => (await createSimulation(scene)) as SurfaceSimulation

type Edges = 'periodic' | 'reflect'

function basin(
  cells: [number, number],
  order: number,
  more: { edges?: Edges; depth?: number; timeStep?: number; crestFilter?: boolean } = {},
): SceneInput {
  const { edges = 'periodic', timeStep = 0.01, crestFilter = false, depth } = more
  return {
    seiche: 1,
    grid: { cells, cellSize: 0.1 },
    timeStep,
    solver: { type: 'iwave', nonlinearity: order, crestFilter, ...(depth !== undefined && { depth }) },
    boundaries: { 'x-': edges, 'x+': edges, 'z-': edges, 'z+': edges },
  }
}

/** Two waves of different length that run against each other, as values of a row of n points. */
function row(n: number, height: number, shift = 0) {
  const angle = (i: number, waves: number) => (2 * Math.PI * waves * (i + shift)) / n
  return {
    eta: Float64Array.from({ length: n }, (_, i) => height * (Math.cos(angle(i, 2)) + 0.5 * Math.cos(angle(i, 3) + 1))),
    psi: Float64Array.from({ length: n }, (_, i) => height * 3 * (Math.sin(angle(i, 2)) - 0.4 * Math.sin(angle(i, 3)))),
  }
}

const largest = (values: ArrayLike<number>) =>
  Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0)

describe.each([2, 3, 4, 5])('order %i', (order) => {
  test.each([
    ['deep water', undefined],
    ['shallow water', 0.5],
  ] as const)('a step equals that of the textbook, %s, along x and along z', async (_, depth) => {
    const n = 60
    const start = row(n, 0.08)
    const parameters = { order, g: GRAVITY, depth: depth ?? Number.POSITIVE_INFINITY, dx: 0.1, dt: 0.01 }
    const expected = { eta: start.eta.slice(), psi: start.psi.slice() }
    for (let step = 0; step < 10; step++) higherOrderStep(expected, parameters)
    for (const cells of [
      [n, 1],
      [1, n],
      [n, 6],
      [6, n],
    ] as [number, number][]) {
      using sim = await simulate(basin(cells, order, depth === undefined ? {} : { depth }))
      const along = cells[0] >= cells[1] ? (k: number) => k % n : (k: number) => Math.floor(k / cells[0])
      const spread = (values: Float64Array) =>
        Float64Array.from({ length: cells[0] * cells[1] }, (_, k) => values[along(k)]!)
      sim.field('eta').write(spread(start.eta))
      sim.field('phi').write(spread(start.psi))
      sim.step(10)
      const error = sim
        .field('eta')
        .read()
        .map((eta, k) => eta - expected.eta[along(k)]!)
      expect(largest(error)).toBeLessThan((3e-6 * largest(start.eta)) / 0.08)
    }
  })

  test('a walled basin equals half of a periodic one of twice the size', async () => {
    const [nx, nz] = [24, 20]
    const even = (i: number, j: number) => {
      const x = (Math.PI * (i + 0.5)) / nx
      const z = (Math.PI * (j + 0.5)) / nz
      return 0.05 * (Math.cos(2 * x) + 0.7 * Math.cos(x) * Math.cos(2 * z) - 0.3 * Math.cos(z))
    }
    const fill = (width: number, height: number, factor: number) =>
      Float64Array.from({ length: width * height }, (_, k) => factor * even(k % width, Math.floor(k / width)))
    using walled = await simulate(basin([nx, nz], order, { edges: 'reflect' }))
    using whole = await simulate(basin([2 * nx, 2 * nz], order))
    for (const [sim, width, height] of [
      [walled, nx, nz],
      [whole, 2 * nx, 2 * nz],
    ] as const) {
      sim.field('eta').write(fill(width, height, 1))
      sim.field('phi').write(fill(width, height, -2))
      sim.step(30)
    }
    const eta = whole.field('eta')
    const error = walled
      .field('eta')
      .read()
      .map((value, k) => value - eta.at(k % nx, Math.floor(k / nx)))
    expect(largest(error)).toBeLessThan(2e-6)
    expect(largest(walled.field('eta').read())).toBeGreaterThan(0.02)
  })
})

test.each([45, 54, 64])(
  '%i cells, whose transforms begin with another radix, make the step of the textbook',
  async (n) => {
    const start = row(n, 0.06)
    const parameters = { order: 3, g: GRAVITY, depth: Number.POSITIVE_INFINITY, dx: 0.1, dt: 0.01 }
    const expected = { eta: start.eta.slice(), psi: start.psi.slice() }
    for (let step = 0; step < 10; step++) higherOrderStep(expected, parameters)
    for (const cells of [
      [n, 9],
      [9, n],
    ] as [number, number][]) {
      using sim = await simulate(basin(cells, 3))
      const along = cells[0] === n ? (k: number) => k % n : (k: number) => Math.floor(k / cells[0])
      const spread = (values: Float64Array) => Float64Array.from({ length: 9 * n }, (_, k) => values[along(k)]!)
      sim.field('eta').write(spread(start.eta))
      sim.field('phi').write(spread(start.psi))
      sim.step(10)
      const error = sim
        .field('eta')
        .read()
        .map((eta, k) => eta - expected.eta[along(k)]!)
      expect(largest(error)).toBeLessThan(3e-6)
    }
  },
)

test.each([
  ['x', [24, 40], { 'x-': 'reflect', 'x+': 'reflect', 'z-': 'periodic', 'z+': 'periodic' }],
  ['z', [48, 20], { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'reflect', 'z+': 'reflect' }],
] as const)('walls along %s alone equal half of periodic water of twice the width', async (_, [nx, nz], boundaries) => {
  const angle = (i: number, cells: number) => (2 * Math.PI * (i + 0.5)) / cells
  // Even about the walls; along the periodic axis it travels.
  const fill = (width: number, factor: number, turn: number) => (k: number) => {
    const [x, z] = [angle(k % width, 48), angle(Math.floor(k / width), 40)]
    return (
      factor * (Math.cos(x + (nx === 48 ? turn : 0)) + 0.7 * Math.cos(2 * x) * Math.cos(z + (nz === 40 ? turn : 0)))
    )
  }
  using half = await simulate({ ...basin([nx, nz], 4), boundaries })
  using whole = await simulate(basin([48, 40], 4))
  for (const [sim, width, height] of [
    [half, nx, nz],
    [whole, 48, 40],
  ] as const) {
    const values = (of: (k: number) => number) => Float64Array.from({ length: width * height }, (_, k) => of(k))
    sim.field('eta').write(values(fill(width, 0.06, 0)))
    sim.field('phi').write(values(fill(width, 0.15, 1)))
    sim.step(30)
  }
  const error = half
    .field('eta')
    .read()
    .map((eta, k) => eta - whole.field('eta').at(k % nx, Math.floor(k / nx)))
  expect(largest(error)).toBeLessThan(2e-6)
  expect(largest(half.field('eta').read())).toBeGreaterThan(0.03)
})

test('the energy is that of the textbook, and the rise is deta/dt of all orders', async () => {
  const n = 60
  const start = row(n, 0.08)
  const parameters = { order: 4, g: GRAVITY, depth: 0.7, dx: 0.1, dt: 0.01 }
  using sim = await simulate(basin([n, 1], 4, { depth: 0.7 }))
  sim.field('eta').write(start.eta)
  sim.field('phi').write(start.psi)
  const rise = higherOrderRates(start, parameters).eta
  const kinetic = start.psi.reduce((sum, psi, i) => sum + 0.5 * 1000 * psi * rise[i]! * 0.01, 0)
  expect(sim.diagnostics().kineticEnergy / kinetic).toBeCloseTo(1, 5)
})

describe('an initial shape', () => {
  test('a Stokes wave starts with its own potential, and keeps its height', async () => {
    const scene = basin([60, 1], 5, { timeStep: 0.02 })
    using sim = await simulate({
      ...scene,
      initial: { eta: [{ shape: 'stokes', wavelength: 6, steepness: 0.25 }] },
    })
    const before = sim.diagnostics()
    sim.step(300)
    const after = sim.diagnostics()
    expect((after.maximum - after.minimum) / (before.maximum - before.minimum)).toBeCloseTo(1, 2)
    expect(after.maximum / -after.minimum).toBeGreaterThan(1.3)
  })

  test('a solitary wave of the full equations starts with its own potential, and keeps its height', async () => {
    const height = 0.4
    using sim = await simulate({
      ...basin([320, 1], 5, { edges: 'reflect', depth: 1, timeStep: 0.02 }),
      initial: { eta: [{ shape: 'solitary', theory: 'euler', height, depth: 1, center: [-6, 0] }] },
    })
    expect(sim.diagnostics().maximum).toBeCloseTo(height, 3)
    sim.step(150)
    expect(sim.diagnostics().maximum / height).toBeCloseTo(1, 2)
    const eta = sim.field('eta').read()
    const crest = (eta.indexOf(Math.max(...eta)) + 0.5 - 160) * 0.1
    expect(crest).toBeCloseTo(-6 + 3 * solitaryWave({ height }, { depth: 1 }).speed, 0)
  })

  test('the velocity at the surface is that of the water, not the slope of the potential along the surface', async () => {
    // phi = e^y sin x times a speed has u = e^y cos x, w = e^y sin x.
    const n = 60
    const k = (2 * Math.PI) / 6
    using sim = await simulate(basin([n, 1], 5))
    const at = (i: number) => (i + 0.5 - n / 2) * 0.1
    const eta = Float64Array.from({ length: n }, (_, i) => 0.15 * Math.cos(k * at(i)))
    sim.field('eta').write(eta)
    sim.field('phi').write(eta.map((y, i) => Math.exp(k * y) * Math.sin(k * at(i))))
    for (const i of [3, 20, 41]) {
      const [u, w] = sim.velocityAt(at(i), 0)
      expect(u).toBeCloseTo(k * Math.exp(k * eta[i]!) * Math.cos(k * at(i)), 2)
      expect(w).toBeCloseTo(k * Math.exp(k * eta[i]!) * Math.sin(k * at(i)), 2)
    }
  })
})

test('the filter accounts for the energy that it removes', async () => {
  const scene = basin([48, 1], 5, { crestFilter: true })
  using sim = await simulate({
    ...scene,
    initial: { eta: [{ shape: 'stokes', wavelength: 4.8, steepness: 0.3 }] },
  })
  sim.step(100)
  const before = sim.diagnostics()
  sim.step(1500)
  const after = sim.diagnostics()
  const lost = before.energy - after.energy
  expect(lost / before.energy).toBeGreaterThan(2e-4)
  expect((after.filteredEnergy! - before.filteredEnergy!) / lost).toBeGreaterThan(0.85)
  expect((after.filteredEnergy! - before.filteredEnergy!) / lost).toBeLessThan(1.15)
})

test('a snapshot continues with the same bits and the same balance of the filter', async () => {
  const scene: SceneInput = {
    ...basin([48, 8], 3, { crestFilter: true }),
    initial: { eta: [{ shape: 'gaussian', radius: 0.5, height: 0.12 }] },
  }
  using sim = await simulate(scene)
  sim.step(20)
  const snapshot = sim.snapshot()
  sim.step(20)
  using other = await simulate(scene)
  other.restore(snapshot)
  other.step(20)
  expect(other.hash()).toBe(sim.hash())
  expect(other.diagnostics().filteredEnergy).toBe(sim.diagnostics().filteredEnergy)
})

describe('ambient waves', () => {
  const sea: SceneInput = {
    ...basin([60, 60], 3),
    timeStep: 0.05,
    grid: { cells: [60, 60], cellSize: 1 },
    solver: { type: 'iwave', nonlinearity: 3, ambient: { type: 'ocean', windSpeed: 6 } },
  }

  test('are the state at the start, once', async () => {
    using sim = await simulate(sea)
    using linear = await simulate({
      ...sea,
      solver: { ...sea.solver, nonlinearity: 1 } as SceneInput['solver'],
    })
    const error = sim
      .field('eta')
      .read()
      .map((eta, k) => eta - linear.field('eta').read()[k]!)
    expect(largest(error)).toBe(0)
    const snapshot = sim.snapshot()
    sim.restore(snapshot)
    expect(sim.snapshot()).toEqual(snapshot)
  })

  test('begin as linear waves, and the non-linear terms rise over the ramp', async () => {
    const after = async (ramp: number, heightScale: number) => {
      const ambient = { type: 'ocean' as const, windSpeed: 6, heightScale }
      using sim = await simulate({
        ...sea,
        solver: { type: 'iwave', nonlinearity: 3, crestFilter: false, ramp, ambient },
      })
      sim.step(20)
      return sim
        .field('eta')
        .read()
        .map((eta) => eta / heightScale)
    }
    // A sea of a thousandth of the height is linear.
    const [slow, fast, low] = [await after(1000, 1), await after(0, 1), await after(0, 1e-3)]
    const between = (a: Float32Array, b: Float32Array) => largest(a.map((value, k) => value - b[k]!))
    expect(between(fast, low)).toBeGreaterThan(0.02 * largest(low))
    expect(between(slow, low)).toBeLessThan(0.01 * between(fast, low))
  })

  test('a snapshot from after the ramp, restored during it, goes on with all non-linear terms', async () => {
    const scene: SceneInput = {
      ...sea,
      solver: { type: 'iwave', nonlinearity: 3, ramp: 0.2, ambient: { type: 'ocean', windSpeed: 6 } },
    }
    using sim = await simulate(scene)
    sim.step(20)
    const snapshot = sim.snapshot()
    sim.step(5)
    using other = await simulate(scene)
    other.step(2)
    other.restore(snapshot)
    other.step(5)
    expect(other.hash()).toBe(sim.hash())
  })
})

test('waves leave through open edges, and a pressure source makes waves', async () => {
  const edges = { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' } as const
  using sim = await simulate({
    ...basin([40, 40], 3, { timeStep: 0.02 }),
    boundaries: edges,
    sources: [{ shape: { shape: 'gaussian', radius: 0.4 }, quantity: 'pressure', rate: 0.3, period: 0.8, end: 2 }],
  })
  sim.step(100)
  const driven = sim.diagnostics()
  expect(driven.maximum).toBeGreaterThan(0.01)
  sim.step(1000)
  expect(sim.diagnostics().energy).toBeLessThan(0.02 * driven.energy)
})

describe('waves that break', () => {
  const scene: SceneInput = {
    ...basin([64, 4], 3),
    initial: { eta: [{ shape: 'wave', wavelength: 6.4, height: 0.62 }] },
  }

  test('end the run with time and place, and a snapshot before it can go on', async () => {
    using sim = await simulate(scene)
    const snapshot = sim.snapshot()
    let error: unknown
    try {
      sim.step(2000)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(BreakingWaveError)
    expect((error as BreakingWaveError).message).toMatch(
      /^after .* s the waves break at x = .* m, z = .* m: the surface has/,
    )
    expect((error as BreakingWaveError).time).toBeGreaterThan(0)
    expect(Math.abs((error as BreakingWaveError).x)).toBeLessThanOrEqual(3.2)
    expect(() => sim.step()).toThrow(BreakingWaveError)
    sim.restore(snapshot)
    sim.step()
  })
})

describe('is refused', () => {
  const base = basin([32, 32], 3)
  const solver = { type: 'iwave' as const, nonlinearity: 3 }
  const refused: [string, SceneInput, string, RegExp][] = [
    ['order 0', { ...base, solver: { ...solver, nonlinearity: 0 } }, 'solver.nonlinearity', /1/],
    ['order 6', { ...base, solver: { ...solver, nonlinearity: 6 } }, 'solver.nonlinearity', /5/],
    ['order 2.5', { ...base, solver: { ...solver, nonlinearity: 2.5 } }, 'solver.nonlinearity', /a whole number/],
    ['method fft', { ...base, solver: { ...solver, method: 'fft' } }, 'solver.method', /need method "exponential"/],
    [
      'surface tension',
      { ...base, solver: { ...solver, surfaceTension: 0.07 } },
      'solver.surfaceTension',
      /gravity only/,
    ],
    [
      'an obstacle',
      { ...base, obstacles: [{ shape: 'disc', radius: 0.3 }] },
      'obstacles[0]',
      /no solid inside it fits: remove/,
    ],
    ['a fixed edge', { ...base, boundaries: { 'x-': 'fixed' } }, 'boundaries["x-"]', /make it "reflect"/],
    [
      'a sea in a walled basin',
      { ...base, boundaries: {}, solver: { ...solver, ambient: { type: 'ocean', windSpeed: 5 } } },
      'boundaries["x-"]',
      /make all edges "periodic"/,
    ],
    [
      'an event that makes solids',
      { ...base, events: [{ type: 'build', time: 1, from: [0, 0], to: [1, 0], radius: 0.2 }] },
      'events[0].type',
      /no solid inside it fits: remove/,
    ],
    [
      'a wave steeper than any',
      { ...base, initial: { eta: [{ shape: 'stokes', wavelength: 3.2, steepness: 0.45 }] } },
      'initial.eta[0].steepness',
      /0.44/,
    ],
    [
      'a wave steeper than any on its depth',
      {
        ...base,
        solver: { ...solver, depth: 0.1 },
        initial: { eta: [{ shape: 'stokes', wavelength: 3.2, steepness: 0.3, depth: 0.1 }] },
      },
      'initial.eta[0].steepness',
      /at this depth the limit is/,
    ],
    [
      'a wave of another depth',
      { ...base, initial: { eta: [{ shape: 'stokes', wavelength: 3.2, steepness: 0.1, depth: 2 }] } },
      'initial.eta[0].depth',
      /the solver has deep water/,
    ],
  ]
  const solitary = { shape: 'solitary' as const, theory: 'euler' as const, height: 0.3, depth: 1 }
  const walled: SceneInput = { ...base, boundaries: {}, solver: { ...solver, depth: 1 } }
  refused.push(
    [
      'a solitary wave too high for its depth',
      { ...walled, initial: { eta: [{ ...solitary, height: 0.7 }] } },
      'initial.eta[0].height',
      /the limit is 0.6 m/,
    ],
    [
      'a solitary wave of another depth',
      { ...walled, initial: { eta: [{ ...solitary, depth: 2 }] } },
      'initial.eta[0].depth',
      /the wave is one of water 2 m deep, the solver has water 1 m deep/,
    ],
    [
      'a solitary wave of the full equations in columns',
      { ...base, boundaries: {}, solver: { type: 'columns' }, initial: { eta: [solitary] } },
      'initial.eta[0].theory',
      /leave "theory" out, or choose solver "iwave"/,
    ],
    [
      'a solitary wave of the full equations without depth',
      { ...walled, initial: { eta: [{ shape: 'solitary', theory: 'euler', width: 1 }] } },
      'initial.eta[0].theory',
      /needs the "depth"/,
    ],
    [
      'a grid larger than the transforms',
      { ...base, grid: { cells: [4800, 32], cellSize: 0.1 } },
      'grid.cells[0]',
      /non-linear waves need .* at most 4096/,
    ],
  )
  test.each(refused)('%s', async (_, scene, path, reason) => {
    const error = await createSimulation(scene).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(SceneError)
    expect((error as SceneError).issues[0]!.path).toContain(path)
    expect((error as SceneError).message).toMatch(reason)
  })
})

test.each([2, 3, 4, 5])('order %i fits the memory on the largest grid that has transforms', (order) => {
  for (const edges of ['periodic', 'reflect'] as const) {
    const plan = planSimulation(basin([4096, 4096], order, { edges }), { threads: 64 })
    expect(plan.bytes).toBeLessThan(2 ** 32)
  }
})
