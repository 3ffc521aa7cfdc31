import { createSimulation, type SceneInput } from 'seiche'
import { expect, it } from 'vitest'
import { MatteWatch } from './matte-watch.js'

const scene: SceneInput = {
  seiche: 1,
  grid: { cells: [12, 8], cellSize: 0.1 },
  solver: { type: 'columns' },
}

it('tells the solids once, and again only when they have been painted', async () => {
  const sim = await createSimulation(scene, { threads: 1 })
  const watch = new MatteWatch(sim)
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
  const watch = new MatteWatch(sim)
  const first = watch.changed()
  expect(watch.changed()).toBeUndefined()
  sim.step(10)
  const later = watch.changed()
  expect(later).toBeDefined()
  expect(later).not.toEqual(first)
  sim.dispose()
})
