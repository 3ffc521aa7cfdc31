// The scene format. Every quantity says its unit, its default and what it does; editors show these texts, because the
// JSON Schema (scene.schema.json) is generated from here.

import { z } from 'zod'

/** The version this engine writes and reads; older ones are migrated. */
export const SCENE_VERSION = 1

/** Largest number of cells along one side. */
const LONGEST_SIDE = 32768

const point = z.tuple([z.number(), z.number()]).describe('[x, z] in metres; the origin is the middle of the grid')
const positive = z.number().positive()
const height = z
  .number()
  .default(1)
  .describe('Height [m], negative for a hollow; a pure factor where no height is meant. Default 1')

const gaussian = z
  .strictObject({
    shape: z.literal('gaussian'),
    center: point.default([0, 0]),
    radius: positive.describe('Distance at which the height has fallen to 1/e [m]'),
    height,
  })
  .describe('A smooth round hill: height × exp(-(r/radius)²)')

const disc = z
  .strictObject({
    shape: z.literal('disc'),
    center: point.default([0, 0]),
    radius: positive.describe('Radius [m]'),
    height,
  })
  .describe('A round plateau; its rim is anti-aliased over one cell')

const box = z
  .strictObject({
    shape: z.literal('box'),
    center: point.default([0, 0]),
    size: z.tuple([positive, positive]).describe('[along x, along z] before turning [m]'),
    angle: z.number().default(0).describe('Turn about the vertical [degrees], from x towards z. Default 0'),
    height,
  })
  .describe('A rectangular plateau; its rim is anti-aliased over one cell')

const plane = z
  .strictObject({
    shape: z.literal('plane'),
    height: z.number().default(0).describe('Height at the origin [m]. Default 0'),
    slope: z
      .tuple([z.number(), z.number()])
      .default([0, 0])
      .describe('[rise along x, rise along z], metres per metre. Default level'),
  })
  .describe('A tilted plane')

const wave = z
  .strictObject({
    shape: z.literal('wave'),
    wavelength: positive.describe('Crest to crest [m]'),
    direction: z.number().default(0).describe('Where the crests face [degrees], from x towards z. Default 0'),
    phase: z.number().default(0).describe('Phase at the origin [degrees]; 0 is a crest. Default 0'),
    height,
  })
  .describe('A cosine: height × cos(2π s / wavelength - phase), s along the direction')

const noise = z
  .strictObject({
    shape: z.literal('noise'),
    seed: z.int().default(1).describe('Another seed, another surface. Default 1'),
    scale: positive.describe('Width of the largest features [m]'),
    octaves: z
      .int()
      .min(1)
      .max(12)
      .default(4)
      .describe('Layers of detail, each half as wide and high as the last. Default 4'),
    height,
  })
  .describe('Seeded gradient noise, the same on every machine')

/** Anything that gives a height at every point. */
export const shapeSchema = z.discriminatedUnion('shape', [gaussian, disc, box, plane, wave, noise])

const npyFile = z
  .strictObject({ npy: z.string().min(1).describe('A .npy file of nz rows by nx columns, beside the scene') })
  .describe('Values from a NumPy file')

const fieldSource = z.union([z.array(shapeSchema), npyFile]).describe('A list of shapes, added up, or a .npy file')

const obstacle = z
  .union([z.discriminatedUnion('shape', [disc, box, gaussian]), npyFile])
  .describe('Solid ground: a shape (its height, 0 to 1, is how solid it is) or a .npy file of solidity')

const edge = z
  .enum(['reflect', 'fixed', 'absorb', 'periodic'])
  .default('reflect')
  .describe(
    'reflect: a wall. fixed: rest level held, reflects upside down. absorb: open water, waves leave. periodic: joined to the other side (both sides)',
  )

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
const scheduledEvent = z
  .discriminatedUnion('type', [
    z.strictObject({ ...timing, ...dropShape }),
    z.strictObject({ ...timing, ...strokeShape }),
  ])
  .refine((event) => (event.step === undefined) !== (event.time === undefined), {
    error: 'an event needs either "step" or "time"',
  })

