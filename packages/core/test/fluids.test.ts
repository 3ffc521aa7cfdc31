import fc from 'fast-check'
import type { FluidSimulation, SceneInput } from 'seiche'
import { describe, expect, it } from 'vitest'
import { box, divergenceOf, leftover } from '../testing/fluid-box.js'
import { simulateFluid } from '../testing/running.js'

describe('after a projection', () => {
  const open = { 'x-': { inflow: [0.5, 0, 0] }, 'x+': 'open', 'y-': 'no-slip' } as const
  const ball = { shape: 'sphere', center: [0.1, 0, 0], radius: 0.15 } as const
  const cases: Record<string, SceneInput> = {
    'a closed box': box([32, 24], { flow: [{ flow: 'vortex', center: [0.1, 0.05], radius: 0.1, speed: 1 }] }),
    'a flow past a solid': box([48, 32], {
      boundaries: open,
      solids: [ball],
      flow: [{ flow: 'uniform', velocity: [0.5, 0] }],
    }),
    'a flow past a slippery solid': box([48, 32], { boundaries: open, solids: [{ ...ball, slip: 'free-slip' }] }),
    'solids that move': box([40, 40], {
      solids: [
        { shape: 'box', center: [-0.2, 0], size: [0.1, 0.4], angle: 20, motion: { velocity: [0.4, 0.1] } },
        {
          shape: 'polygon',
          points: [
            [0.2, -0.3],
            [0.4, -0.3],
            [0.3, -0.1],
          ],
        },
      ],
    }),
    'a volume': box([20, 16, 12], {
      boundaries: open,
      solids: [ball],
      flow: [{ flow: 'uniform', velocity: [0.5, 0.2, 0.1] }],
    }),
    'a periodic volume': box([16, 12, 10], {
      boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
      flow: [
        { flow: 'uniform', velocity: [0.5, 0, 0.3] },
        { flow: 'vortex', radius: 0.2, speed: 1 },
      ],
    }),
  }
  for (const [name, scene] of Object.entries(cases))
    it(`divergence is within the tolerance in every cell: ${name}`, async () => {
      for (const pressure of ['gradient', 'multigrid']) {
        const sim = await simulateFluid({
          ...scene,
          solver: { type: 'stable-fluids', viscosity: 1e-3, tolerance: 1e-5, pressure, iterations: 100 } as never,
        })
        for (let k = 0; k < 5; k++) {
          sim.step(4)
          expect(leftover(sim), pressure).toBeLessThanOrEqual(1e-5)
        }
        const { speed } = sim.diagnostics()
        expect(speed).toBeGreaterThan(0.1)
        if (!scene.fluid!.solids) expect(divergenceOf(sim)).toBeLessThanOrEqual(1e-5 * speed)
      }
    })

  it('no fluid goes through a solid that stands', async () => {
    const sim = await simulateFluid(cases['a flow past a solid']!)
    sim.step(50)
    const [i, j] = [Math.floor(24 + 0.1 * 48), 16]
    expect(sim.field('open').at(i, j)).toBe(0)
    expect(sim.velocityAt(0.1, 0)).toEqual([0, 0, 0])
    // What comes in goes out.
    const u = sim.field('u').read()
    const through = (column: number) =>
      Array.from({ length: 32 }, (_, row) => u[row * 49 + column]!).reduce((a, b) => a + b)
    expect(through(0)).toBeCloseTo(16, 4)
    expect(through(48)).toBeCloseTo(16, 1)
  })
})

