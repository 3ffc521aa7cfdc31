// Waves of finite height (`iwave` with a nonlinearity above 1) beside the textbook's, and their invariants.

import { higherOrderRates, higherOrderStep } from '@seiche/textbook'
import { describe, expect, test } from 'vitest'
import { createSimulation, type SceneInput } from '../src/index.js'

const GRAVITY = 9.81

type Edges = 'periodic' | 'reflect'

function basin(
  cells: [number, number],
  order: number,
  more: { edges?: Edges; depth?: number; timeStep?: number; crestFilter?: boolean } = {},
): SceneInput {
  const { edges = 'periodic', timeStep = 0.01, crestFilter = false, depth } = more
  return {
    seiche: 1,
    grid: { cells, cellSize: 0.1 },
    timeStep,
    solver: { type: 'iwave', nonlinearity: order, crestFilter, ...(depth !== undefined && { depth }) },
    boundaries: { 'x-': edges, 'x+': edges, 'z-': edges, 'z+': edges },
  }
}

/** Two waves of different length that run against each other, as values of a row of n points. */
function row(n: number, height: number, shift = 0) {
  const angle = (i: number, waves: number) => (2 * Math.PI * waves * (i + shift)) / n
  return {
    eta: Float64Array.from({ length: n }, (_, i) => height * (Math.cos(angle(i, 2)) + 0.5 * Math.cos(angle(i, 3) + 1))),
    psi: Float64Array.from({ length: n }, (_, i) => height * 3 * (Math.sin(angle(i, 2)) - 0.4 * Math.sin(angle(i, 3)))),
  }
}

const largest = (values: ArrayLike<number>) =>
  Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0)

describe.each([2, 3, 4, 5])('order %i', (order) => {
  test.each([
    ['deep water', undefined],
    ['shallow water', 0.5],
  ] as const)('a step equals that of the textbook, %s, along x and along z', async (_, depth) => {
    const n = 60
    const start = row(n, 0.08)
    const parameters = { order, g: GRAVITY, depth: depth ?? Number.POSITIVE_INFINITY, dx: 0.1, dt: 0.01 }
    const expected = { eta: start.eta.slice(), psi: start.psi.slice() }
    for (let step = 0; step < 10; step++) higherOrderStep(expected, parameters)
    for (const cells of [
      [n, 1],
      [1, n],
      [n, 6],
      [6, n],
    ] as [number, number][]) {
      using sim = await createSimulation(basin(cells, order, depth === undefined ? {} : { depth }))
      const along = cells[0] >= cells[1] ? (k: number) => k % n : (k: number) => Math.floor(k / cells[0])
      const spread = (values: Float64Array) =>
        Float64Array.from({ length: cells[0] * cells[1] }, (_, k) => values[along(k)]!)
      sim.field('eta').write(spread(start.eta))
      sim.field('phi').write(spread(start.psi))
      sim.step(10)
      const error = sim
        .field('eta')
        .read()
        .map((eta, k) => eta - expected.eta[along(k)]!)
      expect(largest(error)).toBeLessThan((3e-6 * largest(start.eta)) / 0.08)
    }
  })

  test('a walled basin equals half of a periodic one of twice the size', async () => {
    const [nx, nz] = [24, 20]
    const even = (i: number, j: number) => {
      const x = (Math.PI * (i + 0.5)) / nx
      const z = (Math.PI * (j + 0.5)) / nz
      return 0.05 * (Math.cos(2 * x) + 0.7 * Math.cos(x) * Math.cos(2 * z) - 0.3 * Math.cos(z))
    }
    const fill = (width: number, height: number, factor: number) =>
      Float64Array.from({ length: width * height }, (_, k) => factor * even(k % width, Math.floor(k / width)))
    using walled = await createSimulation(basin([nx, nz], order, { edges: 'reflect' }))
    using whole = await createSimulation(basin([2 * nx, 2 * nz], order))
    for (const [sim, width, height] of [
      [walled, nx, nz],
      [whole, 2 * nx, 2 * nz],
    ] as const) {
      sim.field('eta').write(fill(width, height, 1))
      sim.field('phi').write(fill(width, height, -2))
      sim.step(30)
    }
    const eta = whole.field('eta')
    const error = walled
      .field('eta')
      .read()
      .map((value, k) => value - eta.at(k % nx, Math.floor(k / nx)))
    expect(largest(error)).toBeLessThan(2e-6)
    expect(largest(walled.field('eta').read())).toBeGreaterThan(0.02)
  })
})

test('the energy is that of the textbook, and the rise is deta/dt of all orders', async () => {
  const n = 60
  const start = row(n, 0.08)
  const parameters = { order: 4, g: GRAVITY, depth: 0.7, dx: 0.1, dt: 0.01 }
  using sim = await createSimulation(basin([n, 1], 4, { depth: 0.7 }))
  sim.field('eta').write(start.eta)
  sim.field('phi').write(start.psi)
  const rise = higherOrderRates(start, parameters).eta
  const kinetic = start.psi.reduce((sum, psi, i) => sum + 0.5 * 1000 * psi * rise[i]! * 0.01, 0)
  expect(sim.diagnostics().kineticEnergy / kinetic).toBeCloseTo(1, 5)
})
