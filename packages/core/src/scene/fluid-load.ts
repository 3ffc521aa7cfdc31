// Reads the .npy files that a fluid names. Each must have the shape of the fluid's grid.

import type { Grid } from '../fields/grid.js'
import { readNpy } from '../files/npy.js'
import { rowAndColumn, validateLimit } from './field-limit.js'
import { SceneError, type ScenePath } from './parse/error.js'
import { fileError, type ReadFile, readBytes } from './read-file.js'
import type { Scene } from './schema/scene.js'

/** Values of each file, by file name or, for a velocity, by `velocityFile`: planes along z of rows along y. */
export type FluidFiles = ReadonlyMap<string, Float64Array>

/** Key of a file for one component of the velocity, whose faces differ from those of the others. */
export const velocityFile = (file: string, axis: number) => `${file} along ${axis}`

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
  const dimensions = grid.nz > 1 ? 3 : 2
  for (const [index, flow] of (fluid?.flow ?? []).entries()) {
    if (!('npy' in flow)) continue
    const path = ['fluid', 'flow', index, 'npy']
    if (flow.npy.length !== dimensions)
      throw SceneError.at(path, `expected ${dimensions} files, one for each component, got ${flow.npy.length}`)
    for (const [axis, file] of flow.npy.entries())
      files.set(velocityFile(file, axis), await loadVolume(file, grid, [...path, axis], readFile, axis))
  }
  return files
}

/** `component`: that of a velocity, whose values may also be on the faces. */
async function loadVolume(
  file: string,
  { nx, ny = 1, nz }: Grid,
  path: ScenePath,
  readFile: ReadFile | undefined,
  component?: number,
): Promise<Float64Array> {
  const bytes = await readBytes(file, path, readFile)
  const { shape, data } = attempt(() => readNpy(bytes), file, path)
  const wanted = nz > 1 ? [nz, ny, nx] : [ny, nx]
  const onFaces = wanted.map((cells, k) => cells + Number(wanted.length - 1 - k === component))
  const isOnFaces = component !== undefined && shape.join() === onFaces.join()
  if (shape.join() !== wanted.join() && !isOnFaces)
    throw SceneError.at(
      path,
      `${file} has shape (${shape.join(', ')}), the box needs (${wanted.join(', ')})${component === undefined ? '' : ` or on faces (${onFaces.join(', ')})`}: ${nz > 1 ? 'planes along z, ' : ''}rows along y, columns along x`,
    )
  const values = Float64Array.from(data)
  const [rows, columns] = shape.slice(-2) as [number, number]
  const inPlane = rowAndColumn(columns)
  validateLimit(values, path, `${file} has`, (index) =>
    nz > 1 ? `plane ${Math.floor(index / (columns * rows))}, ${inPlane(index % (columns * rows))}` : inPlane(index),
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
