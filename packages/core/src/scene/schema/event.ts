// Things that happen to the water, at once (`apply`) or at a time (a scene's `events`).

import { z } from 'zod'
import { bodySchema } from './body.js'
import { fluidEventSchemas, injectShape, stirShape } from './fluid-event.js'
import { number, positive } from './number.js'
import { point } from './shape.js'

const softness = number
  .min(0)
  .max(1)
  .describe(
    'Share of the radius over which the brush fades out towards its rim: 0 a hard rim, anti-aliased over one cell; 1 soft to the middle',
  )
const dropShape = {
  type: z.literal('drop'),
  x: number.describe('[m]'),
  z: number.describe('[m]'),
  radius: positive.describe('Radius of the bump [m]; at least one cell is used'),
  height: number.describe('Height of the bump [m], negative for a hole. Adds water'),
  softness: softness.optional(),
}
const strokeShape = {
  type: z.literal('stroke'),
  from: point,
  to: point,
  radius: positive.describe('Half-width of the stroke [m]; at least one cell is used'),
  strength: number.describe(
    'How far the surface is pressed down [m]; what is pressed down rises around it. Adds no water',
  ),
  softness: softness.optional(),
}
const brushShape = {
  from: point,
  to: point,
  radius: positive.describe('Half-width of the stroke [m]; at least half a cell is used'),
  softness: softness.default(0),
  strength: number
    .min(0)
    .max(1)
    .default(1)
    .describe('How much of what is there changes under the middle of the brush, 0 to 1. Default 1'),
}
const buildShape = { type: z.literal('build'), ...brushShape }
const eraseShape = { type: z.literal('erase'), ...brushShape }

const groundBrush = {
  from: point,
  to: point,
  radius: positive.describe('Half-width of the stroke [m]; at least half a cell is used'),
  softness: softness.default(0.5),
}
const raiseShape = { type: z.literal('raise'), ...groundBrush, height: positive.describe('By how much [m]') }
const lowerShape = { type: z.literal('lower'), ...groundBrush, height: positive.describe('By how much [m]') }
const smoothShape = {
  type: z.literal('smooth'),
  ...groundBrush,
  strength: number
    .min(0)
    .max(1)
    .default(0.5)
    .describe('How far the ground goes to the mean around it under the middle of the brush, 0 to 1. Default 0.5'),
}
const digShape = {
  type: z.literal('dig'),
  ...groundBrush,
  level: number
    .optional()
    .describe(
      "Height of the channel's floor [m]. Default: falls evenly from the ground at one end of the line to that at the other, which breaks a dam between them",
    ),
}

const which = z.union([z.string().min(1), z.int().min(0)]).describe('Name or number of the body, from 0')
const triple = z.tuple([number, number, number])
const grabShape = {
  type: z.literal('grip'),
  body: which,
  at: triple
    .default([0, 0, 0])
    .describe("Where it is taken hold of, [x, y, z] in the body's own axes [m]. Default its origin"),
  to: triple.describe(
    'Where the hand is, [x, y, z] in the scene [m]; it pulls like a spring until the body is released',
  ),
}
const releaseShape = { type: z.literal('release'), body: which }
const steerShape = {
  type: z.literal('steer'),
  body: which,
  throttle: number.min(-1).max(1).default(0).describe('-1 full astern to 1 full ahead. Default 0'),
  helm: number.min(-1).max(1).default(0).describe('-1 hard to the left to 1 hard to the right. Default 0'),
}
const setDensityShape = {
  type: z.literal('weigh'),
  body: which,
  density: positive.describe('Mass over volume from now on [kg/m³]'),
}
const addBodyShape = {
  type: z.literal('launch'),
  body: bodySchema.describe('The new body; a shape that needs no file'),
}

