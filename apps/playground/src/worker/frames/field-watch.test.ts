import { createSimulation, type SceneInput } from 'seiche'
import { expect, it } from 'vitest'
import { watchBed, watchSolids } from './field-watch.js'

const scene: SceneInput = {
  seiche: 1,
  grid: { cells: [12, 8], cellSize: 0.1 },
  solver: { type: 'columns' },
}

it('tells the solids once, and again only when they have been painted', async () => {
  const sim = await createSimulation(scene, { threads: 1 })
  const watch = watchSolids(sim)
  expect(watch.changed()?.every((open) => open === 1)).toBe(true)
  sim.apply({ type: 'drop', x: 0, z: 0, radius: 0.2, height: 0.1 })
  sim.step(3)
  expect(watch.changed()).toBeUndefined()
  sim.apply({ type: 'build', from: [0, 0], to: [0, 0], radius: 0.2 })
  expect(watch.changed()?.some((open) => open === 0)).toBe(true)
  expect(watch.changed()).toBeUndefined()
  sim.apply({ type: 'erase', from: [0, 0], to: [0, 0], radius: 0.4 })
  sim.step()
  expect(watch.changed()?.every((open) => open === 1)).toBe(true)
  sim.dispose()
})

it('tells solids that move after every step', async () => {
  const moving: SceneInput = {
    ...scene,
    obstacles: [{ shape: 'box', center: [-0.3, 0], size: [0.2, 0.2], motion: { velocity: [0.5, 0] } }],
  }
  const sim = await createSimulation(moving, { threads: 1 })
  const watch = watchSolids(sim)
  const first = watch.changed()
  expect(first).toHaveLength(96)
  expect(watch.changed()).toBeUndefined()
  sim.step(10)
  const later = watch.changed()
  expect(later).toHaveLength(96)
  expect(later).not.toEqual(first)
  sim.dispose()
})

it('tells the ground once, and again only when it has been dug', async () => {
  const valley: SceneInput = {
    ...scene,
    solver: { type: 'shallow-water' },
    terrain: { shape: 'plane', height: -0.1, slope: [0.2, 0] },
  }
  const sim = await createSimulation(valley, { threads: 1 })
  const watch = watchBed(sim)
  const first = watch.changed()
  expect(first).toHaveLength(96)
  sim.apply({ type: 'drop', x: 0, z: 0, radius: 0.2, height: 0.1 })
  sim.step(3)
  expect(watch.changed()).toBeUndefined()
  sim.apply({ type: 'dig', from: [0, 0], to: [0.4, 0], radius: 0.15, level: -0.3 })
  const dug = watch.changed()
  expect(Math.min(...dug!)).toBeCloseTo(-0.3, 5)
  expect(Math.min(...first!)).toBeGreaterThan(-0.3)
  sim.dispose()
})

it('tells of no ground where there is none', async () => {
  const sim = await createSimulation(scene, { threads: 1 })
  expect(watchBed(sim).changed()).toBeUndefined()
  sim.dispose()
})
