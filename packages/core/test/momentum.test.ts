// Momentum has one definition in all solvers of a surface: that of the water from the bottom to the surface.

import { airy, type SceneInput, type SurfaceSimulation } from 'seiche'
import { describe, expect, it } from 'vitest'
import { createSurface } from '../testing/running.js'

const DEPTH = 2
const LENGTH = 6.4
const HEIGHT = 0.001
const K = (2 * Math.PI) / LENGTH

/** A wave that runs towards +x, or -z with `turned`, twice around the grid; `omega`: its angular frequency [rad/s]. */
function runningWave(solver: SceneInput['solver'], omega: number, turned = false, height = HEIGHT): SceneInput {
  const direction = turned ? -90 : 0
  const grid = turned ? [8, 128] : [128, 8]
  const period = { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' } as const
  return {
    seiche: 1,
    grid: { cells: grid as [number, number], cellSize: 0.1 },
    timeStep: 0.01,
    solver,
    boundaries: period,
    initial: {
      eta: [{ shape: 'wave', wavelength: LENGTH, direction, height }],
      // phi = (g a / ω) sin(k s - ω t)
      phi: [{ shape: 'wave', wavelength: LENGTH, direction, phase: 90, height: (9.81 * height) / omega }],
    },
  } as SceneInput
}

const dispersive = airy.angularFrequency(K, { depth: DEPTH, gravity: 9.81, surfaceTension: 0, density: 1000 })
const shallow = Math.sqrt(9.81 * DEPTH) * K

const cases: [name: string, solver: SceneInput['solver'], omega: number, rounding: number][] = [
  ['columns', { type: 'columns', depth: DEPTH }, shallow, 1e-5],
  ['iwave, exponential', { type: 'iwave', depth: DEPTH, method: 'exponential' }, dispersive, 1e-5],
  ['iwave, fft', { type: 'iwave', depth: DEPTH, method: 'fft' }, dispersive, 1e-5],
  // The pyramid of the window is the same after a shift by its coarsest cells only.
  ['iwave, window', { type: 'iwave', depth: DEPTH, method: 'window' }, dispersive, 1e-3],
]

describe('a running wave on a periodic grid', () => {
  it.each(cases)('%s: momentum is energy over speed, and constant to rounding', async (_, solver, omega, rounding) => {
    for (const turned of [false, true]) {
      const sim = await createSurface(runningWave(solver, omega, turned))
      const { energy, momentum } = sim.diagnostics()
      const along = turned ? -momentum[1] : momentum[0]
      // Differences over two cells have the factor sin(k dx)/(k dx) = 0.9984; the window is 5 % off in frequency.
      expect(along / (energy * (K / omega))).toBeGreaterThan(0.95)
      expect(along / (energy * (K / omega))).toBeLessThan(1.05)
      for (let block = 0; block < 20; block++) {
        sim.step(50)
        const now = sim.diagnostics().momentum
        expect(Math.abs((turned ? -now[1] : now[0]) / along - 1)).toBeLessThan(rounding)
        expect(Math.abs((turned ? now[0] : now[1]) / along)).toBeLessThan(rounding)
      }
    }
  })

  it('shallow-water: the same, over level ground', async () => {
    const scene = runningWave({ type: 'shallow-water' }, shallow, false, 0.02)
    const sim = await createSurface({ ...scene, terrain: [{ shape: 'plane', height: -DEPTH }] })
    const { energy, momentum } = sim.diagnostics()
    expect(momentum[0] / (energy * (K / shallow))).toBeCloseTo(1, 2)
    sim.step(500)
    // The momentum is a hundredth of that of the crests, and rounding of depths of 2 m pushes them at random.
    expect(Math.abs(sim.diagnostics().momentum[0] / momentum[0] - 1)).toBeLessThan(2e-3)
  })
})

/** Mass times the position of its center along x, relative to that of level water [kg m]. */
function momentOf(sim: SurfaceSimulation): number {
  const eta = sim.field('eta')
  let moment = 0
  for (let j = 0; j < eta.nz; j++)
    for (let i = 0; i < eta.nx; i++) moment += (i + 0.5 - eta.nx / 2) * 0.1 * eta.at(i, j) * 0.01 * 1000
  return moment
}

describe('water that sloshes between walls', () => {
  const ground: SceneInput['terrain'] = [{ shape: 'plane', height: -DEPTH }]
  const sloshing: [name: string, solver: SceneInput['solver'], terrain: SceneInput['terrain']][] = [
    ...cases.map(([name, solver]): (typeof sloshing)[number] => [name, solver, undefined]),
    ['shallow-water', { type: 'shallow-water' }, ground],
    ['kass-miller', { type: 'kass-miller' }, ground],
  ]
  it.each(sloshing)('%s: momentum is the rate at which the center of mass moves', async (_, solver, terrain) => {
    const sim = await createSurface({
      seiche: 1,
      grid: { cells: [64, 8], cellSize: 0.1 },
      timeStep: 0.005,
      solver,
      ...(terrain && { terrain }),
      initial: { eta: [{ shape: 'plane', slope: [0.0001, 0] }] },
    })
    sim.step(60)
    const before = momentOf(sim)
    sim.step(20)
    const { momentum } = sim.diagnostics()
    sim.step(20)
    const rate = (momentOf(sim) - before) / (40 * sim.timeStep)
    expect(rate).toBeLessThan(-1e-2)
    expect(momentum[0] / rate).toBeGreaterThan(0.97)
    expect(momentum[0] / rate).toBeLessThan(1.03)
  })
})
