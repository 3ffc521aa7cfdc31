// Edges held at a height other than the rest level.

import { type ShallowWave2D, shallowWave2D, shallowWaveAlpha } from '@seiche/textbook'
import { createSimulation, SceneError, type SceneInput, type SurfaceSimulation } from 'seiche'
import { describe, expect, it } from 'vitest'

const G = 9.81
const HEIGHT = 0.04
const held = { fixed: HEIGHT }
const around = { 'x-': held, 'x+': held, 'z-': held, 'z+': held }

function basin(nx: number, nz: number, more: Partial<SceneInput> = {}): SceneInput {
  return {
    seiche: 1,
    grid: { cells: [nx, nz], cellSize: 0.1 },
    timeStep: 0.02,
    solver: { type: 'columns', depth: 0.3 },
    ...more,
  }
}

/** A simulation of a surface, whatever its solver. */
const surface = async (scene: SceneInput, threads = 1) =>
  (await createSimulation(scene, { threads })) as SurfaceSimulation

/** Largest distance of the elevation from a level [m]. */
function farthest(eta: ArrayLike<number>, level: number): number {
  return Array.from(eta).reduce((most, value) => Math.max(most, Math.abs(value - level)), 0)
}

describe('columns with held edges', () => {
  it('equal the shallow-wave simulator with ghost cells of that height', async () => {
    const [nx, nz] = [33, 26]
    const sim = await surface(
      basin(nx, nz, {
        boundaries: around,
        initial: { eta: [{ shape: 'gaussian', center: [0.4, -0.3], radius: 0.5, height: 0.1 }] },
      }),
      2,
    )
    const eta = Float64Array.from(sim.field('eta').read())
    const step = (water: ShallowWave2D, dt: number) =>
      shallowWave2D(water, {
        alpha: shallowWaveAlpha(0.3, 0.1, dt, G),
        beta: 1,
        edge: { type: 'fixed', height: HEIGHT },
      })
    // The engine starts at rest, with phi half a step earlier: so far the columns have moved by half of the first step.
    const first = { nx, nz, eta: eta.slice(), etaOld: eta.slice(), etaNew: new Float64Array(nx * nz) }
    step(first, 0.02)
    const etaOld = eta.map((height, cell) => height + (first.eta[cell]! - height) / 2)
    const water = { nx, nz, eta, etaOld, etaNew: new Float64Array(nx * nz) }
    for (let n = 0; n < 400; n++) step(water, 0.02)
    sim.step(400)
    const got = sim.field('eta').read()
    const error = got.reduce((most, value, cell) => Math.max(most, Math.abs(value - water.eta[cell]!)), 0)
    expect(error).toBeLessThan(1e-6)
    expect(farthest(water.eta, 0)).toBeGreaterThan(0.04)
  })

  it('let a step of the held height into still water, at the speed of the waves', async () => {
    const cells = 400
    const sim = await surface(basin(cells, 1, { boundaries: { 'x-': held, 'x+': 'absorb' } }))
    const c = Math.sqrt(G * 0.3)
    const seconds = 30 / c
    sim.step(Math.round(seconds / 0.02))
    // Flux H u = H g h/c = c h through the edge, per metre of width.
    const entered = sim
      .field('eta')
      .read()
      .reduce((sum, height) => sum + height * 0.1, 0)
    expect(entered / (HEIGHT * c * sim.time)).toBeCloseTo(1, 2)
    expect(sim.heightAt(-10, 0) / HEIGHT).toBeCloseTo(1, 1)
    expect(sim.heightAt(15, 0)).toBeCloseTo(0, 4)
  })

  it.each([
    ['one height all around', around],
    ['one height beside open water', { 'x-': held, 'x+': 'absorb' }],
  ] as const)('settle at the held height: %s', async (_, boundaries) => {
    const sim = await surface(basin(30, 1, { boundaries, solver: { type: 'columns', depth: 0.3, damping: 0.5 } }))
    sim.step(3000)
    expect(Math.abs(sim.heightAt(-1.4, 0) / HEIGHT - 1)).toBeLessThan(0.05)
  })

  it('leave water at the held height exactly still', async () => {
    const sim = await surface(basin(20, 20, { boundaries: around }))
    sim.field('eta').fill(HEIGHT)
    sim.field('phi').fill(0)
    sim.step(200)
    expect(farthest(sim.field('eta').read(), Math.fround(HEIGHT))).toBe(0)
    expect(sim.diagnostics().kineticEnergy).toBe(0)
  })

  it('accelerate the water between two heights by their difference', async () => {
    const [cells, difference] = [50, 0.02]
    const sim = await surface(
      basin(cells, 1, { boundaries: { 'x-': { fixed: HEIGHT }, 'x+': { fixed: HEIGHT - difference } } }),
    )
    // The surface falls evenly from ghost cell to ghost cell, and stays so.
    const slope = difference / (cells + 1)
    const level = (i: number) => HEIGHT - (i + 1) * slope
    sim.field('eta').write(Float64Array.from({ length: cells }, (_, i) => level(i)))
    sim.field('phi').write(Float64Array.from({ length: cells }, (_, i) => 0.5 * G * 0.02 * level(i)))
    sim.step(500)
    const eta = sim.field('eta').read()
    expect(eta.reduce((most, height, i) => Math.max(most, Math.abs(height - level(i))), 0)).toBeLessThan(1e-4)
    const expected = ((G * difference) / ((cells + 1) * 0.1)) * sim.time
    expect(Math.abs(sim.velocityAt(0, 0)[0] / expected - 1)).toBeLessThan(2e-3)
  })

  it('go on after a snapshot, and have the same bits on any number of threads', async () => {
    const scene = basin(40, 24, {
      boundaries: { 'x-': { fixed: 0.05 }, 'x+': 'absorb', 'z-': 'reflect', 'z+': { fixed: -0.03 } },
    })
    const [one, three, later] = await Promise.all([1, 3, 2].map((threads) => surface(scene, threads)))
    one!.step(120)
    three!.step(50)
    later!.restore(three!.snapshot())
    three!.step(70)
    later!.step(70)
    expect(three!.hash()).toBe(one!.hash())
    expect(later!.hash()).toBe(one!.hash())
  })

  it('a held edge beside open water lost the digits of the flow after some minutes', async () => {
    const sim = await surface(basin(60, 1, { boundaries: { 'x-': { fixed: 0.1 }, 'x+': 'absorb' } }))
    const flow = (G * 0.1) / Math.sqrt(G * 0.3)
    sim.step(100_000)
    expect(farthest(sim.field('eta').read(), 0.1)).toBeLessThan(1e-4)
    expect(Math.abs(sim.velocityAt(0, 0)[0] / flow - 1)).toBeLessThan(2e-3)
    expect(Math.abs(sim.field('phi').at(30, 0))).toBeLessThan(10)
  })

  it('viscosity of the first step saw a copy of the last cell beyond a fixed edge, not the held water', async () => {
    const cells = 20
    const hump = (i: number) => 0.05 * Math.exp(-(((i - 3) / 3) ** 2))
    const scene = (nx: number, edge: 'fixed' | 'periodic') =>
      basin(nx, 1, { solver: { type: 'columns', depth: 0.3, viscosity: 1e-3 }, boundaries: { 'x-': edge, 'x+': edge } })
    // Odd water around a torus has a node in each ghost cell of the fixed edges.
    const [fixed, odd] = await Promise.all([surface(scene(cells, 'fixed')), surface(scene(2 * cells + 2, 'periodic'))])
    const oddAt = (k: number) => (k === 0 || k === cells + 1 ? 0 : k <= cells ? hump(k) : -hump(2 * cells + 2 - k))
    const start = (sim: SurfaceSimulation, at: (k: number) => number) => {
      const eta = Float64Array.from({ length: sim.grid.nx }, (_, i) => at(i))
      sim.field('eta').write(eta)
      sim.field('phi').write(eta.map((height) => height))
    }
    start(fixed, (i) => oddAt(i + 1))
    start(odd, oddAt)
    fixed.step()
    odd.step()
    const want = odd.field('eta').read()
    fixed
      .field('eta')
      .read()
      .forEach((height, i) => {
        expect(Math.abs(height - want[i + 1]!)).toBeLessThan(1e-8)
      })
  })

  it('set the level of the pools behind walls that reach them', async () => {
    const sim = await surface(
      basin(40, 8, {
        boundaries: { 'x-': held },
        obstacles: [{ shape: 'box', center: [0, 0], size: [0.4, 2], height: 1 }],
      }),
    )
    sim.field('eta').fill(HEIGHT)
    sim.field('phi').fill(0)
    sim.step(300)
    expect(Math.abs(sim.heightAt(-1.5, 0) - HEIGHT)).toBeLessThan(1e-6)
  })
})

