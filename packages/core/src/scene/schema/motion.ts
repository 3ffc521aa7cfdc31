// How things move: what a scene writes; motion.ts turns it into a place at a time.

import { z } from 'zod'
import { increasingTimes } from './increasing-times.js'
import { number } from './number.js'
import { point } from './shape.js'

const steady = z
  .strictObject({ velocity: z.tuple([number, number]).describe('[along x, along z] in m/s') })
  .describe('Moves on and on from where it is at time 0')

const journey = z
  .strictObject({
    path: z
      .array(
        z.strictObject({
          time: number.min(0).describe('[s]'),
          at: point.describe('Where its centre is then, [x, z] in metres'),
        }),
      )
      .min(2)
      .superRefine(increasingTimes)
      .describe('Places in order of time, straight lines between them; it waits at the first and stays at the last'),
    loop: z
      .boolean()
      .default(false)
      .describe('Begins again at the first place when the last is reached; make both the same place. Default false'),
  })
  .describe('Follows a path')

export const motionSchema = z
  .union([steady, journey])
  .describe(
    'Moves a shape by its centre (of a polygon the middle of the rectangle around it); beyond the grid it is cut off',
  )

export type Motion = z.output<typeof motionSchema>
