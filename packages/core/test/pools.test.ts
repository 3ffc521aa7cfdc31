// Pools of different level in one basin of `columns`: the potential of each is measured against its own level.

import fc from 'fast-check'
import type { SceneInput, SimulationEventInput, SurfaceSimulation } from 'seiche'
import { describe, expect, it } from 'vitest'
import { createSurface } from '../testing/running.js'

/** Two pools, 30 cm apart in level, with a wave of 1 mm in the left one. */
const twoPools: SceneInput = {
  seiche: 1,
  grid: { cells: [40, 8], cellSize: 0.1 },
  timeStep: 1 / 60,
  solver: { type: 'columns', depth: 0.5 },
  initial: {
    eta: [
      { shape: 'box', center: [-1, 0], size: [2, 2], height: 0.3 },
      { shape: 'wave', wavelength: 1.8, height: 0.001 },
    ],
  },
  obstacles: [{ shape: 'box', size: [0.4, 2] }],
}

/** Largest magnitude of the potential in open cells [m²/s]. */
function largestPotential(sim: SurfaceSimulation): number {
  const openness = sim.field('openness').read()
  return sim
    .field('phi')
    .read()
    .reduce((most, phi, k) => (openness[k]! > 0 ? Math.max(most, Math.abs(phi)) : most), 0)
}

/** Highest less lowest elevation of some columns of a row [m]. */
function range(sim: SurfaceSimulation, from: number, to: number, row = 3): number {
  const heights = Array.from({ length: to - from }, (_, i) => sim.field('eta').at(from + i, row))
  return Math.max(...heights) - Math.min(...heights)
}

describe('two pools', () => {
  it('keep a ripple of 1 mm and their energy for ten minutes', async () => {
    const sim = await createSurface(twoPools)
    const before = sim.diagnostics().energy
    let highest = 0
    for (let minute = 0; minute < 10; minute++) {
      sim.step(3600)
      highest = Math.max(highest, range(sim, 0, 17), range(sim, 23, 40))
    }
    expect(highest).toBeGreaterThan(0.0005)
    expect(highest).toBeLessThan(0.0045)
    expect(Math.abs(sim.diagnostics().energy / before - 1)).toBeLessThan(3e-5)
    expect(largestPotential(sim)).toBeLessThan(0.01)
  })

  it('have the same waves as each pool alone', async () => {
    const sim = await createSurface(twoPools)
    const alone = await createSurface({
      ...twoPools,
      grid: { cells: [18, 8], cellSize: 0.1 },
      initial: {
        eta: [
          { shape: 'plane', height: 0.3 },
          // The middle of the left pool is at -1.1 m.
          { shape: 'wave', wavelength: 1.8, height: 0.001, phase: (360 * 1.1) / 1.8 },
        ],
      },
      obstacles: [],
    })
    sim.step(600)
    alone.step(600)
    for (let i = 0; i < 17; i++) expect(sim.field('eta').at(i, 3)).toBeCloseTo(alone.field('eta').at(i, 3), 5)
  })

  it('grow no potential where a wall is built in sloshing water', async () => {
    const sim = await createSurface({
      ...twoPools,
      initial: { eta: [{ shape: 'plane', slope: [0.1, 0] }] },
      obstacles: [],
    })
    sim.apply({ type: 'build', from: [0, -1], to: [0, 1], radius: 0.1 })
    sim.step(18_000)
    expect(largestPotential(sim)).toBeLessThan(1)
  })

  it('flow as at the first moment when their wall is erased after ten minutes', async () => {
    const still: SceneInput = { ...twoPools, initial: { eta: [twoPools.initial!.eta![0 as never]] } }
    const erase: SimulationEventInput = { type: 'erase', from: [0, -1], to: [0, 1], radius: 0.4 }
    const [soon, late] = [await createSurface(still), await createSurface(still)]
    late.step(36_000)
    for (const sim of [soon, late]) {
      sim.apply(erase)
      sim.step(30)
    }
    const [a, b] = [soon.field('eta').read(), late.field('eta').read()]
    for (let k = 0; k < a.length; k++) expect(Math.abs(a[k]! - b[k]!)).toBeLessThan(2e-4)
    expect(range(soon, 0, 40)).toBeGreaterThan(0.1)
    // The level of the one pool that they are now keeps its potential small, too.
    late.step(36_000)
    expect(largestPotential(late)).toBeLessThan(2)
  })

  it('follow drops, sources and moving walls with their levels', async () => {
    const sim = await createSurface({
      ...twoPools,
      obstacles: [
        { shape: 'box', size: [0.4, 2] },
        {
          shape: 'box',
          center: [1.8, 0],
          size: [0.4, 2],
          motion: {
            path: [
              { time: 0, at: [0, 0] },
              { time: 20, at: [-0.8, 0] },
            ],
          },
        },
      ],
      sources: [{ shape: { shape: 'disc', center: [-1, 0], radius: 0.2 }, rate: 0.1, end: 30 }],
    })
    sim.apply({ type: 'drop', x: 0.8, z: 0, radius: 0.3, height: 0.2 })
    sim.step(36_000)
    expect(largestPotential(sim)).toBeLessThan(1)
  })

  it('at a fixed edge have the rest level, which the water outside has', async () => {
    const sim = await createSurface({ ...twoPools, boundaries: { 'x+': 'fixed' } })
    sim.step(3600)
    const alone = await createSurface({
      ...twoPools,
      grid: { cells: [18, 8], cellSize: 0.1 },
      initial: { eta: [{ shape: 'wave', wavelength: 1.8, height: 0.001, phase: (-360 * 1.1) / 1.8 }] },
      obstacles: [],
      boundaries: { 'x+': 'fixed' },
    })
    alone.step(3600)
    for (let i = 1; i < 18; i++) expect(sim.field('eta').at(22 + i, 3)).toBeCloseTo(alone.field('eta').at(i, 3), 5)
  })

  it('are one through a periodic edge', async () => {
    // One wall leaves one pool; the same water closed at the wall instead has the same waves.
    const wall: SceneInput = {
      ...twoPools,
      boundaries: { 'x-': 'periodic', 'x+': 'periodic' },
      initial: { eta: [{ shape: 'gaussian', center: [1, 0], radius: 0.3, height: 0.1 }] },
    }
    const sim = await createSurface(wall)
    sim.step(6000)
    expect(Math.abs(sim.heightAt(-1.9, 0))).toBeGreaterThan(1e-4)
    expect(largestPotential(sim)).toBeLessThan(1)
  })
})

