import { describe, expect, it } from 'vitest'
import { type FluidGrid, fluidDiffuseBad, fluidDiffuseGood, fluidGaussSeidel, fluidGrid } from './fluid-box.js'
import { diffusionResidual, multigridCycle, multigridWork } from './multigrid.js'
import { largest, largestDifference, sum } from './standing-wave.fixture.js'

const rough = ({ size, interior }: FluidGrid) => {
  const x = new Float64Array(size)
  interior.forEach((cell, n) => {
    x[cell] = ((n * 7919) % 1013) / 1013
  })
  return x
}
const norm = (x: Float64Array) => Math.sqrt(x.reduce((total, value) => total + value * value, 0))

describe('a V-cycle', () => {
  it.each([
    [2, 16],
    [2, 64],
    [3, 8],
    [3, 16],
  ] as const)('leaves a small part of the residual for every a, in %i-D with %i cells', (dimension, n) => {
    const grid = fluidGrid(n, dimension)
    for (const a of [0.1, 1, 10, 100, 1e4]) {
      const x0 = rough(grid)
      const x = new Float64Array(grid.size)
      let before = norm(x0)
      for (let cycle = 0; cycle < 5; cycle++) {
        multigridCycle(grid, 0, x, x0, a)
        const after = norm(diffusionResidual(grid, x, x0, a))
        expect(after / before).toBeLessThan(dimension === 2 ? 0.18 : 0.23)
        before = after
        if (after < 1e-10 * norm(x0)) break // rounding is not far
      }
    }
  })

  it.each([
    [1, 0.12],
    [100, 0.97],
  ])('beats the sweeps of Gauss–Seidel in the same time, a = %i', (a, slow) => {
    const grid = fluidGrid(64, 2)
    const x0 = rough(grid)
    const x = new Float64Array(grid.size)
    fluidGaussSeidel(grid, 0, x, x0, a, 1 + 4 * a, 50)
    const before = norm(diffusionResidual(grid, x, x0, a))
    fluidGaussSeidel(grid, 0, x, x0, a, 1 + 4 * a, 10)
    const perSweep = (norm(diffusionResidual(grid, x, x0, a)) / before) ** (1 / 10)
    expect(multigridWork(grid)).toBeCloseTo(16 / 3, 12)
    expect(perSweep ** multigridWork(grid)).toBeCloseTo(slow, 2)
  })

  it('converges to the x of which a step back is x0, with the same amount', () => {
    const grid = fluidGrid(16, 2)
    const x0 = rough(grid)
    const x = new Float64Array(grid.size)
    for (let cycle = 0; cycle < 20; cycle++) multigridCycle(grid, 0, x, x0, 3)
    const back = new Float64Array(grid.size)
    fluidDiffuseBad(grid, 0, back, x, -3)
    expect(Math.max(...grid.interior.map((cell) => Math.abs(back[cell]! - x0[cell]!)))).toBeLessThan(1e-12)
    const inside = (values: Float64Array) => sum(Float64Array.from(grid.interior, (cell) => values[cell]!))
    expect(inside(x)).toBeCloseTo(inside(x0), 10)
    const swept = new Float64Array(grid.size)
    fluidDiffuseGood(grid, 0, swept, x0, 3, 2000)
    expect(largestDifference(swept, (cell) => x[cell]!)).toBeLessThan(1e-12)
  })

  it('leaves a uniform density in one cycle, where ten sweeps lose most of it', () => {
    const grid = fluidGrid(16, 2)
    const x0 = new Float64Array(grid.size).fill(1)
    const x = new Float64Array(grid.size)
    multigridCycle(grid, 0, x, x0, 100)
    expect(largestDifference(x, () => 1)).toBeLessThan(0.1)
    const swept = new Float64Array(grid.size)
    fluidDiffuseGood(grid, 0, swept, x0, 100, 10)
    expect(largest(swept)).toBeLessThan(0.1)
  })
})
