// Rigid bodies in the water, as a scene writes them; ../bodies turns them into solids with mass and columns.

import { z } from 'zod'
import { increasingTimes } from './increasing-times.js'
import { number, positive } from './number.js'

const triple = z.tuple([number, number, number])

const position = triple
  .default([0, 0, 0])
  .describe(
    "[x, y, z] of the body's origin in metres; y is over the rest level of the water. Default the middle of the grid, at the rest level",
  )
const rotation = z
  .union([
    z
      .strictObject({
        axis: triple.describe('Axis [x, y, z], of any length but 0'),
        angle: number.describe('Turn about it [degrees], counterclockwise seen from its tip'),
      })
      .refine(({ axis }) => axis.some((part) => part !== 0), { error: 'an axis needs a direction', path: ['axis'] }),
    z
      .tuple([number, number, number, number])
      .refine((q) => q.some((part) => part !== 0), { error: 'a quaternion of zeros turns nowhere' })
      .describe('A quaternion [x, y, z, w], as in glTF'),
  ])
  .default([0, 0, 0, 1])
  .describe('How it is turned: { "axis", "angle" } or a quaternion [x, y, z, w]. Default not at all')
const density = positive.describe('Mass over volume [kg/m³]; below that of the water (1000) it floats')

const sphere = { shape: z.literal('sphere'), radius: positive.describe('Radius [m]') }
const box = {
  shape: z.literal('box'),
  size: z.tuple([positive, positive, positive]).describe('[along x, y, z] before turning [m]'),
}
const capsule = {
  shape: z.literal('capsule'),
  radius: positive.describe('Radius of its side and of its round ends [m]'),
  height: positive.describe('From tip to tip along y before turning [m]; more than twice the radius'),
}
const cylinder = {
  shape: z.literal('cylinder'),
  radius: positive.describe('Radius [m]'),
  height: positive.describe('From end to end along y before turning [m]'),
}
const file = z
  .string()
  .min(1)
  .optional()
  .describe('A .glb or .gltf file beside the scene; all its triangles count, materials do not')
const scale = positive.default(1).describe('Metres per unit of its points. Default 1')
const hull = {
  shape: z.literal('hull'),
  points: z
    .array(triple)
    .min(4)
    .optional()
    .describe('Points [x, y, z]; the body is the smallest convex one around them'),
  file,
  scale,
}
const mesh = {
  shape: z.literal('mesh'),
  vertices: z.array(triple).optional().describe('Corners [x, y, z]'),
  triangles: z
    .array(z.tuple([z.int().min(0), z.int().min(0), z.int().min(0)]))
    .optional()
    .describe('Three numbers of corners each, from 0, counterclockwise seen from outside'),
  file,
  scale,
  unclosed: z
    .enum(['refuse', 'hull'])
    .default('refuse')
    .describe(
      'What happens to a mesh that does not enclose a volume. refuse: it is refused, with what is wrong. hull: its convex hull is used. Default refuse',
    ),
}

const placed = {
  position: triple.default([0, 0, 0]).describe("Of the part in the body's own axes [m]. Default its origin"),
  rotation,
  density: density.optional().describe('Density of this part [kg/m³]. Default that of the body'),
}

/** Points come from the scene or from a file, and a capsule is longer than its ends. */
function checkShape(
  solid: {
    shape: string
    radius?: number
    height?: number
    file?: string | undefined
    points?: unknown
    vertices?: unknown
    triangles?: unknown
  },
  context: { addIssue(issue: { code: 'custom'; path?: string[]; message: string }): void },
): void {
  const { shape, radius = 0, height = 0 } = solid
  if (shape === 'capsule' && !(height > 2 * radius))
    context.addIssue({
      code: 'custom',
      path: ['height'],
      message: `a capsule is longer than its two round ends: more than ${2 * radius} m from tip to tip, got ${height}`,
    })
  if (shape === 'hull' && (solid.points === undefined) === (solid.file === undefined))
    context.addIssue({ code: 'custom', message: 'a hull needs either "points" or a "file"' })
  if (shape !== 'mesh') return
  if ((solid.vertices === undefined) !== (solid.triangles === undefined))
    context.addIssue({
      code: 'custom',
      path: [solid.vertices === undefined ? 'vertices' : 'triangles'],
      message: 'missing; a mesh has both "vertices" and "triangles"',
    })
  else if ((solid.vertices === undefined) === (solid.file === undefined))
    context.addIssue({ code: 'custom', message: 'a mesh needs either "vertices" and "triangles" or a "file"' })
}

