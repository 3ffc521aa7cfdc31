import type { Arena } from '../fields/arena.js'
import type { Grid } from '../fields/grid.js'
import { fluidSchema } from '../scene/schema/fluid.js'
import type { Scene } from '../scene/schema/scene.js'
import { Columns } from './columns/columns.js'
import { Iwave } from './iwave/iwave.js'
import { Ocean } from './ocean/ocean.js'
import type { Solver } from './solver.js'
import { StableFluids } from './stable-fluids/stable-fluids.js'
import { validateFluid, validateSurface } from './stable-fluids/validate.js'
import { KassMiller } from './terrain/kass-miller.js'
import { ShallowWater } from './terrain/shallow-water.js'
import { validateNoTerrain } from './terrain/validate.js'
import { Waves } from './waves/waves.js'

/** Plans the solver of a scene. `threads`: largest number of threads that will run it; each has scratch memory of its own. */
export function createSolver(scene: Scene, grid: Grid, arena: Arena, threads: number): Solver {
  const { solver } = scene
  if (solver.type === 'stable-fluids') {
    validateFluid(scene)
    const volume = { ...grid, ny: grid.ny ?? 1 }
    return new StableFluids(scene, solver, scene.fluid ?? fluidSchema.parse({}), volume, arena, threads)
  }
  validateSurface(scene)
  if (solver.type !== 'kass-miller' && solver.type !== 'shallow-water') validateNoTerrain(scene)
  switch (solver.type) {
    case 'columns':
      return new Columns(scene, solver, grid, arena)
    case 'iwave':
      return new Iwave(scene, solver, grid, arena, threads)
    case 'waves':
      return new Waves(scene, solver, grid, arena)
    case 'ocean':
      return new Ocean(scene, solver, grid, arena, threads)
    case 'kass-miller':
      return new KassMiller(scene, solver, grid, arena, threads)
    case 'shallow-water':
      return new ShallowWater(scene, solver, grid, arena, threads)
  }
}
