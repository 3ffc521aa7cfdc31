// The format of sweep files. The scene format has its own schema in the engine.

import { z } from 'zod'

/** Version of the format of sweep files. */
export const sweepVersion = 1

const number = z.number()
const positive = number.gt(0)
const count = z.int().min(1).max(1_000_000)

/** Names become columns of a table. */
const name = z.string().regex(/^[A-Za-z_][\w.-]*$/, {
  error: 'a name begins with a letter and has letters, digits, dots, dashes and underscores',
})

/** A number, or a multiple of the value of an axis: `{ axis: period, times: 6 }`. */
const quantity = z.union([number, z.strictObject({ axis: z.string(), times: number.default(1) })])

const interval = z.strictObject({ from: number, to: number, log: z.boolean().default(false) })

/** The ways to give the values of an axis. */
export const axisKinds = ['values', 'range', 'log', 'random', 'latin'] as const

const axis = z
  .strictObject({
    name: name.optional(),
    path: z.string().min(1).optional(),
    paths: z
      .array(
        z.union([
          z.string().min(1),
          z.strictObject({ path: z.string().min(1), times: number.default(1), plus: number.default(0) }),
        ]),
      )
      .min(1)
      .optional(),
    values: z.array(z.unknown()).min(1).optional(),
    range: z
      .strictObject({ from: number, to: number, count: count.optional(), step: positive.optional() })
      .refine(({ count, step }) => (count === undefined) !== (step === undefined), {
        error: 'a range has either a count of values or a step',
      })
      .optional(),
    log: z.strictObject({ from: positive, to: positive, count }).optional(),
    random: interval.optional(),
    latin: interval.optional(),
  })
  .superRefine((axis, context) => {
    const issue = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path })
    if ((axis.path === undefined) === (axis.paths === undefined)) issue('an axis has either a path or a list of paths')
    const given = axisKinds.filter((kind) => axis[kind] !== undefined)
    if (given.length !== 1)
      issue(`an axis has one of ${axisKinds.join(', ')}; this one has ${given.join(' and ') || 'none of them'}`)
    for (const kind of ['random', 'latin'] as const)
      if (axis[kind]?.log && !(axis[kind].from > 0 && axis[kind].to > 0))
        issue('a logarithmic axis has limits of more than 0', kind)
    for (const kind of ['range', 'log', 'random', 'latin'] as const)
      if (axis[kind] && !(axis[kind].from < axis[kind].to)) issue('"to" must be more than "from"', kind, 'to')
  })

/** Ways to reduce a series of values to one number. */
export const reductions = ['max', 'min', 'mean', 'rms', 'last', 'timeOfMax', 'amplitude'] as const

const metric = z
  .strictObject({
    of: z.string().min(1),
    take: z.enum(reductions),
    from: quantity.optional(),
    to: quantity.optional(),
    period: quantity.optional(),
    frequency: quantity.optional(),
    dividedBy: z.union([number, z.string()]).optional(),
  })
  .superRefine((metric, context) => {
    const issue = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path })
    const tones = [metric.period, metric.frequency].filter((tone) => tone !== undefined).length
    if (metric.take === 'amplitude' && tones !== 1)
      issue('an amplitude is that of one period or one frequency: give one of them', 'take')
    if (metric.take !== 'amplitude' && tones > 0)
      issue('only "take: amplitude" has a period or a frequency', metric.period === undefined ? 'frequency' : 'period')
    if (metric.dividedBy === 0) issue('cannot divide by 0', 'dividedBy')
  })

const keep = z.strictObject({
  formats: z.array(z.string()).optional(),
  fields: z.array(z.string()).optional(),
  every: positive.optional(),
})

const optimize = z
  .strictObject({
    metric: z.string(),
    goal: z.enum(['minimize', 'maximize', 'reach']),
    target: number.optional(),
    tolerance: positive.max(0.5).default(0.01),
    runs: z.int().min(3).max(10_000).default(60),
  })
  .refine(({ goal, target }) => (goal === 'reach') === (target !== undefined), {
    error: 'the goal "reach" has a target, and no other goal has',
    path: ['target'],
  })

export const sweepSchema = z
  .strictObject({
    'seiche-sweep': z.literal(sweepVersion),
    name: z.string().default('Untitled'),
    scene: z.union([z.string().min(1), z.record(z.string(), z.unknown())]),
    axes: z.array(axis).min(1),
    samples: count.optional(),
    seed: z.int().default(1),
    sampleEvery: z.int().min(1).default(1),
    metrics: z.record(name, metric).refine((metrics) => Object.keys(metrics).length > 0, {
      error: 'a sweep has at least one metric',
    }),
    keep: keep.optional(),
    optimize: optimize.optional(),
  })
  .superRefine((sweep, context) => {
    const sampled = sweep.axes.some(({ random, latin }) => random || latin)
    if (sampled && sweep.samples === undefined)
      context.addIssue({
        code: 'custom',
        message: 'missing; random and latin axes need a number of samples',
        path: ['samples'],
      })
    if (!sampled && sweep.samples !== undefined)
      context.addIssue({ code: 'custom', message: 'has no effect without a random or latin axis', path: ['samples'] })
  })

/** A sweep file, checked, with all defaults. */
export type SweepSpec = z.output<typeof sweepSchema>
export type AxisSpec = z.output<typeof axis>
export type MetricSpec = z.output<typeof metric>
export type Quantity = z.output<typeof quantity>
export type KeepSpec = z.output<typeof keep>
export type OptimizeSpec = z.output<typeof optimize>
