import { createSimulation, type FluidSimulation } from 'seiche'
import { writeNpy } from 'seiche/npy'
import { describe, expect, it } from 'vitest'
import { box, leftover, total } from '../testing/fluid-box.js'
import { disposeLater, simulateFluid } from '../testing/running.js'

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
