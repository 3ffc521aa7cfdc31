// The table of events: everything that can happen during a run, at once (`apply`) or at a set time (a scene's `events`).
// Types, schemas, guards and documents all derive from this one table: a new event is a new row.

import { z } from 'zod'
import { bodySchema } from './body.js'
import { number, positive } from './number.js'
import { point } from './shape.js'

const softness = number
  .min(0)
  .max(1)
  .describe(
    'Part of the radius over which the brush fades out toward its rim: 0 is a hard rim, anti-aliased over one cell; 1 fades from the center',
  )

/** A brush that is drawn along a line. */
const line = {
  from: point,
  to: point,
  radius: positive.describe('Half-width of the stroke [m]; at least half a cell is used'),
}
const solidBrush = {
  ...line,
  softness: softness.default(0),
  strength: number.min(0).max(1).default(1).describe('Fraction that changes under the center of the brush. Default 1'),
}
const terrainBrush = { ...line, softness: softness.default(0.5) }

const sourceName = z.string().min(1).max(100).describe('Name of the source')
const body = z.union([z.string().min(1), z.int().min(0)]).describe('Name or index of the body, from 0')
const triple = z.tuple([number, number, number])

/** A ball in a fluid. */
const ball = {
  at: z.array(number).min(2).max(3).describe('[x, y], or [x, y, z] in a volume [m]'),
  radius: positive.describe('Radius of the ball, which fades out toward its rim [m]; at least one cell is used'),
}

/** The target of an event: the water's surface, sources on it, solids in it, the terrain under it, rigid bodies, or a fluid in a box. */
export type EventFamily = 'surface' | 'sources' | 'solids' | 'terrain' | 'bodies' | 'fluid'

interface EventRow {
  readonly family: EventFamily
  readonly description: string
  readonly fields: z.core.$ZodLooseShape
}

export const eventTable = {
  drop: {
    family: 'surface',
    description: 'Adds a bump of water',
    fields: {
      x: number.describe('[m]'),
      z: number.describe('[m]'),
      radius: positive.describe('Radius of the bump [m]; at least one cell is used'),
      height: number.describe('Height of the bump [m], negative for a hole. Adds water'),
      softness: softness.optional(),
    },
  },
  stroke: {
    family: 'surface',
    description: 'Presses the surface down along a line and raises it around the line by the same volume',
    fields: {
      from: point,
      to: point,
      radius: positive.describe('Half-width of the stroke [m]; at least one cell is used'),
      strength: number.describe('Depth of the depression [m]. Adds no water'),
      softness: softness.optional(),
    },
  },
  press: {
    family: 'surface',
    description: 'Gives the surface an impulse of pressure. Adds no water. For solvers "columns" and "iwave"',
    fields: {
      x: number.describe('[m]'),
      z: number.describe('[m]'),
      radius: positive.describe('Radius of the pressed area [m]; at least one cell is used'),
      impulse: number.describe('Pressure over the density of water, times its duration [m²/s]; negative to suck'),
      softness: softness.optional(),
    },
  },
  setSource: {
    family: 'sources',
    description: 'Places a source on the water, or replaces the source of this name. It acts until it is removed',
    fields: {
      source: sourceName,
      x: number.describe('[m]'),
      z: number.describe('[m]'),
      radius: positive.describe('Radius of the source [m]; at least one cell is used'),
      quantity: z
        .enum(['height', 'pressure'])
        .default('height')
        .describe(
          'height: the rate is water added per area [m/s]. pressure: it is a pressure over the density of water [m²/s²], which presses the surface down and adds no water, for solvers "columns" and "iwave". Default height',
        ),
      rate: number.describe(
        'Rate in the middle: water added per area [m/s], negative to drain, or pressure over density [m²/s²], negative to suck; the peak if there is a period',
      ),
      period: positive.optional().describe('Period of a sinusoidal rate [s]; without it the rate is constant'),
      phase: number.default(0).describe('Phase of the sine at time 0 [degrees]. Default 0'),
      softness: softness.optional(),
    },
  },
  removeSource: {
    family: 'sources',
    description: 'Removes a source that an event has placed',
    fields: { source: sourceName },
  },
  build: {
    family: 'solids',
    description:
      'Builds a solid along a line: the openness of each cell is multiplied by 1 - strength × brush. In a 2-D fluid the points are [x, y]',
    fields: solidBrush,
  },
  erase: {
    family: 'solids',
    description:
      'Opens solids along a line, those of the scene included, but no moving ones. In a 2-D fluid the points are [x, y]',
    fields: solidBrush,
  },
  raise: {
    family: 'terrain',
    description: 'Raises the terrain along a line, and the water on it',
    fields: { ...terrainBrush, height: positive.describe('Change of height [m]') },
  },
  lower: {
    family: 'terrain',
    description: 'Lowers the terrain along a line, and the water on it',
    fields: { ...terrainBrush, height: positive.describe('Change of height [m]') },
  },
  smooth: {
    family: 'terrain',
    description: 'Smooths the terrain along a line',
    fields: {
      ...terrainBrush,
      strength: number
        .min(0)
        .max(1)
        .default(0.5)
        .describe('How far the terrain moves toward the local mean under the center of the brush, 0 to 1. Default 0.5'),
    },
  },
  dig: {
    family: 'terrain',
    description: 'Digs a channel along a line; terrain that is lower already stays',
    fields: {
      ...terrainBrush,
      level: number
        .optional()
        .describe(
          "Height of the channel's floor [m]. Default: an even slope from the terrain at one end of the line to that at the other, which breaches a dam between them",
        ),
    },
  },
  grab: {
    family: 'bodies',
    description: 'Takes hold of a body with a spring, or moves the end of the spring',
    fields: {
      body,
      at: triple
        .default([0, 0, 0])
        .describe("Point of the body that is held, [x, y, z] in the body's own axes [m]. Default its origin"),
      to: triple.describe('Where the spring pulls that point, [x, y, z] in the scene [m], until the body is released'),
    },
  },
  release: { family: 'bodies', description: 'Lets go of a body, which keeps its velocity', fields: { body } },
  steer: {
    family: 'bodies',
    description: "Sets throttle and rudder of a body's outboard motor",
    fields: {
      body,
      throttle: number.min(-1).max(1).default(0).describe('-1 full astern to 1 full ahead. Default 0'),
      rudder: number.min(-1).max(1).default(0).describe('-1 hard to the left to 1 hard to the right. Default 0'),
    },
  },
  setDensity: {
    family: 'bodies',
    description: 'Changes the density of a body',
    fields: { body, density: positive.describe('Mass per volume from now on [kg/m³]') },
  },
  addBody: {
    family: 'bodies',
    description: 'Adds a body to the scene',
    fields: { body: bodySchema.describe('The new body; its shape must not need a file') },
  },
  stir: {
    family: 'fluid',
    description: 'Adds velocity in a ball of a fluid',
    fields: {
      ...ball,
      velocity: z
        .array(number)
        .min(2)
        .max(3)
        .describe('Added at the center [m/s]: [along x, along y], and along z in a volume'),
    },
  },
  inject: {
    family: 'fluid',
    description: 'Adds dye or heat in a ball of a fluid',
    fields: {
      ...ball,
      dye: z.string().min(1).describe('Name of the dye, or "temperature"'),
      amount: number.default(1).describe('Added at the center; of temperature [K]. Default 1'),
    },
  },
} as const satisfies Record<string, EventRow>