const sourceSchema = z
  .strictObject({
    shape: z.discriminatedUnion('shape', [disc, box, gaussian]).describe('Where; its height is a weight'),
    rate: z.number().describe('Water added per area [m/s], negative to drain; the peak if there is a period'),
    period: positive
      .optional()
      .describe('The rate swings as a sine with this period [s]; without it the rate is constant'),
    phase: z.number().default(0).describe('Phase of the sine at time 0 [degrees]. Default 0'),
    start: z.number().min(0).default(0).describe('Begins at [s]. Default 0'),
    end: z.number().min(0).optional().describe('Ends at [s]. Default never'),
  })
  .refine((source) => source.end === undefined || source.end > source.start, {
    error: 'a source must end after it starts',
    path: ['end'],
  })

const boundaries = z
  .strictObject({ 'x-': edge, 'x+': edge, 'z-': edge, 'z+': edge })
  .prefault({})
  .superRefine((edges, context) => {
    for (const [before, after] of [
      ['x-', 'x+'],
      ['z-', 'z+'],
    ] as const)
      if ((edges[before] === 'periodic') !== (edges[after] === 'periodic'))
        context.addIssue({
          code: 'custom',
          path: [edges[before] === 'periodic' ? after : before],
          message: `"periodic" joins two sides: make both ${before} and ${after} periodic, or neither`,
        })
  })

/** A scene: the only thing that is saved, shared, swept and tested. */
export const sceneSchema = z
  .strictObject({
    $schema: z.string().optional().describe('Where editors find the JSON Schema'),
    seiche: z.literal(SCENE_VERSION).describe('Version of the scene format'),
    name: z.string().default('Untitled'),
    description: z.string().optional(),
    grid: z
      .strictObject({
        cells: z
          .tuple([z.int().min(1).max(LONGEST_SIDE), z.int().min(1).max(LONGEST_SIDE)])
          .describe('[along x, along z]; [n, 1] is a channel one cell wide (1.5-D)'),
        cellSize: positive.describe('Width of a cell [m]'),
      })
      .describe('The surface grid'),
    timeStep: positive
      .default(1 / 60)
      .describe('One fixed step [s]; the solver takes substeps where stability asks for them. Default 1/60'),
    duration: z.number().min(0).default(10).describe('Length of a run by the command line [s]. Default 10'),
    solver: z.discriminatedUnion('type', [columns]).describe('The method that moves the water'),
    initial: z
      .strictObject({
        eta: fieldSource.default([]).describe('Elevation of the surface over its rest level [m]'),
        phi: fieldSource.default([]).describe('Velocity potential [m²/s]; water flows up its slope'),
      })
      .prefault({}),
    boundaries,
    obstacles: z.array(obstacle).default([]),
    sources: z.array(sourceSchema).default([]),
    events: z.array(scheduledEvent).default([]),
    probes: z
      .array(
        z.strictObject({
          name: z.string().regex(/^[^",\n\r]+$/, 'a probe name has no quotes, commas or line breaks'),
          at: point,
        }),
      )
      .default([])
      .describe('Points whose elevation is written with the diagnostics'),
  })
  .describe('A Seiche scene. SI units, y up, origin in the middle of the grid')

/** A scene as written: defaults may be left out. */
export type SceneInput = z.input<typeof sceneSchema>
/** A scene as used: checked, every default filled in. */
export type Scene = z.output<typeof sceneSchema>
export type Shape = z.output<typeof shapeSchema>
export type FieldSource = z.output<typeof fieldSource>
export type Obstacle = z.output<typeof obstacle>
export type Source = z.output<typeof sourceSchema>
/** Something that happens to the water, for `apply`. */
export type WaterEvent = z.output<typeof eventSchema>
/** An event and the step before which it happens. */
export type RecordedEvent = WaterEvent & { step: number }

/** The scene format as JSON Schema, for editors. */
export function sceneJsonSchema(): object {
  return {
    $id: 'https://unpkg.com/seiche/scene.schema.json',
    title: 'Seiche scene',
    ...z.toJSONSchema(sceneSchema, { io: 'input', target: 'draft-7' }),
  }
}
