// Motions in the scene format; rasterize/motion.ts computes positions over time.

import { z } from 'zod'
import { increasingTimes } from './increasing-times.js'
import { number } from './number.js'
import { point } from './shape.js'

const steady = z
  .strictObject({ velocity: z.tuple([number, number]).describe('[along x, along z] in m/s') })
  .describe('Constant velocity; the shape is at its place at time 0')

const journey = z
  .strictObject({
    path: z
      .array(
        z.strictObject({
          time: number.min(0).describe('[s]'),
          at: point.describe('Position of its centre at this time, [x, z] in metres'),
        }),
      )
      .min(2)
      .superRefine(increasingTimes)
      .describe('Positions in order of time, joined by straight lines; it waits at the first and stays at the last'),
    loop: z
      .boolean()
      .default(false)
      .describe(
        'Whether the path starts again after its last position; make the first and the last equal. Default false',
      ),
  })
  .describe('Follows a path')

export const motionSchema = z
  .union([steady, journey])
  .describe(
    'Motion of the centre of a shape (for a polygon, the middle of its bounding rectangle); beyond the grid the shape is clipped',
  )

export type Motion = z.output<typeof motionSchema>
