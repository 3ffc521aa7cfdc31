/**
 * Multigrid for the diffusion of fluid-box.ts.
 *
 * Beyond the slides: the exercise stops at Gauss–Seidel. This is the cure that the engine has, in plain loops. After W.
 * Briggs, V. Henson and S. McCormick, "A Multigrid Tutorial", SIAM 2000, on cell centres.
 *
 * A sweep of Gauss–Seidel removes the part of an error that changes from cell to cell and hardly touches the smooth part
 * (defect 3 of fluid-box.ts). A smooth error can be found on a grid of half as many cells a side, where it is less
 * smooth. One V-cycle for x - a (Σ neighbours of x - 2 D x) = x0:
 *
 *     sweep twice
 *     r = x0 - x + a (Σ neighbours of x - 2 D x)       the residual
 *     r on the coarse grid: the mean of its 2^D cells
 *     e by a V-cycle on the coarse grid, from zeros, with a/4: its cells are twice as wide
 *     x += e, linear between the coarse centres
 *     sweep twice
 *
 * A grid of one cell has no neighbours but its own copies in the rim, so x = x0 solves it.
 *
 * The coarse grids have 1/2^D + 1/4^D + ... of the cells: the whole cycle costs less than 4/(1 - 2^-D) sweeps, 5.3 in
 * 2-D and 4.6 in 3-D. For a up to 10⁴ a cycle leaves less than 0.18 of the residual in 2-D (16 to 64 cells a side) and
 * 0.23 in 3-D (8 and 16). In the time of one cycle Gauss–Seidel leaves 0.12 of it at a = 1 and 0.97 at a = 100 (2-D).
 */

import { type FluidGrid, fluidGaussSeidel, fluidGrid, fluidInterpolated, fluidSetBounds } from './fluid-box.js'

/** Gauss–Seidel sweeps before, and again after, the coarser grid. */
const sweeps = 2

/** Sweeps of the fine grid that cost as much as one cycle, no unit. */
export function multigridWork(grid: FluidGrid): number {
  return (2 * sweeps) / (1 - 2 ** -grid.dimension)
}

/** One V-cycle for the x from which a step of diffusion backward gives x0, in place. n must be a power of 2. */
export function multigridCycle(grid: FluidGrid, b: number, x: Float64Array, x0: Float64Array, a: number): void {
  const { n, dimension } = grid
  if (n === 1) {
    for (const cell of grid.interior) x[cell] = x0[cell]!
    fluidSetBounds(grid, b, x)
    return
  }
  const c = 1 + 2 * dimension * a
  fluidGaussSeidel(grid, b, x, x0, a, c, sweeps)
  const coarse = fluidGrid(n / 2, dimension)
  const e = new Float64Array(coarse.size)
  multigridCycle(coarse, b, e, restricted(grid, coarse, diffusionResidual(grid, x, x0, a)), a / 4)
  addCorrection(grid, coarse, x, e)
  fluidSetBounds(grid, b, x)
  fluidGaussSeidel(grid, b, x, x0, a, c, sweeps)
}

/** x0 - x + a (Σ neighbours of x - 2 D x), 0 in the rim. The rim of x must be set. */
export function diffusionResidual(grid: FluidGrid, x: Float64Array, x0: Float64Array, a: number): Float64Array {
  const { size, dimension, strides, interior } = grid
  const residual = new Float64Array(size)
  for (const cell of interior) {
    let around = 0
    for (const stride of strides) around += x[cell - stride]! + x[cell + stride]!
    residual[cell] = x0[cell]! - x[cell]! + a * (around - 2 * dimension * x[cell]!)
  }
  return residual
}

/** The mean of the 4 or 8 cells in each coarse cell. */
function restricted(grid: FluidGrid, coarse: FluidGrid, r: Float64Array): Float64Array {
  const means = new Float64Array(coarse.size)
  for (const cell of grid.interior) means[parentOf(grid, coarse, cell)]! += r[cell]! / 2 ** grid.dimension
  return means
}

/** The coarse cell that holds a cell. */
function parentOf(grid: FluidGrid, coarse: FluidGrid, cell: number): number {
  let parent = 0
  grid.strides.forEach((stride, axis) => {
    const here = Math.floor(cell / stride) % (grid.n + 2)
    parent += coarse.strides[axis]! * Math.ceil(here / 2)
  })
  return parent
}

/** x += e, linear between the coarse centres; that of cell i lies at i/2 + 1/4 in coarse cells. */
function addCorrection(grid: FluidGrid, coarse: FluidGrid, x: Float64Array, e: Float64Array): void {
  const share = new Float64Array(grid.dimension)
  for (const cell of grid.interior) {
    let nearest = 0
    grid.strides.forEach((stride, axis) => {
      const place = (Math.floor(cell / stride) % (grid.n + 2)) / 2 + 0.25
      nearest += coarse.strides[axis]! * Math.floor(place)
      share[axis] = place - Math.floor(place)
    })
    x[cell]! += fluidInterpolated(e, nearest, coarse.strides, share)
  }
}
