// What `planSimulation` announces is what `createSimulation` takes.

import { createSimulation, planSimulation, type SceneInput } from 'seiche'
import { describe, expect, it } from 'vitest'

const grid = { cells: [64, 48] as [number, number], cellSize: 0.1 }
const terrain: SceneInput['terrain'] = [{ shape: 'plane', height: -1 }]
const scenes: Record<string, SceneInput> = {
  columns: { seiche: 1, grid, solver: { type: 'columns' } },
  iwave: { seiche: 1, grid, solver: { type: 'iwave' } },
  'iwave by window': { seiche: 1, grid, solver: { type: 'iwave', method: 'window' } },
  waves: { seiche: 1, grid, solver: { type: 'waves', trains: [{ wavelength: 1, height: 0.02 }] } },
  ocean: { seiche: 1, grid, solver: { type: 'ocean', windSpeed: 6 } },
  'kass-miller': { seiche: 1, grid, terrain, solver: { type: 'kass-miller' } },
  'shallow-water': { seiche: 1, grid, terrain, solver: { type: 'shallow-water' } },
  'stable-fluids': { seiche: 1, grid: { cells: [16, 16, 16], cellSize: 0.1 }, solver: { type: 'stable-fluids' } },
  'virtual height': { seiche: 1, grid, solver: { type: 'columns' }, coupling: 'virtual-height' },
}

describe.each(Object.entries(scenes))('%s', (_, scene) => {
  it.each([undefined, 1, 2, 5])('takes the memory that is planned, threads: %s', async (threads) => {
    const plan = planSimulation(scene, { threads })
    const sim = await createSimulation(scene, { threads })
    const taken = sim.field(sim.fieldNames[0]!).data.buffer.byteLength
    const { substeps, fieldNames } = sim
    sim.dispose()
    expect(plan).toEqual({
      cells: scene.grid.cells.reduce((product, count) => product * count, 1),
      bytes: taken,
      substeps,
      fields: fieldNames,
    })
  })
})

it('scratch of each thread counts', () => {
  const bytes = [1, 8, 64].map((threads) => planSimulation(scenes['shallow-water']!, { threads }).bytes)
  expect(bytes[1]).toBeGreaterThan(bytes[0]!)
  expect(bytes[2]).toBeGreaterThan(bytes[1]!)
})

it('refuses the threads that createSimulation refuses', async () => {
  for (const threads of [0, -1, 1.5, 65, Number.NaN]) {
    const message = `threads must be a whole number from 1 to 64 or "auto", got ${threads}`
    expect(() => planSimulation(scenes.columns!, { threads })).toThrow(message)
    await expect(createSimulation(scenes.columns!, { threads })).rejects.toThrow(message)
  }
})