describe('forces', () => {
  it('what is warm rises, what is heavy sinks', async () => {
    const blob = { shape: 'sphere', center: [0, 0], radius: 0.15 } as const
    const warm = await simulateFluid(box([32, 32], { temperature: { initial: [{ ...blob, amount: 30 }] } }))
    const heavy = await simulateFluid(box([32, 32], { dyes: { salt: { weight: 0.1, initial: [blob] } } }))
    warm.step(10)
    heavy.step(10)
    expect(warm.velocityAt(0, 0)[1]).toBeGreaterThan(0.05)
    expect(heavy.velocityAt(0, 0)[1]).toBeLessThan(-0.05)
    expect(warm.velocityAt(0, 0)[0]).toBeCloseTo(0, 3)
  })

  it('the pressure of a fluid at rest is hydrostatic, in pascals', async () => {
    const everywhere = { shape: 'box', center: [0, 0], size: [4, 4] } as const
    const density = 900
    const scene = box([24, 24], { dyes: { salt: { weight: 0.1, initial: [everywhere] } } }, { density, gravity: 10 })
    for (const timeStep of [0.01, 0.05]) {
      const sim = await simulateFluid({ ...scene, timeStep })
      sim.step(20)
      const p = sim.field('p')
      expect(p.unit).toBe('Pa')
      // From the centre of the lowest cell to that of the highest; an acceleration of 1 m/s² acts on the salt.
      const values = p.read()
      expect(values[0]! - values[23 * 24]!).toBeCloseTo((density * 1 * 23) / 24, 1)
    }
  })

  it('layers at rest stay at rest', async () => {
    const layer = { shape: 'box', center: [0, -0.25], size: [2, 0.5] } as const
    const sim = await simulateFluid(box([24, 24], { dyes: { salt: { weight: 0.1, initial: [layer] } } }))
    sim.step(50)
    expect(sim.diagnostics().speed).toBeLessThan(1e-4)
  })

  it('confinement winds a vortex up', async () => {
    const swirl = { flow: [{ flow: 'vortex', radius: 0.1, speed: 1 }] } as const
    const energy = async (cells: number[], confinement: number) => {
      const sim = await simulateFluid(box(cells, { flow: [...swirl.flow] }, { confinement }))
      sim.step(20)
      return sim.diagnostics().kineticEnergy
    }
    for (const cells of [
      [32, 32],
      [16, 16, 16],
    ])
      expect(await energy(cells, 4)).toBeGreaterThan(1.02 * (await energy(cells, 0)))
  })

  it('a lid drags the fluid along, a solid pushes it', async () => {
    const driven = await simulateFluid(
      box([24, 24], { boundaries: { 'y+': { lid: [1, 0] }, 'y-': 'no-slip' } }, { viscosity: 0.05 }),
    )
    driven.step(50)
    expect(driven.velocityAt(0, 0.45)[0]).toBeGreaterThan(0.4)
    const pushed = await simulateFluid(
      box([32, 32], { solids: [{ shape: 'sphere', center: [-0.2, 0], radius: 0.1, motion: { velocity: [0.5, 0] } }] }),
    )
    pushed.step(10)
    expect(pushed.velocityAt(-0.2 + 0.1 + 0.14, 0)[0]).toBeGreaterThan(0.1)
    expect(pushed.velocityAt(-0.1, 0.2)[0]).toBeLessThan(0)
  })
})

describe('a volume', () => {
  it('of layers that are all the same is the flow of one of them', async () => {
    const edges = { 'y-': 'no-slip', 'y+': { lid: [1, 0, 0] } } as const
    const joined = { ...edges, 'z-': 'periodic', 'z+': 'periodic' } as const
    const fluid = {
      dyes: { ink: { initial: [{ shape: 'cylinder', center: [0.1, 0.2], radius: 0.15 }] } },
      solids: [{ shape: 'cylinder', center: [-0.2, -0.1], radius: 0.1 }],
    } as const
    const settings = { viscosity: 1e-3, tolerance: 1e-6, dyes: 'carried' }
    const flat = await simulateFluid(box([24, 20], { ...fluid, boundaries: edges }, settings))
    const deep = await simulateFluid(box([24, 20, 6], { ...fluid, boundaries: joined }, settings))
    flat.step(30)
    deep.step(30)
    for (const name of ['u', 'v', 'ink']) {
      const [one, all] = [flat.field(name).read(), deep.field(name).read()]
      expect(all.length).toBe(6 * one.length)
      for (let k = 0; k < 6; k++)
        for (let c = 0; c < one.length; c++) expect(Math.abs(all[k * one.length + c]! - one[c]!)).toBeLessThan(1e-5)
    }
    expect(Math.max(...deep.field('w').read().map(Math.abs))).toBeLessThan(1e-5)
    expect(deep.field('ink').shape).toEqual([6, 20, 24])
    expect(deep.field('w').shape).toEqual([7, 20, 24])
  })

  it('turned about is the same flow', async () => {
    const run = async (order: readonly [number, number, number]) => {
      const turn = (list: readonly number[]) => order.map((from) => list[from]!)
      const scene = box([16, 16, 16], {
        emitters: [{ shape: 'sphere', center: turn([-0.2, 0.1, 0.05]), radius: 0.15, velocity: turn([1, 0.4, 0.2]) }],
        solids: [{ shape: 'sphere', center: turn([0.2, 0, 0.1]), radius: 0.12 }],
      })
      const sim = await simulateFluid({ ...scene, solver: { type: 'stable-fluids', viscosity: 1e-3, tolerance: 1e-6 } })
      sim.step(12)
      return { sim, turn }
    }
    const [first, second] = [await run([0, 1, 2]), await run([2, 0, 1])]
    for (const at of [
      [0, 0, 0],
      [0.1, 0.2, -0.3],
      [-0.3, 0.1, 0.2],
      [0.4, -0.1, 0.1],
    ]) {
      const [a, b] = [
        first.sim.velocityAt(at[0]!, at[1]!, at[2]!),
        second.sim.velocityAt(...(second.turn(at) as [number, number, number])),
      ]
      for (const [axis, value] of second.turn(a).entries()) expect(b[axis]!).toBeCloseTo(value, 3)
    }
  })
})

