// Flow over terrain that is faster than its waves, through the edges of the grid.

import type { SceneInput, SurfaceSimulation } from 'seiche'
import { describe, expect, it } from 'vitest'
import { createSurface } from '../testing/running.js'

const DEPTH = 0.5
const SPEED = 4
/** A channel in which water runs at 1.8 times the speed of its waves. */
const chute = {
  seiche: 1,
  grid: { cells: [60, 4], cellSize: 0.25 },
  timeStep: 0.01,
  solver: { type: 'shallow-water' },
  terrain: [{ shape: 'plane', height: -DEPTH }],
  initial: { phi: [{ shape: 'plane', slope: [SPEED, 0] }] },
  boundaries: { 'x+': 'absorb' },
  inflows: [{ edge: 'x-', depth: DEPTH, velocity: SPEED }],
} satisfies SceneInput

/** Largest relative error of depth and discharge of a uniform flow along x, in all cells. */
function worst(sim: SurfaceSimulation, speed = SPEED): number {
  const [depth, qx] = [sim.field('depth').read(), sim.field('qx').read()]
  let most = 0
  for (let k = 0; k < depth.length; k++)
    most = Math.max(most, Math.abs(depth[k]! / DEPTH - 1), Math.abs(qx[k]! / (DEPTH * speed) - 1))
  return most
}

describe('water that is faster than its waves', () => {
  it('enters with its depth and velocity, and leaves an open edge unchanged', async () => {
    const sim = await createSurface(chute)
    sim.step(1000)
    expect(worst(sim)).toBeLessThan(1e-5)
    const { volume, addedVolume } = sim.diagnostics()
    expect(volume - addedVolume).toBeCloseTo(15 * DEPTH, 5)
  })

  it.each(['x-', 'z-', 'z+'] as const)('leaves edge %s unchanged, too', async (edge) => {
    const alongX = edge === 'x-'
    const sign = edge.endsWith('-') ? -1 : 1
    const opposite = edge === 'x-' ? 'x+' : edge === 'z-' ? 'z+' : 'z-'
    const sim = await createSurface({
      ...chute,
      grid: { cells: alongX ? [60, 4] : [4, 60], cellSize: 0.25 },
      initial: { phi: [{ shape: 'plane', slope: alongX ? [sign * SPEED, 0] : [0, sign * SPEED] }] },
      boundaries: { [edge]: 'absorb' },
      inflows: [{ edge: opposite, depth: DEPTH, velocity: SPEED }],
    } as SceneInput)
    sim.step(500)
    for (const depth of sim.field('depth').read()) expect(Math.abs(depth / DEPTH - 1)).toBeLessThan(1e-5)
  })

  it('fills a dry channel', async () => {
    const sim = await createSurface({
      ...chute,
      initial: { eta: [{ shape: 'plane', height: -1 }] },
      terrain: [{ shape: 'plane', height: -DEPTH }],
    })
    sim.step(2000)
    expect(worst(sim)).toBeLessThan(1e-4)
  })

  it('has the same depth in the last cell as in a longer channel, down a slope', async () => {
    const depths: number[] = []
    for (const cells of [60, 80]) {
      const middle = (cells * 0.25) / 2
      const sim = await createSurface({
        ...chute,
        grid: { cells: [cells, 4], cellSize: 0.25 },
        terrain: [{ shape: 'plane', height: -DEPTH - 0.1 * middle, slope: [-0.1, 0] }],
        initial: { ...chute.initial, eta: [{ shape: 'plane', height: -0.1 * middle, slope: [-0.1, 0] }] },
      })
      sim.step(2000)
      depths.push(sim.field('depth').at(59, 1))
    }
    expect(depths[0]).toBeLessThan(0.4)
    expect(Math.abs(depths[0]! / depths[1]! - 1)).toBeLessThan(3e-4)
  })
})

describe('slow water of a given depth and velocity', () => {
  it('keeps a uniform river', async () => {
    const speed = 1
    const sim = await createSurface({
      ...chute,
      initial: { phi: [{ shape: 'plane', slope: [speed, 0] }] },
      inflows: [
        { edge: 'x-', depth: DEPTH, velocity: speed },
        { edge: 'x+', depth: DEPTH, velocity: -speed },
      ],
    })
    sim.step(1000)
    expect(worst(sim, speed)).toBeLessThan(1e-5)
  })

  it('lets waves leave', async () => {
    const sim = await createSurface({
      ...chute,
      initial: { eta: [{ shape: 'gaussian', center: [0, 0], radius: 1, height: 0.02 }] },
      boundaries: {},
      inflows: [
        { edge: 'x-', depth: DEPTH, velocity: 0 },
        { edge: 'x+', depth: DEPTH, velocity: 0 },
      ],
    })
    sim.step(1500)
    for (const eta of sim.field('eta').read()) expect(Math.abs(eta)).toBeLessThan(4e-4)
  })

  it('runs in kass-miller at its discharge', async () => {
    const sim = await createSurface({
      ...chute,
      solver: { type: 'kass-miller' },
      initial: {},
      boundaries: { 'x+': 'absorb' },
      inflows: [{ edge: 'x-', depth: DEPTH, velocity: 0.2 }],
    })
    sim.step(3000)
    const qx = sim.field('qx')
    expect(qx.at(30, 1)).toBeGreaterThan(0.5 * DEPTH * 0.2)
    expect(qx.at(30, 1)).toBeLessThan(1.5 * DEPTH * 0.2)
  })
})
