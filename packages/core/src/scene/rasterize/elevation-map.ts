// Resamples an elevation model to the grid. Its middle is at the origin, or at the offset of its layer; north is -z.

import type { Grid } from '../../fields/grid.js'
import type { Elevation } from '../../files/elevation.js'
import { SceneError, type ScenePath } from '../parse/error.js'
import { pluralize } from '../parse/pluralize.js'
import type { GeotiffTerrain } from '../schema/terrain.js'
import { fillUnknown } from './no-data.js'
import { resample, weighAxis } from './resample.js'

/** Usual markers for missing data, for files that do not declare their own. */
const USUAL_NO_DATA = [-9999, -32768, -32767]
/** Larger values than this [m] are no heights, but markers such as -3.4e38. */
const NO_HEIGHT = 1e6

/** Heights of the cells [m]. */
export function rasterizeElevation(
  map: Elevation,
  { geotiff: file, offset, noData }: GeotiffTerrain,
  grid: Grid,
  path: ScenePath,
  warning: (sentence: string) => void,
): Float64Array {
  const [dx, dz] = map.pixelSize
  const { nx, nz, cellSize } = grid
  const metres = `${round(map.width * dx)} × ${round(map.height * dz)} m`
  // Offset from the corner of the map to the corner of the grid, in pixels.
  const startX = map.width / 2 - (offset[0] + (nx * cellSize) / 2) / dx
  const startZ = map.height / 2 - (offset[1] + (nz * cellSize) / 2) / dz
  const alongX = weighAxis(map.width, startX, cellSize / dx, nx)
  const alongZ = weighAxis(map.height, startZ, cellSize / dz, nz)
  if (alongX.beyond === nx || alongZ.beyond === nz)
    throw SceneError.at(
      path,
      `${file} covers ${metres} around (${offset[0]}, ${offset[1]}): no cell of the grid lies on it`,
    )
  if (map.geographic)
    warning(
      `${file} is in degrees: laid as a local map of ${metres}, true at its middle latitude ${round(map.latitude ?? 0)}°`,
    )
  const beyond = nx * nz - (nx - alongX.beyond) * (nz - alongZ.beyond)
  if (beyond > 0)
    warning(`${file} covers ${metres}; ${pluralize(beyond, 'cell')} beyond its edge ${have(beyond)} the nearest height`)
  // Only the part of the map under the grid is read.
  const [left, top] = [alongX.low, alongZ.low]
  const width = alongX.high - left
  const height = alongZ.high - top
  const values = new Float64Array(width * height)
  for (let row = 0; row < height; row++) {
    const start = (top + row) * map.width + left
    values.set(map.data.subarray(start, start + width), row * width)
  }
  fillGaps({ width, height, values }, map, file, noData, path, warning)
  return resample(
    { width, height, values },
    { ...alongX, first: alongX.first.map((k) => k - left), low: 0, high: width },
    { ...alongZ, first: alongZ.first.map((k) => k - top), low: 0, high: height },
  )
}

function fillGaps(
  raster: { width: number; height: number; values: Float64Array },
  map: Elevation,
  file: string,
  height: number | undefined,
  path: ScenePath,
  warning: (sentence: string) => void,
): void {
  const { values } = raster
  const missing = unknownIn(map)
  const known = Uint8Array.from(values, (value) => (missing(value) ? 0 : 1))
  const gaps = known.reduce((sum, isKnown) => sum + 1 - isKnown, 0)
  if (gaps === 0) return
  if (height !== undefined) {
    for (let k = 0; k < values.length; k++) if (known[k] === 0) values[k] = height
    warning(`${file} has ${pluralize(gaps, 'cell')} without data, set to ${height} m`)
    return
  }
  if (gaps === values.length)
    throw SceneError.at(path, `${file} has no data anywhere under the grid; "noData" can give a height for it`)
  fillUnknown({ ...raster, known })
  warning(`${file} has ${pluralize(gaps, 'cell')} without data, filled from their surroundings`)
}

/** Returns a function that tells whether a value of the map is a marker for missing data. */
function unknownIn({ noData, data }: Elevation): (value: number) => boolean {
  // The declared marker is decimal text; the stored values are floats.
  const declared = noData !== undefined && data instanceof Float32Array ? Math.fround(noData) : noData
  const marks = declared === undefined ? USUAL_NO_DATA : [declared]
  return (value) => !(Math.abs(value) < NO_HEIGHT) || marks.includes(value)
}

const round = (value: number) => Math.round(value * 10) / 10
const have = (number: number) => (number === 1 ? 'has' : 'have')
