// Prescribed waves, given functions of time: solvers of their own, or the ambient waves of another solver.

import { z } from 'zod'
import { number, positive } from './number.js'
import { gravity, surfaceTension } from './water.js'

/** Most trains: every train is summed in every cell, and more make a random sea repeat no less. */
const MOST_TRAINS = 1024

/** Most sources of circular waves: each of its own frequency has two fields for each quantity. */
const MOST_SOURCES = 64

const angle = number.default(0)

/** Length of a wave, given in one of two ways. */
const waveLength = {
  wavelength: positive.optional().describe('Crest to crest [m]; the period follows from it'),
  period: positive.optional().describe('Time from crest to crest [s]; the wavelength follows from it'),
}

type WaveShape = { [Key in 'wavelength' | 'period' | 'height' | 'steepness']?: number | undefined }

/** Reports a wave with both or neither of its two ways. */
function oneOfEach(subject: string) {
  return ({ wavelength, period, height, steepness }: WaveShape, context: z.RefinementCtx) => {
    if ((wavelength === undefined) === (period === undefined))
      context.addIssue({
        code: 'custom',
        message: `${subject} needs either "wavelength" or "period"; the depth of the water gives the other`,
      })
    if ((height === undefined) === (steepness === undefined))
      context.addIssue({ code: 'custom', message: `${subject} needs either "height" or "steepness"` })
  }
}

const train = z
  .strictObject({
    ...waveLength,
    height: positive.optional().describe('Crest to trough [m]'),
    steepness: positive.optional().describe('Height over wavelength; waves break above 0.142'),
    direction: angle.describe('Direction of travel [degrees], from x towards z. Default 0'),
    phase: angle.describe('Phase at the origin at time 0 [degrees]; 0 is a crest. Default 0'),
  })
  .superRefine(oneOfEach('a train'))
  .describe('Waves of one length in one direction')

const circular = z
  .strictObject({
    at: z.tuple([number, number]).describe('Position of the source [x, z] [m]'),
    ...waveLength,
    height: positive
      .optional()
      .describe('Crest to trough at the rim of the source [m]; falls with the square root of the distance'),
    steepness: positive.optional().describe('Height at the rim over wavelength; waves break above 0.142'),
    radius: positive.optional().describe('Radius of the source [m]. Default a quarter of the wavelength'),
    phase: angle.describe('Phase at the rim at time 0 [degrees]; 0 is a crest. Default 0'),
  })
  .superRefine(oneOfEach('a circular wave'))
  .describe('Waves of one length with circular crests around a source')

const sea = z
  .strictObject({
    windSpeed: positive.describe('Wind at 10 m over the water [m/s]'),
    fetch: positive.describe('Distance over which the wind has blown [m]; more makes longer and higher waves'),
    direction: angle.describe('Direction the wind blows to [degrees], from x towards z. Default 0'),
    swell: number.min(0).max(1).default(0).describe('Lengthens and aligns the crests, 0 to 1. Default 0'),
    count: z
      .int()
      .min(1)
      .max(MOST_TRAINS)
      .default(96)
      .describe('Approximate number of trains; with more, the sea repeats less. Default 96'),
    seed: z.int().default(1).describe('Another seed, another sea. Default 1'),
  })
  .describe('A wind sea (TMA spectrum, which is JONSWAP on deep water) as random trains')

const slope = z
  .strictObject({
    direction: angle.describe('Direction towards the shore [degrees], from x towards z. Default 0'),
    toe: number
      .default(0)
      .describe('Position where the ground begins to rise [m], along the direction from the origin. Default 0'),
    slope: positive.describe('Slope of the ground [m/m]; the theory is more accurate for gentle slopes'),
  })
  .describe(
    'A plane beach: waves slow down, shorten, turn toward it, grow and break. Before its toe the depth is constant',
  )

export const waves = z
  .strictObject({
    type: z.literal('waves'),
    depth: positive.optional().describe('Depth of the still water [m]. Without it the water is deep'),
    gravity,
    surfaceTension,
    trains: z.array(train).max(MOST_TRAINS).default([]).describe('Trains of waves, added up'),
    circular: z
      .array(circular)
      .max(MOST_SOURCES)
      .default([])
      .describe('Circular waves from sources, added to the trains; on water of constant depth'),
    sea: sea.optional().meta({ examples: [{ windSpeed: 8, fetch: 50_000 }] }),
    slope: slope.optional(),
    surface: z
      .enum(['heights', 'normals'])
      .default('heights')
      .describe(
        'heights: the waves move the surface. normals: the surface stays flat and only its normals are those of the waves, for shading. Default heights',
      ),
    breaking: z
      .enum(['miche', 'slides'])
      .default('miche')
      .describe(
        'Breaking criterion. miche: steeper than 0.142 tanh(k depth). slides: water particles faster than crests, which is steeper than 1/π. Default miche',
      ),
  })
  .superRefine(({ depth, trains, circular, sea, slope }, context) => {
    if (trains.length === 0 && circular.length === 0 && !sea)
      context.addIssue({
        code: 'custom',
        path: ['trains'],
        message: 'no waves: give at least one train, a circular wave, or a "sea"',
      })
    if (slope && circular.length > 0)
      context.addIssue({
        code: 'custom',
        path: ['circular'],
        message: 'circular waves need a level bed: leave out the "slope", or use "trains"',
      })
    if (slope && depth === undefined)
      context.addIssue({
        code: 'custom',
        path: ['depth'],
        message: 'a slope needs a "depth": that of the water before its toe',
      })
  })
  .describe('Waves that are a given function of time: trains after Airy, also over a slope')