describe('other solvers with held edges', () => {
  it.each(['fft', 'window'] as const)(
    'iwave by %s: waves about the held height are those about the rest level',
    async (method) => {
      const scene = (edge: 'fixed' | typeof held) =>
        basin(48, 32, {
          boundaries: { 'x-': edge, 'x+': edge },
          solver: { type: 'iwave', depth: 0.3, method, surfaceTension: 0.07 },
          initial: { eta: [{ shape: 'gaussian', center: [-1, 0], radius: 0.4, height: 0.02 }] },
        })
      const [rest, high] = await Promise.all([surface(scene('fixed')), surface(scene(held))])
      const start = rest.field('eta').read()
      high.field('eta').write(start.map((height) => height + HEIGHT))
      high.field('phi').write(rest.field('phi').read())
      rest.step(100)
      high.step(100)
      const want = rest.field('eta').read()
      const got = high.field('eta').read()
      expect(
        want.reduce((most, height, cell) => Math.max(most, Math.abs(got[cell]! - HEIGHT - height)), 0),
      ).toBeLessThan(1e-6)
      expect(farthest(want, 0)).toBeGreaterThan(1e-3)
    },
  )

  it.each(['shallow-water', 'kass-miller'] as const)(
    '%s: water flows in until the held height is reached',
    async (type) => {
      const scene = basin(30, 1, {
        boundaries: { 'x-': held },
        solver: { type },
        terrain: [{ shape: 'plane', height: -0.3 }],
      })
      const sim = await surface(scene)
      const volumes: number[] = []
      for (let n = 0; n < 400; n++) {
        sim.step(5)
        volumes.push(
          sim
            .field('eta')
            .read()
            .reduce((sum, height) => sum + height, 0) / 30,
        )
      }
      const late = volumes.slice(200)
      expect(Math.abs(late.reduce((sum, level) => sum + level, 0) / late.length / HEIGHT - 1)).toBeLessThan(0.05)
    },
  )
})

