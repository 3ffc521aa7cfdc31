// The settings of each solver.

import { z } from 'zod'
import { positive } from './shape-schema.js'

const columns = z
  .strictObject({
    type: z.literal('columns'),
    depth: positive.default(1).describe('Depth of the still water [m]; waves travel at sqrt(g depth). Default 1'),
    gravity: positive.default(9.81).describe('Gravity [m/s²]. Default 9.81'),
    damping: z
      .number()
      .min(0)
      .default(0)
      .describe('Rate at which all waves fade [1/s]: to 1/e in 1/damping seconds. Default 0'),
    viscosity: z
      .number()
      .min(0)
      .default(0)
      .describe(
        'Kinematic viscosity [m²/s]: a wave of wavenumber k fades at 2 viscosity k², short ones first. Default 0',
      ),
  })
  .describe('Linear waves on water of constant depth')

/** The method that moves the water, chosen by `type`. */
export const solverSchema = z.discriminatedUnion('type', [columns]).describe('The method that moves the water')

export type ColumnsSettings = z.output<typeof columns>
