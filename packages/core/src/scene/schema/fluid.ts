// A fluid in the scene format: edges, solids, emitters, dyes, heat and initial flow; and the settings of its solver.

import { z } from 'zod'
import { increasingTimes } from './increasing-times.js'
import { number, positive } from './number.js'

const place = z
  .array(number)
  .min(2)
  .max(3)
  .describe('[x, y], or [x, y, z] in a volume [m]; the origin is the middle of the box')
const velocity = z.array(number).min(2).max(3).describe('[along x, along y], and along z in a volume [m/s]')
const soft = number
  .min(0)
  .default(0)
  .describe('Width over which it fades at its rim [m]. Default 0: sharp, anti-aliased over one cell')

const sphere = z.strictObject({
  shape: z.literal('sphere'),
  center: place.default([0, 0, 0]),
  radius: positive.describe('Radius [m]'),
})
const box = z.strictObject({
  shape: z.literal('box'),
  center: place.default([0, 0, 0]),
  size: z
    .array(positive)
    .min(2)
    .max(3)
    .describe('[along x, along y], and along z in a volume [m]; without z it is infinite along z'),
  angle: number.default(0).describe('Rotation about z [degrees], from x towards y. Default 0'),
})
const cylinder = z.strictObject({
  shape: z.literal('cylinder'),
  center: place.default([0, 0, 0]),
  radius: positive.describe('Radius [m]'),
  axis: z.enum(['x', 'y', 'z']).default('z').describe('Direction of its axis. Default z'),
  length: positive.optional().describe('From end to end [m]. Default infinite'),
})
const polygon = z.strictObject({
  shape: z.literal('polygon'),
  points: z
    .array(z.tuple([number, number]))
    .min(3)
    .describe(
      'Corners [x, y] in order, either way round; infinite along z. Where edges cross, the even-odd rule decides',
    ),
})

const shapes = [sphere, box, cylinder, polygon] as const
const shaped = <Keys extends z.ZodRawShape>(keys: Keys) =>
  z.discriminatedUnion('shape', [
    sphere.extend(keys).describe('A ball; in 2-D a disc'),
    box.extend(keys).describe('A box; in 2-D a rectangle'),
    cylinder.extend(keys).describe('A cylinder; in 2-D, pointing along z, a disc'),
    polygon.extend(keys).describe('A prism along z; in 2-D a polygon'),
  ])

const motion = z
  .union([
    z.strictObject({ velocity }).describe('Constant velocity; the shape is at its place at time 0'),
    z
      .strictObject({
        path: z
          .array(
            z.strictObject({
              time: number.min(0).describe('[s]'),
              by: place.describe('Displacement from its place in the scene [m]'),
            }),
          )
          .min(2)
          .superRefine(increasingTimes)
          .describe(
            'Displacements in order of time, joined by straight lines; it waits at the first and stays at the last',
          ),
        loop: z
          .boolean()
          .default(false)
          .describe('Whether the path starts again after its last keyframe. Default false'),
      })
      .describe('Follows a path'),
  ])
  .describe('Motion. Default none')

const solid = shaped({
  motion: motion.optional(),
  slip: z
    .enum(['no-slip', 'free-slip'])
    .default('no-slip')
    .describe(
      'no-slip: the fluid at its surface has its velocity. free-slip: the fluid slides along it. Default no-slip',
    ),
})

const npyFile = z
  .string()
  .min(1)
  .describe('A .npy file beside the scene: rows along y by columns along x, in a volume planes along z before them')

/** A static solid of any shape, given by the solidity of each cell. */
const solidFile = z
  .strictObject({
    npy: npyFile,
    slip: z.enum(['no-slip', 'free-slip']).default('no-slip').describe('As for a shape. Default no-slip'),
  })
  .describe('A solid of any shape: the solidity of each cell, 0 to 1, from a NumPy file')

const amounts = z.record(z.string(), number)
const emitter = shaped({
  soft,
  motion: motion.optional(),
  dyes: amounts.default({}).describe('Rates at which dyes are added, by name [1/s]'),
  heat: number.default(0).describe('Rate of heating [K/s]. Default 0'),
  velocity: velocity
    .optional()
    .describe('Velocity to which the fluid inside is driven [m/s]. Default: the fluid is not driven'),
  start: number.min(0).default(0).describe('Begins at [s]. Default 0'),
  end: number.min(0).optional().describe('Ends at [s]. Default never'),
})

