import fc from 'fast-check'
import {
  createSimulation,
  type FluidSimulation,
  planSimulation,
  type SceneInput,
  type SimulationEventInput,
} from 'seiche'
import { writeNpy } from 'seiche/npy'
import { describe, expect, it } from 'vitest'
import { disposeLater, simulate, simulateFluid } from '../testing/running.js'

type Fluid = NonNullable<SceneInput['fluid']>

/** A box of a metre with so many cells along a side. */
const box = (cells: readonly number[], fluid: object, solver: object = {}, timeStep = 0.02): SceneInput => ({
  seiche: 1,
  grid: { cells: [...cells] as [number, number], cellSize: 1 / cells[0]! },
  timeStep,
  solver: { type: 'stable-fluids', ...solver },
  fluid: fluid as Fluid,
})

/** The largest divergence of a cell times its width, as a part of the largest velocity, after a projection. */
function leftover(sim: FluidSimulation): number {
  const { divergence, speed } = sim.diagnostics()
  return (divergence * sim.grid.cellSize) / speed
}

/** The same from the fields, of a box without solids. */
function divergenceOf(sim: FluidSimulation): number {
  const { nx, ny = 1, nz } = sim.grid
  const [u, v] = [sim.field('u').read(), sim.field('v').read()]
  const w = nz > 1 ? sim.field('w').read() : undefined
  let largest = 0
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const at = (k * ny + j) * (nx + 1) + i
        const below = (k * (ny + 1) + j) * nx + i
        const back = (k * ny + j) * nx + i
        const flow = u[at + 1]! - u[at]! + v[below + nx]! - v[below]! + (w ? w[back + nx * ny]! - w[back]! : 0)
        largest = Math.max(largest, Math.abs(flow))
      }
  return largest
}

const total = (sim: FluidSimulation, name = 'ink') => sim.diagnostics().scalars[name]!.total

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

describe('dyes', () => {
  const ink = { initial: [{ shape: 'sphere', center: [-0.2, 0.1], radius: 0.1 }] } as const
  const stirred = (solver: object, extra: object = {}) =>
    box([48, 48], { dyes: { ink }, flow: [{ flow: 'taylor-green', speed: 1 }], ...extra }, solver, 0.05)

  it('are not lost where they are conserved, also among solids and in volumes', async () => {
    const solids = [{ shape: 'box', center: [0.2, 0.2], size: [0.15, 0.1], angle: 30 }] as const
    const volume = box(
      [20, 16, 12],
      { dyes: { ink }, flow: [{ flow: 'vortex', radius: 0.2, speed: 1 }] },
      { dyes: 'conserved' },
      0.05,
    )
    for (const scene of [
      stirred({ dyes: 'conserved' }),
      stirred({ dyes: 'conserved' }, { solids: [...solids] }),
      volume,
    ]) {
      const sim = await simulateFluid(scene)
      const start = total(sim)
      sim.step(200)
      expect(Math.abs(total(sim) / start - 1)).toBeLessThan(1e-4)
      const { minimum, maximum } = sim.diagnostics().scalars.ink!
      expect(minimum).toBeGreaterThanOrEqual(-1e-4)
      expect(maximum).toBeLessThan(1.01)
      expect(
        sim
          .field('ink')
          .read()
          .filter((value) => value > 0.01).length,
      ).toBeGreaterThan(50)
    }
  })

  it('lose more by plain carrying than by corrected, never beyond what they were', async () => {
    const kept = async (advection: string) => {
      const sim = await simulateFluid(stirred({ advection, dyes: 'carried' }))
      const start = total(sim)
      sim.step(80)
      const { minimum, maximum } = sim.diagnostics().scalars.ink!
      expect(minimum).toBeGreaterThanOrEqual(0)
      expect(maximum).toBeLessThanOrEqual(1)
      return { share: total(sim) / start, maximum }
    }
    const [plain, corrected, compensated] = [
      await kept('semi-lagrangian'),
      await kept('maccormack'),
      await kept('bfecc'),
    ]
    expect(corrected.maximum).toBeGreaterThan(plain.maximum)
    expect(compensated.maximum).toBeGreaterThan(plain.maximum)
  })

  it('are carried whole cells exactly', async () => {
    const around = { 'x-': 'periodic', 'x+': 'periodic', 'y-': 'periodic', 'y+': 'periodic' } as const
    for (const advection of ['semi-lagrangian', 'maccormack', 'bfecc', 'quick']) {
      const flow = [{ flow: 'uniform', velocity: [0.5, 0.25] }] as const
      const sim = await simulateFluid(
        box([32, 32], { boundaries: around, dyes: { ink }, flow: [...flow] }, { advection, dyes: 'carried' }, 0.125),
      )
      const before = sim.field('ink').read()
      sim.step(16)
      const after = sim.field('ink').read()
      // A time round along x and half a time along y.
      for (let j = 0; j < 32; j++)
        for (let i = 0; i < 32; i++) expect(after[((j + 16) % 32) * 32 + i]!).toBeCloseTo(before[j * 32 + i]!, 5)
    }
  })

  it('spread as diffusion does, and none is lost', async () => {
    const kappa = 0.01
    const spot = { diffusivity: kappa, initial: [{ shape: 'box', center: [0, 0], size: [0.2, 4] }] } as const
    const sim = await simulateFluid(box([64, 16], { dyes: { ink: spot } }, { dyes: 'conserved' }))
    const start = total(sim)
    const variance = () => {
      const values = sim.field('ink').read()
      let [sum, square] = [0, 0]
      for (let i = 0; i < 64; i++) {
        const x = (i + 0.5) / 64 - 0.5
        sum += values[8 * 64 + i]!
        square += values[8 * 64 + i]! * x * x
      }
      return square / sum
    }
    const before = variance()
    sim.step(25)
    expect(variance() - before).toBeCloseTo(2 * kappa * 0.5, 4)
    expect(total(sim)).toBeCloseTo(start, 6)
  })

  it('come out of emitters while they are on, in their amount', async () => {
    const emitters = [
      { shape: 'box', center: [0, 0], size: [0.25, 0.25], dyes: { ink: 2 }, start: 0.1, end: 0.5 },
    ] as const
    const sim = await simulateFluid(box([32, 32], { dyes: { ink: {} }, emitters: [...emitters] }))
    sim.step(5)
    expect(total(sim)).toBe(0)
    sim.step(45)
    expect(total(sim)).toBeCloseTo(2 * 0.4 * 0.0625, 5)
  })
})

