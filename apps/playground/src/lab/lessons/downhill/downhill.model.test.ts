import { describe, expect, it } from 'vitest'
import { defaultsOf } from '../../settings.js'
import { openModel } from './downhill.model.js'
import { type DownhillValues, settings } from './downhill.settings.js'

async function after(steps: number, values: Partial<DownhillValues> = {}) {
  const model = await openModel({ ...defaultsOf(settings), ...values })
  for (let n = 0; n < steps; n++) model.step()
  const frame = model.frame()
  const stopped = model.outOfBounds?.()
  model.dispose?.()
  return { ...frame, stopped }
}

describe('a wave over flat ground', () => {
  it.each([
    [{ method: 'explicit', dt: 0.05, waves: 6 }, 20],
    [{ method: 'explicit', dt: 0.1, waves: 4 }, 15],
    [{ method: 'implicit', dt: 0.05, waves: 6 }, 40],
    [{ method: 'implicit', dt: 0.3, waves: 10 }, 8],
    [{ method: 'implicit', dt: 0.1, tau: 0.2, waves: 6 }, 20],
    [{ by: 'engine', method: 'implicit', dt: 0.1, waves: 4 }, 20],
    [{ by: 'engine', method: 'implicit', dt: 0.1, tau: 0.3, waves: 4 }, 12],
  ] as const)('%o grows or dies out by the eigenvalue', async (values, steps) => {
    const { growth, growthInTheory } = await after(steps, values)
    expect(Math.abs(growth / growthInTheory - 1)).toBeLessThan(0.01)
    expect(Math.abs((growth - 1) / (growthInTheory - 1) - 1)).toBeLessThan(0.15)
    expect(growthInTheory > 1).toBe(values.method === 'explicit')
    expect(Math.abs(growthInTheory - 1)).toBeGreaterThan(0.005)
  })

  it('explodes by the explicit step and stops, however short the step', async () => {
    for (const dt of [0.02, 0.1]) {
      const { stopped, steps } = await after(5000, { method: 'explicit', dt })
      expect(stopped).toContain(`after ${steps} steps`)
    }
  })

  it('stays in bounds by the implicit step at any time step, and by both solvers of the engine', async () => {
    for (const values of [
      { method: 'implicit', dt: 1 },
      { method: 'implicit', dt: 1, by: 'engine' },
      { method: 'explicit', dt: 0.5, by: 'engine' },
    ] as const) {
      const { stopped, highest, volume } = await after(300, values)
      expect(stopped).toBeUndefined()
      expect(highest).toBeLessThan(0.2)
      expect(volume).toBeCloseTo(1, 5)
    }
  })
})

describe('the section', () => {
  it('has velocities on the faces that carry the change of the water', async () => {
    for (const method of ['explicit', 'implicit'] as const) {
      const model = await openModel({ ...defaultsOf(settings), method, dt: 0.02 })
      for (let n = 0; n < 10; n++) model.step()
      const before = model.frame()
      model.step()
      const now = model.frame()
      // Water runs away from the crest at the left wall.
      expect(now.u[0]).toBeGreaterThan(0)
      expect(now.u).toHaveLength(now.eta.length - 1)
      const moving = method === 'explicit' ? before : now
      const outflow = moving.u[0]! * (moving.eta[0]! + moving.eta[1]! + 2) * 0.5
      expect(((before.eta[0]! - now.eta[0]!) * now.dx) / 0.02 / outflow).toBeCloseTo(1, 1)
    }
  })

  it('runs over a bar and up a beach, by textbook and engine', async () => {
    for (const ground of ['bar', 'beach'] as const)
      for (const by of ['textbook', 'engine'] as const) {
        const { eta, bed, stopped } = await after(100, { ground, by, dt: 0.05 })
        expect(stopped).toBeUndefined()
        expect(eta.some((level, i) => level < bed[i]! + 1e-3)).toBe(ground === 'beach')
      }
  })
})

describe('the elimination', () => {
  it('has eleven stages, the last of which solves the system', async () => {
    const { system } = await after(7, { dt: 0.2, tau: 0.1, ground: 'bar' })
    const { matrix, right, stages } = system!
    expect(stages).toHaveLength(settings.stage.max)
    const x = stages.at(-1)!.right
    for (let i = 0; i < 6; i++) {
      const row = (matrix.f[i - 1] ?? 0) * (x[i - 1] ?? 0) + matrix.e[i]! * x[i]! + (matrix.f[i] ?? 0) * (x[i + 1] ?? 0)
      expect(row).toBeCloseTo(right[i]!, 12)
    }
  })

  it('goes on while its stage is moved', async () => {
    const model = await openModel(defaultsOf(settings))
    model.step()
    expect(model.change?.({ ...defaultsOf(settings), stage: 5 })).toBe(true)
    expect(model.frame().steps).toBe(1)
    expect(model.change?.({ ...defaultsOf(settings), tau: 0.5 })).toBe(false)
  })
})
