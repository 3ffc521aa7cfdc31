// Reads the files that a scene names. Errors contain the name of the file and its path in the scene. The code for a format is loaded with the
// first file that has it.

import type { ReadElevation } from '../files/elevation.js'
import type { PngPicture } from '../files/png.js'
import { rowAndColumn, validateLimit } from './field-limit.js'
import { SceneError, type ScenePath } from './parse/error.js'

/** A function that returns the bytes of a file that a scene names, as {@link createSimulation} takes it. */
export type ReadFile = (path: string) => Promise<Uint8Array>

/** The functions that read the files of a scene, as `createSimulation` takes them. */
export interface Readers {
  readonly readFile?: ReadFile | undefined
  /** Decodes GeoTIFF files: `readGeotiff` of `seiche/geotiff`. */
  readonly readElevation?: ReadElevation | undefined
}

/** Values of a .npy file, `height` rows of `width`; a plain list is one row. */
export interface Matrix {
  readonly width: number
  readonly height: number
  readonly values: Float64Array
}

export async function readBytes(file: string, path: ScenePath, readFile: ReadFile | undefined): Promise<Uint8Array> {
  if (!readFile)
    throw SceneError.at(
      path,
      `cannot read ${file}: pass createSimulation a "readFile" option that returns the file's bytes`,
    )
  try {
    return await readFile(file)
  } catch (error) {
    return fileError(file, path, error)
  }
}

/** Reads a .npy file. `checkSize` throws if the size does not fit; it is called before the values are checked. */
export async function readMatrix(
  file: string,
  path: ScenePath,
  readFile: ReadFile | undefined,
  checkSize: (size: { width: number; height: number; shape: readonly number[] }) => void,
): Promise<Matrix> {
  const bytes = await readBytes(file, path, readFile)
  const { readNpy } = await import('../files/npy.js')
  const { shape, data } = attempt(() => readNpy(bytes), file, path)
  const [width, height] = shape.length === 1 ? [shape[0]!, 1] : [shape[1] ?? 0, shape[0] ?? 0]
  checkSize({ width, height, shape })
  const values = Float64Array.from(data)
  validateLimit(values, path, `${file} has`, rowAndColumn(width))
  return { width, height, values }
}

/** Reads a .png file. `checkSize` is called before decompression: a small file can claim a huge picture. */
export async function readPicture(
  file: string,
  path: ScenePath,
  readFile: ReadFile | undefined,
  checkSize: (size: { width: number; height: number }) => void,
): Promise<PngPicture> {
  const bytes = await readBytes(file, path, readFile)
  const { pngSize, readPng } = await import('../files/png.js')
  checkSize(attempt(() => pngSize(bytes), file, path))
  return readPng(bytes).catch((error: unknown) => fileError(file, path, error))
}

function attempt<Result>(reading: () => Result, file: string, path: ScenePath): Result {
  try {
    return reading()
  } catch (error) {
    return fileError(file, path, error)
  }
}

export function fileError(file: string, path: ScenePath, error: unknown): never {
  throw SceneError.at(path, `cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`)
}
