import { createSimulation, type Scene, type SceneInput } from 'seiche'
import { describe, expect, it } from 'vitest'
import { WaveRecorder } from '../../worker/instruments/wave-recorder.js'
import { dispersionOf } from './dispersion.js'
import { realWater, solverCurve } from './theory.js'

it('finds wavenumber and frequency of waves in either direction, within half a bin', () => {
  const [columns, rows, spacing, interval] = [100, 200, 0.5, 0.1]
  const waves = [
    { k: 1.3, omega: 4.1, height: 1 },
    { k: 3.1, omega: -9, height: 0.2 },
  ]
  const heights = Float32Array.from({ length: rows * columns }, (_, cell) => {
    const [x, t] = [(cell % columns) * spacing, Math.floor(cell / columns) * interval]
    return waves.reduce((sum, { k, omega, height }) => sum + height * Math.cos(k * x - omega * t + 1), 5 + x / 10)
  })
  const { dk, domega, peaks } = dispersionOf({ heights, rows, columns, spacing, interval })
  for (const [n, { k, omega }] of waves.entries()) {
    expect(Math.abs(peaks[n]!.k - k)).toBeLessThan(dk / 2)
    expect(Math.abs(peaks[n]!.omega - Math.abs(omega))).toBeLessThan(domega / 2)
  }
})

it('still water has no peaks', () => {
  const record = { heights: new Float32Array(6400).fill(2), rows: 64, columns: 100, spacing: 1, interval: 1 }
  expect(dispersionOf(record).peaks).toEqual([])
})

describe('the waves of a solver lie on its curve', () => {
  /** Gap between measured and theoretical frequencies, in bins: the largest of all peaks, of the solver's theory and of real water. */
  async function gaps(scene: SceneInput, steps: number): Promise<{ solver: number; water: number; count: number }> {
    const sim = await createSimulation(scene, { threads: 1 })
    const recorder = new WaveRecorder(sim)
    for (let step = 0; step < steps; step++) {
      sim.step()
      recorder.record()
    }
    const { peaks, domega, dk, depth, substep } = recorder.take()!
    const input = { scene: sim.scene, depth, substep, cellSize: sim.grid.cellSize }
    const gapTo = (curve: (k: number) => number) =>
      Math.max(
        ...peaks.map(({ k, omega }) => {
          // A peak may lie half a bin beside its wavenumber: the curve is met there, too.
          const nearest = [-0.5, 0, 0.5].map((bins) => Math.abs(curve(k + bins * dk) - omega))
          return Math.min(...nearest) / domega
        }),
      )
    sim.dispose()
    return { solver: gapTo(solverCurve(input)!), water: gapTo(realWater(input)), count: peaks.length }
  }
  const channel = (solver: SceneInput['solver']): SceneInput => ({
    seiche: 1,
    grid: { cells: [192, 4], cellSize: 0.05 },
    timeStep: 1 / 60,
    solver,
    boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
    initial: { eta: [{ shape: 'gaussian', center: [0, 0], radius: 0.12, height: 0.02 }] },
  })

  it('columns: shallow waves, slower when they are short', async () => {
    const { solver, water, count } = await gaps(channel({ type: 'columns', depth: 0.3 }), 1500)
    expect(count).toBeGreaterThan(10)
    expect(solver).toBeLessThan(1)
    // Real water is dispersive: the scheme is seen to be another.
    expect(water).toBeGreaterThan(5)
  })

  it('iwave: as real water', async () => {
    const { solver, water, count } = await gaps(
      channel({ type: 'iwave', depth: 0.3, method: 'exponential', surfaceTension: 0.0728 }),
      1500,
    )
    expect(count).toBeGreaterThan(10)
    expect(solver).toBeLessThan(1)
    expect(water).toBeLessThan(1)
  })
})

it('the curve of shallow water is nearer to real water with each layer', () => {
  const off = { type: 'shallow-water', gravity: 9.81, dispersion: 'off' } as Scene['solver']
  /** Frequency over that of real water at kd = 5, on 10 m of water, where surface tension is small. */
  const ratio = (dispersion: 'off' | 'one-layer' | 'two-layers') => {
    const input = { scene: { solver: { ...off, dispersion } as Scene['solver'] }, depth: 10, cellSize: 1, substep: 0.1 }
    return solverCurve(input)!(0.5) / realWater(input)(0.5)
  }
  expect(ratio('off')).toBeCloseTo(2.236, 3)
  expect(ratio('one-layer')).toBeCloseTo(1.036, 3)
  expect(ratio('two-layers')).toBeCloseTo(1.002, 3)
})
