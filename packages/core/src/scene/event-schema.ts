// Things that happen to the water, at once (`apply`) or at a time (a scene's `events`).

import { z } from 'zod'
import { point, positive } from './shape-schema.js'

const softness = z
  .number()
  .min(0)
  .max(1)
  .describe(
    'Share of the radius over which the brush fades out towards its rim: 0 a hard rim, anti-aliased over one cell; 1 soft to the middle',
  )
const dropShape = {
  type: z.literal('drop'),
  x: z.number().describe('[m]'),
  z: z.number().describe('[m]'),
  radius: positive.describe('Radius of the bump [m]; at least one cell is used'),
  height: z.number().describe('Height of the bump [m], negative for a hole. Adds water'),
  softness: softness.optional(),
}
const strokeShape = {
  type: z.literal('stroke'),
  from: point,
  to: point,
  radius: positive.describe('Half-width of the stroke [m]; at least one cell is used'),
  strength: z
    .number()
    .describe('How far the surface is pressed down [m]; what is pressed down rises around it. Adds no water'),
  softness: softness.optional(),
}
const brushShape = {
  from: point,
  to: point,
  radius: positive.describe('Half-width of the stroke [m]; at least half a cell is used'),
  softness: softness.default(0),
  strength: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('How much of what is there changes under the middle of the brush, 0 to 1. Default 1'),
}
const buildShape = { type: z.literal('build'), ...brushShape }
const eraseShape = { type: z.literal('erase'), ...brushShape }

/** Things that happen to the water. */
export const eventSchema = z.discriminatedUnion('type', [
  z.strictObject(dropShape).describe('Adds a bump of water'),
  z.strictObject(strokeShape).describe('Presses the surface down along a line'),
  z
    .strictObject(buildShape)
    .describe('Builds a solid along a line: what is open is multiplied by 1 - strength × brush'),
  z.strictObject(eraseShape).describe("Opens solids along a line, the scene's own too, but none that move"),
])

const timing = {
  step: z.int().min(0).optional().describe('Happens before this step; exact, as recorded by a run'),
  time: z.number().min(0).optional().describe('Happens before the step that begins nearest to this time [s]'),
}
/** An event and when it happens. */
export const scheduledEventSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ ...timing, ...dropShape }),
    z.strictObject({ ...timing, ...strokeShape }),
    z.strictObject({ ...timing, ...buildShape }),
    z.strictObject({ ...timing, ...eraseShape }),
  ])
  .refine((event) => (event.step === undefined) !== (event.time === undefined), {
    error: 'an event needs either "step" or "time"',
  })

/** Something that happens to the water, for `apply`: defaults may be left out. */
export type WaterEventInput = z.input<typeof eventSchema>
/** Something that happens to the water, every default filled in. */
export type WaterEvent = z.output<typeof eventSchema>
/** A stroke that builds or erases solids. */
export type PaintEvent = Extract<WaterEvent, { type: 'build' | 'erase' }>
/** An event and the step before which it happens. */
export type RecordedEvent = WaterEvent & { step: number }
