// Water that comes and goes through a part of an edge, as a scene writes it; series.ts turns a series into a value at a time.

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
    '[time, value] pairs in order of time, straight lines between them, the first and last value before and after',
  )

const swing = z
  .strictObject({
    mean: number.default(0).describe('Default 0'),
    amplitude: number.describe('Half of what lies between highest and lowest'),
    period: positive.describe('[s]'),
    phase: number.default(0).describe('Phase of the sine at time 0 [degrees]. Default 0'),
  })
  .describe('mean + amplitude × sin(2π time / period + phase)')

const series = z.union([number, table, swing]).describe('A value that may change with time')

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
        arrival: number.min(0).optional().describe('When its crest enters [s]. Default as soon as it fits in'),
      })
      .describe('One wave, all of it above the still water: a tsunami'),
  ])
  .describe('Waves that enter here while others leave')

const place = {
  edge: z.enum(['x-', 'x+', 'z-', 'z+']).describe('The edge'),
  from: number.optional().describe('Where along the edge it begins [m]. Default at its beginning'),
  to: number.optional().describe('Where along the edge it ends [m]. Default at its end'),
}

/** A part of an edge that is not as `boundaries` says. Later ones win where two overlap. */
export const inflowSchema = z
  .union([
    z
      .strictObject({
        ...place,
        discharge: series.describe(
          'Water that enters [m³/s], negative to draw out, never more than is there; it spreads over the part as the depth there lets it',
        ),
      })
      .describe('A river that enters or leaves'),
    z
      .strictObject({ ...place, stage: series.describe('Level that is held [m]') })
      .describe('Water held at a level: a reservoir, a weir, a tide gauge'),
    z
      .strictObject({
        ...place,
        level: series.default(0).describe('Level of the still water outside [m]. Default 0'),
        wave: wave.optional(),
      })
      .describe('Open water: waves leave, and may come in; the level outside may change, as tides do'),
  ])
  .refine((inflow) => inflow.from === undefined || inflow.to === undefined || inflow.to > inflow.from, {
    error: 'it must end beyond where it begins',
    path: ['to'],
  })

export type Series = z.output<typeof series>
export type Inflow = z.output<typeof inflowSchema>
export type IncidentWave = z.output<typeof wave>