it('stays finite for any viscosity, any time step and random forces', async () => {
  const number = (low: number, high: number) => fc.double({ min: low, max: high, noNaN: true })
  let stepped = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        cells: fc.oneof(
          fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 })),
          fc.tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 2, max: 9 }), fc.integer({ min: 2, max: 9 })),
        ),
        viscosity: fc.oneof(
          fc.constant(0),
          number(-8, 8).map((e) => 10 ** e),
        ),
        timeStep: number(-4, 4).map((e) => 10 ** e),
        advection: fc.constantFrom('semi-lagrangian', 'maccormack', 'bfecc', 'quick'),
        dyes: fc.constantFrom('carried', 'conserved'),
        confinement: fc.constantFrom(0, 1),
        pressure: fc.constantFrom('gradient', 'multigrid'),
        edges: fc.array(fc.constantFrom('free-slip', 'no-slip', 'open', 'lid'), { minLength: 6, maxLength: 6 }),
        around: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
        pushes: fc.array(fc.tuple(number(-0.5, 0.5), number(-0.5, 0.5), number(-100, 100), number(-100, 100)), {
          minLength: 1,
          maxLength: 3,
        }),
        solid: fc.boolean(),
      }),
      async ({ cells, viscosity, timeStep, advection, dyes, confinement, pressure, edges, around, pushes, solid }) => {
        const names = ['x-', 'x+', 'y-', 'y+', ...((cells[2] ?? 1) > 1 ? ['z-', 'z+'] : [])]
        const boundaries = Object.fromEntries(
          names.map((name, k) => [
            name,
            around[k >> 1] ? 'periodic' : edges[k] === 'lid' ? { lid: [1, 1, 1] } : edges[k],
          ]),
        )
        const fluid = {
          boundaries,
          dyes: { ink: { weight: 0.5, diffusivity: viscosity } },
          temperature: {},
          emitters: pushes.map(([x, y, u, v]) => ({
            shape: 'box',
            center: [x, y],
            size: [0.6, 0.6],
            velocity: [u, v, u],
            dyes: { ink: 1 },
            heat: 1,
          })),
          solids:
            solid && cells[0] > 4 && cells[1] > 4
              ? [{ shape: 'sphere', center: [0.3, 0.3], radius: 0.1, motion: { velocity: [0.1, 0] } }]
              : [],
        }
        const scene = box(cells, fluid, { viscosity, advection, dyes, confinement, pressure }, timeStep)
        let sim: FluidSimulation
        try {
          sim = await simulateFluid(scene)
        } catch (error) {
          // Pushes that miss a box flatter than wide.
          expect(String(error)).toMatch(/emitter/)
          return
        }
        stepped++
        sim.step(8)
        for (const name of sim.fieldNames)
          expect(sim.field(name).read().every(Number.isFinite), `${name} of ${JSON.stringify(scene)}`).toBe(true)
        sim.dispose()
      },
    ),
    { numRuns: 60 },
  )
  expect(stepped).toBeGreaterThan(30)
})

it('has the same bits on any number of threads, and from a snapshot on', async () => {
  const scene = box(
    [21, 18, 13],
    {
      boundaries: {
        'x-': { inflow: [0.5, 0.1, 0] },
        'x+': 'open',
        'z-': 'periodic',
        'z+': 'periodic',
        'y-': 'no-slip',
      },
      dyes: { ink: { weight: 0.2, diffusivity: 1e-3 } },
      temperature: { diffusivity: 1e-3 },
      emitters: [
        { shape: 'sphere', radius: 0.15, center: [-0.2, -0.1, 0], dyes: { ink: 3 }, heat: 50, velocity: [0.5, 1, 0.2] },
      ],
      solids: [
        { shape: 'box', center: [0.2, 0, 0], size: [0.2, 0.2, 0.2], motion: { velocity: [-0.1, 0.05, 0] } },
        { shape: 'sphere', center: [0, 0.3, 0], radius: 0.1, slip: 'free-slip' },
      ],
    },
    { viscosity: 1e-3, confinement: 0.5 },
  )
  for (const settings of [{ dyes: 'carried' }, { dyes: 'conserved' }, { dyes: 'carried', advection: 'quick' }]) {
    const runs: string[] = []
    let bytes: Uint8Array | undefined
    for (const threads of [1, 2, 3]) {
      const sim = await simulateFluid({ ...scene, solver: { ...scene.solver, ...settings } as never }, threads)
      if (bytes) sim.restore(bytes)
      else sim.step(6)
      bytes ??= sim.snapshot()
      sim.step(6)
      runs.push(sim.hash())
      if (threads === 2) {
        const again = await simulateFluid({ ...scene, solver: { ...scene.solver, ...settings } as never }, threads)
        again.step(12)
        runs.push(again.hash())
      }
    }
    expect(new Set(runs).size).toBe(1)
  }
})
