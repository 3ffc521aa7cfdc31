import type { Arena } from '../fields/arena.js'
import type { Grid } from '../fields/grid.js'
import { fluidSchema } from '../scene/schema/fluid.js'
import type { Scene } from '../scene/schema/scene.js'
import type { Columns } from './columns/columns.js'
import type { Iwave, IwaveCode } from './iwave/iwave.js'
import type { Ocean } from './ocean/ocean.js'
import type { Solver } from './solver.js'
import type { StableFluids } from './stable-fluids/stable-fluids.js'
import { validateFluid, validateSurface } from './stable-fluids/validate.js'
import type { KassMiller } from './terrain/kass-miller.js'
import type { ShallowWater, ShallowWaterCode } from './terrain/shallow-water.js'
import { validateNoTerrain } from './terrain/validate.js'
import type { Waves } from './waves/waves.js'

/** The class of each solver, by the type in a scene. */
export interface SolverClasses {
  readonly columns: typeof Columns
  readonly iwave: typeof Iwave
  readonly waves: typeof Waves
  readonly ocean: typeof Ocean
  readonly 'kass-miller': typeof KassMiller
  readonly 'shallow-water': typeof ShallowWater
  readonly 'stable-fluids': typeof StableFluids
}

/** Code that makes solvers. */
export interface SolverCode extends SolverClasses, Required<IwaveCode>, Required<ShallowWaterCode> {}

/** Loads the class of a solver. A page loads only the solvers that its scenes have. */
const loaders: { readonly [Type in keyof SolverClasses]: () => Promise<Pick<SolverClasses, Type>> } = {
  columns: async () => ({ columns: (await import('./columns/columns.js')).Columns }),
  iwave: async () => ({ iwave: (await import('./iwave/iwave.js')).Iwave }),
  waves: async () => ({ waves: (await import('./waves/waves.js')).Waves }),
  ocean: async () => ({ ocean: (await import('./ocean/ocean.js')).Ocean }),
  'kass-miller': async () => ({ 'kass-miller': (await import('./terrain/kass-miller.js')).KassMiller }),
  'shallow-water': async () => ({ 'shallow-water': (await import('./terrain/shallow-water.js')).ShallowWater }),
  'stable-fluids': async () => ({ 'stable-fluids': (await import('./stable-fluids/stable-fluids.js')).StableFluids }),
}

/** Loads the code that the solver of a scene needs. */
export async function loadSolver({ solver }: Scene): Promise<Partial<SolverCode>> {
  const [classes, ambient, steep, dispersive] = await Promise.all([
    loaders[solver.type](),
    solver.type === 'iwave' && solver.ambient ? import('./iwave/ambient.js') : undefined,
    solver.type === 'iwave' && solver.nonlinearity > 1 ? import('./iwave/steep-waves.js') : undefined,
    solver.type === 'shallow-water' && solver.dispersion !== 'off' ? import('./terrain/dispersion.js') : undefined,
  ])
  return {
    ...classes,
    ...(ambient && { createAmbient: ambient.createAmbient }),
    ...(steep && { steep }),
    ...(dispersive && { Dispersion: dispersive.Dispersion }),
  }
}

/**
 * Plans the solver of a scene.
 *
 * @param threads - Largest number of threads that will run it; each has scratch memory of its own
 * @param code - The code of this solver, at least
 */
export function createSolver(
  scene: Scene,
  grid: Grid,
  arena: Arena,
  threads: number,
  code: Partial<SolverCode>,
): Solver {
  const { solver } = scene
  if (solver.type === 'stable-fluids') {
    validateFluid(scene)
    const volume = { ...grid, ny: grid.ny ?? 1 }
    return new code['stable-fluids']!(scene, solver, scene.fluid ?? fluidSchema.parse({}), volume, arena, threads)
  }
  validateSurface(scene)
  if (solver.type !== 'kass-miller' && solver.type !== 'shallow-water') validateNoTerrain(scene)
  switch (solver.type) {
    case 'columns':
      return new code.columns!(scene, solver, grid, arena, threads)
    case 'iwave':
      return new code.iwave!(scene, solver, grid, arena, threads, code)
    case 'waves':
      return new code.waves!(scene, solver, grid, arena)
    case 'ocean':
      return new code.ocean!(scene, solver, grid, arena, threads)
    case 'kass-miller':
      return new code['kass-miller']!(scene, solver, grid, arena, threads)
    case 'shallow-water':
      return new code['shallow-water']!(scene, solver, grid, arena, threads, code)
  }
}
