// Inflows in the scene format: water that enters or leaves through a part of an edge. rasterize/series.ts evaluates series.

import { z } from 'zod'
import { number, positive } from './number.js'

const table = z
  .array(z.tuple([number.describe('Time [s]'), number.describe('Value then')]))
  .min(1)
  .superRefine((rows, context) => {
    for (let k = 1; k < rows.length; k++)
      if (rows[k]![0] <= rows[k - 1]![0])
        context.addIssue({
          code: 'custom',
          path: [k, 0],
          message: `the times of a series must increase: ${rows[k]![0]} s comes after ${rows[k - 1]![0]} s`,
        })
  })
  .describe(
    '[time, value] pairs in order of time, with linear interpolation; before the first and after the last pair the value is constant',
  )

const sinusoid = z
  .strictObject({
    mean: number.default(0).describe('Mean value. Default 0'),
    amplitude: number.describe('Half the difference between the highest and the lowest value'),
    period: positive.describe('Period [s]'),
    phase: number.default(0).describe('Phase of the sine at time 0 [degrees]. Default 0'),
  })
  .describe('mean + amplitude × sin(2π time / period + phase)')

const series = z.union([number, table, sinusoid]).describe('A value that may change with time')

const wave = z
  .union([
    z
      .strictObject({
        height: positive.describe('Trough to crest [m]'),
        period: positive.describe('Crest to crest [s]'),
        phase: number.default(0).describe('Phase of the sine at time 0 [degrees]. Default 0'),
      })
      .describe('A train of waves'),
    z
      .strictObject({
        solitary: positive.describe('Height of a solitary wave over the still water [m]'),
        arrival: number
          .min(0)
          .optional()
          .describe(
            'Time when its crest enters [s]. Default: as early as possible; at time 0 no part of it has entered',
          ),
      })
      .describe('A solitary wave, entirely above the still water: a tsunami'),
  ])
  .describe('Waves that enter here; outgoing waves leave')

const place = {
  edge: z.enum(['x-', 'x+', 'z-', 'z+']).describe('The edge'),
  from: number.optional().describe('Start of the part along the edge [m]. Default the start of the edge'),
  to: number.optional().describe('End of the part along the edge [m]. Default the end of the edge'),
}

/** A part of an edge with a condition other than that of `boundaries`. Where two parts overlap, the later one counts. */
export const inflowSchema = z
  .union([
    z
      .strictObject({
        ...place,
        discharge: series.describe(
          'Water that enters [m³/s], negative to draw out, limited by the water available; distributed over the part according to the depth',
        ),
      })
      .describe('A river that enters or leaves'),
    z
      .strictObject({ ...place, stage: series.describe('Level of the water [m]') })
      .describe('Water at a prescribed level: a reservoir, a weir, a tide gauge'),
    z
      .strictObject({
        ...place,
        depth: series.describe('Depth of the water outside [m], over the ground of each cell'),
        velocity: series.describe(
          'Velocity at which the water outside flows in [m/s], negative to flow out. Water that is faster than its waves, velocity > √(g depth), enters with this depth and velocity; for slower water waves from inside change both',
        ),
      })
      .describe('A stream of given depth and velocity: a fast river, a chute'),
    z
      .strictObject({
        ...place,
        level: series.default(0).describe('Level of the still water outside [m]. Default 0'),
        wave: wave.optional(),
      })
      .describe('Open water: waves leave and may enter; the level outside may change with time, for example by tides'),
  ])
  .refine((inflow) => inflow.from === undefined || inflow.to === undefined || inflow.to > inflow.from, {
    error: '"to" must be greater than "from"',
    path: ['to'],
  })

export type Series = z.output<typeof series>
export type Inflow = z.output<typeof inflowSchema>
export type IncidentWave = z.output<typeof wave>
