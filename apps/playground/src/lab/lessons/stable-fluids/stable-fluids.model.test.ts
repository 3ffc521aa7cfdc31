import { describe, expect, it } from 'vitest'
import { defaultsOf } from '../../settings.js'
import { openModel } from './stable-fluids.model.js'
import { type StableFluidsValues, settings } from './stable-fluids.settings.js'

async function run(values: Partial<StableFluidsValues>, steps: number) {
  const model = await openModel({ ...defaultsOf(settings), ...values })
  for (let n = 0; n < steps; n++) model.step()
  const frame = model.frame()
  model.dispose?.()
  return frame
}

const off = { sources: false, diffusion: false, advection: false, projection: false } as const

describe('the substeps of the textbook', () => {
  it('do nothing when all are off, and add exactly what the sources give', async () => {
    const nothing = await run(off, 5)
    expect(nothing.amount).toBe(0)
    const added = await run({ ...off, sources: true }, 5)
    expect(added.amount).toBeGreaterThan(0)
    expect(Math.abs(added.amount / added.added - 1)).toBeLessThan(1e-6)
  })

  it('leave all divergence without the projection, and much less with it', async () => {
    const without = await run({ projection: false, advection: false, diffusion: false }, 10)
    expect(without.divergenceAfter / without.divergenceBefore).toBeCloseTo(1, 12)
    const withIt = await run({ advection: false, diffusion: false }, 10)
    expect(withIt.divergenceAfter / withIt.divergenceBefore).toBeLessThan(0.6)
  })

  it('carry dye away from the source only while they advect', async () => {
    const top = ({ plane, n }: { plane: Float32Array; n: number }) =>
      plane.slice(0, (n * n) / 2).reduce((total, dye) => total + dye, 0)
    expect(top(await run({ advection: false }, 60))).toBeLessThan(1e-3)
    expect(top(await run({}, 60))).toBeGreaterThan(1)
  })
})

it.each(['2', '3'] as const)('the engine keeps the dye and leaves no divergence, in %s-D', async (dimension) => {
  const { amount, added, divergenceAfter } = await run({ by: 'engine', dimension }, 30)
  expect(added).toBeGreaterThan(0)
  expect(Math.abs(amount / added - 1)).toBeLessThan(1e-3)
  expect(divergenceAfter).toBeLessThan(0.01)
})

describe.each(['2', '3'] as const)('the pictures in %s-D', (dimension) => {
  it('have particles, surfaces and rays of the plume', async () => {
    const picture = (view: StableFluidsValues['view']) => run({ dimension, view }, 20)
    expect((await picture('particles')).particles).toHaveLength(4500)
    for (const view of ['metaballs', 'surface'] as const)
      expect((await picture(view)).mesh?.indices.length).toBeGreaterThan(300)
    const pixels = (await picture('rays')).image!.pixels
    let seen = 0
    for (let n = 3; n < pixels.length; n += 4) if (pixels[n]! > 60) seen++
    expect(seen / (pixels.length / 4)).toBeGreaterThan(0.01)
  })
})

it('takes dye by hand, and switches without a new start', async () => {
  const values = defaultsOf(settings)
  const model = await openModel({ ...values, ...off, sources: true })
  model.step()
  const before = model.frame()
  model.act?.({ name: 'press', x: 0.3, y: 0.3, u: 1, v: 0 })
  model.step()
  const after = model.frame()
  expect(after.amount - before.amount).toBeGreaterThan(before.amount)
  expect(model.change?.({ ...values, view: 'rays' })).toBe(true)
  expect(model.frame().time).toBe(after.time)
  expect(model.change?.({ ...values, dimension: '3' })).toBe(false)
})
