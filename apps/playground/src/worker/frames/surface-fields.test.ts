import { createSimulation, type SceneInput } from 'seiche'
import { expect, it } from 'vitest'
import { copySurfaceFields, surfaceFieldsOf } from './surface-fields.js'

const grid = { cells: [16, 16] as [number, number], cellSize: 1 }
const valley: SceneInput = {
  seiche: 1,
  grid,
  solver: { type: 'shallow-water' },
  terrain: { shape: 'plane', height: -1, slope: [0.1, 0] },
}

async function fieldsOf(scene: SceneInput): Promise<string[]> {
  const sim = await createSimulation(scene, { threads: 1 })
  const names = surfaceFieldsOf(sim)
  sim.dispose()
  return names
}

it('sends what each kind of water is drawn from, and no more', async () => {
  expect(await fieldsOf({ seiche: 1, grid, solver: { type: 'columns' } })).toEqual([])
  expect(await fieldsOf({ seiche: 1, grid, solver: { type: 'stable-fluids' } })).toEqual([])
  expect(new Set(await fieldsOf(valley))).toEqual(new Set(['depth', 'qx', 'qz', 'foam']))
})

it('sends the fields of every cascade of an ocean', async () => {
  const names = await fieldsOf({
    seiche: 1,
    grid: { cells: [64, 64], cellSize: 4 },
    solver: { type: 'ocean', windSpeed: 8, cascades: 2 },
  })
  for (const cascade of [0, 1])
    for (const field of ['slopeX', 'slopeZ', 'dxx', 'dzz', 'dxz']) expect(names).toContain(`${field}_${cascade}`)
  expect(names).toContain('dx')
  expect(names).not.toContain('eta')
})

it('copies fields one after the other', async () => {
  const sim = await createSimulation(valley, { threads: 1 })
  sim.step(2)
  const target = new Float32Array(2 * 256)
  copySurfaceFields(sim, ['depth', 'qx'], target)
  expect(target.subarray(0, 256)).toEqual(sim.field('depth').read())
  expect(target.subarray(256)).toEqual(sim.field('qx').read())
  sim.dispose()
})
