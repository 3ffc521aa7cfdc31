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
        'exponential: every mode advances by its exact frequency, with Fourier transforms; any time step. fft: leapfrog with the exact operator; solids reflect waves and volume is conserved. window: leapfrog with a convolution window on a pyramid of grids; any grid size. Default exponential',
      ),
    nonlinearity: z
      .int()
      .min(1)
      .max(5)
      .default(1)
      .describe(
        'Order of the products of waves that are kept, 1 to 5. 1: linear waves, whose speed does not depend on their height. 3 and more: steep crests, waves that act on each other; method "exponential" in open water, and a step takes longer. Default 1',
      )
      .meta({ examples: [1, 3, 5] }),
    crestFilter: z
      .boolean()
      .default(true)
      .describe(
        'Whether a non-linear run damps the shortest waves that it resolves, which steep crests feed until they break. Default true',
      ),
    ramp: number
      .min(0)
      .optional()
      .describe(
        'Time in which the non-linear terms rise from 0 at the start [s], for a start from waves of linear theory. Default four periods of the longest of the ambient waves; 0 without them',
      )
      .meta({ examples: [0, 10, 60] }),
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
        'Half width of the window of method "window" [cells], no larger than the grid. Default 6, a window of 13 × 13, or as many as fit',
      ),
    levels: z
      .int()
      .min(1)
      .max(8)
      .optional()
      .describe(
        'Number of grids in the pyramid of method "window"; each resolves waves twice as long. Default as many as fit the grid',
      ),
    walls: z
      .enum(['pipes', 'impermeable'])
      .default('pipes')
      .describe(
        'Solids of methods "fft" and "window". pipes: cheap; waves on deep water act through walls that are thinner than a wave. impermeable: walls from the bed to above the surface, of any thickness, that nothing passes; a step takes longer, on deep water in proportion to the longer side of the grid. Default pipes',
      ),
    sponge: positive
      .optional()
      .describe(
        'Width of the sponge layer beyond each open edge [m]; much longer waves are reflected. Default an eighth of the longer side',
      ),
    ambient: z
      .discriminatedUnion('type', [waves, ocean])
      .optional()
      .describe(
        'Ambient waves from far away: settings of solver "waves" or "ocean". Solids scatter them; the scattered waves leave through open edges. With a nonlinearity above 1 they are the state at the start, on periodic water',
      )
      .meta({ examples: [{ type: 'ocean', windSpeed: 5 }] }),
  })
  .describe('Dispersive surface waves: their speed depends on their length')

const kassMiller = z
  .strictObject({
    type: z.literal('kass-miller'),
    gravity,
    tau: number
      .min(0)
      .max(1)
      .default(0)
      .describe('Share of the velocity lost in each step, 0 to 1: 1 makes water creep. Default 0'),
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
      )
      .meta({ examples: [0, 0.01, 0.03, 0.1] }),
    dispersion: z
      .enum(['off', 'one-layer', 'two-layers'])
      .default('off')
      .describe(
        'Whether the speed of a wave depends on its length. off: all waves travel at sqrt(g depth), right for those longer than 20 depths. one-layer: a pressure that is not hydrostatic; right within 1 % down to waves of 2 depths; a step takes a few times as long. two-layers: two pressures, right within 1 % down to waves of 0.4 depths; a step takes longer still. With either, bores form where waves break. Default off',
      ),
    courant: positive
      .max(0.9)
      .default(0.8)
      .describe('Cells that the fastest wave may cross in a substep, x and z together. Default 0.8'),
    dryDepth: positive
      .optional()
      .describe('Depth below which water slows down and comes to rest [m]. Default a ten-thousandth of a cell'),
    foamLife: number
      .min(0)
      .default(4)
      .describe('Time in which foam fades to 1/e [s]; 0 for no foam. Foam does not act on the water. Default 4')
      .meta({ examples: [0, 4, 20] }),
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
