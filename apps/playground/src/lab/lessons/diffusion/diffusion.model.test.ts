import { describe, expect, it } from 'vitest'
import { defaultsOf } from '../../settings.js'
import { type DiffusionFrame, openModel } from './diffusion.model.js'
import { type DiffusionValues, settings } from './diffusion.settings.js'
import type { DyeFrame } from './dye.js'
import type { EquationsFrame } from './equations.js'

async function run<Frame extends DiffusionFrame>(values: Partial<DiffusionValues>, steps: number) {
  const model = await openModel({ ...defaultsOf(settings), ...values })
  for (let n = 0; n < steps; n++) model.step()
  const result = { frame: model.frame() as Frame, stopped: model.outOfBounds?.() }
  model.dispose?.()
  return result
}

describe('dye that diffuses naively', () => {
  it.each([
    ['2', 0.26],
    ['2', 0.3],
    ['3', 0.18],
    ['3', 0.2],
  ] as const)('grows by the shortest wave and stops, in %s-D at a = %f', async (dimension, diffusivity) => {
    const { frame, stopped } = await run<DyeFrame>({ dimension, diffusivity }, 900)
    expect(stopped).toContain('1000 times')
    const { growth, growthInTheory } = frame
    expect(growthInTheory).toBeGreaterThan(1)
    expect(Math.abs(growth / growthInTheory - 1)).toBeLessThan(0.02)
  })

  it.each([
    ['2', 'bad', 0.1],
    ['2', 'bad', 1],
    ['3', 'bad', 0.3],
    ['2', 'multigrid', 3],
    ['3', 'good', 0.4],
  ] as const)(
    'multiplies the shortest wave as theory says, in %s-D, %s, a = %f',
    async (dimension, method, diffusivity) => {
      const { frame } = await run<DyeFrame>({ dimension, method, diffusivity, sweeps: 50 }, 2)
      expect(Math.abs(frame.shortestGrowth / frame.shortestInTheory - 1)).toBeLessThan(1e-3)
    },
  )

  it.each([
    ['2', 0.24],
    ['3', 0.16],
  ] as const)('spreads and keeps its amount below the limit, in %s-D at a = %f', async (dimension, diffusivity) => {
    const { frame, stopped } = await run<DyeFrame>({ dimension, diffusivity }, 500)
    expect(stopped).toBeUndefined()
    expect(Math.abs(frame.growth / frame.growthInTheory - 1)).toBeLessThan(0.01)
    expect(frame.amount.at(-1)).toBeCloseTo(1, 9)
  })
})

describe('dye that diffuses by solving', () => {
  it('dies out as the longest wave does, by multigrid and by the engine', async () => {
    for (const values of [{ method: 'multigrid' }, { by: 'engine' }] as const) {
      const { frame } = await run<DyeFrame>({ ...values, diffusivity: 5 }, 60)
      expect(Math.abs(frame.growth / frame.growthInTheory - 1)).toBeLessThan(0.005)
      expect(frame.kept).toBeCloseTo(1, 3)
    }
  })

  it('loses dye by few sweeps, as many times a step as theory says', async () => {
    for (const sweeps of [5, 10, 30]) {
      const { frame } = await run<DyeFrame>({ method: 'good', diffusivity: 10, sweeps }, 20)
      expect(Math.abs(frame.kept / frame.keptInTheory - 1)).toBeLessThan(0.08)
    }
  })

  it('leaves far more residual by sweeps than multigrid at the same work', async () => {
    const { gaussSeidel, multigrid } = (await run<DyeFrame>({ diffusivity: 100 }, 0)).frame
    expect(gaussSeidel.residual.at(-1)).toBeGreaterThan(0.01)
    expect(multigrid.residual.at(-1)).toBeLessThan(1e-6)
    expect(multigrid.work.at(-1)).toBeLessThanOrEqual(gaussSeidel.work.at(-1)!)
  })

  it('takes a puff by hand', async () => {
    const model = await openModel(defaultsOf(settings))
    const before = (model.frame() as DyeFrame).plane.reduce((total, dye) => total + dye, 0)
    model.act?.({ name: 'puff', x: 0.8, y: 0.8 })
    const { plane, n } = model.frame() as DyeFrame
    expect(plane.reduce((total, dye) => total + dye, 0) - before).toBeCloseTo(25, 9)
    expect(plane[Math.floor(0.2 * n) * n + Math.floor(0.8 * n)]).toBe(1)
  })
})

describe('two equations', () => {
  it('converge as the table of the slide says', async () => {
    const { frame } = await run<EquationsFrame>({ part: 'equations' }, 4)
    expect([...frame.x].map((x) => Number(x.toFixed(4)))).toEqual([0, 4, 4.75, 4.9375, 4.9844])
    expect([...frame.y].map((y) => Number(y.toFixed(4)))).toEqual([0, -1.5, -1.875, -1.9688, -1.9922])
    expect(frame.factor).toBeCloseTo(0.25, 12)
    expect(frame.factorInTheory).toBe(0.25)
  })

  it('run away from the solution when they are exchanged', async () => {
    const { frame, stopped } = await run<EquationsFrame>({ part: 'equations', order: 'exchanged' }, 20)
    expect(stopped).toContain('larger than 1000')
    expect(frame.factor).toBeCloseTo(4, 12)
    expect(frame.factorInTheory).toBe(4)
  })
})