const edge = z
  .union([
    z.enum(['free-slip', 'no-slip', 'open', 'periodic']),
    z
      .strictObject({ lid: velocity.describe('Velocity of the wall [m/s], without slip') })
      .describe('A wall that moves in its own plane'),
    z
      .strictObject({
        inflow: velocity.describe('Velocity of the incoming fluid [m/s]'),
        profile: z
          .enum(['uniform', 'parabolic'])
          .default('uniform')
          .describe(
            'uniform: the same velocity everywhere. parabolic: fastest in the middle, zero at the rims, with the same mean. Default uniform',
          ),
        dyes: amounts.default({}).describe('Concentrations of dyes in the incoming fluid, by name'),
        temperature: number.optional().describe('Temperature of the incoming fluid [°C]. Default the rest temperature'),
      })
      .describe('Fluid enters or leaves at a given velocity'),
  ])
  .default('free-slip')
  .describe(
    'free-slip: a wall that the fluid slides along. no-slip: a wall at which the fluid is at rest. open: fluid enters and leaves freely, at zero pressure. periodic: joined to the opposite side (set both sides). Default free-slip',
  )

const amount = number.default(1).describe('Amount added inside; a factor on the values of a file. Default 1')
const blob = z.union([
  shaped({ soft, amount }),
  z.strictObject({ npy: npyFile, amount }).describe('Values from a NumPy file'),
])

const dye = z
  .strictObject({
    color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'a colour is written "#rrggbb"')
      .default('#ffffff')
      .describe('Colour in views, "#rrggbb". Default white'),
    diffusivity: number
      .min(0)
      .default(0)
      .describe('Diffusivity of the dye [m²/s]. Default 0')
      .meta({ examples: [0, 1e-6, 0.01] }),
    weight: number
      .default(0)
      .describe('Relative increase of the density of the fluid by an amount of 1; negative makes it rise. Default 0')
      .meta({ examples: [-0.1, 0.1] }),
    initial: z.array(blob).default([]).describe('Amounts at the start'),
  })
  .describe('A substance carried by the fluid: smoke, ink')

const heat = z
  .strictObject({
    rest: number.default(20).describe('Temperature at which the fluid neither rises nor sinks [°C]. Default 20'),
    diffusivity: number
      .min(0)
      .default(0)
      .describe('Thermal diffusivity [m²/s]. Default 0')
      .meta({ examples: [0, 1e-6, 0.01] }),
    expansion: number.default(3.4e-3).describe('Thermal expansion coefficient [1/K]. Default 0.0034, air'),
    initial: z.array(blob).default([]).describe('Temperature differences from rest at the start [K]'),
  })
  .describe('Temperature: warm fluid rises')

const namedFlow = z.discriminatedUnion('flow', [
  z.strictObject({ flow: z.literal('uniform'), velocity }).describe('The same everywhere'),
  z
    .strictObject({
      flow: z.literal('taylor-green'),
      speed: number.describe('Greatest speed [m/s]'),
      waves: z.int().min(1).default(1).describe('Waves along a side. Default 1'),
      inDepth: z
        .boolean()
        .default(false)
        .describe(
          'In volumes: whether the vortices vary along z too, by a factor cos z. Such a flow breaks up into eddies. Default false',
        ),
    })
    .describe('The vortices of Taylor and Green: u = speed sin x cos y, v = -speed cos x sin y'),
  z
    .strictObject({
      flow: z.literal('vortex'),
      center: place.default([0, 0]),
      radius: positive.describe('Radius at which it is fastest [m]'),
      speed: number.describe('Greatest speed [m/s], from x towards y'),
    })
    .describe('A vortex about z with a smooth core: speed (r/radius) exp((1 - (r/radius)²)/2)'),
])

const flow = z
  .union([
    namedFlow,
    shaped({ soft, velocity: velocity.describe('Velocity of the fluid inside [m/s]') }),
    z
      .strictObject({
        npy: z
          .array(z.string().min(1))
          .min(2)
          .max(3)
          .describe(
            'A .npy file for each component, [along x, along y], and along z in a volume, beside the scene: rows along y by columns along x, in a volume planes along z before them; one value [m/s] for each cell, or for each face as in the fields u, v and w',
          ),
        amount: number.default(1).describe('Factor on the values. Default 1'),
      })
      .describe('Velocity from NumPy files'),
  ])
  .describe('A flow at the start: a named one, a shape that moves, or files. The part with divergence is removed')