describe('held edges that a solver cannot have', () => {
  const refused = async (scene: SceneInput): Promise<string> => {
    try {
      await createSimulation(scene)
    } catch (error) {
      if (error instanceof SceneError) return error.message
      throw error
    }
    throw new Error('the scene was accepted')
  }

  it('below the bottom', async () => {
    expect(await refused(basin(8, 8, { boundaries: { 'x-': { fixed: -0.3 } } }))).toMatch(
      /boundaries\["x-"\]\.fixed.*below the bottom, which is at -0\.3 m/s,
    )
  })

  it('at different levels in iwave, or beside its open edges', async () => {
    const solver = { type: 'iwave', depth: 0.3 } as const
    const advice = /boundaries\["z\+"\]\.fixed.*one level.*solver "columns"/s
    expect(await refused(basin(8, 8, { solver, boundaries: { 'z+': held, 'x-': 'absorb' } }))).toMatch(advice)
    expect(await refused(basin(8, 8, { solver, boundaries: { 'z+': held, 'x+': 'fixed' } }))).toMatch(advice)
  })

  it('in the exponential method, and with ambient waves', async () => {
    const boundaries = { 'x-': held }
    const exponential = { type: 'iwave', depth: 0.3, method: 'exponential' } as const
    expect(await refused(basin(8, 8, { boundaries, solver: exponential }))).toContain('use "method": "fft" or "window"')
    const ambient = { type: 'waves' as const, trains: [{ height: 0.1, wavelength: 1 }] }
    expect(
      await refused(basin(8, 8, { boundaries, solver: { type: 'iwave', depth: 0.3, method: 'fft', ambient } })),
    ).toContain('leave "ambient" out')
  })

  it('in prescribed waves', async () => {
    const solver = { type: 'waves' as const, trains: [{ height: 0.1, wavelength: 1 }] }
    expect(await refused(basin(8, 8, { solver, boundaries: { 'x-': held } }))).toContain(
      'a held edge would have no effect',
    )
  })

  it('without a number', async () => {
    const edge = (value: unknown) => refused(basin(8, 8, { boundaries: { 'x-': value } as never }))
    expect(await edge({ fixed: 'high' })).toMatch(/boundaries\["x-"\]\.fixed.*number/s)
    expect(await edge({ fixed: Number.NaN })).toMatch(/boundaries\["x-"\]\.fixed/)
    expect(await edge({ hold: 1 })).toMatch(/boundaries\["x-"\]/)
    expect(await edge(0.2)).toMatch(/boundaries\["x-"\]/)
    expect(await edge('fix')).toMatch(/boundaries\["x-"\].*"fixed"/s)
  })
})
