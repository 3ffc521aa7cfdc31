// All solvers at once, for callers that cannot wait until one is loaded.

import { Columns } from './columns/columns.js'
import { createAmbient } from './iwave/ambient.js'
import { Iwave } from './iwave/iwave.js'
import * as steep from './iwave/steep-waves.js'
import { Ocean } from './ocean/ocean.js'
import type { SolverCode } from './registry.js'
import { StableFluids } from './stable-fluids/stable-fluids.js'
import { Dispersion } from './terrain/dispersion.js'
import { KassMiller } from './terrain/kass-miller.js'
import { ShallowWater } from './terrain/shallow-water.js'
import { Waves } from './waves/waves.js'

export const allSolvers: SolverCode = {
  columns: Columns,
  iwave: Iwave,
  createAmbient,
  steep,
  waves: Waves,
  ocean: Ocean,
  'kass-miller': KassMiller,
  'shallow-water': ShallowWater,
  Dispersion,
  'stable-fluids': StableFluids,
}
