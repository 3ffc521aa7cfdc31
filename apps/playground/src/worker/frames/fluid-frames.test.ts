import { createSimulation, type SceneInput } from 'seiche'
import { expect, it } from 'vitest'
import { watchSolids } from './field-watch.js'
import { FluidFrames, fluidInfoOf } from './fluid-frames.js'

const scene: SceneInput = {
  seiche: 1,
  grid: { cells: [6, 4, 3], cellSize: 0.1 },
  solver: { type: 'stable-fluids' },
  fluid: { dyes: { ink: {} }, flow: [{ flow: 'vortex', radius: 0.1, speed: 1 }] },
}

it('copies the fields that were asked for, faces and centres, into buffers that come back', async () => {
  const sim = await createSimulation(scene, { threads: 1 })
  expect(fluidInfoOf(sim)).toMatchObject({ cells: [6, 4, 3] })
  const frames = new FluidFrames(sim)
  expect(frames.copy()).toEqual({})
  frames.show(['u', 'ink', 'no such field'])
  sim.apply({ type: 'inject', at: [0, 0, 0], radius: 0.1, dye: 'ink' })
  const first = frames.copy()
  expect(Object.keys(first)).toEqual(['u', 'ink'])
  expect(first.u).toEqual(sim.field('u').read())
  expect(first.u!.length).toBe(7 * 4 * 3)
  expect(first.ink).toEqual(sim.field('ink').read())
  expect(Math.max(...first.ink!)).toBeGreaterThan(0)
  frames.recycle(first)
  sim.step()
  const second = frames.copy()
  expect(second.u).toBe(first.u)
  expect(second.u).toEqual(sim.field('u').read())
  sim.dispose()
})

it('has nothing to say of water with a surface', async () => {
  const sim = await createSimulation({ seiche: 1, grid: { cells: [4, 4], cellSize: 1 }, solver: { type: 'columns' } })
  expect(fluidInfoOf(sim)).toBeUndefined()
  sim.dispose()
})

it('tells of solids when somebody has painted them', async () => {
  const sim = await createSimulation({ ...scene, grid: { cells: [16, 12], cellSize: 0.1 } }, { threads: 1 })
  const watch = watchSolids(sim)
  expect(watch.changed()?.length).toBe(16 * 12)
  expect(watch.changed()).toBeUndefined()
  sim.apply({ type: 'build', from: [0, 0], to: [0.2, 0], radius: 0.2 })
  expect(watch.changed()?.some((open) => open === 0)).toBe(true)
  sim.dispose()
})