describe('files', () => {
  const files = (values: Record<string, { data: Float32Array; shape: number[] }>) => async (name: string) =>
    writeNpy(values[name]!.data, values[name]!.shape)

  it('give solids of any shape and dyes, the same as shapes do', async () => {
    const boundaries = { 'x-': { inflow: [0.5, 0, 0] }, 'x+': 'open' }
    for (const cells of [
      [24, 16],
      [16, 12, 10],
    ]) {
      const shapes = box(cells, {
        boundaries,
        solids: [{ shape: 'box', size: [0.25, 0.25, 0.25] }],
        dyes: { ink: { initial: [{ shape: 'sphere', center: [-0.3, 0, 0], radius: 0.1 }] } },
      })
      const drawn = await simulateFluid(shapes)
      const shape = [...cells].reverse()
      const [open, ink] = [drawn.field('open').read(), drawn.field('ink').read()]
      const read = files({
        'solid.npy': { data: open.map((value) => 1 - value), shape },
        'ink.npy': { data: ink, shape },
      })
      const scene = box(cells, {
        boundaries,
        solids: [{ npy: 'solid.npy' }],
        dyes: { ink: { initial: [{ npy: 'ink.npy' }] } },
      })
      const sim = disposeLater((await createSimulation(scene, { threads: 1, readFile: read })) as FluidSimulation)
      expect(sim.field('ink').read()).toEqual(ink)
      for (const [cell, value] of sim.field('open').read().entries()) expect(value > 0).toBe(open[cell]! > 0)
      sim.step(20)
      drawn.step(20)
      expect(leftover(sim)).toBeLessThanOrEqual(1e-4)
      // Corners are rounder.
      for (const [a, b] of [
        [sim.velocityAt(0.3, 0), drawn.velocityAt(0.3, 0)],
        [sim.velocityAt(0, 0.25), drawn.velocityAt(0, 0.25)],
      ])
        expect(Math.abs(a![0] - b![0])).toBeLessThan(0.1)
    }
  })

  it('of another shape are refused', async () => {
    const read = files({ 'solid.npy': { data: new Float32Array(12), shape: [3, 4] } })
    await expect(createSimulation(box([8, 8], { solids: [{ npy: 'solid.npy' }] }), { readFile: read })).rejects.toThrow(
      /fluid\.solids\[0\]\.npy: solid\.npy has shape \(3, 4\), the box needs \(8, 8\): rows along y/,
    )
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

describe('events', () => {
  it('stir and colour, and replay to the same bits', async () => {
    const scene = box([24, 24], { dyes: { ink: {} }, temperature: {} })
    const live = await simulateFluid(scene)
    live.step(3)
    live.apply({ type: 'stir', at: [0, 0.1], radius: 0.2, velocity: [1, 0] })
    live.apply({ type: 'inject', at: [0, 0.1], radius: 0.15, dye: 'ink' })
    live.apply({ type: 'inject', at: [0, -0.1], radius: 0.15, dye: 'temperature', amount: 20 })
    expect(total(live)).toBeGreaterThan(0.01)
    live.step(10)
    expect(live.velocityAt(0.1, 0.1)[0]).toBeGreaterThan(0.1)
    const replay = await simulateFluid({ ...scene, events: live.events as SceneInput['events'] })
    replay.step(13)
    expect(replay.hash()).toBe(live.hash())
  })

  it('of a surface are refused, and those of a fluid on a surface', async () => {
    const sim = await simulateFluid(box([8, 8], {}))
    expect(() => sim.apply({ type: 'inject', at: [0, 0], radius: 0.1, dye: 'ink' })).toThrow(
      /dye: there is no dye of this name/,
    )
    const pond = await simulate({ seiche: 1, grid: { cells: [8, 8], cellSize: 1 }, solver: { type: 'columns' } })
    expect(() => pond.apply({ type: 'stir', at: [0, 0], radius: 1, velocity: [1, 0] })).toThrow(
      /this is for solver "stable-fluids"/,
    )
    const drop = { type: 'drop', time: 0, x: 0, z: 0, radius: 1, height: 1 } as const
    await expect(simulateFluid({ ...box([8, 8], {}), events: [drop] })).rejects.toThrow(
      /its events are "stir" and "inject"/,
    )
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

describe('strokes', () => {
  const channel = (extra: object = {}) =>
    box(
      [48, 32],
      {
        boundaries: { 'x-': { inflow: [0.5, 0] }, 'x+': 'open' },
        dyes: { ink: { initial: [{ shape: 'box', center: [-0.3, 0], size: [0.1, 0.5] }] } },
        flow: [{ flow: 'uniform', velocity: [0.5, 0] }],
        ...extra,
      },
      { viscosity: 1e-4, tolerance: 1e-5 },
    )
  const wall: SimulationEventInput & { type: 'build' } = { type: 'build', from: [0, -0.4], to: [0, 0.15], radius: 0.04 }
  const through = (sim: FluidSimulation, column: number, rows: readonly number[]) => {
    const u = sim.field('u').read()
    return rows.reduce((sum, row) => sum + u[row * 49 + column]!, 0)
  }
  const below = Array.from({ length: 20 }, (_, row) => row)
  const all = Array.from({ length: 32 }, (_, row) => row)

  it('build a wall that no fluid goes through, and open it again', async () => {
    const sim = await simulateFluid(channel())
    sim.step(5)
    const amount = total(sim)
    expect(through(sim, 24, below)).toBeGreaterThan(9)
    sim.apply(wall)
    expect(sim.field('open').at(24, 8)).toBe(0)
    expect(sim.velocityAt(0, -0.2)).toEqual([0, 0, 0])
    sim.step(10)
    expect(leftover(sim)).toBeLessThanOrEqual(1e-5)
    // Everything goes over the wall.
    expect(Math.abs(through(sim, 24, below))).toBeLessThan(1e-3)
    expect(through(sim, 48, all)).toBeCloseTo(16, 1)
    expect(Math.abs(total(sim) / amount - 1)).toBeLessThan(1e-4)
    sim.apply({ ...wall, type: 'erase', radius: 0.08 })
    expect(
      sim
        .field('open')
        .read()
        .every((open) => open === 1),
    ).toBe(true)
    sim.step(10)
    expect(through(sim, 24, below)).toBeGreaterThan(3)
    expect(leftover(sim)).toBeLessThanOrEqual(1e-5)
  })

  it("open the scene's own solids, but none that move", async () => {
    const solids = [
      { shape: 'sphere', center: [-0.1, 0.1], radius: 0.1 },
      { shape: 'sphere', center: [0.2, -0.1], radius: 0.08, motion: { velocity: [0, 0.01] } },
    ]
    const sim = await simulateFluid(channel({ solids }))
    const cell = (x: number, y: number) => sim.field('open').at(Math.floor((x + 0.5) * 48), Math.floor(y * 48 + 16))
    expect([cell(-0.1, 0.1), cell(0.2, -0.1)]).toEqual([0, 0])
    for (const at of [
      [-0.1, 0.1],
      [0.2, -0.1],
    ] as const)
      sim.apply({ type: 'erase', from: [...at], to: [...at], radius: 0.15 })
    expect([cell(-0.1, 0.1), cell(0.2, -0.1)]).toEqual([1, 0])
    sim.step(30)
    expect([cell(-0.1, 0.1), cell(0.2, -0.1)]).toEqual([1, 0])
    expect(sim.velocityAt(-0.1, 0.1)[0]).toBeGreaterThan(0.3)
  })

  it('leave the solids of the scene as they were where they are not', async () => {
    const solids = [{ shape: 'sphere', center: [-0.2, 0.05], radius: 0.1 }]
    const [plain, painted] = [await simulateFluid(channel({ solids })), await simulateFluid(channel({ solids }))]
    painted.apply({ type: 'build', from: [0.35, -0.2], to: [0.35, -0.2], radius: 0.05 })
    const [before, after] = [plain.field('open').read(), painted.field('open').read()]
    for (let cell = 0; cell < before.length; cell++) if (cell % 48 < 32) expect(after[cell]).toBe(before[cell])
  })

  it('are repeated bit for bit, by replay and after a snapshot, on any number of threads', async () => {
    const erase: SimulationEventInput = {
      type: 'erase',
      from: [0, -0.1],
      to: [0, -0.1],
      radius: 0.1,
      softness: 0.5,
      strength: 0.7,
    }
    const hashes: string[] = []
    for (const dyes of ['conserved', 'carried'] as const) {
      const scene = { ...channel(), solver: { type: 'stable-fluids', viscosity: 1e-4, dyes } } as SceneInput
      const sim = await simulateFluid(scene, 1)
      sim.step(3)
      const clean = sim.snapshot()
      sim.step(5)
      const untouched = sim.hash()
      sim.restore(clean)
      sim.apply(wall)
      sim.step(3)
      const middle = sim.snapshot()
      sim.apply(erase)
      sim.step(4)
      const replay = await simulateFluid({ ...scene, events: [...sim.events] }, 3)
      replay.step(10)
      expect(replay.hash()).toBe(sim.hash())
      const other = await simulateFluid(scene, 2)
      other.restore(middle)
      other.apply(erase)
      other.step(4)
      expect(other.hash()).toBe(sim.hash())
      // Back before the first stroke, it never was.
      sim.restore(clean)
      sim.step(5)
      expect(sim.hash()).toBe(untouched)
      hashes.push(untouched)
    }
    expect(new Set(hashes).size).toBe(2)
  })

  it('that shut in what flows in, or fill the box, are refused and change nothing', async () => {
    const sim = await simulateFluid(channel())
    sim.step(2)
    const before = sim.hash()
    const across: SimulationEventInput = { type: 'build', from: [0.2, -0.5], to: [0.2, 0.5], radius: 0.05 }
    expect(() => sim.apply(across)).toThrow(
      /^event: this stroke cannot be: .* comes in through x- and nothing can leave/,
    )
    expect(sim.events).toEqual([])
    expect(sim.hash()).toBe(before)
    expect(
      sim
        .field('open')
        .read()
        .every((open) => open === 1),
    ).toBe(true)
    const closed = await simulateFluid(box([16, 16], {}))
    expect(() => closed.apply({ type: 'build', from: [0, 0], to: [0, 0], radius: 2 })).toThrow(/fill the whole box/)
    closed.step(2)
  })

  it('have no depth', async () => {
    const sim = await simulateFluid(box([8, 8, 8], {}))
    const dab: SimulationEventInput & { type: 'build' } = { type: 'build', from: [0, 0], to: [0, 0], radius: 0.2 }
    expect(() => sim.apply(dab)).toThrow(/in 2-D only/)
    await expect(simulateFluid({ ...box([8, 8, 8], {}), events: [{ ...dab, step: 0 }] })).rejects.toThrow(
      /events\[0\]\.type: strokes build and erase solids in 2-D only/,
    )
  })
})

describe('what cannot be is refused', () => {
  const refused: [string, SceneInput, RegExp][] = [
    ['zero cells', box([4, 0], {}), /grid\.cells\[1\]: expected a .*at least 1, got 0/],
    ['four extents', box([4, 4, 4, 4], {}), /grid\.cells: a grid has two extents, or three in a volume/],
    [
      'an emitter outside',
      box([8, 8], { emitters: [{ shape: 'sphere', center: [3, 0], radius: 0.1 }] }),
      /fluid\.emitters\[0\]: this emitter lies outside the box, which reaches 0\.5, 0\.5 m/,
    ],
    [
      'an emitter in a solid',
      box([16, 16], { emitters: [{ shape: 'sphere', radius: 0.1 }], solids: [{ shape: 'sphere', radius: 0.3 }] }),
      /emitters\[0\]: this emitter lies within solids/,
    ],
    [
      'solids that fill the box',
      box([8, 8], { solids: [{ shape: 'box', size: [3, 3] }] }),
      /fluid\.solids: the solids fill the whole box/,
    ],
    [
      'more in than out',
      box([8, 8], { boundaries: { 'x-': { inflow: [0.5, 0] } } }),
      /fluid\.boundaries: 0\.5 m²\/s comes in through x- and nothing can leave: .*make an edge "open"/,
    ],
    [
      'an outflow cut off',
      box([16, 16], {
        boundaries: { 'x-': { inflow: [0.5, 0] }, 'x+': 'open' },
        solids: [{ shape: 'box', size: [0.2, 3] }],
      }),
      /comes in through x- and nothing can leave/,
    ],
    [
      'one periodic side',
      box([8, 8], { boundaries: { 'y-': 'periodic' } }),
      /boundaries\["y\+"\]: "periodic" joins two sides/,
    ],
    [
      'edges along z of a plane',
      box([8, 8], { boundaries: { 'z-': 'periodic', 'z+': 'periodic' } }),
      /boundaries\["z-"\]: a fluid one cell deep has no edges along z: leave them out, or give "grid\.cells" a third number/,
    ],
    [
      'a dye nobody knows',
      box([8, 8], { emitters: [{ shape: 'sphere', radius: 0.2, dyes: { ink: 1 } }] }),
      /emitters\[0\]\.dyes\.ink: there is no dye/,
    ],
    [
      'terrain',
      { ...box([8, 8], {}), terrain: [{ shape: 'plane' }] },
      /^scene: terrain: solver "stable-fluids" does not support this/,
    ],
    [
      'obstacles',
      { ...box([8, 8], {}), obstacles: [{ shape: 'disc', radius: 1 }] },
      /its solids are in "fluid\.solids"/,
    ],
    [
      'a volume of columns',
      { ...box([8, 8, 8], {}), solver: { type: 'columns' } },
      /solver "columns" needs two numbers/,
    ],
    [
      'a fluid of columns',
      { ...box([8, 8], {}), solver: { type: 'columns' } },
      /^scene: fluid: this is for solver "stable-fluids"/,
    ],
    [
      'more memory than there is',
      box([2000, 2000, 2000], {}),
      /2000 × 2000 × 2000 cells need \d+\.\d GiB; one simulation can have 4\.0 GiB/,
    ],
  ]
  for (const [name, scene, message] of refused)
    it(name, async () => {
      await expect(simulateFluid(scene)).rejects.toThrow(message)
    })

  it('says what it needs before it takes it', () => {
    const { bytes, cells } = planSimulation(box([128, 128, 128], {}))
    expect(cells).toBe(128 ** 3)
    expect(bytes / cells).toBeGreaterThan(100)
    expect(bytes / cells).toBeLessThan(250)
  })

  it('inflows that balance are not', async () => {
    const sim = await simulateFluid(
      box([8, 8], { boundaries: { 'x-': { inflow: [0.5, 0], profile: 'parabolic' }, 'x+': { inflow: [0.5, 0] } } }),
    )
    sim.step(3)
    expect(leftover(sim)).toBeLessThan(1e-4)
  })

  it('a surface of a fluid', async () => {
    const sim = await simulateFluid(box([8, 8], {}))
    expect('heightAt' in sim).toBe(false)
    expect(() => sim.apply({ type: 'drop', x: 0, z: 0, radius: 0.1, height: 0.1 })).toThrow(/has no surface/)
  })
})
