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
    surfaceTension: z
      .number()
      .min(0)
      .default(0)
      .describe('Surface tension [N/m], 0.0728 for clean water: quickens ripples below some centimetres. Default 0'),
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

/** The method that moves the water, chosen by `type`. */
export const solverSchema = z.discriminatedUnion('type', [columns, iwave]).describe('The method that moves the water')

export type ColumnsSettings = z.output<typeof columns>
export type IwaveSettings = z.output<typeof iwave>
