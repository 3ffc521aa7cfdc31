// The flow of a fluid at the start, from shapes and files; fields that a program writes.

import { createSimulation, type SceneInput } from 'seiche'
import { writeNpy } from 'seiche/npy'
import { describe, expect, it } from 'vitest'
import { createSurface } from '../testing/running.js'

const periodic = { 'x-': 'periodic', 'x+': 'periodic', 'y-': 'periodic', 'y+': 'periodic' } as const

const box = {
  seiche: 1,
  grid: { cells: [32, 24], cellSize: 0.05 },
  timeStep: 0.01,
  solver: { type: 'stable-fluids', viscosity: 1e-3 },
} satisfies SceneInput

const vortices = {
  ...box,
  fluid: { boundaries: periodic, flow: [{ flow: 'taylor-green', speed: 0.5 }] },
} satisfies SceneInput

describe('the flow of a fluid from files', () => {
  it('on faces is the flow that was saved', async () => {
    const sim = await createSimulation(vortices)
    const files: Record<string, Uint8Array> = {
      'u.npy': writeNpy(sim.field('u').read(), sim.field('u').shape),
      'v.npy': writeNpy(sim.field('v').read(), sim.field('v').shape),
    }
    const from = await createSimulation(
      { ...box, fluid: { boundaries: periodic, flow: [{ npy: ['u.npy', 'v.npy'] }] } },
      { readFile: async (name) => files[name]! },
    )
    const [a, b] = [sim.field('u').read(), from.field('u').read()]
    for (let k = 0; k < a.length; k++) expect(Math.abs(a[k]! - b[k]!)).toBeLessThan(1e-4)
    sim.step(50)
    from.step(50)
    expect(Math.abs(from.diagnostics().kineticEnergy / sim.diagnostics().kineticEnergy - 1)).toBeLessThan(1e-3)
  })

  it('of cells is interpolated to faces, across periodic edges too', async () => {
    // A jet along x whose speed depends on y alone has no divergence; the projection leaves it.
    const speed = (j: number) => Math.sin((2 * Math.PI * (j + 0.5)) / 24)
    const values = Float64Array.from({ length: 24 * 32 }, (_, k) => speed(Math.floor(k / 32)))
    const files: Record<string, Uint8Array> = {
      'u.npy': writeNpy(values, [24, 32]),
      'v.npy': writeNpy(new Float64Array(24 * 32), [24, 32]),
    }
    const sim = await createSimulation(
      { ...box, fluid: { boundaries: periodic, flow: [{ npy: ['u.npy', 'v.npy'], amount: 0.25 }] } },
      { readFile: async (name) => files[name]! },
    )
    for (const i of [0, 7, 32])
      for (let j = 0; j < 24; j++) expect(sim.field('u').at(i, j)).toBeCloseTo(0.25 * speed(j), 5)
  })

  it('in a volume, each component of its own shape', async () => {
    const cells = [4, 6, 8] as const
    const files: Record<string, Uint8Array> = {
      'u.npy': writeNpy(new Float32Array(8 * 6 * 5).fill(1), [8, 6, 5]),
      'v.npy': writeNpy(new Float32Array(8 * 7 * 4).fill(2), [8, 7, 4]),
      'w.npy': writeNpy(new Float32Array(9 * 6 * 4).fill(3), [9, 6, 4]),
    }
    const sim = await createSimulation(
      {
        ...box,
        grid: { cells: [...cells], cellSize: 0.1 },
        fluid: {
          boundaries: { ...periodic, 'z-': 'periodic', 'z+': 'periodic' },
          flow: [{ npy: ['u.npy', 'v.npy', 'w.npy'] }],
        },
      },
      { readFile: async (name) => files[name]! },
    )
    expect(sim.velocityAt(0.1, 0.1, 0.1).map((one) => Math.round(one * 1e4) / 1e4)).toEqual([1, 2, 3])
  })

  it.each([
    [
      'one file too few',
      ['u.npy', 'v.npy'],
      [8, 8, 8] as [number, number, number],
      /fluid\.flow\[0\]\.npy: expected 3 files/,
    ],
    [
      'a wrong shape',
      ['u.npy', 'u.npy'],
      [32, 24] as [number, number],
      /fluid\.flow\[0\]\.npy\[0\]: u\.npy has shape \(3, 3\), the box needs \(24, 32\) or on faces \(24, 33\)/,
    ],
  ])('is refused with %s', async (_, npy, cells, message) => {
    await expect(
      createSimulation(
        { ...box, grid: { cells, cellSize: 0.1 }, fluid: { flow: [{ npy }] } },
        { readFile: async () => writeNpy(new Float32Array(9), [3, 3]) },
      ),
    ).rejects.toThrow(message)
  })
})

it('a shape that moves starts with the momentum of its fluid', async () => {
  const sim = await createSimulation({
    ...box,
    grid: { cells: [64, 64], cellSize: 0.05 },
    fluid: { boundaries: periodic, flow: [{ shape: 'sphere', radius: 0.4, soft: 0.1, velocity: [0, 0.5] }] },
  })
  const { momentum } = sim.diagnostics()
  // The projection changes no total; area × density × velocity, a meter deep.
  expect(momentum[1] / (Math.PI * 0.4 ** 2 * 1000 * 0.5)).toBeCloseTo(1, 1)
  expect(Math.abs(momentum[0])).toBeLessThan(1e-3 * momentum[1])
  expect(sim.velocityAt(0, 0, 0)[1]).toBeGreaterThan(0.2)
})

describe('write', () => {
  it('of a velocity fills its ghost cells: the run is that of the flow which was read', async () => {
    const from = await createSimulation(vortices)
    const sim = await createSimulation({ ...box, fluid: { boundaries: periodic } })
    for (const name of ['u', 'v'] as const) sim.field(name).write(from.field(name).read())
    for (const one of [from, sim]) one.step(20)
    expect(sim.field('u').read()).toEqual(from.field('u').read())
    expect(sim.field('v').read()).toEqual(from.field('v').read())
  })

  it('of a potential fills its ghost cells at open edges', async () => {
    const pool: SceneInput = {
      seiche: 1,
      grid: { cells: [24, 16], cellSize: 0.1 },
      solver: { type: 'columns', depth: 0.5 },
      boundaries: { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' },
    }
    const from = await createSurface({ ...pool, initial: { phi: [{ shape: 'wave', wavelength: 1.1, height: 0.2 }] } })
    const sim = await createSurface(pool)
    sim.field('phi').write(from.field('phi').read())
    for (const one of [from, sim]) one.step(20)
    expect(sim.field('eta').read()).toEqual(from.field('eta').read())
  })
})