type EventTable = typeof eventTable
/** Name of an event. */
export type EventType = keyof EventTable
type TypesOf<Family extends EventFamily> = {
  [Type in EventType]: EventTable[Type]['family'] extends Family ? Type : never
}[EventType]
type OutputOf<Fields> = Fields extends z.core.$ZodShape ? z.output<z.ZodObject<Fields, z.core.$strict>> : never
type InputOf<Fields> = Fields extends z.core.$ZodShape ? z.input<z.ZodObject<Fields, z.core.$strict>> : never
type Timing = { step?: number | undefined; time?: number | undefined }

/** An event of one or more families, every default filled in. */
export type EventOf<Family extends EventFamily> = {
  [Type in TypesOf<Family>]: { type: Type } & OutputOf<EventTable[Type]['fields']>
}[TypesOf<Family>]
/** Anything that can happen during a run, every default filled in. */
export type SimulationEvent = EventOf<EventFamily>
/** An event as `apply` takes it: fields with a default may be left out. */
export type SimulationEventInput = {
  [Type in EventType]: { type: Type } & InputOf<EventTable[Type]['fields']>
}[EventType]
/** An event and the step before which it happens. */
export type RecordedEvent = SimulationEvent & { readonly step: number }

const types = Object.keys(eventTable) as EventType[]

/** A union of one strict object for each row of the table, with `more` fields in front. */
function unionOf<Event, Input>(more: z.core.$ZodLooseShape = {}) {
  const options = types.map((type) => {
    const { fields, description } = eventTable[type]
    return z.strictObject({ ...more, type: z.literal(type), ...fields }).describe(description)
  })
  // `map` loses the precise types of the table.
  return z.discriminatedUnion('type', options as never) as unknown as z.ZodType<Event, Input>
}

/** An event that happens at once. */
export const eventSchema = unionOf<SimulationEvent, SimulationEventInput>()

const timing = {
  step: z.int().min(0).optional().describe('Happens before this step; exact, as recorded by a run'),
  time: number.min(0).optional().describe('Happens before the step that begins nearest to this time [s]'),
}
/** An event of a scene, which happens at a set step or time. */
export const scheduledEventSchema = unionOf<SimulationEvent & Timing, SimulationEventInput & Timing>(timing).refine(
  (event) => (event.step === undefined) !== (event.time === undefined),
  { error: 'an event needs either "step" or "time"' },
)

/** Whether an event belongs to a family. Works on unchecked JSON, too. */
export function isEventOf<Family extends EventFamily, Event extends { readonly type?: unknown }>(
  family: Family,
  event: Event,
): event is Event & EventOf<Family> {
  const { type } = event
  return typeof type === 'string' && Object.hasOwn(eventTable, type) && eventTable[type as EventType].family === family
}

/**
 * Tells whether an event acts on bodies. A scene with such an event needs a rigid-body engine. Works on unchecked JSON, too.
 *
 * @param event The event.
 * @returns True for `addBody`, `grab`, `release`, `steer` and `setDensity`.
 *
 * @example
 * ```ts
 * import { isBodyEvent, parseScene } from 'seiche'
 *
 * const { bodies, events } = parseScene(sceneText)
 * const needsEngine = bodies.length > 0 || events.some(isBodyEvent)
 * ```
 */
export function isBodyEvent<Event extends { readonly type?: unknown }>(
  event: Event,
): event is Event & EventOf<'bodies'> {
  return isEventOf('bodies', event)
}
