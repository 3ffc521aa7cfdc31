import { describe, expect, it } from 'vitest'
import { defaultsOf } from '../../settings.js'
import { openModel } from './columns.model.js'
import { type ColumnsValues, settings } from './columns.settings.js'

const open = (values: Partial<ColumnsValues>) => openModel({ ...defaultsOf(settings), ...values })

async function after(steps: number, values: Partial<ColumnsValues>) {
  const model = await open(values)
  for (let n = 0; n < steps; n++) model.step()
  const frame = model.frame()
  const stopped = model.outOfBounds?.()
  model.dispose?.()
  return { ...frame, stopped }
}

describe('columns past their limit', () => {
  it.each([
    [{ grid: 'plane', courant: 0.72 }],
    [{ grid: 'plane', courant: 0.9 }],
    [{ grid: 'row', courant: 1.02 }],
    [{ grid: 'plane', courant: 0.75, edges: 'held' }],
    [{ grid: 'plane', courant: 0.3, order: 'all-at-once' }],
    [{ grid: 'row', courant: 1.05, beta: 0.98 }],
  ] as const)('grow by the eigenvalue: %o', async (values) => {
    const { growth, growthInTheory, stopped } = await after(400, values)
    expect(growthInTheory).toBeGreaterThan(1.03)
    expect(Math.abs(growth / growthInTheory - 1)).toBeLessThan(0.01)
    expect(stopped).toContain('more than 100 m')
  })

  it.each([
    [{ grid: 'plane', courant: 0.7 }],
    [{ grid: 'row', courant: 0.99 }],
    [{ grid: 'plane', courant: 0.7, order: 'heights-first' }],
    [{ grid: 'plane', courant: 0.7, edges: 'held', height: -0.3 }],
    [{ grid: 'plane', courant: 1.1, by: 'engine' }],
    [{ grid: 'plane', courant: 1.1, by: 'engine', edges: 'open' }],
  ] as const)('stay below it: %o', async (values) => {
    const { stopped, highest, growth, growthInTheory } = await after(1000, values)
    if (!('by' in values)) expect(growthInTheory).toBe(1)
    if (!('by' in values)) expect(growth).toBeCloseTo(1, 3)
    expect(stopped).toBeUndefined()
    expect(highest).toBeLessThan(1.5)
  })

  it('in one loop they grow at any Courant number, and make water', async () => {
    const { stopped, volume, steps } = await after(2000, { grid: 'row', courant: 0.3, order: 'one-loop' })
    expect(stopped).toContain(`after ${steps} steps`)
    expect(Math.abs(volume - 1)).toBeGreaterThan(0.5)
  })
})

describe('edges', () => {
  it.each([
    [{ by: 'textbook', edges: 'closed' }, 0.5],
    [{ by: 'textbook', edges: 'held', height: 0.2 }, -0.1],
    [{ by: 'textbook', edges: 'open' }, -0.5],
    [{ by: 'engine', edges: 'closed' }, 0.5],
    [{ by: 'engine', edges: 'held', height: 0.2 }, -0.1],
    [{ by: 'engine', edges: 'open' }, 0],
  ] as const)('%o send the drop back to the opposite place with a height of %f m', async (values, height) => {
    // At c dt = dx/2 a wave crosses 64 columns in 128 steps, and the two ghost columns of held edges in two more: the halves meet again.
    const { opposite, oppositeExact } = await after(values.edges === 'closed' ? 128 : 130, {
      grid: 'row',
      courant: 0.5,
      ...values,
    })
    expect(oppositeExact).toBeCloseTo(height, 1)
    expect(Math.abs(opposite - oppositeExact)).toBeLessThan(0.03)
  })

  it('closed ones keep the volume', async () => {
    for (const by of ['textbook', 'engine'] as const)
      expect(Math.abs((await after(500, { by })).volume - 1)).toBeLessThan(1e-6)
  })

  it('a drop by hand falls where it was asked for', async () => {
    const model = await open({ grid: 'row' })
    const before = model.frame().eta
    model.act?.({ name: 'drop', i: 10.5, j: 0.5 })
    const after = model.frame().eta
    expect(after[10]! - before[10]!).toBeCloseTo(0.5, 12)
    expect(after[40]).toBeCloseTo(before[40]!, 12)
  })

  it('another Courant number goes on from the present water; other settings start anew', async () => {
    const model = await open({ grid: 'row', edges: 'held' })
    for (let n = 0; n < 50; n++) model.step()
    const before = model.frame()
    expect(model.change?.({ ...defaultsOf(settings), grid: 'row', edges: 'held', courant: 0.25 })).toBe(true)
    expect(model.frame().eta).toEqual(before.eta)
    for (let n = 0; n < 156; n++) model.step()
    const later = model.frame()
    expect(Math.abs(later.opposite - later.oppositeExact)).toBeLessThan(0.04)
    expect(model.change?.({ ...defaultsOf(settings), grid: 'plane' })).toBe(false)
  })
})
