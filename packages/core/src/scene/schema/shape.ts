// Shapes in the scene format; rasterize/shapes.ts turns them into functions of position.

import { z } from 'zod'
import { number, positive } from './number.js'

/** A point of the surface. */
export const point = z.tuple([number, number]).describe('[x, z] in metres; the origin is the middle of the grid')
const height = number
  .default(1)
  .describe(
    'Height [m], negative for a hollow; a factor without unit where the shape is a weight or a solidity. Default 1',
  )

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
    angle: number.default(0).describe('Rotation about the vertical [degrees], from x towards z. Default 0'),
    height,
  })
  .describe('A rectangular plateau; its rim is anti-aliased over one cell')

const polygon = z
  .strictObject({
    shape: z.literal('polygon'),
    points: z
      .array(point)
      .min(3)
      .describe(
        'Corners in order, either way round; the last is joined to the first. Where edges cross, the even-odd rule decides',
      ),
    height,
  })
  .describe('A plateau with straight edges; its rim is anti-aliased over one cell')

const plane = z
  .strictObject({
    shape: z.literal('plane'),
    height: number.default(0).describe('Height at the origin [m]. Default 0'),
    slope: z
      .tuple([number, number])
      .default([0, 0])
      .describe('[rise along x, rise along z], metres per metre. Default level'),
  })
  .describe('A tilted plane')

const wave = z
  .strictObject({
    shape: z.literal('wave'),
    wavelength: positive.describe('Crest to crest [m]'),
    direction: number.default(0).describe('Direction across the crests [degrees], from x towards z. Default 0'),
    phase: number.default(0).describe('Phase at the origin [degrees]; 0 is a crest. Default 0'),
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

const cone = z
  .strictObject({
    shape: z.literal('cone'),
    center: point.default([0, 0]),
    radius: positive.describe('Radius of its base [m]; beyond it the height is 0'),
    top: number.min(0).default(0).describe('Radius of its flat top [m], less than that of its base. Default 0'),
    height,
  })
  .refine(({ top, radius }) => top < radius, {
    error: 'the top of a cone must be narrower than its base',
    path: ['top'],
  })
  .describe('A cone with a flat top: a conical island')

const paraboloid = z
  .strictObject({
    shape: z.literal('paraboloid'),
    center: point.default([0, 0]),
    radius: positive.describe('Distance at which it has risen to the height [m]; beyond, it keeps rising'),
    height,
  })
  .describe('A bowl: height × (r/radius)²')

const profile = z
  .strictObject({
    shape: z.literal('profile'),
    points: z
      .array(z.tuple([number, number]))
      .min(2)
      .refine((points) => points.every(([s], k) => k === 0 || s > points[k - 1]![0]), {
        error: 'the points of a profile must be in order: each further along than the one before',
      })
      .describe(
        '[distance along the direction, height], both in metres, in order; linear in between, constant before the first and after the last',
      ),
    center: point.default([0, 0]).describe('[x, z] of distance 0 [m]. Default the origin'),
    direction: number.default(0).describe('Direction of increasing distance [degrees], from x towards z. Default 0'),
  })
  .describe('Heights along a line, constant across it: beaches, ridges, steps, channels')

const solitary = z
  .strictObject({
    shape: z.literal('solitary'),
    center: point.default([0, 0]).describe('[x, z] of a point of its crest [m]. Default the origin'),
    direction: number.default(0).describe('Direction across the crest [degrees], from x towards z. Default 0'),
    depth: positive
      .optional()
      .describe(
        'Depth of the still water [m]. It gives the width of a solitary wave of this height and, in `initial.eta`, the velocity of its water: the wave travels along the direction',
      ),
    width: positive
      .optional()
      .describe('Instead of the depth: distance at which the height has fallen to 0.42 [m]; no velocity'),
    height: positive.default(1).describe('Height of the crest [m]. Default 1'),
    theory: z
      .enum(['serre', 'euler'])
      .optional()
      .describe(
        'serre: height × sech²(s / width), which long waves keep. euler: the solitary wave of the full equations, for solver `iwave`, up to a height of 0.6 depths. Default serre',
      ),
  })
  .refine(({ depth, width }) => (depth === undefined) !== (width === undefined), {
    error: 'a solitary wave needs either the "depth" of the still water or a "width"',
  })
  .refine(({ depth, theory }) => theory !== 'euler' || depth !== undefined, {
    error: 'the solitary wave of the full equations needs the "depth" of the still water',
    path: ['theory'],
  })
  .describe('A solitary wave: height × sech²(s / width), s along the direction, or that of the full equations')

const steepness = positive
  .max(0.44)
  .describe(
    'kH/2: half the height from trough to crest, times 2π over the wavelength. The steepest wave on deep water has 0.443',
  )
const phase = number.default(0).describe('Phase at the origin [degrees]; 0 is a crest. Default 0')
const travel = number.default(0).describe('Direction of travel [degrees], from x towards z. Default 0')

const stokes = z
  .strictObject({
    shape: z.literal('stokes'),
    wavelength: positive.describe('Crest to crest [m]'),
    steepness,
    direction: travel,
    phase,
    depth: positive.optional().describe('Depth of the still water [m]. Without it the water is deep'),
  })
  .describe(
    'A steady wave of finite height, with sharp crests and flat troughs. In `initial.eta` of solver `iwave` it travels: the potential of its water is added',
  )

const breather = z
  .strictObject({
    shape: z.literal('breather'),
    wavelength: positive.describe('Length of the waves of the train, crest to crest [m]'),
    steepness: positive
      .max(0.2)
      .describe('2π times the amplitude of the train over its wavelength, far from the middle'),
    periods: number
      .min(0)
      .default(0)
      .describe('Periods of the waves until the largest of them is three times as high as the others. Default 0: now'),
    center: point.default([0, 0]).describe('[x, z] of the middle of the group at the start [m]. Default the origin'),
    direction: travel,
  })
  .describe(
    'The breather of Peregrine (1983) on deep water: a train of waves with a group that grows to three times its height. In `initial.eta` of solver `iwave` it travels',
  )

/** A shape that gives a height at every point. */
export const shapeSchema = z.discriminatedUnion('shape', [
  gaussian,
  disc,
  box,
  polygon,
  plane,
  wave,
  noise,
  cone,
  paraboloid,
  profile,
  solitary,
  stokes,
  breather,
])

/** Shapes of finite extent, for solids and sources. */
export const patchSchema = z.discriminatedUnion('shape', [disc, box, gaussian, polygon])

/** Schema of shapes of finite extent with additional keys. */
export function patchSchemaWith<Keys extends z.ZodRawShape>(keys: Keys) {
  return z.discriminatedUnion('shape', [
    disc.extend(keys),
    box.extend(keys),
    gaussian.extend(keys),
    polygon.extend(keys),
  ])
}

/** A shape that gives a height at every point, every default filled in. */
export type Shape = z.output<typeof shapeSchema>
export type StokesShape = Extract<Shape, { shape: 'stokes' }>
export type BreatherShape = Extract<Shape, { shape: 'breather' }>
export type SolitaryShape = Extract<Shape, { shape: 'solitary' }>
/** A solitary wave of the full equations. */
export type EulerSolitaryShape = SolitaryShape & { theory: 'euler' }
export type PatchShape = z.output<typeof patchSchema>
