// Reads GeoTIFF elevation models (OGC 19-008r4) with the library geotiff. It is the separate entry point `seiche/geotiff`: only
// programs that read elevation models need the library.

import { fromArrayBuffer, type GeoTIFFImage } from 'geotiff'
import { RADIANS_PER_DEGREE } from '../numerics/constants.js'
import { cos, sin } from '../numerics/elementary.js'
import type { Elevation } from './elevation.js'
import { checkTiffDirectory } from './tiff-directory.js'

/** Most pixels of an elevation model. */
const MOST_PIXELS = 268435456

/** Units of length in metres, by EPSG code. */
const UNITS: Record<number, number> = { 9001: 1, 9002: 0.3048, 9003: 1200 / 3937, 9036: 1000 }
/** Geo key values: angles in degrees, a unit given by its size, pixels as points. */
const DEGREE = 9102
const USER_DEFINED = 32767
const PIXEL_IS_POINT = 2
const GEOGRAPHIC = 2
const COLOURED = [2, 3, 5, 6, 8]

/**
 * Reads a GeoTIFF elevation model: its first band, in metres.
 *
 * @param bytes The file.
 * @param options `mostPixels`: a file with more pixels is refused before they are read; default 268,435,456.
 * @returns The heights, north up, and their georeference.
 * @throws Error that describes what is wrong with the file.
 *
 * @example
 * ```ts
 * import { createSimulation } from 'seiche'
 * import { readGeotiff } from 'seiche/geotiff'
 *
 * const sim = await createSimulation(sceneText, { readFile, readElevation: readGeotiff })
 * ```
 */
export async function readGeotiff(
  bytes: Uint8Array,
  { mostPixels = MOST_PIXELS }: { readonly mostPixels?: number } = {},
): Promise<Elevation> {
  if (!isTiff(bytes)) throw new Error('not a TIFF file')
  checkTiffDirectory(bytes)
  const image = await intact(async () => (await fromArrayBuffer(new Uint8Array(bytes).buffer)).getImage(0))
  const [width, height] = [image.getWidth(), image.getHeight()]
  if (!(width > 0 && height > 0)) throw new Error('the TIFF file has no pixels')
  if (width * height > mostPixels)
    throw new Error(`${width} × ${height} pixels are more than ${mostPixels}: cut the part that the scene needs`)
  if (COLOURED.includes(Number(await tag(image, 'PhotometricInterpretation'))))
    throw new Error('the TIFF file is a colour picture, not an elevation model')
  const keys = (image.getGeoKeys() ?? {}) as GeoKeys
  const geographic =
    keys.GTModelTypeGeoKey === GEOGRAPHIC ||
    (keys.GTModelTypeGeoKey === undefined && keys.GeographicTypeGeoKey !== undefined)
  const { corner, step } = await placement(image, keys.GTRasterTypeGeoKey === PIXEL_IS_POINT)
  const latitude = geographic ? corner[1] + (step[1] * height) / 2 : undefined
  const unit = latitude === undefined ? lengthUnit(keys) : metresPerDegree(latitude, keys)
  const samples = await intact(async () => image.readRasters({ samples: [0], interleave: true }))
  if (samples.length !== width * height) throw new Error('the TIFF file is cut short')
  const { data, noData } = await heightsOf(image, samples as ArrayLike<number>, keys)
  return {
    width,
    height,
    // Rows from north to south, columns from west to east.
    data: turned(data, width, step[0] < 0, step[1] > 0),
    pixelSize: [Math.abs(step[0]) * unit[0], Math.abs(step[1]) * unit[1]],
    noData,
    geographic,
    corner: [Math.min(corner[0], corner[0] + step[0] * width), Math.max(corner[1], corner[1] + step[1] * height)],
    latitude,
  }
}

interface GeoKeys {
  GTModelTypeGeoKey?: number
  GTRasterTypeGeoKey?: number
  GeographicTypeGeoKey?: number
  GeogAngularUnitsGeoKey?: number
  ProjLinearUnitsGeoKey?: number
  ProjLinearUnitSizeGeoKey?: number
  VerticalUnitsGeoKey?: number
}

function isTiff(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes
  const little = a === 0x49 && b === 0x49 && (c === 42 || c === 43) && d === 0
  const big = a === 0x4d && b === 0x4d && c === 0 && (d === 42 || d === 43)
  return little || big
}