it('a wall that moves into the water divides it by levels of that step, not of an earlier division', async () => {
  const scene: SceneInput = {
    ...twoPools,
    obstacles: [{ shape: 'box', center: [3, 0], size: [0.4, 2], motion: { velocity: [-1, 0] } }],
  }
  const [sim, restored] = [await createSurface(scene), await createSurface(scene)]
  for (const type of ['build', 'erase'] as const) {
    sim.apply({ type, from: [-1, -1], to: [-1, 1], radius: type === 'build' ? 0.2 : 0.5 })
    sim.step(5)
  }
  // The restored simulation has never been divided.
  restored.restore(sim.snapshot())
  for (const one of [sim, restored]) one.step(120)
  expect(restored.hash()).toBe(sim.hash())
})

const stroke = fc.record({
  type: fc.constantFrom('build' as const, 'erase' as const),
  from: fc.tuple(fc.double({ min: -2, max: 2, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
  to: fc.tuple(fc.double({ min: -2, max: 2, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
  radius: fc.double({ min: 0.05, max: 0.3, noNaN: true }),
})

// A restored simulation searches all cells for pools; one that runs follows the changes.
it('any strokes: pools that were followed are those that a search finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stroke, { minLength: 2, maxLength: 12 }), fc.boolean(), async (strokes, wraps) => {
      const kind = wraps ? 'periodic' : 'reflect'
      const scene: SceneInput = {
        ...twoPools,
        grid: { cells: [40, 20], cellSize: 0.1 },
        boundaries: { 'x-': kind, 'x+': kind },
        obstacles: [{ shape: 'disc', center: [-1, 0], radius: 0.3, motion: { velocity: [0.5, 0] } }],
      }
      const [sim, restored] = [await createSurface(scene), await createSurface(scene)]
      for (const one of strokes) {
        sim.apply(one)
        sim.step(5)
      }
      restored.restore(sim.snapshot())
      expect(restored.hash()).toBe(sim.hash())
      for (const one of [sim, restored]) one.step(50)
      expect(restored.hash()).toBe(sim.hash())
      expect(sim.field('eta').read().every(Number.isFinite)).toBe(true)
    }),
    { numRuns: 60 },
  )
})
