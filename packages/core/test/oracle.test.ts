// The engine against the textbook, where both are defined: same scheme, other variables, floats against doubles.

import { columns1D, columns2D, type ShallowWave2D, shallowWave2D, shallowWaveAlpha } from '@seiche/textbook'
import { createSimulation, type SceneInput } from 'seiche'
import { expect, it } from 'vitest'

const STEPS = 400
const G = 9.81
const DEPTH = 0.3
const CELL = 0.1
const DT = 0.02
const C = Math.sqrt(G * DEPTH)

function basin(nx: number, nz: number, more: Partial<SceneInput> = {}): SceneInput {
  return {
    seiche: 1,
    grid: { cells: [nx, nz], cellSize: CELL },
    timeStep: DT,
    solver: { type: 'columns', depth: DEPTH },
    initial: {
      eta: [
        { shape: 'gaussian', center: [0.4, nz > 1 ? -0.3 : 0], radius: 0.5, height: 0.1 },
        { shape: 'gaussian', center: [-0.9, 0], radius: 0.3, height: -0.05 },
      ],
    },
    ...more,
  }
}

/** Largest difference, relative to the largest elevation. */
function difference(got: ArrayLike<number>, want: ArrayLike<number>): number {
  let worst = 0
  let largest = 0
  for (let k = 0; k < want.length; k++) {
    worst = Math.max(worst, Math.abs(got[k]! - want[k]!))
    largest = Math.max(largest, Math.abs(want[k]!))
  }
  return worst / largest
}

/**
 * Velocity of the columns half a step before the start, for water that is at rest at the start: the engine keeps its
 * potential there, the textbook its velocity. One step with half the time step gives it, with the sign turned.
 */
function halfStepBack(
  eta: Float64Array,
  step: (state: { eta: Float64Array; v: Float64Array }, dt: number) => void,
): Float64Array {
  const state = { eta: eta.slice(), v: new Float64Array(eta.length) }
  step(state, DT / 2)
  return state.v.map((velocity) => -velocity)
}

it('equals the columns of Müller in 2.5-D', async () => {
  const [nx, nz] = [47, 30]
  const sim = await createSimulation(basin(nx, nz), { threads: 2 })
  expect(sim.substeps).toBe(1)
  const eta = Float64Array.from(sim.field('eta').read())
  const step = (state: { eta: Float64Array; v: Float64Array }, dt: number) =>
    columns2D({ nx, nz, ...state }, { c: C, dx: CELL, dt })
  const state = { eta, v: halfStepBack(eta, step) }
  for (let k = 0; k < STEPS; k++) step(state, DT)
  sim.step(STEPS)
  expect(difference(sim.field('eta').read(), state.eta)).toBeLessThan(1e-5)
})

it('equals the columns of Müller in 1.5-D', async () => {
  const sim = await createSimulation(basin(101, 1))
  const eta = Float64Array.from(sim.field('eta').read())
  const step = (state: { eta: Float64Array; v: Float64Array }, dt: number) => columns1D(state, { c: C, dx: CELL, dt })
  const state = { eta, v: halfStepBack(eta, step) }
  for (let k = 0; k < STEPS; k++) step(state, DT)
  sim.step(STEPS)
  expect(difference(sim.field('eta').read(), state.eta)).toBeLessThan(1e-5)
})

for (const edge of ['closed', 'fixed'] as const)
  it(`equals the damped shallow-wave simulator between ${edge} edges`, async () => {
    const [nx, nz] = [33, 26]
    const kind = edge === 'closed' ? 'reflect' : 'fixed'
    const damping = 0.4
    const sim = await createSimulation(
      basin(nx, nz, {
        solver: { type: 'columns', depth: DEPTH, damping },
        boundaries: { 'x-': kind, 'x+': kind, 'z-': kind, 'z+': kind },
      }),
    )
    expect(sim.substeps).toBe(1)
    const alpha = shallowWaveAlpha(DEPTH, CELL, DT, G)
    const beta = (1 - damping * DT) / (1 + damping * DT)
    const rim = edge === 'closed' ? ({ type: 'closed' } as const) : ({ type: 'fixed', height: 0 } as const)
    const eta = Float64Array.from(sim.field('eta').read())
    // The height a step before the start, from the half-kicked velocity: etaOld = eta - dt v, v = -alpha/(2 dt) laplacian.
    const rest: ShallowWave2D = { nx, nz, eta: eta.slice(), etaOld: eta.slice(), etaNew: new Float64Array(nx * nz) }
    shallowWave2D(rest, { alpha: alpha / 2, beta: 1, edge: rim })
    const state: ShallowWave2D = { nx, nz, eta, etaOld: rest.eta.slice(), etaNew: new Float64Array(nx * nz) }
    for (let k = 0; k < STEPS; k++) shallowWave2D(state, { alpha, beta, edge: rim })
    sim.step(STEPS)
    expect(difference(sim.field('eta').read(), state.eta)).toBeLessThan(1e-5)
  })
