// Brings the values that a scene describes, by shapes or by files, onto the grid.

import type { Grid } from '../fields/grid.js'
import { readNpy } from '../npy.js'
import { SceneError, type ScenePath } from './error.js'
import type { FieldSource, Obstacle, Scene } from './schema.js'
import { addShapes } from './shapes.js'

/** Reads a file that a scene names. */
export type ReadFile = (path: string) => Promise<Uint8Array>

/** Everything a solver starts from, nz rows of nx values each. */
export interface StartingValues {
  readonly eta: Float64Array
  readonly phi: Float64Array
  /** 1 water, 0 solid; undefined without obstacles. */
  readonly matte: Float64Array | undefined
}

export async function loadStartingValues(
  scene: Scene,
  grid: Grid,
  read: ReadFile | undefined,
): Promise<StartingValues> {
  const load = (from: FieldSource, path: ScenePath) => loadField(from, grid, path, read)
  return {
    eta: await load(scene.initial.eta, ['initial', 'eta']),
    phi: await load(scene.initial.phi, ['initial', 'phi']),
    matte: scene.obstacles.length > 0 ? await loadMatte(scene.obstacles, load) : undefined,
  }
}

async function loadField(
  from: FieldSource,
  grid: Grid,
  path: ScenePath,
  read: ReadFile | undefined,
): Promise<Float64Array> {
  if (!Array.isArray(from)) return loadNpy(from.npy, grid, [...path, 'npy'], read)
  const values = new Float64Array(grid.nx * grid.nz)
  addShapes(from, grid, values)
  return values
}

/** What each obstacle leaves open, multiplied. */
async function loadMatte(
  obstacles: readonly Obstacle[],
  load: (from: FieldSource, path: ScenePath) => Promise<Float64Array>,
): Promise<Float64Array> {
  let matte: Float64Array | undefined
  for (const [index, obstacle] of obstacles.entries()) {
    const solid = await load('npy' in obstacle ? obstacle : [obstacle], ['obstacles', index])
    matte ??= new Float64Array(solid.length).fill(1)
    for (let k = 0; k < solid.length; k++) matte[k]! *= 1 - Math.min(1, Math.max(0, solid[k]!))
  }
  return matte!
}

async function loadNpy(file: string, grid: Grid, path: ScenePath, read: ReadFile | undefined): Promise<Float64Array> {
  const fail = (message: string): never => {
    throw SceneError.at(path, message)
  }
  if (!read) return fail(`cannot read ${file}: pass createSimulation a "read" option that returns the file's bytes`)
  let array: ReturnType<typeof readNpy>
  try {
    array = readNpy(await read(file))
  } catch (error) {
    return fail(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const { shape, data } = array
  const fits =
    shape.length === 2
      ? shape[0] === grid.nz && shape[1] === grid.nx
      : shape.length === 1 && grid.nz === 1 && shape[0] === grid.nx
  if (!fits)
    return fail(
      `${file} has shape (${shape.join(', ')}), the grid needs (${grid.nz}, ${grid.nx}): rows along z, columns along x`,
    )
  const values = Float64Array.from(data)
  const bad = values.findIndex((value) => !Number.isFinite(value))
  if (bad >= 0)
    return fail(
      `${file} has the value ${values[bad]} at row ${Math.floor(bad / grid.nx)}, column ${bad % grid.nx}; every value must be finite`,
    )
  return values
}