export const ocean = z
  .strictObject({
    type: z.literal('ocean'),
    spectrum: z
      .enum(['phillips', 'jonswap', 'tma'])
      .default('jonswap')
      .describe(
        'Wave spectrum. phillips: fully grown, the classic of computer graphics. jonswap: grows with the fetch. tma: jonswap on water of limited depth. Default jonswap',
      ),
    windSpeed: number
      .max(100)
      .refine((speed) => speed > 0, {
        error: 'an ocean needs wind: give a speed above 0 m/s, 1 for an almost calm sea',
      })
      .default(10)
      .describe('Wind speed 10 m above the water [m/s]; more makes waves higher and longer. Default 10')
      .meta({ examples: [1, 10, 30] }),
    windDirection: number.default(0).describe('Direction the wind blows to [degrees], from x towards z. Default 0'),
    fetch: positive
      .max(1e8)
      .default(100_000)
      .describe(
        'Distance over which the wind has blown on water [m]; more makes waves higher and longer. Not for phillips. Default 100000',
      ),
    peakEnhancement: number
      .min(1)
      .max(10)
      .default(3.3)
      .describe('Peak enhancement factor γ [1]; more makes waves more alike. Not for phillips. Default 3.3'),
    spreading: z
      .enum(['hasselmann', 'mitsuyasu'])
      .default('hasselmann')
      .describe('Directional spreading function, named after its authors. Not for phillips. Default hasselmann'),
    alignment: number
      .min(0)
      .max(1)
      .default(0)
      .describe('Aligns the crests, of long waves most [1]; 1 is swell far from its wind. Not for phillips. Default 0'),
    swell: z
      .strictObject({
        height: positive.max(100).describe('Significant wave height [m]'),
        period: positive.describe('Period of the highest waves [s]'),
        direction: number.default(0).describe('Direction of travel [degrees], from x towards z. Default 0'),
      })
      .optional()
      .describe('Swell: long regular waves from a distant storm, in addition to the wind waves. Default none')
      .meta({ examples: [{ height: 1.5, period: 10 }] }),
    depth: positive
      .optional()
      .describe('Depth of the water [m]; less makes long waves slower. Required by tma. Default infinite'),
    gravity,
    surfaceTension,
    heightScale: number.min(0).max(100).default(1).describe('Multiplies the height of all waves [1]. Default 1'),
    choppiness: number
      .min(0)
      .max(10)
      .default(1)
      .describe(
        'Factor on the horizontal displacement [1]; 0 makes round waves, more than 1 makes crests overlap. Default 1',
      ),
    foamStart: number
      .default(0.75)
      .describe(
        'Foam begins where the surface is compressed to this share of its area [1]; more makes more foam. Default 0.75',
      )
      .meta({ examples: [0, 0.75, 1] }),
    foamFull: number
      .default(0.35)
      .describe('Below this share of its area [1] the surface is fully covered with foam. Default 0.35')
      .meta({ examples: [0, 0.35, 1] }),
    cascades: z
      .int()
      .min(1)
      .max(4)
      .default(3)
      .describe('Tiles of waves; the largest is the grid, each other adds shorter waves. Default 3'),
    ratio: z
      .int()
      .min(2)
      .max(16)
      .default(7)
      .describe(
        'How much smaller a tile is than the one before; more adds shorter waves and repeats more often. Shares no divisor with the cells. Default 7',
      ),
    seed: z.int().default(1).describe('Seed of the random phases and amplitudes. Default 1'),
  })
  .superRefine(({ spectrum, depth, foamStart, foamFull }, context) => {
    if (spectrum === 'tma' && depth === undefined)
      context.addIssue({ code: 'custom', path: ['depth'], message: 'missing; "tma" is for water of limited depth' })
    if (!(foamFull < foamStart))
      context.addIssue({ code: 'custom', path: ['foamFull'], message: 'foamFull must be less than foamStart' })
  })
  .describe('A random sea of wind waves and swell, as a given function of time')

export type WavesSettings = z.output<typeof waves>
export type OceanSettings = z.output<typeof ocean>