/** A fluid in a box. */
export const fluidSchema = z
  .strictObject({
    boundaries: z
      .strictObject({ 'x-': edge, 'x+': edge, 'y-': edge, 'y+': edge, 'z-': edge, 'z+': edge })
      .prefault({})
      .superRefine((edges, context) => {
        for (const axis of ['x', 'y', 'z'] as const) {
          const [before, after] = [`${axis}-`, `${axis}+`] as const
          if ((edges[before] === 'periodic') !== (edges[after] === 'periodic'))
            context.addIssue({
              code: 'custom',
              path: [edges[before] === 'periodic' ? after : before],
              message: `"periodic" joins two sides: make both ${before} and ${after} periodic, or neither`,
            })
        }
      })
      .describe('Boundary conditions at the edges of the box; z only in a volume'),
    solids: z
      .array(z.union([solid, solidFile]))
      .default([])
      .describe('Solids that the fluid flows around: shapes, or .npy files of solidity'),
    emitters: z
      .array(
        emitter.refine(({ start, end }) => end === undefined || end > start, {
          error: 'an emitter must end after it starts',
          path: ['end'],
        }),
      )
      .default([])
      .describe('Emitters: sources of dye, heat and motion'),
    dyes: z
      .record(z.string().regex(/^[A-Za-z][\w-]*$/, 'the name of a dye has letters, digits, - and _'), dye)
      .default({})
      .describe('Dyes: substances that the fluid carries, by name; each is a field'),
    temperature: heat.optional(),
    flow: z.array(flow).default([]).describe('Flows at the start, added up'),
  })
  .describe('A fluid in a box, for solver "stable-fluids"')

/** The solver of a fluid. */
export const stableFluids = z
  .strictObject({
    type: z.literal('stable-fluids'),
    viscosity: number
      .min(0)
      .default(0)
      .describe('Kinematic viscosity [m²/s]: 1e-6 water, 1.5e-5 air. Higher calms small eddies first. Default 0')
      .meta({ examples: [0, 1e-6, 1.5e-5, 0.1] }),
    density: positive
      .default(1000)
      .describe('Density [kg/m³], for energy and momentum: 1000 water, 1.2 air. Default 1000')
      .meta({ examples: [1.2, 1000] }),
    gravity: number
      .min(0)
      .default(9.81)
      .describe('Gravity [m/s²], which acts on differences of density. Default 9.81')
      .meta({ examples: [0, 9.81, 20] }),
    advection: z
      .enum(['semi-lagrangian', 'maccormack', 'bfecc', 'quick'])
      .default('maccormack')
      .describe(
        'Advection scheme of velocity, and of dyes and heat with "dyes": "carried". semi-lagrangian: first order, smooths. maccormack, bfecc: second order, limited. quick: fluxes of third order, for eddies that the grid resolves; it makes more substeps the faster the flow, and carries dyes as maccormack does. Default maccormack',
      ),
    dyes: z
      .enum(['conserved', 'carried'])
      .default('conserved')
      .describe(
        'conserved: dyes and heat move by the fluxes through faces; totals are conserved. carried: dyes and heat move by the scheme of `advection`; cheaper for long time steps, but totals change. Default conserved',
      ),
    confinement: number
      .min(0)
      .default(0)
      .describe(
        'Vorticity confinement: strength of the force that restores eddies smoothed by the grid [1/s]. Not physics. Default 0',
      )
      .meta({ examples: [0, 1, 10] }),
    pressure: z
      .enum(['gradient', 'multigrid'])
      .default('gradient')
      .describe(
        'gradient: conjugate gradient preconditioned by multigrid. multigrid: cycles alone, in boxes at least 16 cells wide. Default gradient',
      ),
    tolerance: positive
      .max(0.1)
      .default(1e-4)
      .describe(
        'Largest remaining divergence of any cell, times its width, relative to the largest velocity. Default 1e-4',
      ),
    iterations: z.int().min(1).max(200).default(40).describe('Most iterations in a step. Default 40'),
  })
  .describe('Fluids in a box, in 2-D and 3-D: smoke, ink, jets')

export type StableFluidsSettings = z.output<typeof stableFluids>
export type FluidScene = z.output<typeof fluidSchema>
export type FluidEdge = z.output<typeof edge>
export type FluidEdges = FluidScene['boundaries']
export type FluidShape = z.output<(typeof shapes)[number]>
export type FluidSolid = z.output<typeof solid> | z.output<typeof solidFile>
export type FluidEmitter = z.output<typeof emitter>
export type FluidMotion = z.output<typeof motion>
export type FluidFlow = z.output<typeof flow>
export type FluidBlob = z.output<typeof blob>
