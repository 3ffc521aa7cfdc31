// What a simulation still answers after `dispose`, and what it refuses. With two threads, work for workers that have quit would never
// return.

import type { SceneInput, SurfaceSimulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { describe, expect, it } from 'vitest'
import { createSurface } from '../testing/running.js'

const pond: SceneInput = {
  seiche: 1,
  grid: { cells: [24, 16], cellSize: 0.1 },
  solver: { type: 'columns', depth: 1 },
  bodies: [{ shape: 'sphere', radius: 0.2, position: [0, 0.5, 0] }],
}
const box: SceneInput = { seiche: 1, grid: { cells: [16, 16], cellSize: 0.1 }, solver: { type: 'stable-fluids' } }
const iwave: SceneInput = { seiche: 1, grid: { cells: [16, 16], cellSize: 0.1 }, solver: { type: 'iwave' } }
const ocean: SceneInput = {
  seiche: 1,
  grid: { cells: [16, 16], cellSize: 0.5 },
  solver: { type: 'ocean', cascades: 1, windSpeed: 6 },
}
const sea: SceneInput = {
  seiche: 1,
  grid: { cells: [16, 16], cellSize: 0.5 },
  solver: { type: 'waves', depth: 3, trains: [{ wavelength: 4, height: 0.2 }] },
}

async function disposed(scene: SceneInput, threads = 2): Promise<SurfaceSimulation> {
  const sim = await createSurface(scene, { rigidBodies: rapier, threads })
  sim.step(3)
  sim.dispose()
  return sim
}

const GONE = 'this simulation has been disposed'
const event = { type: 'drop', x: 0, z: 0, radius: 0.2, height: 0.1 } as const

describe('after dispose', () => {
  const refused: Record<string, (sim: SurfaceSimulation) => unknown> = {
    step: (sim) => sim.step(),
    'step(0)': (sim) => sim.step(0),
    advance: (sim) => sim.advance(1),
    'advance by no time': (sim) => sim.advance(0),
    apply: (sim) => sim.apply(event),
    heightAt: (sim) => sim.heightAt(0, 0),
    normalAt: (sim) => sim.normalAt(0, 0),
    velocityAt: (sim) => sim.velocityAt(0, 0),
    field: (sim) => sim.field('eta'),
    probes: (sim) => sim.probes(),
    bodies: (sim) => sim.bodies,
    spray: (sim) => sim.spray,
    diagnostics: (sim) => sim.diagnostics(),
    snapshot: (sim) => sim.snapshot(),
    restore: (sim) => sim.restore(new Uint8Array(64)),
    hash: (sim) => sim.hash(),
  }
  it.each(Object.entries(refused))('%s is refused', async (_, call) => {
    const sim = await disposed(pond)
    expect(() => call(sim)).toThrow(GONE)
  })

  it.each([
    ['a fluid', box],
    ['waves in a basin', iwave],
    ['given waves', sea],
    ['an ocean', ocean],
  ])('velocityAt of %s is refused on any number of threads', async (_, scene) => {
    for (const threads of [1, 2]) {
      const sim = await disposed(scene, threads)
      expect(() => sim.velocityAt(0, 0)).toThrow(GONE)
    }
  })

  it('a refused advance does not count its time', async () => {
    const sim = await createSurface(pond, { rigidBodies: rapier })
    sim.dispose()
    expect(() => sim.advance(Number.NaN)).toThrow(GONE)
    expect(sim.stepCount).toBe(0)
  })

  it('the record of the run can still be read and saved', async () => {
    const sim = await createSurface(pond, { rigidBodies: rapier, threads: 2 })
    sim.apply(event)
    sim.step(3)
    const before = record(sim)
    sim.dispose()
    expect(record(sim)).toEqual(before)
    expect(before.events).toHaveLength(1)
  })

  it('dispose again is harmless, with bodies and threads too', async () => {
    for (const scene of [pond, box, sea])
      for (const threads of [1, 2]) {
        const sim = await disposed(scene, threads)
        expect(() => sim.dispose()).not.toThrow()
        expect(() => sim.dispose()).not.toThrow()
      }
  })

  it('another simulation with bodies is not harmed by the second dispose', async () => {
    const other = await createSurface(pond, { rigidBodies: rapier, threads: 1 })
    other.step(3)
    const sim = await disposed(pond)
    sim.dispose()
    const third = await createSurface(pond, { rigidBodies: rapier, threads: 1 })
    third.step(10)
    other.step(7)
    expect(other.hash()).toBe(third.hash())
    other.dispose()
    third.dispose()
  })
})

function record({ events, stepCount, time, timeStep, scene, grid, warnings, fieldNames, substeps }: SurfaceSimulation) {
  return structuredClone({ events, stepCount, time, timeStep, scene, grid, warnings, fieldNames, substeps })
}
