// Reads the .npy files that a fluid names. Each must have the shape of the fluid's grid.

import type { Grid } from '../fields/grid.js'
import { readNpy } from '../files/npy.js'
import { rowAndColumn, validateLimit } from './field-limit.js'
import { SceneError, type ScenePath } from './parse/error.js'
import { fileError, type ReadFile, readBytes } from './read-file.js'
import type { Scene } from './schema/scene.js'

/** Values of each file, by file name: planes along z of rows along y. */
export type FluidFiles = ReadonlyMap<string, Float64Array>

export async function loadFluidFiles(
  { fluid }: Scene,
  grid: Grid,
  readFile: ReadFile | undefined,
): Promise<FluidFiles> {
  const files = new Map<string, Float64Array>()
  const add = async (entry: object, path: ScenePath) => {
    if ('npy' in entry && !files.has(entry.npy as string))
      files.set(entry.npy as string, await loadVolume(entry.npy as string, grid, [...path, 'npy'], readFile))
  }
  for (const [index, solid] of (fluid?.solids ?? []).entries()) await add(solid, ['fluid', 'solids', index])
  for (const [name, { initial }] of Object.entries(fluid?.dyes ?? {}))
    for (const [index, blob] of initial.entries()) await add(blob, ['fluid', 'dyes', name, 'initial', index])
  for (const [index, blob] of (fluid?.temperature?.initial ?? []).entries())
    await add(blob, ['fluid', 'temperature', 'initial', index])
  return files
}

async function loadVolume(
  file: string,
  { nx, ny = 1, nz }: Grid,
  path: ScenePath,
  readFile: ReadFile | undefined,
): Promise<Float64Array> {
  const bytes = await readBytes(file, path, readFile)
  const { shape, data } = attempt(() => readNpy(bytes), file, path)
  const wanted = nz > 1 ? [nz, ny, nx] : [ny, nx]
  if (shape.join() !== wanted.join())
    throw SceneError.at(
      path,
      `${file} has shape (${shape.join(', ')}), the box needs (${wanted.join(', ')}): ${nz > 1 ? 'planes along z, ' : ''}rows along y, columns along x`,
    )
  const values = Float64Array.from(data)
  const inPlane = rowAndColumn(nx)
  validateLimit(values, path, `${file} has`, (index) =>
    nz > 1 ? `plane ${Math.floor(index / (nx * ny))}, ${inPlane(index % (nx * ny))}` : inPlane(index),
  )
  return values
}

function attempt<Result>(reading: () => Result, file: string, path: ScenePath): Result {
  try {
    return reading()
  } catch (error) {
    return fileError(file, path, error)
  }
}
