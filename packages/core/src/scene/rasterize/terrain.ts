// Brings the ground that a scene describes onto the grid. A file that is changed so that it fits causes a warning; a file
// that cannot be made to fit is refused. The ground is finite everywhere, or there is none.

import type { Grid } from '../../fields/grid.js'
import { refuseBeyondLimit, rowAndColumn } from '../field-limit.js'
import { formatPath, SceneError, type ScenePath } from '../parse/error.js'
import { pluralize } from '../parse/pluralize.js'
import { fileError, type Readers, readBytes, readMatrix, readPicture } from '../read-file.js'
import type { GeotiffTerrain, ImageTerrain, NpyTerrain, Terrain, TerrainLayer } from '../schema/terrain.js'
import { rasterizeElevation } from './elevation-map.js'
import { sameRatio, stretch } from './resample.js'
import { addShapes } from './shapes.js'

/** The ground at the centres of the cells. */
export interface LoadedTerrain {
  /** Elevation over the rest level of the water [m], nz rows of nx. */
  readonly bed: Float64Array
  /** What was done to files so that they fit, a sentence each, with the place in the scene. */
  readonly warnings: string[]
}

/** Where a layer is written, and how to say something about it. */
interface Place {
  readonly path: ScenePath
  warning(sentence: string): void
}

/** Adds the layers up. Throws `SceneError` for a layer that cannot be used. */
export async function loadTerrain(layers: Terrain, grid: Grid, readers: Readers): Promise<LoadedTerrain> {
  const bed = new Float64Array(grid.nx * grid.nz)
  const warnings: string[] = []
  for (const [index, layer] of (Array.isArray(layers) ? layers : [layers]).entries()) {
    const path = Array.isArray(layers) ? ['terrain', index] : ['terrain']
    await addLayer(layer, bed, grid, readers, {
      path,
      warning: (sentence) => warnings.push(`${formatPath([...path, kindOf(layer)])}: ${sentence}`),
    })
    // Legal settings can still multiply to something that is not.
    refuseBeyondLimit(bed, path, 'the ground has', rowAndColumn(grid.nx))
  }
  return { bed, warnings }
}

function kindOf(layer: TerrainLayer): string {
  return ['npy', 'image', 'geotiff'].find((key) => key in layer) ?? 'shape'
}

async function addLayer(
  layer: TerrainLayer,
  bed: Float64Array,
  grid: Grid,
  readers: Readers,
  place: Place,
): Promise<void> {
  if ('shape' in layer) return addShapes([layer], grid, bed)
  const heights =
    'npy' in layer
      ? await npyHeights(layer, grid, readers, place)
      : 'image' in layer
        ? await imageHeights(layer, grid, readers, place)
        : await geotiffHeights(layer, grid, readers, place)
  for (let k = 0; k < bed.length; k++) bed[k]! += heights[k]!
}

async function npyHeights(
  { npy, scale, offset, fit }: NpyTerrain,
  grid: Grid,
  { readFile }: Readers,
  { path, warning }: Place,
): Promise<Float64Array> {
  const at = [...path, 'npy']
  const raster = await readMatrix(npy, at, readFile, ({ width, height, shape }) => {
    if (shape.length !== 1 && shape.length !== 2)
      throw SceneError.at(
        at,
        `${npy} has shape (${shape.join(', ')}); terrain has two axes: rows along z, columns along x`,
      )
    checkFit({ file: npy, width, height, of: 'values', fit }, grid, at)
  })
  const heights = fitted(npy, raster, 'values', grid, warning)
  return heights.map((value) => offset + scale * value)
}

async function imageHeights(
  { image, low, high, invert, fit }: ImageTerrain,
  grid: Grid,
  { readFile }: Readers,
  { path, warning }: Place,
): Promise<Float64Array> {
  const at = [...path, 'image']
  const picture = await readPicture(image, at, readFile, ({ width, height }) =>
    checkFit({ file: image, width, height, of: 'pixels', fit }, grid, at),
  )
  const clear = picture.alpha.reduce((count, alpha) => (alpha < 1 ? count + 1 : count), 0)
  if (clear > 0)
    warning(`${image} has ${pluralize(clear, 'pixel')} that can be seen through; only how light they are counts`)
  const light = fitted(image, { ...picture, values: picture.luminance }, 'pixels', grid, warning)
  const [black, white] = invert ? [high, low] : [low, high]
  // So written, white is exactly its height, as black is.
  return light.map((value) => (1 - value) * black + value * white)
}

async function geotiffHeights(
  layer: GeotiffTerrain,
  grid: Grid,
  { readFile, readElevation }: Readers,
  { path, warning }: Place,
): Promise<Float64Array> {
  const file = layer.geotiff
  const at = [...path, 'geotiff']
  if (!readElevation)
    throw SceneError.at(
      at,
      `cannot read ${file}: pass createSimulation a "readElevation" option, readGeotiff of "seiche/geotiff"`,
    )
  const bytes = await readBytes(file, at, readFile)
  const map = await readElevation(bytes).catch((error: unknown) => fileError(file, at, error))
  return rasterizeElevation(map, layer, grid, at, warning)
}

interface Fitting {
  readonly file: string
  readonly width: number
  readonly height: number
  /** What the file has so many of. */
  readonly of: string
  readonly fit: 'resample' | 'exact'
}

function checkFit({ file, width, height, of, fit }: Fitting, { nx, nz }: Grid, path: ScenePath): void {
  if (width === nx && height === nz) return
  const sizes = `${file} has ${width} × ${height} ${of}, the grid has ${nx} × ${nz} cells`
  if (fit === 'exact') throw SceneError.at(path, `${sizes}: "fit": "exact" asks for one for each cell`)
  if (!sameRatio(width, height, nx, nz))
    throw SceneError.at(path, `${sizes}: the sides must be in the same ratio, or the ground would be distorted`)
}

function fitted(
  file: string,
  raster: { width: number; height: number; values: Float64Array },
  of: string,
  { nx, nz }: Grid,
  warning: (sentence: string) => void,
): Float64Array {
  const { width, height, values } = raster
  if (width === nx && height === nz) return values
  warning(`${file} has ${width} × ${height} ${of}, resampled to ${nx} × ${nz} cells`)
  return stretch(raster, nx, nz)
}
