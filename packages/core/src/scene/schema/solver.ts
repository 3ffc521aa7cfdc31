// The settings of each solver.

import { z } from 'zod'
import { stableFluids } from './fluid.js'
import { number, positive } from './number.js'
import { ocean, waves } from './prescribed-waves.js'
import { damping, gravity, surfaceTension, viscosity } from './water.js'

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
      .optional()
      .describe(
        'Cells that the window of method "window" reaches to either side, no more than the grid has. Default 6, a window of 13 × 13, or as many as fit',
      ),
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
    ambient: z
      .discriminatedUnion('type', [waves, ocean])
      .optional()
      .describe(
        'Waves that come from far away and pass through as if nothing were there: settings of solver "waves" or "ocean". Solids throw them back; what they throw back leaves through open edges',
      ),
  })
  .describe('Surface waves whose speed depends on their length, as it does on real water')

const kassMiller = z
  .strictObject({
    type: z.literal('kass-miller'),
    gravity,
    tau: number
      .min(0)
      .max(1)
      .default(0)
      .describe('Part of the motion that is lost in each step, 0 to 1: 1 makes water creep. Default 0'),
  })
  .describe(
    'Water over terrain by an implicit step: any time step is stable, and the longer it is the more waves are damped',
  )

const shallowWater = z
  .strictObject({
    type: z.literal('shallow-water'),
    gravity,
    manning: number
      .min(0)
      .default(0)
      .describe(
        "Roughness of the ground, Manning's n [s/m^(1/3)]: 0.01 glass, 0.03 a natural river, 0.1 a wood. Default 0, no friction",
      ),
    courant: positive
      .max(0.9)
      .default(0.8)
      .describe('Cells that the fastest wave may cross in a substep, x and z together. Default 0.8'),
    dryDepth: positive
      .optional()
      .describe('Water shallower than this slows down and stands [m]. Default a ten-thousandth of a cell'),
    foamLife: number
      .min(0)
      .default(4)
      .describe('Time in which foam fades to 1/e [s]; 0 for no foam. Foam does not act on the water. Default 4'),
  })
  .describe('Water over terrain with bores, dam breaks and run-up: finite volumes, second order')

/** The method that moves the water, chosen by `type`. */
export const solverSchema = z
  .discriminatedUnion('type', [columns, iwave, waves, ocean, kassMiller, shallowWater, stableFluids])
  .describe('The method that moves the water')

export type { StableFluidsSettings } from './fluid.js'
export type { OceanSettings, WavesSettings } from './prescribed-waves.js'
export type ColumnsSettings = z.output<typeof columns>
export type IwaveSettings = z.output<typeof iwave>
export type KassMillerSettings = z.output<typeof kassMiller>
export type ShallowWaterSettings = z.output<typeof shallowWater>
