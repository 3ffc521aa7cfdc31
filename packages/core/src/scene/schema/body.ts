// Rigid bodies in the water, in the scene format; ../bodies turns them into solids with mass and columns.

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
        angle: number.describe('Angle of rotation about the axis [degrees], counterclockwise seen from its tip'),
      })
      .refine(({ axis }) => axis.some((part) => part !== 0), { error: 'an axis needs a direction', path: ['axis'] }),
    z
      .tuple([number, number, number, number])
      .refine((q) => q.some((part) => part !== 0), { error: 'a quaternion must not be all zeros' })
      .describe('A quaternion [x, y, z, w], as in glTF'),
  ])
  .default([0, 0, 0, 1])
  .describe('Rotation: { "axis", "angle" } or a quaternion [x, y, z, w]. Default none')
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
const cone = {
  shape: z.literal('cone'),
  radius: positive.describe('Radius of its base, at the lower end before turning [m]'),
  top: number.min(0).default(0).describe('Radius of its flat top [m], less than that of its base. Default 0, a tip'),
  height: positive.describe('From base to top along y before turning [m]'),
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
      'Treatment of a mesh that does not enclose a volume. refuse: the scene is rejected, with the reason. hull: the convex hull is used. Default refuse',
    ),
}

const placed = {
  position: triple
    .default([0, 0, 0])
    .describe("Position of the part in the body's own axes [m]. Default the body's origin"),
  rotation,
  density: density.optional().describe('Density of this part [kg/m³]. Default that of the body'),
}

/** Checks that points come from the scene or from a file, and that a capsule is longer than its two round ends, and a cone narrower at its top. */
function checkShape(
  solid: {
    shape: string
    radius?: number
    top?: number
    height?: number
    file?: string | undefined
    points?: unknown
    vertices?: unknown
    triangles?: unknown
  },
  context: { addIssue(issue: { code: 'custom'; path?: string[]; message: string }): void },
): void {
  const { shape, radius = 0, top = 0, height = 0 } = solid
  if (shape === 'cone' && !(top < radius))
    context.addIssue({
      code: 'custom',
      path: ['top'],
      message: `the top of a cone must be narrower than its base: less than ${radius} m, got ${top}; turn the cone to have it below`,
    })
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
    z.strictObject({ ...cone, ...placed }).describe('A cone about the middle of its height'),
    z.strictObject({ ...hull, ...placed }).describe('The convex hull of points'),
    z.strictObject({ ...mesh, ...placed }).describe('The volume enclosed by a triangle mesh'),
  ])
  .superRefine(checkShape)
const compound = {
  shape: z.literal('compound'),
  parts: z.array(part).min(1).describe('Solids that make up the body; where two overlap, volume and mass count twice'),
}

const stop = z.strictObject({
  time: number.min(0).describe('[s]'),
  at: triple.describe('Position of its origin at this time, [x, y, z] in metres'),
})

