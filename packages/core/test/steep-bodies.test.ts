// Rigid bodies on waves of finite height (`iwave` with a nonlinearity above 1).

import { expect, test } from 'vitest'
import { BreakingWaveError, type SceneInput } from '../src/index.js'
import { simulate } from '../testing/running.js'

const PERIODIC = { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' } as const

const sea: SceneInput = {
  seiche: 1,
  grid: { cells: [48, 40], cellSize: 0.5 },
  timeStep: 1 / 30,
  solver: { type: 'iwave', nonlinearity: 3, ramp: 0.3, ambient: { type: 'ocean', windSpeed: 5, fetch: 5000 } },
  boundaries: PERIODIC,
  bodies: [
    { shape: 'sphere', radius: 1.2, density: 500, position: [-4, 0, 0] },
    { shape: 'box', size: [3, 1.5, 2], density: 400, position: [5, 0.1, 3] },
  ],
  events: [
    { type: 'drop', time: 0.1, x: 1, z: -4, radius: 1.5, height: 0.1 },
    { type: 'press', time: 0.2, x: 0, z: -6, radius: 1.5, impulse: 0.2 },
    { type: 'addBody', time: 0.3, body: { shape: 'cylinder', radius: 1, height: 1.5, position: [-5, 0.4, -6] } },
    { type: 'grab', time: 0.4, body: 0, at: [0, 0, 0], to: [-3, 0.2, 0] },
  ],
}

test('the same bits on 1 to 4 threads, and from a snapshot', async () => {
  const first = await simulate(sea)
  first.step(16)
  const snapshot = first.snapshot()
  first.step(8)
  for (const threads of [2, 3, 4]) {
    const other = await simulate(sea, threads)
    other.step(24)
    expect(other.hash(), `${threads} threads`).toBe(first.hash())
  }
  const restored = await simulate(sea)
  restored.step(7)
  restored.restore(snapshot)
  restored.step(8)
  expect(restored.hash()).toBe(first.hash())
  expect(restored.diagnostics()).toEqual(first.diagnostics())
})

test('a body thrown in hard ends the run with time and place, and a snapshot goes on', async () => {
  const sim = await simulate({
    seiche: 1,
    grid: { cells: [48, 48], cellSize: 0.1 },
    solver: { type: 'iwave', nonlinearity: 3 },
    bodies: [{ shape: 'sphere', radius: 0.4, density: 2000, position: [1, 0.6, -0.6], velocity: [0, -8, 0] }],
  })
  const snapshot = sim.snapshot()
  let error: unknown
  try {
    sim.step(300)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(BreakingWaveError)
  const { time, x, z } = error as BreakingWaveError
  expect(time).toBeGreaterThan(0.02)
  expect(Math.hypot(x - 1, z + 0.6)).toBeLessThan(1)
  sim.restore(snapshot)
  sim.step()
  for (const value of sim.field('eta').read()) expect(Number.isFinite(value)).toBe(true)
})

test('a pressure that moves along makes a wake in a walled basin', async () => {
  const sim = await simulate({
    seiche: 1,
    grid: { cells: [64, 32], cellSize: 0.25 },
    timeStep: 1 / 30,
    solver: { type: 'iwave', nonlinearity: 3, depth: 2 },
    sources: [
      { shape: { shape: 'gaussian', radius: 0.8 }, quantity: 'pressure', rate: 0.3, motion: { velocity: [1.5, 0] } },
    ],
  })
  const { volume } = sim.diagnostics()
  sim.step(60)
  const moved = sim.diagnostics()
  expect(moved.maximum).toBeGreaterThan(0.01)
  expect(moved.volume / volume).toBeCloseTo(1, 6)
})
