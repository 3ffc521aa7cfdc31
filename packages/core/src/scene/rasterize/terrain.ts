// Computes the ground of a scene on the grid. A file that is resampled or filled causes a warning; a file that cannot be
// adapted to the grid is rejected. All heights are finite.

import type { Grid } from '../../fields/grid.js'
import { rowAndColumn, validateLimit } from '../field-limit.js'
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
  /** How files were adapted to the grid, one sentence each, with the path in the scene. */
  readonly warnings: string[]
}

/** Path of a layer in the scene, and a function that adds a warning about it. */
interface LayerContext {
  readonly path: ScenePath
  warning(sentence: string): void
}

/** Sums the layers. Throws `SceneError` for a layer that cannot be used. */
export async function loadTerrain(layers: Terrain, grid: Grid, readers: Readers): Promise<LoadedTerrain> {
  const bed = new Float64Array(grid.nx * grid.nz)
  const warnings: string[] = []
  for (const [index, layer] of (Array.isArray(layers) ? layers : [layers]).entries()) {
    const path = Array.isArray(layers) ? ['terrain', index] : ['terrain']
    await addLayer(layer, bed, grid, readers, {
      path,
      warning: (sentence) => warnings.push(`${formatPath([...path, kindOf(layer)])}: ${sentence}`),
    })
    // Settings within the limit can have a product beyond it.
    validateLimit(bed, path, 'the ground has', rowAndColumn(grid.nx))
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
  context: LayerContext,
): Promise<void> {
  if ('shape' in layer) return addShapes([layer], grid, bed)
  const heights =
    'npy' in layer
      ? await npyHeights(layer, grid, readers, context)
      : 'image' in layer
        ? await imageHeights(layer, grid, readers, context)
        : await geotiffHeights(layer, grid, readers, context)
  for (let k = 0; k < bed.length; k++) bed[k]! += heights[k]!
}

async function npyHeights(
  { npy, scale, offset, fit }: NpyTerrain,
  grid: Grid,
  { readFile }: Readers,
  { path, warning }: LayerContext,
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
  { path, warning }: LayerContext,
): Promise<Float64Array> {
  const at = [...path, 'image']
  const picture = await readPicture(image, at, readFile, ({ width, height }) =>
    checkFit({ file: image, width, height, of: 'pixels', fit }, grid, at),
  )
  const clear = picture.alpha.reduce((count, alpha) => (alpha < 1 ? count + 1 : count), 0)
  if (clear > 0) warning(`${image} has ${pluralize(clear, 'pixel')} that are transparent; only their lightness is used`)
  const light = fitted(image, { ...picture, values: picture.luminance }, 'pixels', grid, warning)
  const [black, white] = invert ? [high, low] : [low, high]
  // In this form white has exactly its height, as black has.
  return light.map((value) => (1 - value) * black + value * white)
}

async function geotiffHeights(
  layer: GeotiffTerrain,
  grid: Grid,
  { readFile, readElevation }: Readers,
  { path, warning }: LayerContext,
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
  /** Name of the file's values, in the plural: "pixels". */
  readonly of: string
  readonly fit: 'resample' | 'exact'
}

function checkFit({ file, width, height, of, fit }: Fitting, { nx, nz }: Grid, path: ScenePath): void {
  if (width === nx && height === nz) return
  const sizes = `${file} has ${width} × ${height} ${of}, the grid has ${nx} × ${nz} cells`
  if (fit === 'exact') throw SceneError.at(path, `${sizes}: "fit": "exact" needs one for each cell`)
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