const common = {
  name: z
    .string()
    .regex(/^[^",\n\r]+$/, 'the name of a body has no quotes, commas or line breaks')
    .optional()
    .describe('Name of the body in joints and files'),
  kind: z
    .enum(['dynamic', 'fixed', 'kinematic'])
    .default('dynamic')
    .describe(
      'dynamic: moved by water, gravity and collisions. fixed: does not move. kinematic: follows its path or velocity, unaffected by collisions. Default dynamic',
    ),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'a color is written as "#rrggbb"')
    .optional()
    .describe('Color in views, "#rrggbb". Default: from a palette, by its index in the list'),
  density: density.optional().describe('Mass over volume [kg/m³]; below that of the water it floats. Default 500'),
  mass: positive.optional().describe('Mass [kg], instead of a density'),
  position,
  rotation,
  velocity: triple.default([0, 0, 0]).describe('[x, y, z] at the start [m/s]; a kinematic body keeps it. Default 0'),
  angularVelocity: triple
    .default([0, 0, 0])
    .describe('Angular velocity about [x, y, z] at the start [degrees/s]; a kinematic body keeps it. Default 0'),
  path: z
    .array(stop)
    .min(2)
    .superRefine(increasingTimes)
    .optional()
    .describe(
      'Positions of a kinematic body in order of time, joined by straight lines; it waits at the first and stays at the last',
    ),
  drag: number
    .min(0)
    .default(0.8)
    .describe('Drag coefficient in water [1]: 0.1 slender hull, 0.5 ball, 1 box. Default 0.8'),
  outboard: z
    .strictObject({
      thrust: positive.describe('Thrust at full throttle [N]'),
      position: triple
        .default([0, 0, 0])
        .describe(
          "Position of the propeller in the body's own axes [m]; it works under water only. Default the body's origin",
        ),
      direction: triple
        .refine((axis) => axis.some((along) => along !== 0), { error: 'a direction needs a length' })
        .default([1, 0, 0])
        .describe("Direction of the thrust, in the body's own axes. Default x"),
      rudderAngle: number
        .min(0)
        .max(90)
        .default(35)
        .describe('Angle of the thrust at full rudder [degrees]. Default 35'),
      throttle: number
        .min(-1)
        .max(1)
        .default(0)
        .describe('Throttle at the start, -1 full astern to 1 full ahead. Default 0'),
      rudder: number
        .min(-1)
        .max(1)
        .default(0)
        .describe('Rudder at the start, -1 hard to the left to 1 hard to the right. Default 0'),
    })
    .optional()
    .describe('An outboard motor; events of type "steer" control it'),
  friction: number
    .min(0)
    .default(0.5)
    .describe('Coulomb friction coefficient [1], averaged over two touching bodies: 0 ice, 1 rubber. Default 0.5'),
  restitution: number
    .min(0)
    .max(1)
    .default(0)
    .describe(
      'Coefficient of restitution [1], speed after a collision over speed before, averaged over both bodies: 0 clay, 1 bounces forever. Default 0',
    ),
}

/** A rigid body. */
export const bodySchema = z
  .discriminatedUnion('shape', [
    z.strictObject({ ...sphere, ...common }).describe('A ball'),
    z.strictObject({ ...box, ...common }).describe('A box about its middle'),
    z.strictObject({ ...capsule, ...common }).describe('A cylinder with round ends, about its middle'),
    z.strictObject({ ...cylinder, ...common }).describe('A cylinder about its middle'),
    z.strictObject({ ...cone, ...common }).describe('A cone about the middle of its height'),
    z.strictObject({ ...hull, ...common }).describe('The convex hull of points'),
    z
      .strictObject({ ...mesh, ...common })
      .describe('The volume enclosed by a triangle mesh; in collisions its convex hull is used'),
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

/** Name of the fixed surroundings (walls and obstacles) in joints. */
export const TANK = 'tank'

const pair = {
  bodies: z
    .tuple([z.string().min(1), z.string().min(1)])
    .describe('Names of the two bodies; "tank" means the fixed surroundings'),
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
      "Anchor points, [x, y, z] in each body's own axes [m]; for the tank, in the scene's. Default the origins",
    ),
}

/**
 * A joint between two bodies, or between a body and the tank. Joined bodies do not collide; a body on a rope or spring from the tank
 * does collide with the tank.
 */
export const jointSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('rope'),
      ...joined,
      length: positive.describe('Largest distance of the anchors [m]'),
    })
    .describe('A weightless rope: pulls only when taut'),
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
          angle: number.describe('Target angle [degrees]'),
          stiffness: positive.describe('Torque per deviation from the angle [N m/rad]'),
          damping: number.min(0).default(0).describe('Torque per angular velocity [N m s/rad]. Default 0'),
        })
        .optional()
        .describe('A motor that turns the hinge to an angle. Default: the hinge turns freely'),
    })
    .describe('A hinge: free rotation about one axis, as of a rudder or a lock gate'),
  z.strictObject({ type: z.literal('ball'), ...joined }).describe('A ball joint: free rotation about the anchors'),
  z
    .strictObject({ type: z.literal('weld'), ...pair })
    .describe('Keeps both bodies in their relative pose at the start'),
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
/** One part of a compound body. */
export type SolidPart = z.output<typeof part>
/** A body or part of a single shape. */
export type SingleSolid = Exclude<Body, { shape: 'compound' }> | SolidPart
