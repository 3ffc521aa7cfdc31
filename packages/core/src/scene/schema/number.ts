// Numbers of a scene. Fields are float32, which ends at 3.4e38, and the equations multiply three quantities, as in the flux of
// momentum, depth × velocity². The cube of a number of at most 1e12 fits. Lengths end far beyond the moon, at 4e8 m. The smallest
// quantity above zero is the reciprocal of the greatest.

import { z } from 'zod'

/** Greatest magnitude of a number in a scene, an event or a file, in its own unit. */
export const GREATEST = 1e12

/** Any number that a field can hold. A value beyond the limit is reported once; narrower limits are not checked then. */
export const number = z.number().min(-GREATEST, { abort: true }).max(GREATEST, { abort: true })

/** A quantity above zero. */
export const positive = z
  .number()
  .positive({ abort: true })
  .min(1 / GREATEST, { abort: true })
  .max(GREATEST, { abort: true })
