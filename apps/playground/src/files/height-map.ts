// A grid of numbers from a file, before it becomes a scene.

import { FileError } from './file-error.js'

/** Most cells along a side of a scene that is made from a file. */
export const mostCells = 1024
/** Most values of a grid that is read: 8192 × 8192. */
export const mostValues = 2 ** 26
/** Largest magnitude of a number in a scene. */
const greatest = 1e12

/** A file that scenes name, as it is handed to the simulation. */
export interface DataFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Values row by row, from the top (north) down. */
export interface HeightMap {
  /** Name of the file. */
  name: string
  origin: 'npy' | 'geotiff' | 'picture'
  width: number
  height: number
  /** Heights; of a picture, lightness from 0 to 1. NaN where there are no data. */
  values: Float32Array | Float64Array
  /** Width and height of the file before it was resampled on reading. */
  size: readonly [width: number, height: number]
  /** Width of a cell [m], where the file has one; along z, cells of a GeoTIFF may be longer. */
  cellSize?: number
  cellLength?: number
  /** The file itself, where the scene format reads it as terrain. */
  file?: DataFile
}

/** Refuses sizes of which no surface can be made. */
export function checkExtent(name: string, width: number, height: number, of: string): void {
  if (!(width >= 4 && height >= 4))
    throw FileError.of(name, ` has ${width} × ${height} ${of}. A surface needs at least 4 × 4.`)
  if (width * height > mostValues)
    throw FileError.of(
      name,
      ` has ${width} × ${height} ${of}. The page reads at most ${mostValues}, as in 8192 × 8192: cut out a part.`,
    )
}

/** Refuses values that no field can hold. */
export function checkValues(name: string, values: ArrayLike<number>, width: number): void {
  for (let k = 0; k < values.length; k++)
    if (!(Math.abs(values[k]!) <= greatest))
      throw FileError.of(
        name,
        ` has the value ${values[k]} at row ${Math.floor(k / width)}, column ${k % width}. Every value must be a number from ${-greatest} to ${greatest}.`,
      )
}

/** Cells of the scene: as many as the file has values, or `mostCells` along its longer side. */
export function cellsFor(width: number, height: number, most = mostCells): [nx: number, nz: number] {
  const ratio = Math.min(1, most / Math.max(width, height))
  return [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))]
}

/** Means over cells of a coarser grid that covers the same area. */
export function shrink({ width, height, values }: HeightMap, nx: number, nz: number): Float32Array<ArrayBuffer> {
  if (nx === width && nz === height) return Float32Array.from(values)
  const rows = new Float64Array(nx * height)
  for (let row = 0; row < height; row++)
    for (let i = 0; i < nx; i++)
      rows[row * nx + i] = meanBetween(values, row * width, 1, (i * width) / nx, ((i + 1) * width) / nx)
  const cells = new Float32Array(nx * nz)
  for (let j = 0; j < nz; j++)
    for (let i = 0; i < nx; i++)
      cells[j * nx + i] = meanBetween(rows, i, nx, (j * height) / nz, ((j + 1) * height) / nz)
  return cells
}

/** Mean of values that are `step` apart, from place `from` to place `to` in numbers of values; parts of values count as parts. */
function meanBetween(values: ArrayLike<number>, start: number, step: number, from: number, to: number): number {
  let sum = 0
  for (let k = Math.floor(from); k < to - 1e-9; k++)
    sum += values[start + k * step]! * (Math.min(k + 1, to) - Math.max(k, from))
  return sum / (to - from)
}

/** Values in increasing order, at most about 50,000 of them evenly picked, without missing data. */
export function sortedSample(values: ArrayLike<number>): Float64Array {
  const stride = Math.max(1, Math.floor(values.length / 50_000))
  const picked: number[] = []
  for (let k = 0; k < values.length; k += stride) if (Number.isFinite(values[k])) picked.push(values[k]!)
  return Float64Array.from(picked).sort()
}
