// Brings the values that a scene describes, by shapes or by files, onto the grid.

import type { Grid } from '../fields/grid.js'
import { readNpy } from '../npy.js'
import { pngSize, readPng } from '../png.js'
import { SceneError, type ScenePath } from './error.js'
import type { FieldSource, Obstacle, Scene } from './schema.js'
import { addShapes } from './shapes.js'

/** Reads a file that a scene names. */
export type ReadFile = (path: string) => Promise<Uint8Array>

/** Everything a solver starts from, nz rows of nx values each. */
export interface StartingValues {
  readonly eta: Float64Array
  readonly phi: Float64Array
  /** 1 water, 0 solid; undefined without obstacles that stand still. */
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
    matte: await loadMatte(scene.obstacles, grid, read),
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

/** What each obstacle that stands still leaves open, multiplied. */
async function loadMatte(
  obstacles: readonly Obstacle[],
  grid: Grid,
  read: ReadFile | undefined,
): Promise<Float64Array | undefined> {
  let matte: Float64Array | undefined
  for (const [index, obstacle] of obstacles.entries()) {
    if ('shape' in obstacle && obstacle.motion) continue
    const path = ['obstacles', index]
    const solid =
      'image' in obstacle
        ? await loadImage(obstacle, grid, [...path, 'image'], read)
        : await loadField('npy' in obstacle ? obstacle : [obstacle], grid, path, read)
    matte ??= new Float64Array(solid.length).fill(1)
    for (let k = 0; k < solid.length; k++) matte[k]! *= 1 - Math.min(1, Math.max(0, solid[k]!))
  }
  return matte
}

/** Solidity from a picture. What is clear is water, inverted or not. */
async function loadImage(
  { image, invert }: { image: string; invert: boolean },
  grid: Grid,
  path: ScenePath,
  read: ReadFile | undefined,
): Promise<Float64Array> {
  const bytes = await readBytes(image, path, read)
  // The size is compared before anything is unpacked: a small file can claim a huge picture.
  const { width, height } = attempt(() => pngSize(bytes), image, path)
  if (width !== grid.nx || height !== grid.nz)
    throw SceneError.at(
      path,
      `${image} is ${width} × ${height} pixels, the grid has ${grid.nx} × ${grid.nz} cells: a pixel for each cell`,
    )
  const { luminance, alpha } = await readPng(bytes).catch((error: unknown) => refuse(image, path, error))
  return luminance.map((light, k) => (invert ? 1 - light : light) * alpha[k]!)
}

async function readBytes(file: string, path: ScenePath, read: ReadFile | undefined): Promise<Uint8Array> {
  if (!read)
    throw SceneError.at(
      path,
      `cannot read ${file}: pass createSimulation a "read" option that returns the file's bytes`,
    )
  try {
    return await read(file)
  } catch (error) {
    return refuse(file, path, error)
  }
}

function attempt<Result>(reading: () => Result, file: string, path: ScenePath): Result {
  try {
    return reading()
  } catch (error) {
    return refuse(file, path, error)
  }
}

function refuse(file: string, path: ScenePath, error: unknown): never {
  throw SceneError.at(path, `cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`)
}

async function loadNpy(file: string, grid: Grid, path: ScenePath, read: ReadFile | undefined): Promise<Float64Array> {
  const fail = (message: string): never => {
    throw SceneError.at(path, message)
  }
  const bytes = await readBytes(file, path, read)
  const { shape, data } = attempt(() => readNpy(bytes), file, path)
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
