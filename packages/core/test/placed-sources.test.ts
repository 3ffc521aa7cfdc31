// Sources that events place on the water: amounts, replacement and removal, replay, snapshots, refusals.

import {
  createSimulation,
  SceneError,
  type SceneInput,
  type SimulationEventInput,
  type SurfaceSimulation,
} from 'seiche'
import { expect, it } from 'vitest'
import { createSurface, disposeLater } from '../testing/running.js'

const pool: SceneInput = {
  seiche: 1,
  grid: { cells: [40, 32], cellSize: 0.1 },
  timeStep: 1 / 64,
  solver: { type: 'columns', depth: 0.5 },
}
const lake: SceneInput = { ...pool, solver: { type: 'shallow-water' }, terrain: [{ shape: 'plane', height: -0.5 }] }
const area = { x: 0.4, z: -0.2, radius: 0.6 }
const spring: SimulationEventInput = { type: 'setSource', source: 'spring', ...area, rate: 0.08 }

/** Volume of a drop of height 1 m [m³], in water that has received nothing else. */
async function unitVolume(scene: SceneInput): Promise<number> {
  const sim = await createSurface(scene)
  sim.apply({ type: 'drop', ...area, height: 1 })
  return added(sim)
}

function added(sim: SurfaceSimulation): number {
  return sim.diagnostics().addedVolume
}

it.each([['columns', pool] as const, ['shallow-water', lake] as const])(
  'a steady source on %s adds its rate until it is removed',
  async (_, scene) => {
    const unit = await unitVolume(scene)
    const sim = await createSurface(scene)
    sim.apply(spring)
    sim.step(32)
    expect(added(sim)).toBeCloseTo(0.08 * 0.5 * unit, 6)
    sim.apply({ ...spring, rate: -0.04 })
    sim.step(32)
    expect(added(sim)).toBeCloseTo(0.04 * 0.5 * unit, 6)
    sim.apply({ type: 'removeSource', source: 'spring' })
    const before = added(sim)
    sim.step(10)
    expect(added(sim)).toBe(before)
  },
)

it('a drain on terrain takes no more water than there is', async () => {
  const sim = await createSurface(lake)
  const { volume } = sim.diagnostics()
  sim.apply({ ...spring, x: 0, z: 0, radius: 10, rate: -5 })
  sim.step(200)
  expect(sim.diagnostics().volume).toBeGreaterThanOrEqual(0)
  expect(sim.diagnostics().volume).toBeLessThan(0.01 * volume)
  expect(
    sim
      .field('depth' as never)
      .read()
      .every((depth) => depth >= 0),
  ).toBe(true)
})

it('a periodic source follows its sine: it gives for half a period, and takes it back in the other', async () => {
  const unit = await unitVolume(pool)
  const sim = await createSurface(pool)
  sim.apply({ ...spring, rate: 0.1, period: 2 })
  sim.step(64)
  // The integral of a sine over half its period T is T/π; the midpoint rule of 64 points is exact to 1e-4.
  expect(added(sim) / (0.1 * (2 / Math.PI) * unit)).toBeCloseTo(1, 3)
  sim.step(64)
  expect(Math.abs(added(sim))).toBeLessThan(1e-6 * unit)
})

it('a steady pressure presses the surface down by p / (ρ g) and adds no water', async () => {
  const sim = await createSurface({ ...pool, solver: { type: 'columns', depth: 0.5, damping: 4 } })
  sim.apply({
    type: 'setSource',
    source: 'hull',
    x: 0,
    z: 0,
    radius: 0.8,
    softness: 0,
    quantity: 'pressure',
    rate: 0.2,
  })
  sim.step(1500)
  // Relative to the water beside it, which it has raised.
  expect(sim.heightAt(0.05, 0.05) - sim.heightAt(1.75, 1.45)).toBeCloseTo(-0.2 / 9.81, 4)
  expect(added(sim)).toBe(0)
  expect(sim.diagnostics().volume).toBeCloseTo(4 * 3.2 * 0.5, 5)
})

it.each(['fft', 'exponential', 'window'] as const)('pressure makes waves with iwave, method %s', async (method) => {
  const sim = await createSurface({ ...pool, solver: { type: 'iwave', method, depth: 0.5 } })
  sim.apply({ type: 'press', ...area, impulse: 0.02 })
  sim.step(8)
  expect(sim.heightAt(area.x, area.z)).toBeLessThan(-0.001)
  expect(Math.abs(added(sim))).toBe(0)
})

it('a run with sources repeats bit for bit from its events, and from a snapshot', async () => {
  const sim = await createSurface(pool)
  sim.step(5)
  sim.apply({ ...spring, period: 0.7, phase: 30 })
  sim.step(7)
  const snapshot = sim.snapshot()
  sim.apply({ ...spring, x: -1, quantity: 'pressure', softness: 0.4 })
  sim.step(9)
  const replay = await createSurface({ ...pool, events: [...sim.events] })
  replay.step(21)
  expect(replay.hash()).toBe(sim.hash())
  const restored = await createSurface(pool)
  restored.restore(snapshot)
  restored.apply({ ...spring, x: -1, quantity: 'pressure', softness: 0.4 })
  restored.step(9)
  expect(restored.hash()).toBe(sim.hash())
  restored.restore(await createSurface(pool).then((fresh) => fresh.snapshot()))
  restored.step(20)
  expect(added(restored)).toBe(0)
})

it('states that differ only in a source have different hashes', async () => {
  const [plain, placed] = [await createSurface(pool), await createSurface(pool)]
  placed.apply(spring)
  expect(placed.sources).toMatchObject([{ source: 'spring', rate: 0.08, quantity: 'height' }])
  expect(placed.hash()).not.toBe(plain.hash())
  placed.apply({ type: 'removeSource', source: 'spring' })
  expect(placed.hash()).toBe(plain.hash())
})

it.each([
  [
    'prescribed waves',
    { ...pool, solver: { type: 'waves', trains: [{ wavelength: 1, height: 0.1 }] } },
    spring,
    /prescribed/,
  ],
  ['a fluid', { ...pool, solver: { type: 'stable-fluids' } }, spring, /fills its box/],
  ['terrain under pressure', lake, { ...spring, quantity: 'pressure' }, /sources of water only/],
  ['terrain that is pressed', lake, { type: 'press', ...area, impulse: 1 }, /sources of water only/],
  [
    'the removal of an unknown source',
    pool,
    { type: 'removeSource', source: 'geyser' },
    /no source has the name "geyser"; none is placed/,
  ],
] as [string, SceneInput, SimulationEventInput, RegExp][])(
  'refuses %s and changes nothing',
  async (_, scene, event, message) => {
    const sim = disposeLater(await createSimulation(scene))
    const hash = sim.hash()
    expect(() => sim.apply(event)).toThrow(SceneError)
    expect(() => sim.apply(event)).toThrow(message)
    expect(sim.events).toEqual([])
    expect(sim.sources).toEqual([])
    expect(sim.hash()).toBe(hash)
  },
)
