// The ground under the water in the scene format; rasterize/terrain.ts computes it on the grid.

import { z } from 'zod'
import { number } from './number.js'
import { point, shapeSchema } from './shape.js'

const fit = z
  .enum(['resample', 'exact'])
  .default('resample')
  .describe(
    'Treatment of a file with more or fewer values than the grid has cells. resample: it is resampled to the whole grid with a warning, if its sides have the same ratio. exact: it is rejected. Default resample',
  )

const npyTerrain = z
  .strictObject({
    npy: z.string().min(1).describe('A .npy file beside the scene: rows along z, columns along x'),
    scale: number.default(1).describe('Metres per unit of the file. Default 1'),
    offset: number.default(0).describe('Height of its zero [m]. Default 0'),
    fit,
  })
  .describe('Heights from a NumPy file')

const imageTerrain = z
  .strictObject({
    image: z.string().min(1).describe('A .png file beside the scene, 8 or 16 bits; its top row lies along the z- edge'),
    low: number.describe('Height of black [m]'),
    high: number.describe('Height of white [m]'),
    invert: z.boolean().default(false).describe('Black is high instead of white. Default false'),
    fit,
  })
  .describe('Heights from the lightness of the pixels of a picture')

const geotiffTerrain = z
  .strictObject({
    geotiff: z
      .string()
      .min(1)
      .describe(
        'A GeoTIFF elevation model (.tif) beside the scene, in metres or degrees; its pixel size is read from the file',
      ),
    offset: point
      .default([0, 0])
      .describe('[x, z] of the middle of the map [m]; x points east, -z north. Default the middle of the grid'),
    noData: number
      .optional()
      .describe('Height of places without data [m]. Default: filled smoothly from their surroundings'),
  })
  .describe('Heights of a real place, from an elevation model')

const terrainLayer = z.union([shapeSchema, npyTerrain, imageTerrain, geotiffTerrain])

/** The ground: one layer, or a list of layers that are added up. */
export const terrainSchema = z
  .union([z.array(terrainLayer), terrainLayer])
  .describe(
    'Elevation of the ground over the rest level of the water [m]: a shape, a .npy file, a .png picture, a GeoTIFF elevation model, or a list of these, added up',
  )

export type TerrainLayer = z.output<typeof terrainLayer>
export type Terrain = z.output<typeof terrainSchema>
export type NpyTerrain = z.output<typeof npyTerrain>
export type ImageTerrain = z.output<typeof imageTerrain>
export type GeotiffTerrain = z.output<typeof geotiffTerrain>
