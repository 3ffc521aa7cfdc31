import type { readGeotiff } from 'seiche/geotiff'
import { FileError } from './file-error.js'
import { checkExtent, type HeightMap, mostValues } from './height-map.js'

/** Usual markers for missing data, and the least magnitude [m] that is no height, as in the scene format. */
const usualNoData = [-9999, -32768, -32767]
const noHeight = 1e6

/** An elevation model. `read`: `readGeotiff` of `seiche/geotiff`, which is loaded when a file needs it. Throws `FileError`. */
export async function geotiffMap(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  read: typeof readGeotiff,
): Promise<HeightMap> {
  const map = await read(bytes, { mostPixels: mostValues }).catch((error: unknown) => {
    throw FileError.of(name, ' cannot be read as an elevation model', error)
  })
  const { width, height, pixelSize } = map
  checkExtent(name, width, height, 'pixels')
  const [dx, dz] = pixelSize
  if (!(dx > 1e-3 && dx < 1e6 && dz > 1e-3 && dz < 1e6))
    throw FileError.of(name, ` has pixels of ${dx} × ${dz} m, of which no map can be made.`)
  const marks = map.noData === undefined ? usualNoData : [map.noData, Math.fround(map.noData)]
  const values = map.data.map((value: number) =>
    Math.abs(value) < noHeight && !marks.includes(value) ? value : Number.NaN,
  ) as Float32Array | Float64Array
  if (!values.some(Number.isFinite)) throw FileError.of(name, ' has no heights: all its pixels are without data.')
  return {
    name,
    origin: 'geotiff',
    width,
    height,
    size: [width, height],
    values,
    cellSize: dx,
    cellLength: dz,
    file: { name, bytes },
  }
}
