import type { z } from 'zod'

/** Validates that the times of a path increase. For `superRefine`. */
export function increasingTimes(stops: readonly { readonly time: number }[], context: z.core.$RefinementCtx): void {
  for (let k = 1; k < stops.length; k++)
    if (stops[k]!.time <= stops[k - 1]!.time)
      context.addIssue({
        code: 'custom',
        path: [k, 'time'],
        message: `the times of a path must increase: ${stops[k]!.time} s comes after ${stops[k - 1]!.time} s`,
      })
}