/** Runs a read of the library. Its messages about damaged files mention only offsets and views; the error states the cause first. */
async function intact<Result>(reading: () => Promise<Result>): Promise<Result> {
  try {
    return await reading()
  } catch (error) {
    throw new Error(
      `the TIFF file is damaged or of a kind that is not read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

type Tag = Parameters<GeoTIFFImage['fileDirectory']['loadValue']>[0]

/** The value of a tag, undefined if the file has none. */
async function tag(image: GeoTIFFImage, name: Tag): Promise<unknown> {
  const { fileDirectory } = image
  return fileDirectory.hasTag(name) ? intact(async () => fileDirectory.loadValue(name)) : undefined
}

/** Coordinates of the outer corner of the first pixel and the step to the next pixel, in units of the map; [1] points north. */
async function placement(
  image: GeoTIFFImage,
  pixelIsPoint: boolean,
): Promise<{ corner: [number, number]; step: [number, number] }> {
  const scale = (await tag(image, 'ModelPixelScale')) as ArrayLike<number> | undefined
  const tie = (await tag(image, 'ModelTiepoint')) as ArrayLike<number> | undefined
  const matrix = (await tag(image, 'ModelTransformation')) as ArrayLike<number> | undefined
  let step: [number, number]
  let corner: [number, number]
  if (scale && tie) {
    step = [scale[0]!, -scale[1]!]
    corner = [tie[3]! - tie[0]! * step[0], tie[4]! - tie[1]! * step[1]]
  } else if (matrix) {
    if (matrix[1] !== 0 || matrix[4] !== 0) throw new Error('the map is turned; make it north up first')
    step = [matrix[0]!, matrix[5]!]
    corner = [matrix[3]!, matrix[7]!]
  } else throw new Error('the TIFF file does not say how large its pixels are: it is no GeoTIFF')
  if (![...step, ...corner].every(Number.isFinite) || step[0] === 0 || step[1] === 0)
    throw new Error(`the TIFF file has pixels of ${step[0]} × ${step[1]}`)
  // The coordinates are then those of the middle of the first pixel, half a pixel inside its corner.
  if (pixelIsPoint) corner = [corner[0] - step[0] / 2, corner[1] - step[1] / 2]
  return { corner, step }
}

/** Metres per unit of a projected map. */
function lengthUnit({ ProjLinearUnitsGeoKey: code, ProjLinearUnitSizeGeoKey: size }: GeoKeys): [number, number] {
  const metres = code === undefined ? 1 : code === USER_DEFINED ? size : UNITS[code]
  if (!(metres && metres > 0 && Number.isFinite(metres)))
    throw new Error(`the map has the unit of length EPSG:${code}, which is not supported; convert it to metres`)
  return [metres, metres]
}

/** Metres per degree [along the parallel, along the meridian] on the ellipsoid WGS 84: a circle of radius N cos φ, an arc of radius M. */
function metresPerDegree(latitude: number, { GeogAngularUnitsGeoKey: unit }: GeoKeys): [number, number] {
  if (unit !== undefined && unit !== DEGREE)
    throw new Error(`the map has angles in EPSG:${unit}; convert them to degrees`)
  if (!(Math.abs(latitude) < 89))
    throw new Error(`the middle of the map is at latitude ${latitude}°, where no local map can be made of degrees`)
  const equator = 6378137
  const flattening = 1 / 298.257223563
  const e2 = flattening * (2 - flattening)
  const s = sin(latitude * RADIANS_PER_DEGREE)
  const root = Math.sqrt(1 - e2 * s * s)
  const parallel = (equator / root) * cos(latitude * RADIANS_PER_DEGREE)
  const meridian = (equator * (1 - e2)) / (root * root * root)
  return [parallel * RADIANS_PER_DEGREE, meridian * RADIANS_PER_DEGREE]
}

/** Heights in metres. If the stored numbers are scaled, markers for missing data become NaN. */
async function heightsOf(
  image: GeoTIFFImage,
  stored: ArrayLike<number>,
  { VerticalUnitsGeoKey: code }: GeoKeys,
): Promise<{ data: Float32Array | Float64Array; noData: number | undefined }> {
  const text = await tag(image, 'GDAL_NODATA')
  const noData = typeof text === 'string' ? Number.parseFloat(text.replaceAll('\0', '')) : undefined
  const { SCALE, OFFSET } = (await intact(async () => image.getGDALMetadata(0))) ?? {}
  const unit = code === undefined || code === 0 ? 1 : UNITS[code]
  if (!unit) throw new Error(`the map has heights in EPSG:${code}, which is not supported; convert them to metres`)
  const scale = (SCALE === undefined ? 1 : Number(SCALE)) * unit
  const offset = (OFFSET === undefined ? 0 : Number(OFFSET)) * unit
  if (!Number.isFinite(scale) || !Number.isFinite(offset))
    throw new Error(`the map has heights scaled by ${SCALE} and offset by ${OFFSET}`)
  if (scale !== 1 || offset !== 0) {
    const mark = noData !== undefined && stored instanceof Float32Array ? Math.fround(noData) : noData
    return {
      data: Float64Array.from(stored, (value) => (value === mark ? Number.NaN : offset + scale * value)),
      noData: undefined,
    }
  }
  // A float represents every 16-bit number exactly; wider ones need a double.
  const exact = stored instanceof Float32Array || (stored as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT! <= 2
  return { data: exact ? Float32Array.from(stored) : Float64Array.from(stored), noData }
}

function turned<Data extends Float32Array | Float64Array>(
  data: Data,
  width: number,
  fromEast: boolean,
  fromSouth: boolean,
): Data {
  if (fromEast) for (let start = 0; start < data.length; start += width) data.subarray(start, start + width).reverse()
  if (!fromSouth) return data
  // Reversing the whole array reverses rows and columns; each row is then reversed again.
  data.reverse()
  for (let start = 0; start < data.length; start += width) data.subarray(start, start + width).reverse()
  return data
}
