// Solitary waves at the start: their shape, and water that moves with them.

import type { SceneInput, SurfaceSimulation } from 'seiche'
import { describe, expect, it } from 'vitest'
import { createSurface } from '../testing/running.js'

const DEPTH = 1
const HEIGHT = 0.1
const WIDTH = Math.sqrt((4 * DEPTH ** 2 * (DEPTH + HEIGHT)) / (3 * HEIGHT))

const channel = {
  seiche: 1,
  grid: { cells: [400, 1], cellSize: 0.1 },
  timeStep: 0.01,
  solver: { type: 'shallow-water' },
  terrain: [{ shape: 'plane', height: -DEPTH }],
  initial: { eta: [{ shape: 'solitary', center: [-10, 0], height: HEIGHT, depth: DEPTH }] },
  boundaries: { 'x-': 'absorb', 'x+': 'absorb' },
} satisfies SceneInput

/** Where the surface is highest [m], and how high. */
function crestOf(sim: SurfaceSimulation): { x: number; height: number } {
  const eta = sim.field('eta').read()
  const i = eta.indexOf(Math.max(...eta))
  return { x: (i + 0.5 - 200) * 0.1, height: eta[i]! }
}

it('has the shape sech² and the velocity c eta / (d + eta)', async () => {
  const sim = await createSurface(channel)
  const [depth, qx] = [sim.field('depth'), sim.field('qx')]
  for (let i = 0; i < 400; i++) {
    const s = (i + 0.5 - 200) * 0.1 + 10
    const eta = HEIGHT / Math.cosh(s / WIDTH) ** 2
    expect(depth.at(i, 0)).toBeCloseTo(DEPTH + eta, 6)
    expect(qx.at(i, 0)).toBeCloseTo(Math.sqrt(9.81 * (DEPTH + HEIGHT)) * eta, 3)
  }
})

describe('travels along its direction and leaves nothing behind', () => {
  const lake = { depth: DEPTH }
  it.each<[string, Partial<SceneInput>, number]>([
    ['columns', { solver: { type: 'columns', ...lake } }, 0.002],
    ['iwave', { solver: { type: 'iwave', ...lake }, boundaries: {} }, 0.02],
    ['shallow-water', {}, 0.006],
    ['kass-miller', { solver: { type: 'kass-miller' } }, 0.006],
  ])('in %s', async (name, change, behind) => {
    const { terrain, ...flat } = channel
    const hasTerrain = name === 'shallow-water' || name === 'kass-miller'
    const sim = await createSurface({ ...flat, ...(hasTerrain && { terrain }), ...change } as SceneInput)
    sim.step(400)
    const { x, height } = crestOf(sim)
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(6)
    expect(height).toBeGreaterThan(0.7 * HEIGHT)
    // Of water at rest, half of the elevation would run the other way.
    const left = sim.field('eta').read().slice(0, 120)
    expect(Math.max(...left)).toBeLessThan(behind)
  })

  it('against z', async () => {
    const sim = await createSurface({
      ...channel,
      grid: { cells: [1, 400], cellSize: 0.1 },
      initial: { eta: [{ shape: 'solitary', center: [0, 10], direction: -90, height: HEIGHT, depth: DEPTH }] },
      boundaries: { 'z-': 'absorb', 'z+': 'absorb' },
    })
    sim.step(400)
    expect(crestOf(sim).x).toBeLessThan(0)
    expect(Math.max(...sim.field('eta').read().slice(280))).toBeLessThan(0.006)
  })
})

it('with a width stands, and parts', async () => {
  const sim = await createSurface({
    ...channel,
    initial: { eta: [{ shape: 'solitary', width: 2, height: HEIGHT }] },
  })
  expect(Math.max(...sim.field('qx').read())).toBe(0)
  expect(sim.field('eta').at(220, 0)).toBeCloseTo(HEIGHT / Math.cosh(2.05 / 2) ** 2, 5)
  sim.step(300)
  expect(crestOf(sim).height).toBeLessThan(0.6 * HEIGHT)
})

it.each([
  ['neither width nor depth', { shape: 'solitary', height: 1 }, {}, /initial\.eta\[0\]: a solitary wave needs either/],
  [
    'periodic edges along its way',
    { shape: 'solitary', height: 1, depth: 1 },
    { 'x-': 'periodic', 'x+': 'periodic' },
    /initial\.eta\[0\]\.depth: a solitary wave carries water along.* edge x-, which is "periodic": .* "reflect" or "absorb" or "fixed"/,
  ],
])('is refused with %s', async (_, shape, boundaries, message) => {
  const scene = { ...channel, initial: { eta: [shape] }, boundaries } as SceneInput
  await expect(createSurface(scene)).rejects.toThrow(message)
})