/** Things that happen to the water. */
export const eventSchema = z.discriminatedUnion('type', [
  z.strictObject(dropShape).describe('Adds a bump of water'),
  z.strictObject(strokeShape).describe('Presses the surface down along a line'),
  z
    .strictObject(buildShape)
    .describe(
      'Builds a solid along a line: what is open is multiplied by 1 - strength × brush. In a 2-D fluid its points are [x, y]',
    ),
  z
    .strictObject(eraseShape)
    .describe(
      "Opens solids along a line, the scene's own too, but none that move. In a 2-D fluid its points are [x, y]",
    ),
  z.strictObject(raiseShape).describe('Raises the ground along a line, and the water on it'),
  z.strictObject(lowerShape).describe('Lowers the ground along a line, and the water on it'),
  z.strictObject(smoothShape).describe('Smooths the ground along a line'),
  z.strictObject(digShape).describe('Digs a channel along a line; ground that is lower already stays'),
  z.strictObject(grabShape).describe('Takes hold of a body, or moves the hand that has it'),
  z.strictObject(releaseShape).describe('Lets go of a body, at the speed that it has'),
  z.strictObject(steerShape).describe("Works a body's engine"),
  z.strictObject(setDensityShape).describe('Changes the density of a body'),
  z.strictObject(addBodyShape).describe('Puts a new body into the scene'),
  ...fluidEventSchemas,
])

const timing = {
  step: z.int().min(0).optional().describe('Happens before this step; exact, as recorded by a run'),
  time: number.min(0).optional().describe('Happens before the step that begins nearest to this time [s]'),
}
/** An event and when it happens. */
export const scheduledEventSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ ...timing, ...dropShape }),
    z.strictObject({ ...timing, ...strokeShape }),
    z.strictObject({ ...timing, ...buildShape }),
    z.strictObject({ ...timing, ...eraseShape }),
    z.strictObject({ ...timing, ...raiseShape }),
    z.strictObject({ ...timing, ...lowerShape }),
    z.strictObject({ ...timing, ...smoothShape }),
    z.strictObject({ ...timing, ...digShape }),
    z.strictObject({ ...timing, ...grabShape }),
    z.strictObject({ ...timing, ...releaseShape }),
    z.strictObject({ ...timing, ...steerShape }),
    z.strictObject({ ...timing, ...setDensityShape }),
    z.strictObject({ ...timing, ...addBodyShape }),
    z.strictObject({ ...timing, ...stirShape }),
    z.strictObject({ ...timing, ...injectShape }),
  ])
  .refine((event) => (event.step === undefined) !== (event.time === undefined), {
    error: 'an event needs either "step" or "time"',
  })

const bodyEvents = ['grip', 'release', 'steer', 'weigh', 'launch'] as const

/** Something that happens to the water, for `apply`: defaults may be left out. */
export type SimulationEventInput = z.input<typeof eventSchema>
/** Something that happens to the water, every default filled in. */
export type SimulationEvent = z.output<typeof eventSchema>
/** A stroke that builds or erases solids. */
export type PaintEvent = Extract<SimulationEvent, { type: 'build' | 'erase' }>
/** A stroke that changes the ground. */
export type TerrainEvent = Extract<SimulationEvent, { type: 'raise' | 'lower' | 'smooth' | 'dig' }>
/** Something that is done to bodies. */
export type BodyEvent = Extract<SimulationEvent, { type: (typeof bodyEvents)[number] }>
/** An event and the step before which it happens. */
export type RecordedEvent = SimulationEvent & { step: number }

export function isTerrainEvent<Event extends { type: SimulationEvent['type'] }>(
  event: Event,
): event is Event & TerrainEvent {
  return event.type === 'raise' || event.type === 'lower' || event.type === 'smooth' || event.type === 'dig'
}

/** Whether an event is done to bodies, so that a scene with it needs the engine that moves them. Also of JSON that nobody has checked. */
export function isBodyEvent<Event extends { readonly type?: unknown }>(event: Event): event is Event & BodyEvent {
  return bodyEvents.some((type) => type === event.type)
}
