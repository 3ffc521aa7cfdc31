import type { FluidSimulation, SceneInput, SimulationEventInput } from 'seiche'
import { describe, expect, it } from 'vitest'
import { box, leftover, total } from '../testing/fluid-box.js'
import { simulate, simulateFluid } from '../testing/running.js'

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
