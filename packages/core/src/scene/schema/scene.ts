// The scene format. Every description has the unit, the default and the effect of a quantity. Editors show them, because the
// JSON Schema (scene.schema.json) is generated from here.

import { z } from 'zod'
import { bodySchema, jointSchema } from './body.js'
import { scheduledEventSchema } from './event.js'
import { fluidSchema } from './fluid.js'
import { inflowSchema } from './inflow.js'
import { motionSchema } from './motion.js'
import { number, positive } from './number.js'
import { patchSchema, patchSchemaWith, point, shapeSchema } from './shape.js'
import { solverSchema } from './solver.js'
import { terrainSchema } from './terrain.js'
import { viewSchema } from './view.js'

/** The current version of the scene format; scenes of older versions are migrated. */
export const SCENE_VERSION = 1

/** Largest number of cells along one side. */
const LONGEST_SIDE = 32768

/** Most characters of a name and of a description. Pages show both: a description of 50 MB blocked a browser's layout for a minute. */
const LONGEST_NAME = 200
const LONGEST_DESCRIPTION = 5000

const npyFile = z
  .strictObject({ npy: z.string().min(1).describe('A .npy file of nz rows by nx columns, beside the scene') })
  .describe('Values from a NumPy file')

const fieldSource = z.union([z.array(shapeSchema), npyFile]).describe('A list of shapes, added up, or a .npy file')

const imageFile = z
  .strictObject({
    image: z
      .string()
      .min(1)
      .describe('A .png file of nx by nz pixels, beside the scene; its top row lies along the z- edge'),
    invert: z.boolean().default(false).describe('Black is solid instead of white. Default false'),
  })
  .describe('Solidity from a picture: the lightness of a pixel times its opacity')

const solidShape = patchSchemaWith({
  motion: motionSchema.optional(),
  draught: number
    .min(0)
    .optional()
    .describe(
      'Depth of a moving solid below the rest level [m]. It pushes this depth of water away in front and draws it in behind. Default: the depth of the water',
    ),
})

const obstacle = z
  .union([solidShape, npyFile, imageFile])
  .describe(
    'An obstacle: a shape (its height, 0 to 1, is the solidity), a .npy file of solidity, or a .png picture whose white is solid',
  )

const edge = z
  .union([
    z.enum(['reflect', 'fixed', 'absorb', 'periodic']),
    z
      .strictObject({ fixed: number.describe('Elevation of the water beyond the edge over the rest level [m]') })
      .describe('An edge held at an elevation other than the rest level: water flows in or out until it is reached'),
  ])
  .default('reflect')
  .describe(
    'reflect: a wall. fixed: held at the rest level, reflects waves with opposite sign; { "fixed": 0.2 } is held 0.2 m above it. absorb: open water, waves leave. periodic: joined to the opposite side (set both sides)',
  )

const sourceSchema = z
  .strictObject({
    shape: patchSchema.describe('Area of the source; its height is a weight'),
    motion: motionSchema.optional(),
    quantity: z
      .enum(['height', 'pressure'])
      .default('height')
      .describe(
        'height: the rate is water added per area [m/s]. pressure: it is a pressure over the density of water [m²/s²], which presses the surface down and adds no water. Default height',
      ),
    rate: number.describe(
      'Water added per area [m/s], negative to drain, or pressure over density [m²/s²], negative to suck; the peak if there is a period',
    ),
    period: positive.optional().describe('Period of a sinusoidal rate [s]; without it the rate is constant'),
    phase: number.default(0).describe('Phase of the sine at time 0 [degrees]. Default 0'),
    start: number.min(0).default(0).describe('Begins at [s]. Default 0'),
    end: number.min(0).optional().describe('Ends at [s]. Default never'),
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

/** A scene: the complete description of a simulation. */
export const sceneSchema = z
  .strictObject({
    $schema: z.string().optional().describe('Where editors find the JSON Schema'),
    seiche: z.literal(SCENE_VERSION).describe('Version of the scene format'),
    name: z.string().max(LONGEST_NAME).default('Untitled'),
    description: z.string().max(LONGEST_DESCRIPTION).optional(),
    grid: z
      .strictObject({
        cells: z
          .tuple([z.int().min(1).max(LONGEST_SIDE), z.int().min(1).max(LONGEST_SIDE)], z.int().min(1).max(LONGEST_SIDE))
          .refine((cells) => cells.length <= 3, { error: 'a grid has two extents, or three in a volume' })
          .describe(
            '[along x, along z]; [n, 1] is a channel one cell wide (1.5-D). Of a fluid: [along x, along y], or [along x, along y, along z]',
          ),
        cellSize: positive.describe('Width of a cell [m]'),
      })
      .describe('The surface grid, or the box of a fluid'),
    timeStep: positive
      .default(1 / 60)
      .describe('One fixed step [s]; the solver takes substeps where stability requires them. Default 1/60'),
    duration: number.min(0).default(10).describe('Length of a run by the command line [s]. Default 10'),
    solver: solverSchema,
    fluid: fluidSchema.optional(),
    terrain: terrainSchema.optional(),
    initial: z
      .strictObject({
        eta: fieldSource.default([]).describe('Elevation of the surface over its rest level [m]'),
        depth: fieldSource
          .optional()
          .describe(
            'Depth of water laid on the ground [m], in addition to the water up to eta; for water over terrain',
          ),
        phi: fieldSource.default([]).describe('Velocity potential [m²/s]; water flows up its slope'),
      })
      .prefault({}),
    boundaries,
    obstacles: z.array(obstacle).default([]),
    sources: z.array(sourceSchema).default([]),
    inflows: z
      .array(inflowSchema)
      .default([])
      .describe('Parts of edges where water enters or leaves; for water over terrain'),
    bodies: z
      .array(bodySchema)
      .default([])
      .describe('Rigid bodies in the water; they need the rigid-body engine, see the guide'),
    joints: z.array(jointSchema).default([]).describe('Joints between bodies, or between a body and the tank'),
    coupling: z
      .enum(['displacement', 'virtual-height'])
      .default('displacement')
      .describe(
        'Action of bodies on the water. displacement: a body raises the level in its columns, and the raised water flows away as waves. virtual-height: the water under a body flows out at the rate at which the body displaces it. Default displacement',
      ),
    splashes: z
      .boolean()
      .optional()
      .describe(
        'Whether drops of spray fly where bodies hit the water fast and where waves break. Drops remove their water from the surface and return it where they land. Default: in scenes with bodies',
      ),
    events: z.array(scheduledEventSchema).default([]),
    probes: z
      .array(
        z.strictObject({
          name: z.string().regex(/^[^",\n\r]+$/, 'a probe name has no quotes, commas or line breaks'),
          at: point,
        }),
      )
      .default([])
      .describe('Points whose elevation is written with the diagnostics'),
    view: viewSchema.optional(),
  })
  .describe('A Seiche scene. SI units, y up, origin in the middle of the grid')

/** A scene as written: defaults may be left out. */
export type SceneInput = z.input<typeof sceneSchema>
/** A scene as used: checked, every default filled in. */
export type Scene = z.output<typeof sceneSchema>
export type FieldSource = z.output<typeof fieldSource>
export type Obstacle = z.output<typeof obstacle>
/** An obstacle that has a shape. */
export type SolidShape = z.output<typeof solidShape>
export type Source = z.output<typeof sourceSchema>
