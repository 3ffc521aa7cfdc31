// Boxes of fluid for tests, and what is measured in them.

import type { FluidSimulation, SceneInput } from 'seiche'

type Fluid = NonNullable<SceneInput['fluid']>

/** A box of a metre with so many cells along a side. */
export const box = (cells: readonly number[], fluid: object, solver: object = {}, timeStep = 0.02): SceneInput => ({
  seiche: 1,
  grid: { cells: [...cells] as [number, number], cellSize: 1 / cells[0]! },
  timeStep,
  solver: { type: 'stable-fluids', ...solver },
  fluid: fluid as Fluid,
})

/** The largest divergence of a cell times its width, as a part of the largest velocity, after a projection. */
export function leftover(sim: FluidSimulation): number {
  const { divergence, speed } = sim.diagnostics()
  return (divergence * sim.grid.cellSize) / speed
}

/** The same from the fields, of a box without solids. */
export function divergenceOf(sim: FluidSimulation): number {
  const { nx, ny = 1, nz } = sim.grid
  const [u, v] = [sim.field('u').read(), sim.field('v').read()]
  const w = nz > 1 ? sim.field('w').read() : undefined
  let largest = 0
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const at = (k * ny + j) * (nx + 1) + i
        const below = (k * (ny + 1) + j) * nx + i
        const back = (k * ny + j) * nx + i
        const flow = u[at + 1]! - u[at]! + v[below + nx]! - v[below]! + (w ? w[back + nx * ny]! - w[back]! : 0)
        largest = Math.max(largest, Math.abs(flow))
      }
  return largest
}

/** All of a dye [m² or m³]. */
export const total = (sim: FluidSimulation, name = 'ink') => sim.diagnostics().scalars[name]!.total