const part = z
  .discriminatedUnion('shape', [
    z.strictObject({ ...sphere, ...placed }).describe('A ball'),
    z.strictObject({ ...box, ...placed }).describe('A box about its middle'),
    z.strictObject({ ...capsule, ...placed }).describe('A cylinder with round ends, about its middle'),
    z.strictObject({ ...cylinder, ...placed }).describe('A cylinder about its middle'),
    z.strictObject({ ...hull, ...placed }).describe('The convex hull of points'),
    z.strictObject({ ...mesh, ...placed }).describe('What a closed triangle mesh encloses'),
  ])
  .superRefine(checkShape)
const compound = {
  shape: z.literal('compound'),
  parts: z.array(part).min(1).describe('Solids that make up the body; where two overlap, volume and mass count twice'),
}

const stop = z.strictObject({
  time: number.min(0).describe('[s]'),
  at: triple.describe('Where its origin is then, [x, y, z] in metres'),
})

const common = {
  name: z
    .string()
    .regex(/^[^",\n\r]+$/, 'the name of a body has no quotes, commas or line breaks')
    .optional()
    .describe('Joints and files know the body by it'),
  kind: z
    .enum(['dynamic', 'fixed', 'kinematic'])
    .default('dynamic')
    .describe(
      'dynamic: moved by water, weight and what it hits. fixed: stays. kinematic: moves as told, whatever it hits. Default dynamic',
    ),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'a color is written as "#rrggbb"')
    .optional()
    .describe('How it is painted, "#rrggbb"; the water does not mind. Default: one of a few, by its place in the list'),
  density: density.optional().describe('Mass over volume [kg/m³]; below that of the water it floats. Default 500'),
  mass: positive.optional().describe('Mass [kg], instead of a density'),
  position,
  rotation,
  velocity: triple.default([0, 0, 0]).describe('[x, y, z] at the start [m/s]; a kinematic body keeps it. Default 0'),
  angularVelocity: triple
    .default([0, 0, 0])
    .describe('Spin about [x, y, z] at the start [degrees/s]; a kinematic body keeps it. Default 0'),
  path: z
    .array(stop)
    .min(2)
    .superRefine(increasingTimes)
    .optional()
    .describe(
      'Places of a kinematic body in order of time, straight lines between them; it waits at the first and stays at the last',
    ),
  drag: number
    .min(0)
    .default(0.8)
    .describe('Drag coefficient in water [1]: 0.1 a slender hull, 0.5 a ball, 1 a box. Default 0.8'),
  outboard: z
    .strictObject({
      thrust: positive.describe('At full throttle [N]'),
      position: triple
        .default([0, 0, 0])
        .describe("Of the propeller in the body's own axes [m]; it works under water only. Default its origin"),
      direction: triple
        .refine((axis) => axis.some((along) => along !== 0), { error: 'a direction needs a length' })
        .default([1, 0, 0])
        .describe("Where it drives the body, in the body's own axes. Default x"),
      rudderAngle: number
        .min(0)
        .max(90)
        .default(35)
        .describe('Angle of the thrust at full rudder [degrees]. Default 35'),
      throttle: number.min(-1).max(1).default(0).describe('At the start, -1 full astern to 1 full ahead. Default 0'),
      rudder: number
        .min(-1)
        .max(1)
        .default(0)
        .describe('At the start, -1 hard to the left to 1 hard to the right. Default 0'),
    })
    .optional()
    .describe('An outboard motor; events of type "steer" control it'),
  friction: number
    .min(0)
    .default(0.5)
    .describe('Coulomb friction against what it touches, mean of both [1]: 0 ice, 1 rubber. Default 0.5'),
  restitution: number
    .min(0)
    .max(1)
    .default(0)
    .describe('Speed after a hit over speed before, mean of both [1]: 0 clay, 1 bounces for ever. Default 0'),
}

/** A rigid body. */
export const bodySchema = z
  .discriminatedUnion('shape', [
    z.strictObject({ ...sphere, ...common }).describe('A ball'),
    z.strictObject({ ...box, ...common }).describe('A box about its middle'),
    z.strictObject({ ...capsule, ...common }).describe('A cylinder with round ends, about its middle'),
    z.strictObject({ ...cylinder, ...common }).describe('A cylinder about its middle'),
    z.strictObject({ ...hull, ...common }).describe('The convex hull of points'),
    z
      .strictObject({ ...mesh, ...common })
      .describe('What a closed triangle mesh encloses; it hits others with its hull'),
    z.strictObject({ ...compound, ...common }).describe('Several solids, rigidly joined'),
  ])
  .superRefine((body, context) => {
    checkShape(body, context)
    if (body.density !== undefined && body.mass !== undefined)
      context.addIssue({ code: 'custom', path: ['mass'], message: 'a body has a "density" or a "mass", not both' })
    if (body.path && body.kind !== 'kinematic')
      context.addIssue({
        code: 'custom',
        path: ['path'],
        message: `only a kinematic body follows a path, this one is ${body.kind}`,
      })
  })

/** The name by which joints know what stands still. */
export const TANK = 'tank'

const pair = {
  bodies: z
    .tuple([z.string().min(1), z.string().min(1)])
    .describe('Names of the two bodies; "tank" is what stands still'),
}
const joined = {
  ...pair,
  anchors: z
    .tuple([triple, triple])
    .default([
      [0, 0, 0],
      [0, 0, 0],
    ])
    .describe(
      "Where it is fastened, [x, y, z] in each body's own axes [m]; of the tank, in the scene's. Default the origins",
    ),
}

/** What holds two bodies together, or one to the tank. Joined bodies do not hit each other; those on a rope or a spring from the tank do hit the tank. */
export const jointSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('rope'),
      ...joined,
      length: positive.describe('The anchors come no further apart than this [m]'),
    })
    .describe('A rope without weight: holds when taut'),
  z
    .strictObject({
      type: z.literal('spring'),
      ...joined,
      length: number.min(0).default(0).describe('Distance of the anchors at which it does not pull [m]. Default 0'),
      stiffness: positive.describe('Force per length [N/m]'),
      damping: number.min(0).default(0).describe('Force per speed [N s/m]. Default 0'),
    })
    .describe('A spring between the anchors'),
  z
    .strictObject({
      type: z.literal('hinge'),
      ...joined,
      axis: triple
        .refine((axis) => axis.some((along) => along !== 0), { error: 'an axis needs a direction' })
        .default([0, 1, 0])
        .describe("Axis, the same in both bodies' own axes. Default upright, as of a rudder"),
      limits: z
        .tuple([number.min(-180).max(180), number.min(-180).max(180)])
        .refine(([low, high]) => low <= high, { error: 'the lower limit comes first' })
        .optional()
        .describe('Least and greatest angle of the second body against the first [degrees]. Default none'),
      motor: z
        .strictObject({
          angle: number.describe('Angle it turns to [degrees]'),
          stiffness: positive.describe('Torque per angle off it [N m/rad]'),
          damping: number.min(0).default(0).describe('Torque per rate of turn [N m s/rad]. Default 0'),
        })
        .optional()
        .describe('Turns the hinge to an angle, as a helmsman does. Default it turns freely'),
    })
    .describe('Turns about one axis: a rudder, a lock gate'),
  z.strictObject({ type: z.literal('ball'), ...joined }).describe('Turns every way about the anchors'),
  z.strictObject({ type: z.literal('weld'), ...pair }).describe('Keeps both as they are at the start'),
])

/** A body as written: defaults may be left out. */
export type BodyInput = z.input<typeof bodySchema>
/** A body, every default filled in. */
export type Body = z.output<typeof bodySchema>
/** A joint as written: defaults may be left out. */
export type JointInput = z.input<typeof jointSchema>
/** A joint between two bodies, or between a body and the tank, every default filled in. */
export type Joint = z.output<typeof jointSchema>
export type Rotation = z.output<typeof rotation>
/** Anything of one piece. */
export type SolidPart = z.output<typeof part>
/** A shape of one piece, wherever it is. */
export type SingleSolid = Exclude<Body, { shape: 'compound' }> | SolidPart
