// The settings of each solver.

import { z } from 'zod'
import { positive } from './shape-schema.js'

const gravity = positive.default(9.81).describe('Gravity [m/s²]. Default 9.81')
const damping = z
  .number()
  .min(0)
  .default(0)
  .describe('Rate at which all waves fade [1/s]: to 1/e in 1/damping seconds. Default 0')
const viscosity = z
  .number()
  .min(0)
  .default(0)
  .describe('Kinematic viscosity [m²/s]: a wave of wavenumber k fades at 2 viscosity k², short ones first. Default 0')
const surfaceTension = z
  .number()
  .min(0)
  .default(0)
  .describe('Surface tension [N/m], 0.0728 for clean water: quickens ripples below some centimetres. Default 0')

const columns = z
  .strictObject({
    type: z.literal('columns'),
    depth: positive.default(1).describe('Depth of the still water [m]; waves travel at sqrt(g depth). Default 1'),
    gravity,
    damping,
    viscosity,
  })
  .describe('Linear waves on water of constant depth')

const iwave = z
  .strictObject({
    type: z.literal('iwave'),
    method: z
      .enum(['exponential', 'fft', 'window'])
      .default('exponential')
      .describe(
        'exponential: every wave turns by its own exact frequency, any time step, by transforms. fft: leapfrog with the exact operator, solids reflect and keep volume. window: leapfrog with a window of weights on a pyramid of grids, any grid size. Default exponential',
      ),
    depth: positive.optional().describe('Depth of the still water [m]. Without it the water is deep'),
    gravity,
    surfaceTension,
    damping,
    viscosity,
    halfWidth: z
      .int()
      .min(2)
      .max(12)
      .default(6)
      .describe('Cells that the window of method "window" reaches to either side. Default 6, a window of 13 × 13'),
    levels: z
      .int()
      .min(1)
      .max(8)
      .optional()
      .describe(
        'Grids of the pyramid of method "window": each carries waves twice as long. Default as many as fit the grid',
      ),
    sponge: positive
      .optional()
      .describe(
        'Width of the water beyond each open edge in which waves fade [m]; waves much longer than it come back. Default an eighth of the longer side',
      ),
  })
  .describe('Surface waves whose speed depends on their length, as it does on real water')

const angle = z.number().default(0)

const train = z
  .strictObject({
    wavelength: positive.optional().describe('Crest to crest [m]; the period follows from it'),
    period: positive.optional().describe('Time from crest to crest [s]; the wavelength follows from it'),
    height: positive.optional().describe('Crest to trough [m]'),
    steepness: positive.optional().describe('Height over wavelength; no wave stands above 0.142'),
    direction: angle.describe('Where it travels [degrees], from x towards z. Default 0'),
    phase: angle.describe('Phase at the origin at time 0 [degrees]; 0 is a crest. Default 0'),
  })
  .superRefine(({ wavelength, period, height, steepness }, context) => {
    if ((wavelength === undefined) === (period === undefined))
      context.addIssue({
        code: 'custom',
        message: 'a train needs either "wavelength" or "period"; the depth of the water gives the other',
      })
    if ((height === undefined) === (steepness === undefined))
      context.addIssue({ code: 'custom', message: 'a train needs either "height" or "steepness"' })
  })
  .describe('Waves of one length in one direction')

const sea = z
  .strictObject({
    windSpeed: positive.describe('Wind at 10 m over the water [m/s]'),
    fetch: positive.describe('Distance over which the wind has blown [m]; more makes longer and higher waves'),
    direction: angle.describe('Where the wind blows [degrees], from x towards z. Default 0'),
    swell: z.number().min(0).max(1).default(0).describe('Draws the waves into long parallel crests, 0 to 1. Default 0'),
    count: z
      .int()
      .min(1)
      .max(1024)
      .default(48)
      .describe('About so many trains; more repeat themselves less. Default 48'),
    seed: z.int().default(1).describe('Another seed, another sea. Default 1'),
  })
  .describe('A wind sea (TMA spectrum, which is JONSWAP on deep water) as random trains')

const slope = z
  .strictObject({
    direction: angle.describe('Towards the shore [degrees], from x towards z. Default 0'),
    toe: z
      .number()
      .default(0)
      .describe('Where the ground begins to rise [m], along the direction from the origin. Default 0'),
    slope: positive.describe('Rise of the ground [m/m]; gentler is truer'),
  })
  .describe(
    'A plane beach: waves slow down, shorten, turn toward it, grow and break. Before its toe the depth is constant',
  )

const waves = z
  .strictObject({
    type: z.literal('waves'),
    depth: positive.optional().describe('Depth of the still water [m]. Without it the water is deep'),
    gravity,
    surfaceTension,
    trains: z.array(train).default([]).describe('Trains of waves, added up'),
    sea: sea.optional(),
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
        'When crests break. miche: steeper than 0.142 tanh(k depth). slides: orbit faster than crest, which is steeper than 1/π. Default miche',
      ),
  })
  .superRefine(({ depth, trains, sea, slope }, context) => {
    if (trains.length === 0 && !sea)
      context.addIssue({ code: 'custom', path: ['trains'], message: 'no waves: give at least one train, or a "sea"' })
    if (slope && depth === undefined)
      context.addIssue({
        code: 'custom',
        path: ['depth'],
        message: 'a slope needs a "depth": that of the water before its toe',
      })
  })
  .describe('Waves that are a given function of time: trains after Airy, also over a slope')

/** The method that moves the water, chosen by `type`. */
export const solverSchema = z
  .discriminatedUnion('type', [columns, iwave, waves])
  .describe('The method that moves the water')

export type ColumnsSettings = z.output<typeof columns>
export type IwaveSettings = z.output<typeof iwave>
export type WavesSettings = z.output<typeof waves>
