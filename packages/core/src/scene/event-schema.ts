// Things that happen to the water, at once (`apply`) or at a time (a scene's `events`).

import { z } from 'zod'
import { point, positive } from './shape-schema.js'

const dropShape = {
  type: z.literal('drop'),
  x: z.number().describe('[m]'),
  z: z.number().describe('[m]'),
  radius: positive.describe('Radius of the bump [m]; at least one cell is used'),
  height: z.number().describe('Height of the bump [m], negative for a hole. Adds water'),
}
const strokeShape = {
  type: z.literal('stroke'),
  from: point,
  to: point,
  radius: positive.describe('Half-width of the stroke [m]; at least one cell is used'),
  strength: z
    .number()
    .describe('How far the surface is pressed down [m]; what is pressed down rises around it. Adds no water'),
}

/** Things that happen to the water. */
export const eventSchema = z.discriminatedUnion('type', [z.strictObject(dropShape), z.strictObject(strokeShape)])

const timing = {
  step: z.int().min(0).optional().describe('Happens before this step; exact, as recorded by a run'),
  time: z.number().min(0).optional().describe('Happens before the step that begins nearest to this time [s]'),
}
/** An event and when it happens. */
export const scheduledEventSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ ...timing, ...dropShape }),
    z.strictObject({ ...timing, ...strokeShape }),
  ])
  .refine((event) => (event.step === undefined) !== (event.time === undefined), {
    error: 'an event needs either "step" or "time"',
  })

/** Something that happens to the water, for `apply`. */
export type WaterEvent = z.output<typeof eventSchema>
/** An event and the step before which it happens. */
export type RecordedEvent = WaterEvent & { step: number }
